"""Appraising: a judge reads texts that people have labelled by the very hearing that reads the messages of a run.

Each text is heard as a message is (``minds.hearing``), under its own proposition and the run's hearing settings; beside
that it is judged whole, as one claim, and where asked scored by the scorer. The direction of the strongest heard claim
is the text's (Belief Engine appendix D). A judge sees a proposition and texts, never a label.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import Field

from doxa.errors import ScenarioError
from doxa.minds.hearing import POLARITIES, HeardClaims, hear, keep_claims
from doxa.protocols.reading import Reader, read
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, Settings, Unit
from doxa.records.claims import Polarity
from doxa.records.events import HeardBody
from doxa.records.people import Proposition
from doxa.records.spec import Hearing, RunSpec
from doxa.records.steps import Message, Outcome, Script, Step


class Text(Record):
    """What is appraised."""

    key: str
    proposition: str
    text: str


class AppraisingSettings(Settings):
    """What is appraised, and how."""

    texts: tuple[Text, ...] = Field(default=())
    """The texts; those of one proposition stand together."""
    claims: bool = True
    """Whether each text is heard, as a message of a run is."""
    score: bool = False
    """Whether the scorer rates each text, beside the strength that the extractor gives it."""
    together: int = Field(default=8, gt=0)
    """How many whole texts of one proposition are judged in one call."""


class Judged(Record):
    """A claim as it was judged: 0 is unclear."""

    polarity: Polarity
    strength: Unit


class Appraisal(Record):
    """What came of one text. None means that a step gave no answer, and is never read as a zero."""

    claims: int | None = None
    """How many claims were heard; None where the hearing was lost."""
    strongest: Judged | None = None
    """The heard claim of highest strength, the first of several; None where there is no claim, too."""
    whole: Judged | None = None
    score: Unit | None = None


class AppraisingResult(Record):
    """What came of all texts."""

    appraisals: dict[str, Appraisal] = Field(default_factory=dict)
    """By the key of the text."""
    heard: dict[str, HeardClaims] | None = Field(default=None, exclude_if=lambda heard: heard is None)
    """Key of a text → its claims; None where texts were not heard."""


Wholes = dict[str, tuple[Judged | None, float | None]]
"""Text → how it was judged and scored whole."""


def script(spec: RunSpec) -> Script:
    """Appraise every text and return an AppraisingResult."""
    settings = AppraisingSettings.model_validate(spec.script)
    if settings.claims and settings.texts:
        _check_roles(spec)
    readings = yield from read(settings.texts, lambda part: _open_readers(part, spec, settings))
    heard = {key: reading for key, reading in readings.items() if isinstance(reading, HeardBody)}
    wholes = {
        key: whole for reading in readings.values() if isinstance(reading, dict) for key, whole in reading.items()
    }
    appraised = {text.key: _appraise(heard.get(text.key), wholes[text.key], spec.hearing) for text in settings.texts}
    kept = {key: keep_claims(body) for key, body in heard.items()} if settings.claims else None
    return AppraisingResult(appraisals=appraised, heard=kept)


def _open_readers(
    part: Sequence[Text], spec: RunSpec, settings: AppraisingSettings
) -> Mapping[str, Reader[HeardBody] | Reader[Wholes]]:
    """Open a hearing for each text, and a reader for each group of whole texts."""
    judge = spec.participants[0].id
    readers: dict[str, Reader[HeardBody] | Reader[Wholes]] = {}
    for text in part if settings.claims else ():
        message = Message(key=text.key, speaker=judge, text=text.text)
        readers[text.key] = hear(message, Proposition(text=text.proposition), spec.hearing)
    for group in _part_groups(part, settings.together):
        readers[f"{group[0].key}/whole"] = _read_whole(group, judge, score=settings.score)
    return readers


def _check_roles(spec: RunSpec) -> None:
    """Refuse to go on with an evaluation from before labelled texts were heard: it names nobody to embed claims."""
    if "embedder" not in spec.roles:
        raise ScenarioError(
            "this evaluation was begun by an older doxa, which judged labelled texts by steps of its own",
            hint="Call the same doxa evaluate judgement again: it begins anew, in a folder beside this one.",
        )


def _read_whole(group: Sequence[Text], judge: str, *, score: bool) -> Reader[Wholes]:
    """Judge texts of one proposition whole, in one call, and score them in another where asked."""
    key = f"{group[0].key}/whole"
    about: dict[str, JsonValue] = {"proposition": group[0].proposition, "claims": [text.text for text in group]}
    tasks = ("classify", "score") if score else ("classify",)
    outcomes = yield tuple(Step(key=f"{key}/{task}", actor=judge, task=task, inputs=about) for task in tasks)
    judgements = _read_replies(outcomes[0], "judgements", len(group))
    scores = _read_replies(outcomes[1], "strengths", len(group)) if score else [None] * len(group)
    return {
        text.key: (_read_judgement(judgement) if judgement else None, scored)
        for text, judgement, scored in zip(group, judgements, scores, strict=True)
    }


def _part_groups(part: Sequence[Text], together: int) -> Iterator[Sequence[Text]]:
    """Part texts where the proposition changes and where a group is full."""
    group: list[Text] = []
    for text in part:
        if group and (text.proposition != group[0].proposition or len(group) == together):
            yield group
            group = []
        group.append(text)
    yield group


def _read_replies(outcome: Outcome, name: str, count: int) -> list[Any]:
    """Return the reply for each text of a group; None for each where there is no reply."""
    if not outcome.ok or not isinstance(outcome.reply, dict):
        return [None] * count
    listed = outcome.reply[name]
    assert isinstance(listed, list)
    return listed


def _appraise(heard: HeardBody | None, whole: tuple[Judged | None, float | None], hearing: Hearing) -> Appraisal:
    judged, score = whole
    if heard is None or heard.lost:
        return Appraisal(whole=judged, score=score)
    claims = [Judged(polarity=claim.polarity, strength=claim.strengths[hearing.strength]) for claim in heard.claims]
    strongest = max(claims, key=lambda claim: claim.strength) if claims else None
    return Appraisal(claims=len(claims), strongest=strongest, whole=judged, score=score)


def _read_judgement(judgement: dict[str, Any]) -> Judged:
    return Judged(polarity=POLARITIES[judgement["polarity"]], strength=judgement["strength"])


APPRAISING = Protocol(Settings=AppraisingSettings, Result=AppraisingResult, script=script)
