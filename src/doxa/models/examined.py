"""The examination of a model: what it did at small tasks of every part, at what speed, and what runs take from that.

    seconds of a call = seconds_in · (tokens in − cached) + seconds_out · tokens out
    timeout           = MARGIN · (calls at once) · seconds of PROMPT and the longest answer, at least LEAST

``doxa models try`` makes it (``evaluation.examinations``); it is kept by the model's identity (``models.known``).
"""

from typing import Literal

from doxa.models.conditions import Conditions
from doxa.models.known import identity_of, recall
from doxa.models.providers.capacity import Capacity
from doxa.records.base import Record
from doxa.records.spec import ModelSettings, RunSpec

Part = Literal["speak", "hear", "judge", "probe"]
"""What a model can do in runs."""

PARTS: dict[str, Part] = {"speaker": "speak", "extractor": "hear", "judge": "judge"}
"""Model role → its part."""

MARGIN, LEAST = 2.0, 120.0
"""LEAST is in seconds, and what a model has that was not examined."""

PROMPT, ANSWER = 4_096, 2_048
"""Tokens of a long prompt, and of the longest answer of a role without ``max_tokens``."""

FASTER = 1.1
"""How much faster two calls together must be than one after the other, so that calls at once help."""


class ExaminedTask(Record):
    """How often a model did one thing rightly, and how often it must."""

    part: Part
    words: str
    least: int
    baseline: str
    """How often rules that read nothing are right, and with which chance a coin is right often enough."""
    right: int = 0
    of: int = 0
    worst: str = ""
    """The first answer that was not right, as the model gave it; '' where all were."""


class Examination(Record):
    """What was found out about a model."""

    model: str
    date: str
    run: str
    """The folder of its runs."""
    tasks: tuple[ExaminedTask, ...]
    failed: tuple[Part, ...]
    """The parts that it does not do."""
    seconds_in: float | None
    """Per token of a prompt that no cache had; None where the service reports no tokens."""
    seconds_out: float | None
    together: float | None
    """How much faster two calls are together than one after the other."""
    capacity: Capacity
    lengths: dict[str, float]
    """Task or role → mean tokens of an answer."""
    ratios: dict[str, float]
    """Task or role → how much longer these are than the offline answers that a dry run counts."""

    def seconds(self, sent: float, answered: float, at_once: int = 1) -> float | None:
        """Return the seconds of a call, or of its share where several are made at once; None where nothing tells."""
        if self.seconds_in is None or self.seconds_out is None:
            return None
        faster = max(1.0, at_once * (self.together or 1.0) / 2) if at_once > 1 else 1.0
        return (self.seconds_in * sent + self.seconds_out * answered) / faster


def examination_of(model: str, conditions: Conditions) -> Examination | None:
    """Return what is kept of a model's examination; None where it was not examined."""
    return recall(Examination, identity_of(model, conditions))


def pace(settings: ModelSettings, conditions: Conditions) -> Conditions:
    """Return the conditions of a model's calls: a timeout and calls at once that suit it, where nobody set them."""
    examination = examination_of(settings.model, conditions)
    if examination is None:
        return conditions
    longest = examination.seconds(PROMPT, settings.max_tokens or ANSWER)
    at_once = 1 if (examination.together or FASTER) < FASTER else examination.capacity.slots
    timeout = longest and max(LEAST, MARGIN * (at_once or 1) * longest)
    suited = {name: value for name, value in (("timeout_s", timeout), ("concurrency", at_once)) if value}
    return conditions.model_copy(update={name: suited[name] for name in suited.keys() - conditions.model_fields_set})


def describe_failures(spec: RunSpec, conditions: Conditions) -> list[str]:
    """Return a sentence for each part that a run asks of a model which failed at it when it was examined."""
    asked = {(settings.model, PARTS.get(role.partition("@")[0])) for role, settings in spec.roles.items()}
    if "probes" in spec.script:
        asked |= {(model, "probe") for model, part in asked if part == "speak"}
    return [
        f"{model} cannot {part} by its examination of {examination.date}: "
        + "; ".join(
            f"{task.right} of {task.of} {task.words}, needed {task.least}, {task.baseline}"
            for task in examination.tasks
            if task.part == part and task.right < task.least
        )
        + f". Its words: doxa models try {model} --show"
        for model, part in sorted(asked, key=str)
        if (examination := examination_of(model, conditions)) and part in examination.failed
    ]
