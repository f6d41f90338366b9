"""Probing judges for biases: judges vote on controlled pairs of passages, so that content and bias can be separated.

A passage of every pair is paraphrased first. Then every judge sees every pair in its arrangements
(``judging/bias/probes.py``), with names and sides replaced, and the beginnings of speeches besides with a planted
sentence that tells judges what to answer (``judging/bias/probes.py``).
"""

from collections.abc import Callable, Generator, Iterator
from itertools import chain
from typing import Any

from pydantic import Field

from doxa.judging.ballots.scores import ASSIGNMENTS, JudgeBallot
from doxa.judging.bias.preferences import ArrangedVote
from doxa.judging.bias.probes import (
    LARGEST_PAIRS,
    LARGEST_WINDOWS,
    MOST_PAIRS,
    WAYS,
    WORDS,
    Arrangement,
    Planted,
    arrangements,
    cross_pairs,
    pairs,
    planted_pairs,
)
from doxa.judging.blind.anonymity import anonymise
from doxa.judging.protocol.steps import JudgeQuestion, ask
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Outcome, Script, Step
from doxa.records.transcripts import Debate

PARAPHRASER = "paraphraser"
"""The actor that says passages again in more words; all other participants are judges."""


class UnionProbingSettings(Settings):
    """Settings of probing: the debates, and how passages are cut and shown."""

    debates: dict[str, Debate] = Field(default_factory=dict)
    """Name → a finished debate that passages are taken from."""
    words: int = Field(default=WORDS, ge=20)
    """The most words of a passage."""
    planted: tuple[Planted, ...] = ()
    """Kinds of sentences that tell judges what to answer, planted in passages shown besides."""
    windows: int = Field(default=0, ge=0, le=LARGEST_WINDOWS)
    """Windows of each speech that passages are cut from, each speech with all of the other side's; 0: the beginnings of
    the first speeches, of the second, and so on, with padding as the only way to make a passage longer."""
    pairs: int = Field(default=MOST_PAIRS, ge=1, le=LARGEST_PAIRS)
    """The most pairs of a debate, where speeches have windows."""


class UnionProbingResult(Record):
    """The votes of judges."""

    votes: tuple[ArrangedVote, ...] = ()
    """One vote per judge, pair and arrangement, without the lost ones."""
    lost: dict[str, str] = Field(default_factory=dict)
    """Step key → why the step has no vote."""


def script(spec: RunSpec) -> Script:
    """Show every pair to every judge and return a UnionProbingResult."""
    settings = UnionProbingSettings.model_validate(spec.script)
    roles = {participant.id: participant.role for participant in spec.participants if participant.id != PARAPHRASER}
    models = {judge: spec.roles[role].model for judge, role in roles.items()}
    votes: list[ArrangedVote] = []
    lost: dict[str, str] = {}

    def lose(_: str, outcome: Outcome) -> None:
        lost[outcome.key] = f"{outcome.status}: {outcome.reason}"

    for number, (name, debate) in enumerate(settings.debates.items(), 1):
        debate_arrangements = yield from _arrange(number, debate, settings, lose)
        motions = {assignment: anonymise(debate, assignment).motion for assignment in ASSIGNMENTS}
        questions = [
            _ask_judge(number, name, judge, model, motions[shown.assignment], shown)
            for judge, model in models.items()
            for shown in debate_arrangements
        ]
        if questions:
            answers = yield from ask(f"debate {number} of {len(settings.debates)}", {"votes": questions}, lose)
            votes += answers["votes"]
    return UnionProbingResult(votes=tuple(votes), lost=lost)


def _arrange(
    number: int, debate: Debate, settings: UnionProbingSettings, lose: Callable[[str, Outcome], None]
) -> Generator[Batch, Floor, list[Arrangement]]:
    """Return every arrangement of a debate's pairs, those with planted sentences last."""
    if settings.windows:
        debate_pairs = cross_pairs(debate, settings.windows, settings.words, settings.pairs)
        passages = dict.fromkeys(text for pair in debate_pairs for text in pair.passages.values())
        questions = [_ask_paraphrase(number, place, passage) for place, passage in enumerate(passages, 1)]
        answers = (yield from ask("paraphrasing", {"": questions}, lose)) if questions else {"": ()}
        plain = [shown for pair in debate_pairs for shown in arrangements(debate, pair, dict(answers[""]), WAYS)]
    else:
        debate_pairs = pairs(debate, settings.words)
        plain = [shown for pair in debate_pairs for shown in arrangements(debate, pair)]
    # the beginnings of speeches are shown with planted sentences besides
    planted = (planted_pairs(debate, pair, settings.planted) for pair in debate_pairs if pair.window == 0)
    return [*plain, *chain.from_iterable(planted)]


def _ask_paraphrase(number: int, place: int, passage: str) -> JudgeQuestion:
    """Return the question whose answer is a passage with the same in more words."""
    key = f"{number:03d}/paraphrase/{place:02d}"
    step = Step(key=key, actor=PARAPHRASER, task="paraphrase_passage", inputs={"text": passage})
    return JudgeQuestion(step, lambda reply: [(passage, reply["text"])])


def _ask_judge(number: int, name: str, judge: str, model: str, motion: str, shown: Arrangement) -> JudgeQuestion:
    """Return the question whose answer is a vote, with those features of its arrangement that could bias it."""
    turns = [turn.model_dump(mode="json") for turn in shown.turns]
    key, inputs = f"{number:03d}/{judge}/{shown.key}", {"motion": motion, "turns": turns}
    features = ("planted", "asked") if shown.planted else ("first", "longer", "lengthened")

    def read(reply: Any) -> Iterator[ArrangedVote]:
        cast = {"judge": judge, "model": model, "assignment": shown.assignment}
        side = JudgeBallot(**cast, **reply).side
        arranged = {feature: getattr(shown, feature) for feature in features}
        yield ArrangedVote(**cast, unit=f"{name}/{shown.pair}", side=side, **arranged)

    return JudgeQuestion(Step(key=key, actor=judge, task="judge_teams", inputs=inputs), read)


UNION_PROBING = Protocol(Settings=UnionProbingSettings, Result=UnionProbingResult, script=script)
"""Judges see one passage of each side and score teams, as on the panel."""
