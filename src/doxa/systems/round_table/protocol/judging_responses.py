"""Judging responses: a judge reads pairs of utterances and says whether the later responds and whether it opposes.

Policy-parameterised prompts, section 4.3: several judges read the same finished discussions, so that what a metric
owes to its judge can be told. A judge sees the two utterances and nothing else.
"""

from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Outcome, Script, Step

CHUNK = 64
"""Pairs to a batch."""


class Exchange(Record):
    """An utterance and the one before it."""

    key: str
    """The step of the later one."""
    previous: str
    speaker: str
    """Who said the earlier one, by name."""
    text: str


class JudgingResponsesSettings(Settings):
    """What is judged."""

    exchanges: tuple[Exchange, ...] = ()


def script(spec: RunSpec) -> Script:
    """Judge every exchange and return (responds, opposes) by key; None where the judge gave nothing."""
    exchanges = JudgingResponsesSettings.model_validate(spec.script).exchanges
    found: dict[str, JsonValue] = {}
    for start in range(0, len(exchanges), CHUNK):
        part = exchanges[start : start + CHUNK]
        steps = tuple(_step(spec, one) for one in part)
        floor = yield Batch(steps=steps, note=f"{min(start + CHUNK, len(exchanges))} of {len(exchanges)}")
        found |= {one.key: _judgement(outcome) for one, outcome in zip(part, floor.outcomes, strict=True)}
    return {"judged": found}


def _step(spec: RunSpec, one: Exchange) -> Step:
    inputs: dict[str, JsonValue] = {"previous": one.previous, "speaker": one.speaker, "text": one.text}
    return Step(key=f"judged/{one.key}", actor=spec.participants[0].id, task="judge_response", inputs=inputs)


def _judgement(outcome: Outcome) -> JsonValue:
    if not (outcome.ok and isinstance(outcome.reply, dict)):
        return None
    return {name: bool(outcome.reply[name]) for name in ("responds", "opposes")}


JUDGING_RESPONSES = Protocol(Settings=JudgingResponsesSettings, script=script)
