"""Small pictures of runs, and the settings in which runs differ.

Curves are read from the recorded moves without folding them. A run whose agents have no stances has the first drawing
of its page, or who spoke how much, and its system's sentence on what happened.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from doxa.analysis.drawings import Marks, Matrix, Series
from doxa.analysis.hooks import exhibits_of, hooks_of
from doxa.log import journal, ledger
from doxa.log.formats import SPEC, plain_objects
from doxa.log.rundir import open_run
from doxa.log.shortening import BatchLines
from doxa.minds.mind import is_public
from doxa.records.base import JsonValue, Record, canonical, group_by
from doxa.records.differences import spec_differences

MOST_POINTS = 60
"""Points of a small curve; of a longer one every n-th is kept, and the last."""

MOST_AGENTS = 24

MOST_TURNS = 400
"""Turns of a small picture of who spoke."""

UNSAID = ("seed", "seeds", "labels", "counters", "corpora", "parent", "replicate", "name")
"""Parts of a spec that do not tell the cells of a sweep apart."""


class Spark(Record):
    """The recorded stances of one run by batch; None before an agent has one."""

    curves: dict[str, tuple[float | None, ...]]
    agents: int
    """How many have a stance; of many, the first are drawn."""
    cost: float | None = 0.0
    """US dollars that its calls took; None where one has no known price."""
    problem: str = ""
    """Why the run cannot be read, and what to do; empty for one that can."""
    story: str = ""
    """What happened in a run without stances, in one sentence; empty where its system has none to tell."""
    picture: Series | Matrix | Marks | None = None
    """What the page of a run without stances draws first."""
    turns: tuple[tuple[str, int], ...] = ()
    """Speaker and number of words of each turn, in a run with neither stances nor a picture."""


def curves_of(directory: Path) -> dict[str, list[float | None]]:
    """Return agent → its recorded stance after every batch, from the prior on."""
    curves: dict[str, list[float | None]] = {}
    length = 1
    batches = BatchLines(journal.Answers(directory / journal.NAME))
    for event in map(batches.restore, plain_objects(directory / ledger.NAME)):
        if event["kind"] == "batch":
            length += 1
        elif event["kind"] in ("moved", "seeded"):
            body = event["body"]
            curve = curves.setdefault(body["listener"], [])
            curve += [curve[-1] if curve else None] * (length - 1 - len(curve))
            curve[length - 1 :] = [body["trace"]["after"]["stance"]]
    return {agent: curve + [curve[-1]] * (length - len(curve)) for agent, curve in curves.items() if curve}


def spark_of(directory: Path) -> Spark:
    """Return a run's small curves; for one without stances its story, and another picture."""
    whole = curves_of(directory)
    spark = Spark(
        curves={agent: _thinned(curve) for agent, curve in list(whole.items())[:MOST_AGENTS]},
        agents=len(whole),
        cost=cost_of(directory),
    )
    if any(stance is not None for curve in whole.values() for stance in curve):
        return spark
    log = open_run(directory)
    drawn = (exhibit for exhibit in exhibits_of(log, "page") if isinstance(exhibit, Series | Matrix | Marks))
    tell, picture = hooks_of(log.spec.protocol).story, next(drawn, None)
    spoken = () if picture else [turn for turn in log.outcomes if is_public(turn)][:MOST_TURNS]
    turns = tuple((turn.actor, len((turn.text or "").split())) for turn in spoken)
    return spark.model_copy(update={"story": tell(log) if tell else "", "picture": picture, "turns": turns})


def cost_of(directory: Path) -> float | None:
    """Return what the calls of a run took, in US dollars; None where one has no known price."""
    calls = map(journal.Shorthand().restore, plain_objects(directory / journal.NAME))
    costs = [call["cost"] for call in calls if call.get("status") == "ok"]
    return None if None in costs else sum(costs, 0.0)


def _thinned(curve: Sequence[float | None]) -> tuple[float | None, ...]:
    step = -(-len(curve) // MOST_POINTS)
    kept = [*curve[::step]]
    return (*kept, curve[-1]) if (len(curve) - 1) % step else tuple(kept)


def varying(directories: Sequence[Path]) -> dict[str, tuple[JsonValue, ...]]:
    """Return setting → its value in every run, for the settings in which some runs differ.

    Where a replicate has several runs, what is the same within each replicate is left out: it was drawn, not set.
    """
    plain = [json.loads((directory / SPEC).read_bytes()) for directory in directories]
    paths: dict[str, list[JsonValue]] = {}
    for place, spec in enumerate(plain):
        for path, first, value in spec_differences(plain[0], spec) if plain else ():
            if path.split(".")[0] not in UNSAID:
                paths.setdefault(path, [first] * len(plain))[place] = value
    blocks = group_by(range(len(plain)), lambda place: plain[place].get("replicate", 0)).values()
    paired = [block for block in blocks if len(block) > 1]
    return {
        path: tuple(values)
        for path, values in paths.items()
        if not paired
        or any(canonical(values[place]) != canonical(values[block[0]]) for block in paired for place in block)
    }
