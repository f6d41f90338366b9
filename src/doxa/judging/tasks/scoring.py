"""Score one speech on the rubric, and compare all speeches side by side.

Anchors spread the scores: without them every speech gets a seven or an eight.
"""

from pydantic import ConfigDict, TypeAdapter

from doxa.judging.ballots.scores import LEAST_SPREAD, Score, wide_enough
from doxa.judging.tasks.shown import QUOTED, motion_blocks, turn_blocks
from doxa.records.base import Record, Sentence
from doxa.records.steps import Block
from doxa.records.transcripts import Definitions, ShownTurn
from doxa.tasks.base import Task
from doxa.tasks.known import Patch, exactly
from doxa.tasks.quoting import quote

SCORED: Patch = TypeAdapter(Score).json_schema()
NOT_SCORED: Patch = {"type": "null"}


class ScoringInputs(Record):
    motion: str
    definitions: Definitions | None = None
    before: tuple[ShownTurn, ...] = ()
    """What was said before it."""
    speech: ShownTurn
    persona: str = ""
    """Who the speaker is; empty where nobody said."""
    answerable: bool = True
    """Whether the other side had spoken before."""


class Scores(Record):
    argument: Score
    rebuttal: Score | None
    evidence: Score
    rhetoric: Score
    persona: Score | None
    reason: Sentence = ""


def _what_can_be_scored(inputs: ScoringInputs, reply: Scores) -> str:
    if (reply.persona is None) != (not inputs.persona):
        required = "null: nobody said who the speaker is" if not inputs.persona else "a number"
        return f"The field persona must be {required}. Try again."
    if (reply.rebuttal is None) != (not inputs.answerable):
        required = "a number" if inputs.answerable else "null: the other side had not spoken"
        return f"The field rebuttal must be {required}. Try again."
    return ""


def _material(inputs: ScoringInputs) -> tuple[Block, ...]:
    text = f"The speaker of the last speech:\n<persona>\n{quote(inputs.persona)}\n</persona>"
    persona = (Block(tag="persona", text=text),) if inputs.persona else ()
    return (*motion_blocks(inputs.motion, inputs.definitions), *turn_blocks([*inputs.before, inputs.speech]), *persona)


RUBRIC = """\
- argument: do the reasons hold, fit together and go deep? 2: assertions. 4: reasons with plain gaps. 6: sound, with \
one gap. 8: sound throughout, objections met. 10: you could not improve it.
- rebuttal: does it take on the strongest of what the other side said? 2: ignores it. 4: answers a weak point, or a \
straw man. 6: answers a main point. 8: answers the main points in their own terms. 10: nothing is left standing. null \
if the other side had not spoken.
- evidence: are its facts named, particular and open to checking? 2: none. 4: vague. 6: some named cases. 8: named \
cases for every main point. 10: sources and figures that settle the matter.
- rhetoric: is it clear, well built and moving? 2: hard to follow. 4: plain. 6: clear. 8: memorable. 10: masterly.
- persona: does it sound like the person described? 2: anybody. 4: a type. 6: their views. 8: their views and manner. \
10: unmistakable. null if nobody is described.

Most speeches are 4 to 7. Keep 9 and 10 for what you would show to students. Whether you agree plays no part.\
"""
"""The anchors of the five dimensions."""

SCORES_FORM = """\
"argument": <number from 1 to 10>, "rebuttal": <number from 1 to 10, or null>, "evidence": <number from 1 to 10>, \
"rhetoric": <number from 1 to 10>, "persona": <number from 1 to 10, or null>\
"""

SCORE_SPEECH = Task(
    name="score_speech",
    role="judge",
    Inputs=ScoringInputs,
    Reply=Scores,
    check=_what_can_be_scored,
    known=lambda inputs: {
        "rebuttal": SCORED if inputs.answerable else NOT_SCORED,
        "persona": SCORED if inputs.persona else NOT_SCORED,
    },
    material=_material,
    stable=f"""\
You score one speech of a debate, the last of those shown; the others show what it can answer. Give whole or half \
points from 1 to 10 on

{RUBRIC}
{QUOTED}
Answer with one JSON object: {{{SCORES_FORM}, "reason": "<one sentence>"}}\
""",
    request="""\
Score the speech of {{ inputs.speech.label }}.
Score the field persona as {{ "null" if not inputs.persona else "a number" }}.\
""",
)


class Comparison(Record):
    motion: str
    speeches: tuple[ShownTurn, ...]
    scores: tuple[float, ...]
    """Their overall scores, each given on its own."""


class ComparedScores(Record):
    model_config = ConfigDict(title="Compared")

    scores: tuple[Score, ...]
    """One for each speech, in the order shown."""


def _told_apart(inputs: Comparison, reply: ComparedScores) -> str:
    if len(reply.scores) != len(inputs.speeches):
        return f"Your answer needs exactly {len(inputs.speeches)} scores, one for each speech, in order. Try again."
    if not wide_enough(reply.scores):
        return (
            f"Your best and worst scores must lie at least {LEAST_SPREAD:g} points apart: rank the speeches first, "
            "then score them again."
        )
    return ""


COMPARE_SPEECHES = Task(
    name="compare_speeches",
    role="judge",
    Inputs=Comparison,
    Reply=ComparedScores,
    check=_told_apart,
    known=lambda inputs: {"scores": exactly(len(inputs.speeches))},
    material=lambda inputs: (*motion_blocks(inputs.motion, None), *turn_blocks(inputs.speeches)),
    stable=f"""\
You read all speeches of a debate side by side and correct the scores that each was given on its own, since those \
bunch together. Rank the speeches from best to worst as speeches, whatever side they are on; then give each a score \
from 1 to 10 that shows the ranking and the size of its steps. The best and the worst must lie at least two points \
apart.
{QUOTED}
Answer with one JSON object, one score a speech in the order shown: {{"scores": \
[<number from 1 to 10 for each speech>]}}\
""",
    request="""\
Scores that were given one at a time:
{% for one in inputs.speeches %}
{{ loop.index }}. {{ one.label }}: {{ inputs.scores[loop.index0] }}
{% endfor %}
Score all of them again.\
""",
)
