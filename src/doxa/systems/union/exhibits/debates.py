"""A debate as exhibits: verdicts, the running order, definitions, points taken, and every word as a document."""

import re
from collections.abc import Iterator
from typing import Any

from doxa.analysis.exhibit import Column, Exhibit, Prose, Quote, Table
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.blind.instructions import flag_speeches
from doxa.judging.debates import judgement_of
from doxa.judging.exhibits.ballots import adjudicate, ballot_tables
from doxa.judging.exhibits.captions import caption
from doxa.judging.exhibits.judgements import NUMBERS, rubric, verdicts
from doxa.log.rundir import RunLog
from doxa.records.outside import visible
from doxa.records.transcripts import SIDE_NAMES, Definitions, Utterance
from doxa.systems.union.exhibits.held import FinishedDebate, is_question, read_debate
from doxa.systems.union.protocol.state import Speech
from doxa.terminal.exhibits import as_markdown

_MARKS = re.compile(r"^([^\S\n]*)(#|>|\||---|===)", re.MULTILINE)

NOT_JUDGED = "Not judged yet. Run doxa judge DIR, then write this report again."

SPEECHES = (
    "A name links to the speech. Lens: the emphasis drawn for the preparation. Offered: points of information, taken "
    "or not."
)


def show_debate(log: RunLog) -> Iterator[Exhibit]:
    """Yield a finished debate with its latest judgement: verdict, speeches, flags and definitions."""
    if log.finished:
        debate = read_debate(log)
        yield _verdict(debate, judgement_of(log.path))
        yield _speeches(debate, {})
        yield from _flags(debate)
        yield from _definitions(debate)


def show_points(log: RunLog) -> Iterator[Prose]:
    """Yield the points of information that were taken, and questions after speeches, each with its answer."""
    debate = read_debate(log)
    points = [point for speech in debate.speeches for point in _points_taken(debate, speech)]
    if points:
        yield Prose(name="points", title="Points of information and questions", quotes=tuple(points))


def show_adjudication(log: RunLog) -> Iterator[Prose]:
    """Yield the adjudication by clash of a debate whose claims were noted, clash by clash."""
    judgement = judgement_of(log.path)
    if log.finished and judgement and judgement.tally:
        prose = adjudicate(read_debate(log).debate, judgement)
        named = [text.partition(". ") if text.startswith("Clash ") else ("", "", text) for text in prose.paragraphs]
        yield Prose(
            name="adjudication",
            title=prose.title,
            caption=prose.caption,
            place="before",
            quotes=tuple(Quote(label=label or "In all", text=text) for label, _, text in named),
        )


def show_document(log: RunLog) -> Iterator[Exhibit]:
    """Yield a finished debate with all that was said, as a document."""
    yield from _document(read_debate(log), judgement_of(log.path))


def as_document(debate: FinishedDebate, judgement: DebateJudgement | None) -> str:
    """Return a debate as Markdown, with invisible control characters written out."""
    return visible("\n".join([f"# {debate.debate.motion}\n", *map(as_markdown, _document(debate, judgement))]))


def as_values(debate: FinishedDebate, judgement: DebateJudgement | None) -> dict[str, Any]:
    """Return a debate, its measures and its judgement as a JSON object."""
    return {**debate.model_dump(mode="json"), "judgement": judgement.model_dump(mode="json") if judgement else None}


def _document(debate: FinishedDebate, judgement: DebateJudgement | None) -> Iterator[Exhibit]:
    """Yield the run, the running order, definitions, every speech, and what judges made of the debate."""
    yield Prose(
        name="run",
        title=f"Run {debate.name}, seed {debate.seed}, replicate {debate.replicate}",
        caption=debate.simulation,
    )
    yield _speeches(debate, debate.names)
    yield from _definitions(debate)
    for speech in debate.speeches:
        yield _speech(debate, speech)
    yield from _flags(debate)
    yield _verdict(debate, judgement)
    if judgement is None:
        return
    if judgement.brought.rubric:
        yield rubric(debate.debate, judgement.brought)
    yield from ballot_tables(debate.debate, judgement, debate.form) if debate.form else ()
    if judgement.tally:
        prose = adjudicate(debate.debate, judgement)
        paragraphs = tuple(_escape_marks(" ".join(text.split())) for text in prose.paragraphs)
        yield prose.model_copy(update={"paragraphs": paragraphs})


def _verdict(debate: FinishedDebate, judgement: DebateJudgement | None) -> Exhibit:
    """Return the table of verdicts, the final one first, or a text that says how to judge the debate."""
    if judgement is None:
        return Prose(name="verdict", title="Verdict", caption=NOT_JUDGED, place="before")
    table = verdicts(debate.debate, judgement)
    return Table(
        name="verdict",
        title="Verdict",
        caption=judgement.in_words,
        note=caption(NUMBERS, [judgement.brought]),
        place="before",
        columns=table.columns,
        rows=table.rows,
    )


