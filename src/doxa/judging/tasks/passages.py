"""Read a passage of a long debate at once: note the claims and answers of its turns, or score its speeches.

A passage stands for the whole debate: beside it the prompt holds a bounded list of what was said before. Each claim and
answer has an id, so that a turn can answer what another turn of the same passage said.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from doxa.judging.ballots.annotation import Base
from doxa.judging.ballots.scores import Score
from doxa.judging.tasks.noting import ANSWER_FORM, CLAIM_FORM, NotedRebuttal
from doxa.judging.tasks.scoring import NOT_SCORED, RUBRIC, SCORED, SCORES_FORM
from doxa.judging.tasks.shown import QUOTED, motion_blocks, turn_blocks, turn_text
from doxa.records.base import Record, Sentence
from doxa.records.steps import Block
from doxa.records.transcripts import SIDE_NAMES, SIDES, Definitions, ShownTurn, Side
from doxa.tasks.base import Task
from doxa.tasks.known import Known, Patch, among, exactly, no_longer_than, points_of
from doxa.tasks.quoting import quote


class PassageTurn(Record):
    """One turn of a passage."""

    number: int = 0
    """The turn's number, by which a reply names it; 0 for what is shown and not judged."""
    side: Side | Literal["none"]
    turn: ShownTurn
    persona: str = ""
    """Who the speaker is, where speeches are scored; empty where nobody said."""
    answerable: bool = True
    """Whether the other side had spoken before."""


class ListedNote(Record):
    """A claim or an answer that was noted earlier."""

    id: str
    by: str
    side: Side
    text: str


class PassageToAnnotate(Record):
    motion: str
    definitions: Definitions | None = None
    listed: tuple[ListedNote, ...] = ()
    """What was noted of earlier passages and bears on this one."""
    turns: tuple[PassageTurn, ...] = Field(min_length=1)


class PassageClaim(Record):
    turn: int
    text: Sentence = Field(min_length=1)
    base: Base
    specific: bool
    new: bool


class PassageRebuttal(NotedRebuttal):
    turn: int


class PassageNotes(Record):
    claims: tuple[PassageClaim, ...]
    rebuttals: tuple[PassageRebuttal, ...]


def claim_name(place: int) -> str:
    """Return the id of a reply's claim at a place from 1."""
    return f"k{place}"


def answer_name(place: int) -> str:
    """Return the id of a reply's answer at a place from 1."""
    return f"a{place}"


def _check_notes(inputs: PassageToAnnotate, reply: PassageNotes) -> str:
    sides = {turn.number: turn.side for turn in inputs.turns if turn.number}
    speeches = {turn.number for turn in inputs.turns if turn.number and turn.turn.kind == "speech"}
    if strange := [claim.turn for claim in reply.claims if claim.turn not in speeches]:
        return f"There is no speech with the number {strange[0]} in the passage. Try again."
    if strange := [rebuttal.turn for rebuttal in reply.rebuttals if rebuttal.turn not in sides]:
        return f"There is no turn with the number {strange[0]} in the passage. Try again."
    made: dict[str, tuple[str, int]] = {note.id: (note.side, 0) for note in inputs.listed}
    for place, claim in enumerate(reply.claims, 1):
        made[claim_name(place)] = (sides[claim.turn], claim.turn)
    for place, rebuttal in enumerate(reply.rebuttals, 1):
        if rebuttal.target not in made:
            return f"The target {rebuttal.target!r} is neither on the list nor an earlier id of your answer. Try again."
        side, turn = made[rebuttal.target]
        if side == sides[rebuttal.turn] or turn >= rebuttal.turn:
            return f"{rebuttal.target!r} is not of the other side, or came later than turn {rebuttal.turn}. Try again."
        made[answer_name(place)] = (sides[rebuttal.turn], rebuttal.turn)
    return ""


def _known_notes(inputs: PassageToAnnotate) -> Known:
    text = " ".join(turn.turn.text for turn in inputs.turns)
    numbered = [turn for turn in inputs.turns if turn.number]
    longest_id = max((note.id for note in inputs.listed), key=len, default="")
    known: dict[str, Patch] = {"rebuttals[].target": no_longer_than(max(longest_id, claim_name(1_000), key=len))}
    for name, turns in (("claims", [turn for turn in numbered if turn.turn.kind == "speech"]), ("rebuttals", numbered)):
        numbers = [turn.number for turn in turns]
        known |= {name: points_of(text), f"{name}[].turn": among(numbers)} if numbers else {name: exactly(0)}
    return known


def _list_notes(notes: Sequence[ListedNote]) -> Iterator[Block]:
    """Yield each side's notes, one a line, so that no text can pass for another's."""
    for side in SIDES:
        lines = (" ".join(f"{note.id} {note.by}: {note.text}".split()) for note in notes if note.side == side)
        if listed := "\n".join(map(quote, lines)):
            yield Block(tag="listed", text=f"Said before by {SIDE_NAMES[side]}:\n<claim>\n{listed}\n</claim>")


def _passage_blocks(turns: Sequence[PassageTurn]) -> Iterator[Block]:
    for turn in turns:
        persona = f"who speaks:\n<persona>\n{quote(turn.persona)}\n</persona>\n" if turn.persona else ""
        number = f"{persona}{turn.number}. " if turn.number else ""
        yield Block(tag="turn", text=f"{number}{turn_text(turn.turn)}")


