"""Captions of exhibits about puzzles: what is shown, how many puzzles, and where each effect comes from."""

from collections.abc import Sequence

from doxa.analysis.natures import Effect, natures
from doxa.scoring.bootstrap import RESAMPLES, SEED
from doxa.systems.puzzle.exhibits.runs import DebateRun

SIMULATED = (
    "Simulated offline: reasoners of declared strength (docs/puzzles.md) stand in for models. They search assignments "
    "in plain code and are never told the solution; they say nothing about how language models reason."
)
INTERVALS = f"Intervals: 95 % percentile bootstrap over puzzles ({RESAMPLES} resamples, seed {SEED})."

HARDER = Effect(what="that larger puzzles are harder, since a bounded search meets more assignments", nature="emergent")
TEAMS = Effect(
    what="how a team's result follows from its members, since checking a solution costs less than finding one, and "
    "how far the strongest member bounds it",
    nature="emergent",
)
STATES = Effect(what="which states and transitions occur, and what they add to accuracy", nature="emergent")
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
SURENESS = Effect(what="how sure a profile says it is", nature="assumed")
RATED = Effect(what="that a reason counts as sound where the statement that it names supports it", nature="assumed")
MODELS = Effect(what="differences between models, and whether models weigh reasons at all", nature="needs models")

OUTCOME = (HARDER, TEAMS, STRENGTH, YIELDING, MODELS)
PROCESS = (STATES, STRENGTH, YIELDING, MODELS)


def caption(shows: str, debates: Sequence[DebateRun], effects: Sequence[Effect], *, intervals: bool = True) -> str:
    """Return a caption: what is shown, how many debates, and where each effect comes from."""
    offline = any(debate.simulated for debate in debates)
    sentences = [shows, count_debates(debates), INTERVALS if intervals else "", SIMULATED if offline else ""]
    return " ".join(sentence for sentence in (*sentences, *natures(effects, offline)) if sentence)


def count_debates(debates: Sequence[DebateRun]) -> str:
    """Return the sentence that says how many debates there are and how many failed."""
    failed = [debate for debate in debates if debate.sitting is None]
    why = "; ".join(sorted({debate.reason for debate in failed}))
    return f"{len(debates)} debates, {len(failed)} failed{f' ({why}) and left out' if failed else ''}."


def short(model: str) -> str:
    """Return a model's short name for figures: without its provider, and without the word reasoner."""
    return model.rpartition(":")[2].removeprefix("reasoner-")


def title_exhibit(title: str, debates: Sequence[DebateRun]) -> str:
    """Return a title that itself says where agents are simulated, for readers who do not see the caption."""
    return f"{title} (simulated reasoners)" if any(debate.simulated for debate in debates) else title
