"""Appraising: a judge reads labelled texts by the same hearing that reads the messages of a run.

Each text is heard as a message is (``minds.hearing``), under its own proposition and the run's hearing settings. It is
also judged whole, as one claim, and on request rated by the scorer. The direction of the strongest heard claim is the
text's (Belief Engine appendix D). A judge sees a proposition and texts, never a label.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pydantic import Field

from doxa.minds.hearing import POLARITIES, HeardClaims, hear, keep_claims
from doxa.protocols.reading import CHUNK, Reader, read_all
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, Settings, Unit
from doxa.records.claims import Polarity, task_on_scale
from doxa.records.events import HeardBody
from doxa.records.spec import Hearing, Proposition, RunSpec
from doxa.records.steps import Message, Outcome, Script, Step

TOGETHER = 8
"""How many whole texts of one proposition are judged in one call by default."""

SINGLY = 8
"""Texts in a chunk where each is judged in a call of its own: servers of one's own read them one after the other."""


class Text(Record):
    """A text to be appraised."""

    key: str
    proposition: str
    text: str


class AppraisingSettings(Settings):
    """The texts to be appraised, and what is asked about them."""

    texts: tuple[Text, ...] = Field(default=())
    """The texts, grouped by proposition."""
    claims: bool = True
    """Whether claims are heard in each text, as in a message of a run."""
    whole: bool = Field(default=True, exclude_if=bool)
    """Whether each text is judged whole, as one claim."""
    score: bool = False
    """Whether the scorer rates each text, in addition to the extractor's strength."""
    together: int = Field(default=TOGETHER, gt=0)
    """How many whole texts of one proposition are judged in one call."""


class JudgedClaim(Record):
    """A judged claim; polarity 0 is unclear."""

    polarity: Polarity
    strength: Unit | None
    """None where only the direction was read, from probabilities."""
    chance: Unit | None = Field(default=None, exclude_if=lambda chance: chance is None)
    """The probability of "for", of the two sides, where it was read from probabilities."""
    aside: Unit | None = Field(default=None, exclude_if=lambda aside: aside is None)
    """The probability of taking no side where it was read."""


class Appraisal(Record):
    """The appraisal of one text. None means that a step gave no answer; it never counts as zero."""

    claims: int | None = None
    """The number of heard claims; None where the hearing failed."""
    strongest: JudgedClaim | None = None
    """The heard claim of highest strength, the first of several; also None where there is no claim."""
    whole: JudgedClaim | None = None
    score: Unit | None = None


class AppraisingResult(Record):
    """The appraisals of all texts."""

    appraisals: dict[str, Appraisal] = Field(default_factory=dict)
    """Key of a text → its appraisal."""
    heard: dict[str, HeardClaims] | None = Field(default=None, exclude_if=lambda heard: heard is None)
    """Key of a text → its claims; None where texts were not heard."""


Wholes = dict[str, tuple[JudgedClaim | None, float | None]]
"""Key of a text → its judgement and score as a whole."""


def script(spec: RunSpec) -> Script:
    """Yield the steps that appraise every text, and return an AppraisingResult."""
    settings = AppraisingSettings.model_validate(spec.script)
    chunk = CHUNK if settings.together > 1 else SINGLY
    readings = yield from read_all(settings.texts, lambda part: _open_readers(part, spec, settings), chunk=chunk)
    heard = {key: reading for key, reading in readings.items() if isinstance(reading, HeardBody)}
    wholes = {
        key: whole for reading in readings.values() if isinstance(reading, dict) for key, whole in reading.items()
    }
    appraised = {
        text.key: _appraise(heard.get(text.key), wholes.get(text.key, (None, None)), spec.hearing)
        for text in settings.texts
    }
    kept = {key: keep_claims(body) for key, body in heard.items()} if settings.claims else None
    return AppraisingResult(appraisals=appraised, heard=kept)


def _open_readers(
    part: Sequence[Text], spec: RunSpec, settings: AppraisingSettings
) -> Mapping[str, Reader[HeardBody] | Reader[Wholes]]:
    """Return a hearing for each text, and a reader for each group of whole texts."""
    judge = spec.participants[0].id
    readers: dict[str, Reader[HeardBody] | Reader[Wholes]] = {}
    for text in part if settings.claims else ():
        message = Message(key=text.key, speaker=judge, text=text.text)
        readers[text.key] = hear(message, Proposition(text=text.proposition), spec.hearing)
    names = ("classify", "score") if settings.score else ("classify",)
    tasks = {name: task_on_scale(name, spec.hearing.scale) for name in names}
    for group in _part_groups(part, settings.together) if settings.whole else ():
        readers[f"{group[0].key}/whole"] = _read_whole(group, judge, tasks)
    return readers


def _read_whole(group: Sequence[Text], judge: str, tasks: Mapping[str, str]) -> Reader[Wholes]:
    """Yield the steps that judge whole texts of one proposition, and score them on request; return both.

    Args:
        tasks: classify, and score where texts are scored → the task of the scale.
    """
    key = f"{group[0].key}/whole"
    about: dict[str, JsonValue] = {"proposition": group[0].proposition, "claims": [text.text for text in group]}
    outcomes = yield tuple(
        Step(key=f"{key}/{name}", actor=judge, task=task, inputs=about) for name, task in tasks.items()
    )
    judgements = _read_replies(outcomes[0], "judgements", len(group))
    scores = _read_replies(outcomes[1], "strengths", len(group)) if "score" in tasks else [None] * len(group)
    return {
        text.key: (
            JudgedClaim(
                polarity=POLARITIES[judgement["polarity"]],
                strength=judgement["strength"],
                chance=judgement.get("chance"),
                aside=judgement.get("aside"),
            )
            if judgement
            else None,
            scored,
        )
        for text, judgement, scored in zip(group, judgements, scores, strict=True)
    }


def _part_groups(part: Sequence[Text], together: int) -> Iterator[Sequence[Text]]:
    """Yield groups of consecutive texts of one proposition, of at most ``together`` texts."""
    for _, same in groupby(part, key=lambda text: text.proposition):
        texts = list(same)
        yield from (texts[start : start + together] for start in range(0, len(texts), together))


def _read_replies(outcome: Outcome, name: str, count: int) -> list[Any]:
    """Return the reply for each text of a group; None for each where there is no reply."""
    if not outcome.ok or not isinstance(outcome.reply, dict):
        return [None] * count
    listed = outcome.reply[name]
    assert isinstance(listed, list)
    return listed


def _appraise(heard: HeardBody | None, whole: tuple[JudgedClaim | None, float | None], hearing: Hearing) -> Appraisal:
    judged, score = whole
    if heard is None or heard.lost:
        return Appraisal(whole=judged, score=score)
    claims = [
        JudgedClaim(polarity=claim.polarity, strength=claim.strengths[hearing.strength]) for claim in heard.claims
    ]
    strongest = max(claims, key=lambda claim: claim.strength or 0.0) if claims else None
    return Appraisal(claims=len(claims), strongest=strongest, whole=judged, score=score)


APPRAISING = Protocol(Settings=AppraisingSettings, Result=AppraisingResult, script=script)
