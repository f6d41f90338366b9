"""The behaviour metrics of a round table for the table of measures, turn by turn."""

from collections.abc import Iterator

from doxa.exports.hooks import Measured
from doxa.log.rundir import RunLog
from doxa.systems.round_table.exhibits.discussion import spoken_in
from doxa.systems.round_table.measures.turns import METRICS


def measure_turns(log: RunLog) -> Iterator[Measured]:
    """Yield every metric of every turn of a finished discussion; a metric that a turn cannot have says why."""
    if not log.finished:
        return
    for spoken in spoken_in(log):
        for name, metric in METRICS.items():
            value = metric(spoken.turn)
            yield Measured(
                who=spoken.turn.agent,
                instrument="behaviour",
                item=name,
                wave=f"round {spoken.turn.round}",
                role="debater",
                step=spoken.key,
                value=value,
                missing="" if value is not None else spoken.missing.get(name, "not defined for this turn"),
            )
