"""``doxa listen``: who would have been moved by a conversation, and by what."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.experiments.named_models import name_models
from doxa.experiments.overrides import parse_sets
from doxa.records.base import JsonValue
from doxa.systems.listening.hearing import plan_listening
from doxa.systems.listening.listeners import parse_listeners, parse_settings
from doxa.terminal.console import Batch, DryRun, Hear, Json, Out, Quiet, Sets, Sure, Tokens, Usd
from doxa.terminal.outcome import carry_out, name_budget


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
    planned = plan_listening(file, motion, parse_listeners(listener), parse_settings(grid), {**given, **changes})
    carry_out(planned, out, dry_run=dry_run, quiet=quiet, json=json)