ANNOTATE_PASSAGE = Task(
    name="annotate_passage",
    role="judge",
    Inputs=PassageToAnnotate,
    Reply=PassageNotes,
    check=_check_notes,
    known=_known_notes,
    material=lambda inputs: (
        *motion_blocks(inputs.motion, inputs.definitions),
        *_list_notes(inputs.listed),
        *_passage_blocks(inputs.turns),
    ),
    stable=f"""\
You read a passage of a long debate, turn by turn, beside a list of what was said before it. First list the \
substantive claims of its numbered speeches, in order. A claim is a point that bears on the motion. Leave out \
greetings, jokes, and what a speaker reports of the other side only to answer it. For each claim give

- turn: the number of its speech.
- text: the claim in one sentence that stands alone. Do not strengthen or soften it.
- base: "evidence-backed" if the speech names a source, case or figure for it; "principled" if it is reasoned from a \
principle or by logic; "assertion" if it is only stated.
- specific: true if it names a case, number, place or mechanism.
- new: true if its side had not made it before.

Then note, turn by turn, what each numbered turn answers of what the other side had said before it. A turn may answer \
one thing several times and most things not at all. For each answer give

- turn: the number of the turn that answers.
- target: the id of what is answered: from the list, or k1, k2, … for the first, second … of your claims, or a1, a2, … \
for the first, second … of your answers.
- text: the answer in one sentence.
- addresses_logic: true if it takes on the reasoning of the target; false if it only states the opposite.
- undermines: true if a fair listener would hold the target weaker after it.
- new_information: true if it brings a fact or a reason that is not in the target.
- direct: true if it engages the target itself, by name or in substance; false if it only touches its subject.

Turns without a number are shown so that you can follow; note nothing of them. {QUOTED}
Answer with one JSON object: {{"claims": [{{"turn": <number of the speech>, "text": "<the claim>", {CLAIM_FORM}}}], \
"rebuttals": [{{"turn": <number of the turn>, "target": "<id of what is answered>", "text": "<the answer>", \
{ANSWER_FORM}}}]}}\
""",
    request="""\
List the claims and answers of the numbered turns.\
""",
)


class PassageToScore(Record):
    motion: str
    definitions: Definitions | None = None
    before: tuple[ShownTurn, ...] = ()
    """Earlier speeches that bear on the passage, the long ones in part."""
    turns: tuple[PassageTurn, ...] = Field(min_length=1)


class NumberedScores(Record):
    speech: int
    argument: Score
    rebuttal: Score | None
    evidence: Score
    rhetoric: Score
    persona: Score | None


class PassageScores(Record):
    scores: tuple[NumberedScores, ...]


def scored_turns(inputs: PassageToScore) -> list[PassageTurn]:
    """Return the speeches of a passage that are scored."""
    return [turn for turn in inputs.turns if turn.number and turn.turn.kind == "speech"]


def _check_scores(inputs: PassageToScore, reply: PassageScores) -> str:
    speeches = scored_turns(inputs)
    if [scores.speech for scores in reply.scores] != [turn.number for turn in speeches]:
        numbers = ", ".join(str(turn.number) for turn in speeches)
        return f"Your answer needs scores for exactly these speeches, in this order: {numbers}. Try again."
    for turn, scores in zip(speeches, reply.scores, strict=True):
        if (scores.persona is None) != (not turn.persona):
            return f"The field persona of speech {turn.number} must be {'a number' if turn.persona else 'null'}."
        if (scores.rebuttal is None) != (not turn.answerable):
            return f"The field rebuttal of speech {turn.number} must be {'a number' if turn.answerable else 'null'}."
    return ""


def _known_scores(inputs: PassageToScore) -> Known:
    turns = scored_turns(inputs)
    entries = [
        {
            "properties": {
                "speech": {"const": turn.number},
                "rebuttal": SCORED if turn.answerable else NOT_SCORED,
                "persona": SCORED if turn.persona else NOT_SCORED,
            }
        }
        for turn in turns
    ]
    if not entries:
        return {"scores": exactly(0)}
    return {
        "scores": {**exactly(len(entries)), "prefixItems": entries},
        "scores[].speech": among(turn.number for turn in turns),
    }


SCORE_PASSAGE = Task(
    name="score_passage",
    role="judge",
    Inputs=PassageToScore,
    Reply=PassageScores,
    check=_check_scores,
    known=_known_scores,
    material=lambda inputs: (
        *motion_blocks(inputs.motion, inputs.definitions),
        *turn_blocks(inputs.before),
        *_passage_blocks(inputs.turns),
    ),
    stable=f"""\
You score the numbered speeches of a passage of a long debate, each by itself. What is shown before them is what they \
may answer, in part. Turns without a number are not scored. Give whole or half points from 1 to 10 on

{RUBRIC}
{QUOTED}
Answer with one JSON object, the numbered speeches in order: {{"scores": [{{"speech": <its number>, {SCORES_FORM}}}]}}\
""",
    request="""\
Score {% for one in inputs.turns if one.number and one.turn.kind == "speech" %}\
{{ one.number }} (rebuttal {{ "a number" if one.answerable else "null" }}, \
persona {{ "a number" if one.persona else "null" }}){{ "; " if not loop.last }}\
{% endfor %}.\
""",
)
