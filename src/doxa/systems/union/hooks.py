"""How union debates are shown: their story in a sentence, the report's parts, the document and the ballot."""

from collections.abc import Sequence
from typing import Any

from doxa.analysis.building import words_simulated
from doxa.analysis.causes import quote
from doxa.analysis.exhibit import Column, Part, Prose, Quote, Table
from doxa.analysis.history import Chapter
from doxa.analysis.hooks import Hooks
from doxa.analysis.story import join_names
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.blind.instructions import SpeechFlag, flag_speeches
from doxa.judging.debates import judgement_of
from doxa.judging.exhibits.ballots import adjudicate
from doxa.judging.exhibits.captions import caption
from doxa.judging.exhibits.judgements import NUMBERS, verdicts
from doxa.judging.graph.standing import find_clashes
from doxa.log.rundir import RunLog
from doxa.records.transcripts import SIDE_NAMES, Debate
from doxa.systems.union.exhibits.held import FinishedDebate, ballot_form, read_debate
from doxa.systems.union.exhibits.transcripts import as_document, as_values, list_definitions
from doxa.systems.union.protocol.state import Speech, UnionResult
from doxa.systems.union.terminal import DebateLines, conclude_union


def tell_union(log: RunLog) -> str:
    """Return the story of a finished debate; '' where it has not ended or listeners' stances tell the story."""
    if not log.finished or any(
        participant.kernel for participant in log.spec.participants if participant.side == "neutral"
    ):
        return ""
    debate = read_debate(log).debate
    speakers = join_names(list(dict.fromkeys(turn.name for turn in debate.turns)), 3)
    judgement = judgement_of(log.path)
    if judgement is None:
        count = len(debate.speeches)
        return (
            f"{speakers} debated in {count} speech{'es' * (count != 1)}, with no listener whose stance was followed; "
            "who won is not known until the debate is judged."
        )
    winner = judgement.final.winner
    decided = f" (decided by {judgement.final.decided_by})" if judgement.final.decided_by else ""
    statement = f"{SIDE_NAMES[winner]} won the judges' verdict{decided}" if winner else "The judges named no winner"
    if judgement.tally is None:
        return f"{statement}; no claims were noted, so that no clash is known."
    clashes = find_clashes(judgement.brought.annotation)
    if not clashes:
        return f"{statement}; no claim met an answer, so there was no turning point."
    first = clashes[0]
    name = next((turn.name for turn in debate.turns if turn.speaker == first.claim.speaker), first.claim.speaker)
    won = f"which {SIDE_NAMES[first.winner]} won" if first.winner else "which stayed open"
    return f"{statement}; the weightiest clash was over {name}'s claim {quote(first.claim.text)}, {won}."


DEBATED = (
    "The words of this run were put together offline, by plain code, from the speakers' writing and a corpus of real "
    "arguments. This is a simulation: it says nothing about how a language model or a person would have argued."
)


NOT_JUDGED = "Not judged yet. Run doxa judge DIR, then write this report again."
SPEECHES = (
    "A name links to the speech. Lens: the emphasis drawn for the preparation. Offered: points of information, taken "
    "or not."
)


def union_parts(log: RunLog, chapters: Sequence[Chapter]) -> dict[str, Part]:
    """Return the report's parts for a finished union debate and its latest judgement; none before it is finished."""
    if not log.finished:
        return {}
    debate = read_debate(log)
    parts: dict[str, Part] = {"verdict": _verdict(log, debate.debate), "speeches": _speeches(debate)}
    if flags := [flag for flag in flag_speeches(debate.debate) if flag.kind == "instruction"]:
        parts["flags"] = _flags(debate.debate, flags)
    if debate.debate.definitions:
        lines = tuple(Quote(label=term, text=meaning) for term, meaning in list_definitions(debate.debate.definitions))
        parts["definitions"] = Prose(title="Definitions", place="before", quotes=lines)
    judgement = judgement_of(log.path)
    if judgement and judgement.tally:
        parts["adjudication"] = _adjudication(debate.debate, judgement)
    return parts


