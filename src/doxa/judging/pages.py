"""The argument graph of one debate and the map of many, as single HTML files that open without a network.

The parts of a page are in ``debate_pages/`` beside this module, written by hand; colours, type and tables are those of
all pages (``viewer/src/tokens.css`` and ``base.css``, built into ``shared.css``). Words of speakers are put into the
page as JSON in which no character can end the element, and become text nodes; a content security policy admits only the
page's own script and style.
"""

import html
import json
from collections import Counter
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from doxa.analysis.exhibit import Table
from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.exhibits.captions import caption, describe_simulation
from doxa.judging.exhibits.judgements import describe_differences
from doxa.judging.graph import Attacks, Standing, Standings, attack_graph, standings
from doxa.judging.landscapes import Landscape
from doxa.records.base import clean, group_by
from doxa.records.outside import visible
from doxa.records.plugins import GUIDE
from doxa.records.transcripts import SIDES, Debate
from doxa.terminal.report import ESCAPES, page_part, policy_of

PARTS = Path(__file__).parent / "debate_pages"


def standalone(script: str, view: dict[str, Any], title: str) -> str:
    """Return an HTML page that a script of ``debate_pages/`` draws from a view."""
    style, code = page_part("shared.css") + _part("page.css"), _part(script)
    plain = json.dumps(_show_controls(view), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Template(_part("page.html")).substitute(
        policy=policy_of(style, code),
        guide=GUIDE,
        title=html.escape(visible(clean(title))),
        style=style,
        script=code,
        view=clean(plain).translate(ESCAPES),
    )


def _show_controls(value: Any) -> Any:
    """Return a JSON value with the invisible control characters of its texts written out."""
    if isinstance(value, dict):
        return {visible(key): _show_controls(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_show_controls(member) for member in value]
    return visible(value) if isinstance(value, str) else value


@cache
def _part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")


def argument_page(debate: Debate, judgement: DebateJudgement) -> str:
    """Return the HTML page of an annotated debate's argument graph."""
    return standalone("arguments.js", _view_graph(debate, judgement), f"{debate.motion[:120]} · argument graph · doxa")


def _view_graph(debate: Debate, judgement: DebateJudgement) -> dict[str, Any]:
    notes = judgement.brought.annotation
    graph = attack_graph(notes)
    stands = standings(graph)
    fallen = judgement.tally.demolished if judgement.tally else ()
    return {
        "motion": debate.motion,
        "stands": describe_standing(notes, graph, stands),
        "statement": judgement.in_words,
        "semantics": f"One grounded extension; {stands.preferred} preferred extensions, the largest sets that can be "
        f"defended together; {stands.stable} of these are stable. {describe_differences(stands)}",
        "caption": caption("", [judgement.brought]),
        "turns": [
            turn.model_dump(mode="json", include={"id", "name", "side", "kind", "text"}) for turn in debate.turns
        ],
        "nodes": [_view_note(note, stands.arguments[note.id], note.id in fallen) for note in notes.all],
        "attacks": sorted(graph.pairs),
    }


def describe_standing(notes: Annotation, graph: Attacks, stands: Standings) -> str:
    """Return what stands of a debate's claims, by sides and by why, in sentences."""
    by_side = group_by(notes.claims, lambda claim: claim.side)
    fates = {side: Counter(stands.arguments[claim.id].grounded for claim in by_side.get(side, ())) for side in SIDES}
    sides = [
        f"{fates[side]['in']} of {fates[side].total()} {words}"
        for side, words in zip(SIDES, ("claims for the motion", "against it"), strict=True)
    ]
    whole = sum(fates.values(), Counter[str]())
    alone = sum(not graph.attackers[claim.id] for claim in notes.claims)
    why = f"{alone:,} that nobody attacked, {whole['in'] - alone:,} whose attackers all fall"
    return f"What stands: {' and '.join(sides)} ({why}). Fallen: {whole['out']:,}; undecided: {whole['undecided']:,}."


def _view_note(note: ClaimNote | RebuttalNote, stands: Standing, is_demolished: bool) -> dict[str, Any]:
    description = f"{note.base}{', specific' if note.specific else ''}" if isinstance(note, ClaimNote) else _facts(note)
    return {
        "id": note.id,
        "kind": "claim" if isinstance(note, ClaimNote) else "rebuttal",
        "target": note.target if isinstance(note, RebuttalNote) else "",
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


def landscape_page(landscape: Landscape, table: Table) -> str:
    """Return the HTML page of a map; ``table`` is the table of its clusters."""
    motion = landscape.debates[0].debate.motion
    return standalone("landscape.js", _view_map(landscape, table), f"{motion[:120]} · arguments · doxa")


def _view_map(landscape: Landscape, table: Table) -> dict[str, Any]:
    """Return the view that the page draws, as a JSON object."""
    runs = {point.run for point in landscape.points}
    simulated = describe_simulation([debate.judgement.brought for debate in landscape.debates])
    return {
        "motion": landscape.debates[0].debate.motion,
        "about": f"{len(landscape.points)} claims of {len(runs)} debates in {len(landscape.clusters)} clusters. "
        f"Claims near one another are alike; directions and distances mean nothing. {simulated}".rstrip(),
        "caption": table.caption,
        "points": [point.model_dump(mode="json") for point in landscape.points],
        "clusters": [
            {
                **cluster.model_dump(mode="json"),
                "recurrence": row["in debates"],
                "proposition": row["by Proposition"],
                "survival": row["survive"],
                "standing": row["stand"],
                "wins": row["win rate"],
                "correlation": row["win correlation"],
            }
            for cluster, row in zip(landscape.clusters, table.records(), strict=True)
        ],
        "speeches": {
            f"{judged_debate.run}\n{speech.id}": speech.text
            for judged_debate in landscape.debates
            for speech in judged_debate.debate.speeches
        },
    }
