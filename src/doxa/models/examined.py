"""The examination of a model: what it did at small tasks of every role, at what speed, and what runs take from that.

    seconds of a call = seconds_in · (tokens in − cached) + seconds_out · tokens out
    timeout           = MARGIN · (calls at once) · seconds of the longest prompt with the longest answer, at least LEAST

``doxa models try`` makes it (``evaluation.examinations``); it is kept by the model's identity (``models.known``).
"""

from typing import Literal

from doxa.models.conditions import Conditions
from doxa.models.known import identity_of, recall
from doxa.records.base import Record
from doxa.records.spec import ModelSettings, RunSpec

Part = Literal["speak", "hear", "judge", "probe"]
"""What a model can do in runs; a role is one of them (``ROLE_PARTS``)."""

ROLE_PARTS: dict[str, Part] = {"speaker": "speak", "extractor": "hear", "judge": "judge"}
"""Model role → what its model must be able to do."""

MARGIN = 2.0
LEAST = 120.0
"""Seconds; also what a model has that was not examined."""

FASTER = 1.1
"""How much faster two calls together must be than one after the other, so that calls at once help."""


class RightCount(Record):
    """How often a model did one thing rightly, and how often it must."""

    what: str
    right: int
    of: int
    least: int

    @property
    def is_enough(self) -> bool:
        return self.right >= self.least


class Finding(Record):
    """How well a model does one part."""

    counts: tuple[RightCount, ...]
    baseline: str
    """What rules that read nothing reach in the first count."""
    worst: str = ""
    """Words of the first answer that was not right; '' where all were."""

    @property
    def passed(self) -> bool:
        return all(count.is_enough for count in self.counts)

    @property
    def words(self) -> str:
        return ", ".join(f"{count.right} of {count.of} {count.what}" for count in self.counts)


class Examination(Record):
    """What was found out about a model."""

    model: str
    date: str
    replicate: int
    run: str
    """The folder of its runs."""
    findings: dict[Part, Finding]
    seconds_in: float | None
    """Per token of the prompt that no cache had; None where the service reports no tokens."""
    seconds_out: float | None
    together: float | None = None
    """How much faster two calls are together than one after the other."""
    context: int | None = None
    """Tokens of one call, as the service states them; None where it does not."""
    slots: int | None = None
    """Calls that the service answers at once, as it states them; None where it does not."""
    log_probabilities: bool | None = None
    lengths: dict[str, float]
    """Task or role → mean tokens of an answer."""
    stand_in: dict[str, float]
    """Task or role → mean tokens of the offline answers that dry runs count in their place."""
    longest_prompt: int
    longest_answer: int

    @property
    def at_once(self) -> int | None:
        """The calls at once that help; None where nothing says it."""
        return 1 if self.together is not None and self.together < FASTER else self.slots

    def seconds(self, sent: float, answered: float) -> float | None:
        """Return the seconds of a call by its tokens; None where the speed is unknown."""
        if self.seconds_in is None or self.seconds_out is None:
            return None
        return self.seconds_in * sent + self.seconds_out * answered

    def length_ratio(self, task: str, role: str) -> float:
        """Return how much longer its answers are than offline ones: to a task, else in a role; 1 where nothing says."""
        names = (name for name in (task, role) if name in self.lengths and self.stand_in.get(name))
        return next((self.lengths[name] / self.stand_in[name] for name in names), 1.0)

    def speed_up(self, calls: int) -> float:
        """Return how much faster calls are at once than one after the other, by what two of them are."""
        return max(1.0, calls * self.together / 2) if self.together and calls > 1 else 1.0


def examination_of(model: str, conditions: Conditions) -> Examination | None:
    """Return what is kept of a model's examination; None where it was not examined."""
    return recall(Examination, identity_of(model, conditions))


def pace(settings: ModelSettings, conditions: Conditions) -> Conditions:
    """Return the conditions of a model's calls: a timeout and calls at once that suit it, where nobody set them."""
    examination = examination_of(settings.model, conditions)
    if examination is None:
        return conditions
    at_once = examination.at_once
    longest = examination.seconds(examination.longest_prompt, settings.max_tokens or examination.longest_answer)
    suited = {
        "timeout_s": longest and max(LEAST, MARGIN * (at_once or 1) * longest),
        "concurrency": at_once,
    }
    unset = {name: value for name, value in suited.items() if value and name not in conditions.model_fields_set}
    return conditions.model_copy(update=unset)


def describe_failures(spec: RunSpec, conditions: Conditions) -> tuple[str, ...]:
    """Return a sentence for each role of a run whose model failed at it when it was examined."""
    asked = [(settings.model, ROLE_PARTS.get(role.partition("@")[0])) for role, settings in spec.roles.items()]
    if "probes" in spec.script:
        asked += [(model, "probe") for model, part in asked if part == "speak"]
    sentences = []
    for model, part in dict.fromkeys(asked):
        examination = examination_of(model, conditions) if part else None
        finding = examination.findings.get(part) if examination and part else None
        if examination and finding and not finding.passed:
            sentences.append(
                f"{model} failed at what it does here, {part}, when it was examined ({examination.date}): "
                f"{finding.words}; {finding.baseline}. Its words: doxa models try {model} --show"
            )
    return tuple(sentences)
