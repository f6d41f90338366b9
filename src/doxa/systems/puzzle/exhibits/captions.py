"""Titles and captions of exhibits about puzzles: what is shown, who did it, and where each effect comes from.

Agents, supervisor and judge of reasons can each be a model or plain code, and captions say so of each.
"""

from collections.abc import Iterable, Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table
from doxa.analysis.natures import Effect, natures
from doxa.records.cells import Estimate
from doxa.scoring.bootstrap import RESAMPLES, SEED, Interval, mean_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.runs import DebateRun, is_simulated

SIMULATED = (
    "Simulated offline: reasoners of declared strength (docs/puzzles.md) stand in for models. They search assignments "
    "in plain code and are never told the solution; they say nothing about how language models reason."
)
PARTLY = (
    "Partly simulated: beside models, reasoners of declared strength (docs/puzzles.md) take part; they search "
    "assignments in plain code."
)
SUPERVISOR = "The supervisor is a declared reasoner, plain code."
JUDGE = (
    "The judge of reasons is plain code that knows the solution and rates a reason by whether the statements that it "
    "names support it; --judge names a model."
)
INTERVALS = (
    f"Intervals: 95 % percentile bootstrap over puzzles ({RESAMPLES} resamples, seed {SEED}); one puzzle has none."
)

HARDER = Effect(what="that larger puzzles are harder for the same agents", nature="emergent")
TEAMS = Effect(
    what="how a team's result follows from its members, how far the strongest bounds it, and what a debate adds to a "
    "vote",
    nature="emergent",
)
STATES = Effect(what="which states and transitions occur, and what they add to accuracy", nature="emergent")
FOLLOWING = Effect(what="how often agents are right after they followed reasons", nature="emergent")
STRENGTH = Effect(
    what="how many assignments a profile checks, how often it slips and misreads, and that agents of one profile "
    "misread alike",
    nature="assumed",
)
YIELDING = Effect(
    what="how far a profile yields to a majority and heeds an argument, and that a visible confidence weighs in a "
    "majority and decides whose solution it looks at first",
    nature="assumed",
)
ORDERING = Effect(
    what="that a reasoner ranks first the players whose statements leave the fewest assignments", nature="assumed"
)
SURENESS = Effect(what="how sure a profile says it is", nature="assumed")
CONSISTENT = Effect(
    what="that a reasoner agrees with those who give the role that it argues for and disagrees with all others, so "
    "that it never contradicts itself",
    nature="assumed",
)
SUPERVISED = Effect(what="that the supervisor is a strong reasoner who sees every answer", nature="assumed")
RATED = Effect(what="that a reason counts as sound where the statement that it names supports it", nature="assumed")
MODELS = Effect(
    what="differences between models, whether models weigh reasons at all, and what the wording of prompts does "
    "(reasoners read none of it)",
    nature="needs models",
)

OUTCOME = (HARDER, TEAMS, STRENGTH, YIELDING, ORDERING, SUPERVISED, MODELS)
PROCESS = (STATES, STRENGTH, YIELDING, ORDERING, MODELS)


def caption(shows: str, debates: Sequence[DebateRun], effects: Sequence[Effect], *, intervals: str = INTERVALS) -> str:
    """Return a caption: what is shown, how many debates, who did what, and where each effect comes from."""
    sentences = [shows, count_debates(debates), intervals, *_name_stand_ins(debates)]
    shown = [effect for effect in effects if _applies(effect, debates)]
    return " ".join(sentence for sentence in (*sentences, *natures(shown, offline=True)) if sentence)


def illustrate(
    name: str,
    title: str,
    caption: str,
    debates: Sequence[DebateRun],
    panels: Iterable[Panel],
    columns: tuple[str, ...],
    rows: Iterable[tuple[Cell, ...]],
    *,
    numbers: str = "",
) -> list[Exhibit]:
    """Return a figure of debates, and the table ``NAME-numbers`` of what it draws.

    Args:
        numbers: what the table's caption says beside the figure's.
    """
    title, sources = title_exhibit(title, debates), tuple(debate.path for debate in debates)
    return [
        Figure(name=name, title=title, caption=caption, panels=tuple(panels), sources=sources),
        Table(
            name=f"{name}-numbers",
            title=title,
            caption=f"{caption} {numbers}".strip(),
            columns=columns,
            rows=tuple(rows),
            sources=sources,
        ),
    ]


