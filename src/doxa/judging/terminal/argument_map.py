"""One debate's argument graph as an HTML file: claims and rebuttals by speech and side, attacks as arrows."""

from typing import Any

from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.notes import ClaimNote, RebuttalNote
from doxa.judging.exhibits.captions import caption
from doxa.judging.exhibits.judgements import describe_differences
from doxa.judging.graph.attacks import attack_graph
from doxa.judging.graph.standing import Standing, standings
from doxa.judging.terminal.standalone import standalone
from doxa.records.transcripts import Debate


def argument_page(debate: Debate, judgement: DebateJudgement) -> str:
    """Return the HTML page of an annotated debate's argument graph."""
    return standalone("arguments.js", _view(debate, judgement), f"{debate.motion[:120]} · argument graph · doxa")


def _view(debate: Debate, judgement: DebateJudgement) -> dict[str, Any]:
    notes = judgement.brought.annotation
    graph = attack_graph(notes)
    stands = standings(graph)
    fallen = judgement.tally.demolished if judgement.tally else ()
    nodes: list[ClaimNote | RebuttalNote] = [*notes.claims, *notes.rebuttals]
    return {
        "motion": debate.motion,
        "statement": judgement.final.statement,
        "semantics": f"One grounded extension; {stands.preferred} preferred extensions, the largest sets that can be "
        f"defended together; {stands.stable} of these are stable. {describe_differences(stands)}",
        "caption": caption("", [judgement.brought]),
        "turns": [
            turn.model_dump(mode="json", include={"id", "name", "side", "kind", "text"}) for turn in debate.turns
        ],
        "nodes": [_node(note, stands.arguments[note.id], note.id in fallen) for note in nodes],
        "attacks": sorted(graph.pairs),
    }


def _node(note: ClaimNote | RebuttalNote, stands: Standing, is_demolished: bool) -> dict[str, Any]:
    description = f"{note.base}{', specific' if note.specific else ''}" if isinstance(note, ClaimNote) else _facts(note)
    return {
        "id": note.id,
        "kind": "claim" if isinstance(note, ClaimNote) else "rebuttal",
        "speech": note.speech,
        "side": note.side,
        "text": note.text,
        "told": description,
        "demolished": is_demolished,
        **stands.model_dump(mode="json"),
    }


def _facts(rebuttal: RebuttalNote) -> str:
    named = {
        "addresses the logic": rebuttal.addresses_logic,
        "undermines": rebuttal.undermines,
        "brings something new": rebuttal.new_information,
        "direct": rebuttal.direct,
        "a straw man": bool(rebuttal.strawman),
    }
    return f"answers {rebuttal.target}: {', '.join(name for name, holds in named.items() if holds) or 'contests it'}"
