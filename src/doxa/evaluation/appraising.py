"""Appraising: a judge reads texts that people have labelled, the way it reads the messages of a run.

Each text is extracted like a message, and its claims are judged for direction and strength; beside that the text is
judged whole, as one claim, and where asked for scored by the scorer. The direction of the strongest extracted claim is
the text's (Belief Engine appendix D). A judge sees a proposition and texts, never a label.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, Settings, Unit
from doxa.records.claims import Polarity
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Outcome, Script, Step

CHUNK = 64
"""Texts to a batch: how many are under way at once, and how often a log is synced."""

POLARITIES: dict[str, Polarity] = {"for": 1, "against": -1, "unclear": 0}


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
    """Whether claims are extracted from each text and judged."""
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
    """How many claims were extracted."""
    strongest: Judged | None = None
    """The extracted claim of highest strength, the first of several; None where there is no claim, too."""
    whole: Judged | None = None
    score: Unit | None = None


def script(spec: RunSpec) -> Script:
    """Appraise every text and return an Appraisal by key."""
    settings = AppraisingSettings.model_validate(spec.script)
    actor = spec.participants[0].id
    appraised: dict[str, Any] = {}
    for start in range(0, len(settings.texts), CHUNK):
        part = settings.texts[start : start + CHUNK]
        note = f"{min(start + CHUNK, len(settings.texts))} of {len(settings.texts)}"
        read = yield Batch(steps=tuple(_reading(part, settings, actor)), note=note)
        found = {one.key: one for one in read.outcomes}
        steps = tuple(_judging(part, found, actor))
        if steps:
            judged = yield Batch(steps=steps, note=note)
            found |= {one.key: one for one in judged.outcomes}
        appraised |= {one.key: _appraisal(one, found).model_dump(mode="json") for one in part}
        for group in _groups(part, settings.together):
            _spread(group, found, appraised)
    return {"appraisals": appraised}


def _reading(part: Sequence[Text], settings: AppraisingSettings, actor: str) -> Iterator[Step]:
    """Yield the steps that need nothing but the texts."""
    for one in part if settings.claims else ():
        inputs: dict[str, JsonValue] = {"proposition": one.proposition, "text": one.text}
        yield Step(key=f"{one.key}/extract", actor=actor, task="extract", inputs=inputs)
    for group in _groups(part, settings.together):
        about = _about(group[0].proposition, [one.text for one in group])
        for task in ("classify", "score") if settings.score else ("classify",):
            yield Step(key=f"{group[0].key}/whole/{task}", actor=actor, task=task, inputs=about)


def _judging(part: Sequence[Text], found: dict[str, Outcome], actor: str) -> Iterator[Step]:
    """Yield the steps that judge what was extracted."""
    for one in part:
        drawn = _replied(found.get(f"{one.key}/extract"), "claims")
        if drawn:
            about = _about(one.proposition, [claim["claim"] for claim in drawn])
            yield Step(key=f"{one.key}/classify", actor=actor, task="classify", inputs=about)


def _groups(part: Sequence[Text], together: int) -> Iterator[Sequence[Text]]:
    """Part texts where the proposition changes and where a group is full."""
    group: list[Text] = []
    for one in part:
        if group and (one.proposition != group[0].proposition or len(group) == together):
            yield group
            group = []
        group.append(one)
    yield group


def _about(proposition: str, texts: list[str]) -> dict[str, JsonValue]:
    return {"proposition": proposition, "claims": list(texts)}


def _appraisal(one: Text, found: dict[str, Outcome]) -> Appraisal:
    drawn = _replied(found.get(f"{one.key}/extract"), "claims")
    judged = [_judged(each) for each in _replied(found.get(f"{one.key}/classify"), "judgements") or ()]
    return Appraisal(
        claims=None if drawn is None else len(drawn),
        strongest=max(judged, key=lambda each: each.strength) if judged else None,
    )


def _spread(group: Sequence[Text], found: dict[str, Outcome], appraised: dict[str, Any]) -> None:
    """Lay what was said of whole texts beside the rest of their appraisals."""
    judged = _replied(found.get(f"{group[0].key}/whole/classify"), "judgements")
    scored = _replied(found.get(f"{group[0].key}/whole/score"), "strengths")
    for place, one in enumerate(group):
        if judged is not None:
            appraised[one.key]["whole"] = _judged(judged[place]).model_dump(mode="json")
        if scored is not None:
            appraised[one.key]["score"] = scored[place]


def _judged(judgement: dict[str, Any]) -> Judged:
    return Judged(polarity=POLARITIES[judgement["polarity"]], strength=judgement["strength"])


def _replied(outcome: Outcome | None, name: str) -> list[Any] | None:
    """Return a list of an outcome's reply, or None where there is no reply."""
    if outcome is None or not outcome.ok or not isinstance(outcome.reply, dict):
        return None
    listed = outcome.reply[name]
    assert isinstance(listed, list)
    return listed


APPRAISING = Protocol(Settings=AppraisingSettings, script=script)
