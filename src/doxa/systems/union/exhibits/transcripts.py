"""A debate as a document: running order, definitions, speeches with their points of information, and the verdict."""

import re
from collections.abc import Iterator
from typing import Any

from doxa.analysis.exhibit import Table
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.rubric import DIMENSIONS
from doxa.judging.blind.instructions import flag_speeches
from doxa.judging.exhibits.ballots import adjudicate, ballot_tables
from doxa.records.transcripts import SIDE_NAMES, Definitions, Utterance
from doxa.records.visible import visible
from doxa.systems.union.exhibits.held import FinishedDebate
from doxa.systems.union.protocol.state import Speech

_MARKS = re.compile(r"^(\s*)(#|>|\||---|===)", re.MULTILINE)

SIMULATED = (
    "*Simulated: the words were put together offline, by plain code, from the speakers' writing and a corpus of real "
    "arguments. They say nothing about how a language model or a person would have argued.*"
)


def as_document(debate: FinishedDebate, judgement: DebateJudgement | None) -> str:
    """Return a debate as Markdown, with invisible control characters written out."""
    parts = [f"# {debate.debate.motion}", f"Run {debate.name}, seed {debate.seed}, replicate {debate.replicate}."]
    parts += [SIMULATED] if debate.simulated else []
    parts += ["## Running order", _order(debate)]
    if debate.debate.definitions:
        parts += ["## Definitions", _definitions(debate.debate.definitions)]
    parts += [block for speech in debate.speeches for block in _speech(debate, speech)]
    parts += (
        list(_verdict(debate, judgement))
        if judgement
        else ["## Verdict", "Not judged yet. Judge it: `doxa judge DIR`."]
    )
    return visible("\n\n".join(parts) + "\n")


def as_values(debate: FinishedDebate, judgement: DebateJudgement | None) -> dict[str, Any]:
    """Return a debate, its measures and its judgement as a JSON object."""
    plain = debate.model_dump(mode="json")
    return {**plain, "judgement": judgement.model_dump(mode="json") if judgement else None}


def _order(debate: FinishedDebate) -> str:
    rows = ["| | speaker | side | words | target | points offered | taken |", "|---|---|---|---|---|---|---|"]
    for number, speech in enumerate(debate.speeches, 1):
        cells = [
            number,
            debate.display_name(speech.speaker),
            SIDE_NAMES[speech.side],
            speech.words or "–",
            speech.target,
        ]
        rows.append(_row(*cells, speech.offered, speech.accepted))
    return "\n".join(rows)


def _definitions(definitions: Definitions) -> str:
    return "\n".join(f"- **{_line(lead)}**: {_line(words)}" for lead, words in list_definitions(definitions))


def list_definitions(definitions: Definitions) -> Iterator[tuple[str, str]]:
    """Yield a label and a text for each part of a debate's definitions."""
    yield from ((term.term, term.meaning) for term in definitions.terms)
    yield from [("In question", definitions.scope)] if definitions.scope else []
    yield from (("Not in question", exclusion) for exclusion in definitions.exclusions)
    yield from [("Proposition says that the debate turns on", definitions.framing)] if definitions.framing else []
    yield from (("Opposition accepts", term) for term in definitions.accepted)
    yield from (("Opposition contests", term) for term in definitions.contested)
    counter_framing = definitions.counter_framing
    yield from [("Opposition says that the debate turns on", counter_framing)] if counter_framing else []


def _speech(debate: FinishedDebate, speech: Speech) -> Iterator[str]:
    yield f"## {debate.display_name(speech.speaker)}, {speech.title}"
    if speech.silent:
        yield f"*Nothing was said: {speech.silent}.*"
        return
    yield _escape_marks(debate.words(speech.key))
    for utterance in debate.within(speech.key):
        yield f"> **{utterance.name}**, {_lead(utterance)}: " + _escape_marks(utterance.text).replace("\n", "\n> ")
    for point in debate.refused:
        if point.speech == speech.key:
            quoted = _escape_marks(point.text).replace("\n", "\n> ")
            yield f"> **{point.asker}**, on a point of information that was refused: {quoted}"
    yield f"*{'; '.join(_notes(speech))}.*"
    yield from _flagged(debate, speech)


