"""The smallest runs of every kind, as commands: what tests of the disk let fail at every place."""

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

from doxa.app.cli import app

UNION = """
proposition = "Social media platforms should be regulated by the government"
protocol = "union"
kernel = "fixed"
seed = 5
script = {format = "one_on_one", words = 60, drawn = 2}
agents.imani = {side = "pro", knowledge = "platforms/imani"}
agents.halden = {side = "con", knowledge = "platforms/halden"}
"""

FEED = """
proposition = "We should subsidize journalism"
protocol = "feed"
kernel = "social"
seed = 8
script = {rounds = 1, stance = "judged"}
network = {generator = "stochastic_block_model", parameters = {sizes = [1, 1], p = [[1.0, 1.0], [1.0, 1.0]]}}
agents.for = {prior.stance = 0.5}
agents.against = {prior.stance = -0.5}
"""

DIALOGUE = ("compulsory-voting", "--set", "script.rounds=1", "--set", "seeds.per_side=1")
TABLE = """
proposition = "The public should be given more freedom to roam"
protocol = "round_table"
kernel = "log_odds"
seed = 11
script = {rounds = 1}
policy.prompt = {rule = "struct"}
seeds.per_side = 0
agents.farmer = {knowledge = "land/farmer"}
agents.community = {knowledge = "land/community"}
"""

PUZZLE = ("puzzles/anchor", "--set", "script.size=3")
POPULATION = (
    *("million", "--set", "script.rounds=3", "--set", "script.listeners=20", "--set", "script.follows=1"),
    *("--set", "agents.for.count=1", "--set", "agents.against.count=1"),
)

WARMER = "models.speaker.temperature=0.5"

OUT = ("--out", "out", "--quiet")


@dataclass(frozen=True)
class Kind:
    """The commands of a kind of run, which write to the folder ``out``, and what is there before them."""

    commands: tuple[tuple[str, ...], ...]
    scenario: str = ""
    """The text of ``mine.toml``."""
    forked: bool = False
    """Whether a run to fork lies in ``parent``."""
    is_small: bool = True
    """Whether every place fails in every way; else in one way each, in turn."""

    def prepare(self) -> None:
        """Write what the commands need into the working directory."""
        Path("mine.toml").write_text(self.scenario)
        if self.forked:
            with contextlib.redirect_stdout(io.StringIO()):
                app(["run", "mine.toml", "--out", "parent", "--quiet"], result_action="return_value")


KINDS = {
    "dialogue": Kind((("run", *DIALOGUE, *OUT), ("report", "out"))),
    "round table": Kind((("run", "mine.toml", *OUT), ("report", "out")), TABLE),
    "feed": Kind((("run", "mine.toml", *OUT), ("report", "out")), FEED),
    "puzzle": Kind((("run", *PUZZLE, *OUT), ("report", "out"))),
    "union": Kind(
        (("run", "mine.toml", *OUT), ("judge", "out", "--quiet"), ("transcript", "out", "--out", "out/transcript")),
        UNION,
        is_small=False,
    ),
    "ensemble": Kind(
        (("ensemble", "mine.toml", "--epochs", "2", "--runs", "1", "--learners", "imani", "--no-control", *OUT),),
        UNION,
        is_small=False,
    ),
    "sweep": Kind((("sweep", "mine.toml", "--grid", "seed=1,2", *OUT),), FEED),
    "population": Kind((("run", *POPULATION, *OUT), ("report", "out"))),
    "fork": Kind((("fork", "parent", "--at", "r01/for", "--set", WARMER, *OUT),), FEED, forked=True),
}