def _adjudication(debate: Debate, judgement: DebateJudgement) -> Prose:
    """Return the adjudication by clash as a text."""
    prose = adjudicate(debate, judgement)
    named = [text.partition(". ") if text.startswith("Clash ") else ("", "", text) for text in prose.paragraphs]
    quotes = tuple(Quote(label=label or "In all", text=text) for label, _, text in named)
    return Prose(title=prose.title, caption=prose.caption, place="before", quotes=quotes)


def _verdict(log: RunLog, debate: Debate) -> Part:
    """Return the table of verdicts, the final one first, or a text that says how to judge the debate."""
    judgement = judgement_of(log.path)
    if judgement is None:
        return Prose(title="Verdict", caption=NOT_JUDGED, place="before")
    table = verdicts(debate, judgement)
    return Table(
        title="Verdict",
        caption=judgement.final.statement,
        note=caption(NUMBERS, [judgement.brought]),
        place="before",
        columns=table.columns,
        rows=table.rows,
    )


def _flags(debate: Debate, flags: Sequence[SpeechFlag]) -> Table:
    """Return the sentences that tell judges what to answer, each with its speech."""
    return Table(
        title="Flagged: sentences that tell judges what to answer",
        caption="Judges see a mark in their place, unless they were quoted on request (doxa judge).",
        place="before",
        columns=(Column(name="speaker", show="agent"), Column(name="turn", show="turn"), "what it does", "sentence"),
        rows=tuple((debate.turn(flag.speech).speaker, flag.speech, flag.reason, flag.text) for flag in flags),
    )


def _speeches(debate: FinishedDebate) -> Table:
    """Return the running order, with the points of information that were taken in each speech."""
    taken = {speech.key: _list_points_taken(debate, speech) for speech in debate.speeches}
    return Table(
        title="Speeches",
        caption=SPEECHES,
        place="before",
        columns=(
            Column(name="speaker", show="agent"),
            Column(name="turn", show="turn"),
            Column(name="speech", show="number", decimals=0, small=True),
            Column(name="side"),
            Column(name="lens", about="the emphasis drawn for its preparation"),
            Column(name="words", show="number", decimals=0),
            Column(name="length", show="odd"),
            Column(name="target", show="number", decimals=0),
            Column(name="offered", show="number", decimals=0, about="points of information, taken or not"),
            Column(name="points of information taken", show="quotes"),
        ),
        rows=tuple(
            (
                speech.speaker,
                speech.key,
                number,
                SIDE_NAMES[speech.side],
                speech.lens.replace("_", " ") or None,
                speech.words or None,
                None if speech.within else "outside the tolerance",
                speech.target,
                speech.offered,
                tuple(taken[speech.key]) or None,
            )
            for number, speech in enumerate(debate.speeches, 1)
        ),
        quotes={turn: quote for points in taken.values() for turn, quote in points.items()},
    )


def _list_points_taken(debate: FinishedDebate, speech: Speech) -> dict[str, Quote]:
    """Return the points of information that were taken in a speech, each with its answer, by turn."""
    turns = debate.within(speech.key)
    answers = {turn.id: turn.text for turn in turns if turn.kind == "answer"}
    return {
        turn.id: Quote(agent=turn.speaker, text=turn.text, answer=answers.get(f"{turn.id}/answer", ""), turn=turn.id)
        for turn in turns
        if turn.kind == "point"
    }


def simulated(log: RunLog) -> str:
    """Return the sentence that says what was simulated; empty where nothing was."""
    return words_simulated(log, DEBATED)


def _debate(log: RunLog) -> Debate | None:
    """Return the debate of a finished run; None where the run only drew up styles."""
    union_result = log.result(UnionResult)
    return union_result.debate if union_result else None


def _document(log: RunLog) -> tuple[str, dict[str, Any]]:
    """Return a finished debate as a document, with its verdict where it was judged."""
    debate, judgement = read_debate(log), judgement_of(log.path)
    return as_document(debate, judgement), as_values(debate, judgement)


HOOKS = {
    "union": Hooks(
        teller=DebateLines,
        conclude=conclude_union,
        debate=_debate,
        document=_document,
        ballot=ballot_form,
        simulated=simulated,
        parts=union_parts,
        story=tell_union,
    )
}