def _lead(utterance: Utterance) -> str:
    """Return how words within a speech were said; questions of a period after it have keys such as ``p2/q1``."""
    if utterance.kind == "answer":
        return "answering it"
    return (
        "in questions after the speech"
        if utterance.id.startswith(f"{utterance.within}/q")
        else "on a point of information"
    )


def _flagged(debate: FinishedDebate, speech: Speech) -> Iterator[str]:
    """Yield a line for each sentence of a speech, or of a point in it, that tells judges what to answer."""
    turns = {speech.key, *(utterance.id for utterance in debate.within(speech.key))}
    for flag in flag_speeches(debate.debate):
        if flag.speech in turns and flag.kind == "instruction":
            yield f"*Flagged, since it {flag.reason}:* “{_line(flag.text)}”"


def _notes(speech: Speech) -> Iterator[str]:
    off_length = "" if speech.within else ", outside the tolerance"
    asked_again = ", asked for twice" if speech.asked_again else ""
    yield f"{speech.words} words of {speech.target}{asked_again}{off_length}"
    yield f"{speech.offered} points offered, {speech.accepted} taken"
    if speech.repeated is None:
        yield "repeated arguments could not be counted"
    elif speech.repeated:
        yield f"{len(speech.repeated)} of {len(speech.arguments)} arguments made before by its side"
    if speech.lens:
        yield f"prepared with the lens {speech.lens}"


def _verdict(debate: FinishedDebate, judgement: DebateJudgement) -> Iterator[str]:
    yield "## Verdict"
    yield judgement.final.statement
    rows = ["| layer | winner | Proposition | Opposition | margin | because |", "|---|---|---|---|---|---|"]
    for name, verdict in judgement.verdicts.items():
        winner = SIDE_NAMES[verdict.winner] if verdict.winner else "none"
        numbers = ("–", "–") if name == "holistic" else (f"{verdict.pro:.2f}", f"{verdict.con:.2f}")
        rows.append(_row(name, winner, *numbers, verdict.margin or "–", verdict.because))
    for name, side in judgement.baselines.items():
        rows.append(_row(f"baseline: {name}", SIDE_NAMES[side] if side else "none", "–", "–", "–", "judges nothing"))
    yield "\n".join(rows)
    if judgement.brought.rubric:
        yield "\n".join(_scores(debate, judgement))
    for table in ballot_tables(debate.debate, judgement, debate.form) if debate.form else ():
        yield f"### {table.title}"
        yield "\n".join(_table(table))
    if judgement.tally:
        adjudication = adjudicate(debate.debate, judgement)
        yield f"### {adjudication.title}"
        yield from (_escape_marks(_line(paragraph)) for paragraph in adjudication.paragraphs)


def _table(table: Table) -> Iterator[str]:
    """Yield the lines of an exhibit's table."""
    yield _row(*table.columns)
    yield "|---" * len(table.columns) + "|"
    for row in table.rows:
        yield _row(*("–" if cell is None else f"{cell:g}" if isinstance(cell, float) else cell for cell in row))


def _scores(debate: FinishedDebate, judgement: DebateJudgement) -> Iterator[str]:
    yield "| speech | " + " | ".join(DIMENSIONS.values()) + " | overall |"
    yield "|---" * (len(DIMENSIONS) + 2) + "|"
    for scored_speech in judgement.brought.rubric:
        cells = [f"{scored_speech.scores[name]:.1f}" if name in scored_speech.scores else "–" for name in DIMENSIONS]
        yield _row(
            f"{scored_speech.speech} ({debate.display_name(scored_speech.speaker)})",
            *cells,
            f"{scored_speech.overall:.1f}",
        )


def _row(*cells: object) -> str:
    """Return a row of a Markdown table, with line ends and bars in its cells escaped."""
    return "| " + " | ".join(_line(str(cell)).replace("|", "\\|") for cell in cells) + " |"


def _line(text: str) -> str:
    return " ".join(text.split())


def _escape_marks(text: str) -> str:
    """Return a text in which no line can begin a heading, a quotation or a table."""
    return _MARKS.sub(r"\1\\\2", text)