def _speeches(debate: FinishedDebate, names: dict[str, str]) -> Table:
    """Return the running order, with the points of information that were taken in each speech.

    Args:
        names: speaker → what stands for it in a file; empty where agents are shown by their names anyway.
    """
    points = {speech.key: _points_taken(debate, speech) for speech in debate.speeches}
    return Table(
        name="speeches",
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
            Column(name="arguments", show="number", decimals=0, small=True),
            Column(name="made before", show="number", small=True, about="arguments that its side had made"),
            Column(name="offered", show="number", decimals=0, about="points of information, taken or not"),
            Column(name="points of information taken", show="quotes"),
        ),
        rows=tuple(
            (
                names.get(speech.speaker, speech.speaker),
                speech.key,
                number,
                SIDE_NAMES[speech.side],
                speech.lens.replace("_", " ") or None,
                speech.words or None,
                _describe_length(speech),
                speech.target,
                len(speech.arguments),
                None if speech.repeated is None else len(speech.repeated),
                speech.offered,
                tuple(point.turn for point in points[speech.key]) or None,
            )
            for number, speech in enumerate(debate.speeches, 1)
        ),
        quotes={point.turn: point for taken in points.values() for point in taken},
    )


def _describe_length(speech: Speech) -> str | None:
    """Return what is odd about a speech's length; None where nothing is."""
    if speech.silent:
        return f"nothing was said: {speech.silent}"
    oddities = ["asked for twice"] * speech.asked_again + ["outside the tolerance"] * (not speech.within)
    return ", ".join(oddities) or None


def _points_taken(debate: FinishedDebate, speech: Speech) -> list[Quote]:
    """Return the points that were taken in a speech, and questions after it, each with its answer."""
    turns = debate.within(speech.key)
    answers = {turn.id: turn.text for turn in turns if turn.kind == "answer"}
    return [
        Quote(
            agent=turn.speaker,
            facts=(_lead(turn),),
            text=turn.text,
            answer=answers.get(f"{turn.id}/answer", ""),
            turn=turn.id,
        )
        for turn in turns
        if turn.kind == "point"
    ]


def _flags(debate: FinishedDebate) -> Iterator[Table]:
    """Yield the sentences that tell judges what to answer, each with its speech; nothing where there are none."""
    flags = [flag for flag in flag_speeches(debate.debate) if flag.kind == "instruction"]
    if flags:
        yield Table(
            name="flags",
            title="Flagged: sentences that tell judges what to answer",
            caption="Judges see a mark in their place, unless they were quoted on request (doxa judge).",
            place="before",
            columns=(
                Column(name="speaker", show="agent"),
                Column(name="turn", show="turn"),
                "what it does",
                "sentence",
            ),
            rows=tuple(
                (debate.debate.turn(flag.speech).speaker, flag.speech, flag.reason, flag.text) for flag in flags
            ),
        )


def _definitions(debate: FinishedDebate) -> Iterator[Prose]:
    if debate.debate.definitions:
        lines = _list_definitions(debate.debate.definitions)
        yield Prose(
            name="definitions",
            title="Definitions",
            place="before",
            quotes=tuple(Quote(label=label, text=" ".join(text.split())) for label, text in lines if text),
        )


def _list_definitions(definitions: Definitions) -> Iterator[tuple[str, str]]:
    """Yield a label and a text for each part of a debate's definitions; the text may be empty."""
    yield from ((term.term, term.meaning) for term in definitions.terms)
    yield ("In question", definitions.scope)
    yield from (("Not in question", exclusion) for exclusion in definitions.exclusions)
    yield ("Proposition says that the debate turns on", definitions.framing)
    yield from (("Opposition accepts", term) for term in definitions.accepted)
    yield from (("Opposition contests", term) for term in definitions.contested)
    yield ("Opposition says that the debate turns on", definitions.counter_framing)


def _speech(debate: FinishedDebate, speech: Speech) -> Prose:
    """Return the words of a speech, with what was said within it; no line of them can begin another element."""
    refused = [
        Quote(agent=point.asker, facts=("on a point of information that was refused",), text=_escape_marks(point.text))
        for point in debate.refused
        if point.speech == speech.key
    ]
    within = [
        Quote(agent=utterance.name, facts=(_lead(utterance),), text=_escape_marks(utterance.text))
        for utterance in debate.within(speech.key)
    ]
    return Prose(
        name=speech.key,
        title=f"{debate.names[speech.speaker]}, {speech.title}",
        paragraphs=() if speech.silent else (_escape_marks(debate.words(speech.key)),),
        quotes=(*within, *refused),
        caption=f"Nothing was said: {speech.silent}." if speech.silent else "",
    )


def _lead(utterance: Utterance) -> str:
    """Return how words within a speech were said."""
    if utterance.kind == "answer":
        return "answering it"
    return "in questions after the speech" if is_question(utterance) else "on a point of information"


def _escape_marks(text: str) -> str:
    """Return a text in which no line can begin a heading, a quotation or a table."""
    return _MARKS.sub(r"\1\\\2", text)
