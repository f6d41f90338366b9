"""The hidden probes of a persuasion for the table of measures: every question, and the stance that their mean gives."""

from collections.abc import Iterator

from doxa.analysis.exhibit import Measured
from doxa.log.rundir import RunLog
from doxa.records.steps import Floor, Outcome
from doxa.systems.dialogue.persuasion.protocol import BEFORE, PersuasionSettings, measurement
from doxa.systems.dialogue.tasks.probe import PROBE_STANCE, QUESTIONS

INSTRUMENT = "probe"
STANCE = "stance"
"""The item of the mean over the questions."""


def measure_probes(log: RunLog) -> Iterator[Measured]:
    """Yield every probe of a run, finished or not, and after each set of probes the stance that they measured."""
    settings = PersuasionSettings.model_validate(log.spec.script)
    sets: dict[int, list[Outcome]] = {}
    for event in log.events:
        if event.kind == "outcome" and event.body.task == PROBE_STANCE.name:
            number = int(event.body.key.partition("/")[0].removeprefix("probe"))
            sets.setdefault(number, []).append(event.body)
    for number, outcomes in sets.items():
        wave = "before" if number == BEFORE else f"after round {number}"
        for place, (outcome, question) in enumerate(zip(outcomes, QUESTIONS, strict=False), 1):
            reply = PROBE_STANCE.reply_of(outcome)
            yield Measured(
                who=settings.target,
                instrument=INSTRUMENT,
                item=f"{place}: {question.words}",
                wave=wave,
                role="debater",
                step=outcome.key,
                value=reply.answer if reply else None,
                low=settings.low,
                high=settings.high,
                missing="" if reply else outcome.reason or outcome.status,
            )
        stance = measurement(number, Floor(outcomes=tuple(outcomes)), settings).stance
        yield Measured(
            who=settings.target,
            instrument=INSTRUMENT,
            item=STANCE,
            wave=wave,
            role="debater",
            step=outcomes[0].key,
            value=stance,
            low=-1.0,
            high=1.0,
            missing="" if stance is not None else "no probe was answered",
        )
