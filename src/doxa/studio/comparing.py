"""Two runs beside each other: the settings that differ, the turn at which they part, and what that did."""

from collections.abc import Iterator

from doxa.analysis.history import Chapter, chapters
from doxa.log.rundir import RunLog
from doxa.records.base import JsonValue, Record
from doxa.records.spec import spec_differences

UNSAID = ("seeds", "labels", "counters", "corpora", "parent")
"""Parts of a spec that are text by the page, or hashes; that they differ is said in one line."""


AMENDED = "amendments"
"""The changes of forks, which are told setting by setting."""


class SettingApart(Record):
    path: str
    first: JsonValue
    second: JsonValue


class Parting(Record):
    """A turn at which two runs are not the same: the first with other words, or the first after which minds differ."""

    step: str
    batch: int
    note: str
    first: str
    """What was said in the first run; empty where the turn is absent or silent."""
    second: str
    moved: dict[str, tuple[float | None, float | None]]
    """Agent → the stances after that batch in both runs."""
    log_odds: dict[str, tuple[float | None, float | None]]
    """Agent → the log-odds after that batch in both runs, of rules that have them."""


class ComparedRuns(Record):
    """Two runs beside each other."""

    settings: tuple[SettingApart, ...]
    more: tuple[str, ...]
    """Large parts of the settings that differ as well."""
    parting: Parting | None
    """The first turn with other words; None where every turn of both is the same."""
    minds: Parting | None
    """The first turn after which stances or log-odds differ; None where they never do."""
    shared: int
    """Batches before the words part."""
    curves: tuple[dict[str, tuple[float | None, ...]], ...]
    """For each run: agent → its maintained stance after every batch, from the prior on."""
    end: dict[str, tuple[float | None, float | None]]
    """Agent → the last stances, of agents that both runs have."""


def compare_runs(first: RunLog, second: RunLog) -> ComparedRuns:
    """Return what differs between two runs."""
    told = spec_differences(first.spec.model_dump(mode="json"), second.spec.model_dump(mode="json"))
    left, right = list(chapters(first)), list(chapters(second))
    parting = _parting(left, right)
    curves = _curves(left), _curves(right)
    return ComparedRuns(
        settings=(
            *(
                SettingApart(path=path, first=one, second=other)
                for path, one, other in told
                if path.split(".")[0] not in (*UNSAID, AMENDED)
            ),
            *_amendments_apart(first, second),
        ),
        more=tuple(dict.fromkeys(path.split(".")[0] for path, _, _ in told if path.split(".")[0] in UNSAID)),
        parting=parting,
        minds=_minds_parting(left, right),
        shared=parting.batch if parting else min(len(left), len(right)),
        curves=curves,
        end={agent: (curve[-1], curves[1][agent][-1]) for agent, curve in curves[0].items() if agent in curves[1]},
    )


def _amendments_apart(first: RunLog, second: RunLog) -> Iterator[SettingApart]:
    """Yield what forks change at a turn, where the other run does not change it so."""
    left, right = (
        {f"{path}, from {change.at} on": value for change in log.spec.amendments for path, value in change.set.items()}
        for log in (first, second)
    )
    for path in dict.fromkeys([*left, *right]):
        if left.get(path) != right.get(path):
            yield SettingApart(path=path, first=left.get(path), second=right.get(path))


def _curves(run: list[Chapter]) -> dict[str, tuple[float | None, ...]]:
    agents = dict.fromkeys(agent for chapter in run for agent in chapter.minds)
    return {
        agent: tuple(chapter.minds[agent].readout.stance if agent in chapter.minds else None for chapter in run)
        for agent in agents
    }


def _parting(left: list[Chapter], right: list[Chapter]) -> Parting | None:
    for one, other in zip(left, right, strict=False):
        said = [{turn.key: turn.text or "" for turn in chapter.outcomes} for chapter in (one, other)]
        differing = [key for key in dict.fromkeys([*said[0], *said[1]]) if said[0].get(key) != said[1].get(key)]
        if differing:
            return _described(one, other, differing[0])
    if len(left) != len(right):
        longer = left if len(left) > len(right) else right
        last = longer[min(len(left), len(right))]
        return _described(left[-1], right[-1], last.outcomes[0].key if last.outcomes else "")
    return None


def _minds_parting(left: list[Chapter], right: list[Chapter]) -> Parting | None:
    for one, other in zip(left, right, strict=False):
        both = [agent for agent in one.minds if agent in other.minds]
        if any(_is_apart(one, other, agent) for agent in both):
            spoken = next((turn.key for turn in one.outcomes if turn.text), one.outcomes[0].key if one.outcomes else "")
            return _described(one, other, spoken)
    return None


def _is_apart(one: Chapter, other: Chapter, agent: str) -> bool:
    first, second = one.minds[agent].readout, other.minds[agent].readout
    return (first.stance, first.log_odds) != (second.stance, second.log_odds)


def _described(one: Chapter, other: Chapter, step: str) -> Parting:
    texts = [next((turn.text or "" for turn in side.outcomes if turn.key == step), "") for side in (one, other)]
    minds = one.minds, other.minds
    both = [agent for agent in minds[0] if agent in minds[1]]
    return Parting(
        step=step,
        batch=max(one.number, other.number),
        note=one.note or other.note,
        first=texts[0],
        second=texts[1],
        moved={agent: (minds[0][agent].readout.stance, minds[1][agent].readout.stance) for agent in both},
        log_odds={agent: (minds[0][agent].readout.log_odds, minds[1][agent].readout.log_odds) for agent in both},
    )
