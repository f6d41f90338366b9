"""``doxa listen``: who would have been moved by a conversation, and by what."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from doxa.conversations.names import plain_name
from doxa.errors import CorpusError, UsageError
from doxa.experiments.named_models import name_models
from doxa.experiments.overrides import parse_sets
from doxa.experiments.scenario import Scenario, scenario_of
from doxa.experiments.sitting import plan_runs
from doxa.records.base import JsonValue
from doxa.systems.listening.lines import spoken_lines
from doxa.systems.listening.listeners import GRID, grid_tables, parse_listeners, parse_settings
from doxa.terminal.console import Batch, DryRun, Hear, Json, Out, Quiet, Sets, Sure, Tokens, Usd
from doxa.terminal.outcome import carry_out, name_budget

PRIOR_NEEDS = (
    "A mind that begins elsewhere than at 0 begins with arguments of its side: --set seeds.corpus=FILE.csv "
    "(proposition, text, polarity), and --set seeds.per_side=N for how many."
)


def listen(
    file: Annotated[Path, Parameter(help="A transcript, captions, a chat, a corpus, or the directory of a run.")],
    /,
    *,
    motion: Annotated[str, Parameter(help="What listeners have a stance on, where the file does not say it.")] = "",
    listener: Annotated[
        tuple[str, ...],
        Parameter(
            help="A mind that hears it: NAME or NAME:u=.6,prior=-.4. Who is named like a speaker is that speaker, and "
            "then has a mind. May be repeated.",
            negative=(),
        ),
    ] = (),
    grid: Annotated[
        str, Parameter(help="Listeners with all combinations of settings: u=0.1..0.9/5,prior=-.5,0,.5")
    ] = "",
    moderators: Annotated[
        Literal["heard", "not"], Parameter(help="Whether anybody hears people of no side.")
    ] = "heard",
    thread: Annotated[str, Parameter(help="Of a feed: the post whose thread alone is heard.")] = "",
    seed: Annotated[int, Parameter(help="The seed of random choices.")] = 0,
    out: Out = None,
    hear: Hear = None,
    sure: Sure = None,
    sets: Sets = (),
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    batch: Batch = False,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Show who would have been moved by a conversation, and by what."""
    changes = name_models(None, hear, parse_sets(sets), sure=sure, batch=batch) | name_budget(max_usd, max_tokens)
    given: dict[str, JsonValue] = {"script.moderators": moderators, "script.thread": thread, "seed": seed}
    scenario = listening_scenario(file, motion, listener, grid, {**given, **changes})
    try:
        (planned,) = plan_runs(scenario)
    except CorpusError as error:
        error.hint = f"{PRIOR_NEEDS} {error.hint}"
        raise
    carry_out(planned, out, dry_run=dry_run, quiet=quiet, json=json)


def listening_scenario(
    file: Path,
    motion: str = "",
    listeners: Sequence[str] = (),
    grid: str = "",
    changes: Mapping[str, JsonValue] | None = None,
) -> Scenario:
    """Return the scenario in which listeners hear a conversation.

    Args:
        listeners: ``NAME:key=value,…``; one with the default settings where neither these nor a grid are given.
        grid: ``key=v1,v2,…``.
        changes: dotted path → value.

    Raises:
        UsageError: no motion is given, and the file states none.
        ScenarioError, CorpusError, LogError: a listener, the grid, a change or the file cannot be used.
    """
    axes, changes = parse_settings(grid), changes or {}
    cells, minds = grid_tables(axes), parse_listeners(listeners or (() if axes else ("Listener",)))
    conversation = spoken_lines(file, minds, str(changes.get("script.thread", "")))
    if not motion and len(conversation.motions) != 1:
        raise UsageError(f"{file} does not say what it is about", hint='Say it: --motion "We should …"')
    speakers = {plain_name(name): {"name": name} for name in conversation.speakers}
    agents: dict[str, dict[str, Any]] = {}
    mindless = []
    begun = {plain_name(one.person): one.stance for one in reversed(conversation.stated) if not one.after}
    for plain in {**speakers, **minds}:
        agent = _id_for(plain, agents)
        prior = {"prior": {"stance": begun[plain]}} if plain in minds and plain in begun else {}
        agents[agent] = {**prior, **minds.get(plain, {}), **speakers.get(plain, {})}
        mindless += [] if plain in minds else [agent]
    tables: dict[str, Any] = {
        "name": f"listen-{file.resolve().stem}",
        "proposition": motion or conversation.motions[0],
        "protocol": "conversation",
        "agents": agents | cells,
        "prior": {"mode": "target", "stance": 0.0},
        "seeds": {"drawn": "once", "sides": "prior"},
        "models": {"speaker": f"recorded:{file}"},
        "script": {"mindless": mindless, "grid": [*axes]},
    }
    return scenario_of(tables, changes, Path())


def _id_for(plain: str, taken: Mapping[str, object]) -> str:
    """Return an id for an agent of this name that no other has."""
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48] or "agent"
    stem = f"agent-{stem}" if stem.startswith(GRID) else stem
    return next(id for id in (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))) if id not in taken)
