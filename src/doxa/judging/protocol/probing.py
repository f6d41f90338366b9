"""Probing judges for biases: judges vote on controlled pairs of passages, so that content and bias can be separated.

A passage of every pair is paraphrased first. Then every judge sees every pair in its arrangements
(``judging/bias/probes.py``), with names and sides replaced, and the beginnings of speeches besides with a planted
sentence that tells judges what to answer (``judging/bias/probes.py``).
"""

from collections.abc import Generator, Mapping, Sequence
from itertools import chain

from pydantic import Field

from doxa.judging.ballots.scores import ASSIGNMENTS, JudgeBallot
from doxa.judging.bias.preferences import ArrangedVote
from doxa.judging.bias.probes import (
    MOST_PAIRS,
    WAYS,
    WORDS,
    Arrangement,
    Pair,
    Planted,
    arrangements,
    cross_pairs,
    pairs,
    planted_pairs,
)
from doxa.judging.blind.anonymity import anonymise
from doxa.judging.tasks.wording import PARAPHRASE_PASSAGE
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Script, Step
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
    windows: int = Field(default=0, ge=0)
    """Windows of each speech that passages are cut from, each speech with all of the other side's; 0: the beginnings of
    the first speeches, of the second, and so on, with padding as the only way to make a passage longer."""
    pairs: int = Field(default=MOST_PAIRS, ge=1)
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
    for number, (name, debate) in enumerate(settings.debates.items(), 1):
        debate_arrangements = yield from _arrange(number, debate, settings, lost)
        questions = [(judge, arrangement) for judge in models for arrangement in debate_arrangements]
        if not questions:
            continue
        motions = {assignment: anonymise(debate, assignment).motion for assignment in ASSIGNMENTS}
        steps = tuple(_step(number, judge, motions[shown.assignment], shown) for judge, shown in questions)
        floor = yield Batch(steps=steps, note=f"debate {number} of {len(settings.debates)}")
        for (judge, arrangement), outcome in zip(questions, floor.outcomes, strict=True):
            if outcome.ok and isinstance(outcome.reply, dict):
                ballot = JudgeBallot.model_validate(
                    {"judge": judge, "model": models[judge], "assignment": arrangement.assignment, **outcome.reply}
                )
                votes.append(_vote(ballot, f"{name}/{arrangement.pair}", arrangement))
            else:
                lost[outcome.key] = f"{outcome.status}: {outcome.reason}"
    return UnionProbingResult(votes=tuple(votes), lost=lost)


def _arrange(
    number: int, debate: Debate, settings: UnionProbingSettings, lost: dict[str, str]
) -> Generator[Batch, Floor, list[Arrangement]]:
    """Return every arrangement of a debate's pairs, those with planted sentences last."""
    if settings.windows:
        debate_pairs = cross_pairs(debate, settings.windows, settings.words, settings.pairs)
        paraphrases = yield from _paraphrase(number, debate_pairs, lost)
        plain = [shown for pair in debate_pairs for shown in arrangements(debate, pair, paraphrases, WAYS)]
    else:
        debate_pairs = pairs(debate, settings.words)
        plain = [shown for pair in debate_pairs for shown in arrangements(debate, pair)]
    # the beginnings of speeches are shown with planted sentences besides
    planted = (planted_pairs(debate, pair, settings.planted) for pair in debate_pairs if pair.window == 0)
    return [*plain, *chain.from_iterable(planted)]


def _paraphrase(
    number: int, debate_pairs: Sequence[Pair], lost: dict[str, str]
) -> Generator[Batch, Floor, Mapping[str, str]]:
    """Return passage → the same in more words, of all passages that could be paraphrased."""
    passages = list(dict.fromkeys(text for pair in debate_pairs for text in pair.passages.values()))
    if not passages:
        return {}
    steps = tuple(
        Step(
            key=f"{number:03d}/paraphrase/{place:02d}",
            actor=PARAPHRASER,
            task=PARAPHRASE_PASSAGE.name,
            inputs={"text": passage},
        )
        for place, passage in enumerate(passages, 1)
    )
    floor = yield Batch(steps=steps, note="paraphrasing")
    paraphrases = {}
    for passage, outcome in zip(passages, floor.outcomes, strict=True):
        answer = PARAPHRASE_PASSAGE.reply_of(outcome)
        if answer is None:
            lost[outcome.key] = f"{outcome.status}: {outcome.reason}"
        else:
            paraphrases[passage] = answer.text
    return paraphrases


def _step(number: int, judge: str, motion: str, arrangement: Arrangement) -> Step:
    turns = [turn.model_dump(mode="json") for turn in arrangement.turns]
    return Step(
        key=f"{number:03d}/{judge}/{arrangement.key}",
        actor=judge,
        task="judge_teams",
        inputs={"motion": motion, "turns": turns},
    )


def _vote(ballot: JudgeBallot, unit: str, shown: Arrangement) -> ArrangedVote:
    """Return a ballot with those features of its arrangement that could bias it."""
    features = ("planted", "asked") if shown.planted else ("first", "longer", "lengthened")
    return ArrangedVote(
        judge=ballot.judge,
        model=ballot.model,
        unit=unit,
        assignment=shown.assignment,
        side=ballot.side,
        **{name: getattr(shown, name) for name in features},
    )


UNION_PROBING = Protocol(Settings=UnionProbingSettings, Result=UnionProbingResult, script=script)
"""Judges see one passage of each side and score teams, as on the panel."""