def estimate_of(value: float | None, interval: Interval | None) -> Estimate | None:
    """Return a cell of a value with its interval; None where there is no value."""
    ends = (interval.low, interval.high) if interval else None
    return None if value is None else Estimate.of(value, ends)


def estimate_mean(values: Sequence[float]) -> Estimate | None:
    """Return a cell of a mean with its interval, which one value does not have; None without values."""
    interval = mean_interval(values) if len(values) > 1 else None
    return estimate_of(mean(values), interval) if values else None


def draw_line(label: str, x: Sequence[float], estimates: Sequence[Estimate | None], *, points: bool = False) -> Line:
    """Return a curve with its intervals."""
    return Line(
        label=label,
        x=tuple(map(float, x)),
        y=tuple(estimate and estimate.value for estimate in estimates),
        low=tuple(estimate and estimate.low for estimate in estimates),
        high=tuple(estimate and estimate.high for estimate in estimates),
        points=points,
    )


def count_debates(debates: Sequence[DebateRun]) -> str:
    """Return the sentence that says how many debates there are and how many failed."""
    failed = [debate for debate in debates if debate.sitting is None]
    why = "; ".join(sorted({debate.reason for debate in failed}))
    return f"{len(debates)} debates, {len(failed)} failed{f' ({why}) and left out' if failed else ''}."


def count_puzzles(numbers: Iterable[int]) -> str:
    """Return the number of puzzles behind a panel's values for its title: ``n = 100``, or ``n = 98 to 100``."""
    counts = sorted(set(numbers))
    return f"n = {counts[0]}{f' to {counts[-1]}' if len(counts) > 1 else ''}" if counts else "n = 0"


def short(model: str) -> str:
    """Return a model's short name for figures: without its provider, and without the word reasoner."""
    return model.rpartition(":")[2].removeprefix("reasoner-")


def title_exhibit(title: str, debates: Sequence[DebateRun]) -> str:
    """Return a title that itself says who is simulated, for readers who do not see the caption."""
    if any(debate.simulated for debate in debates):
        return f"{title} (simulated reasoners)"
    who = ["some speakers simulated" if _has_reasoners(debates) else "hosted speakers"]
    who += ["offline judge"] if _has_offline_judge(debates) else []
    who += ["offline supervisor"] if _has_offline_supervisor(debates) else []
    return f"{title} ({', '.join(who)})" if len(who) > 1 or _has_reasoners(debates) else title


def _name_stand_ins(debates: Sequence[DebateRun]) -> list[str]:
    """Return a sentence for each role that plain code has."""
    whole = any(debate.simulated for debate in debates)
    agents = [SIMULATED if whole else PARTLY] if _has_reasoners(debates) else []
    supervisor = [SUPERVISOR] if _has_offline_supervisor(debates) and not agents else []
    return [*agents, *supervisor, *([JUDGE] if _has_offline_judge(debates) else [])]


def _applies(effect: Effect, debates: Sequence[DebateRun]) -> bool:
    """Return whether an effect can occur: an assumed one only where plain code has the role that it is about."""
    if effect is RATED:
        return _has_offline_judge(debates)
    if effect is SUPERVISED:
        return _has_offline_supervisor(debates)
    return effect.nature == "emergent" or _has_reasoners(debates)


def _has_reasoners(debates: Sequence[DebateRun]) -> bool:
    return any(debate.simulated or debate.partly_simulated for debate in debates)


def _has_offline_judge(debates: Sequence[DebateRun]) -> bool:
    return any(debate.judge and is_simulated(debate.judge) for debate in debates)


def _has_offline_supervisor(debates: Sequence[DebateRun]) -> bool:
    return any(debate.supervisor and is_simulated(debate.supervisor) for debate in debates)
