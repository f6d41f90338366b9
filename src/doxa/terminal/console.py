"""What commands share: the console, their options, errors and costs in words, and what they print at their end.

An unknown cost is never shown as a number or as nothing.
"""

import json as jsons
import math
import re
import shlex
import shutil
import sys
import webbrowser
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number
from pydantic import BaseModel, JsonValue
from rich.console import Console
from rich.highlighter import JSONHighlighter
from rich.markup import escape

from doxa.analysis.exhibit import Exhibit, Figure
from doxa.analysis.plots import can_draw
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError
from doxa.log.disk import write_text
from doxa.log.seals import seal_of
from doxa.records.outside import unseen, visible
from doxa.records.plugins import guide_page, install_command

if TYPE_CHECKING:
    from doxa.analysis.view import ReasonView
    from doxa.experiments.dry_runs import Forecast

console = Console(highlight=False, emoji=False)
errors = Console(stderr=True, highlight=False, emoji=False)

PAGE_NAME = re.compile(r"docs/([a-z-]+)\.md|doxa docs ([a-z-]+)")
"""How messages name a page of the documentation; in a hint such names are links."""

LONGEST = 2_000
"""Most characters of an error's message: a text that a file holds, and that the message repeats, may have millions."""

COLOURS = ("magenta", "cyan", "yellow", "green", "blue", "red", "bright_magenta", "bright_cyan")


def complain(error: Any, word: str) -> None:
    """Print an error with its hint; an endless text of a file in it is cut."""
    errors.print(f"[bold red]{word}[/]: {plain(cut(error.message))}", soft_wrap=True)
    if error.hint:
        hint = plain(error.hint).replace(": doxa ", f": {callable_name()} ")
        errors.print(f"[dim]→[/] {PAGE_NAME.sub(_link_page, hint)}", soft_wrap=True)


def _link_page(name: re.Match[str]) -> str:
    return f"[link={guide_page(name[1] or name[2])}]{name[0]}[/link]"


def cut(text: str) -> str:
    """Return a text that is no longer than ``LONGEST``; of a longer one, the beginning and the end."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} … {text[-half:]}"


def plain(text: str) -> str:
    """Return untrusted text that is safe to print: no markup, one line, invisible controls written out."""
    spaces = (" " if character.isspace() else character for character in text)
    return escape(visible(text if text.isprintable() else "".join(spaces)))


def bar(stance: float | None, width: int = 21) -> str:
    """Return a drawing of a stance on a scale from −1 to +1, with the middle marked."""
    cells = ["·"] * width
    cells[width // 2] = "┼"
    if stance is not None:
        cells[round((stance + 1) / 2 * (width - 1))] = "●"
    return "".join(cells)


def _check_finite(_: object, limit: object) -> None:
    """Raise where a limit is none, such as ``inf``, which a budget would refuse under a name that nobody wrote."""
    if isinstance(limit, float) and not math.isfinite(limit):
        raise ValueError("Must be a finite number. Leave it out for no limit.")


RunDirectory = Annotated[Path, Parameter(help="A run directory, as `doxa run` leaves it.")]
Out = Annotated[Path | None, Parameter(name="--out", help="Where to write. A default is chosen and printed.")]
Sets = Annotated[
    tuple[str, ...],
    Parameter(name="--set", help="Change a setting: path=value, such as belief.u=0.4. May be repeated.", negative=()),
]
Model = Annotated[
    str | None, Parameter(help="The model that speaks, as provider:model; a language model also hears: see --hear.")
]
Hear = Annotated[
    str | None,
    Parameter(
        help="Who extracts claims and reads their direction: by default the model of --model, whose calls cost more "
        "than its words; offline is the fixed judge, free and more often wrong (docs/models.md); or provider:model."
    ),
]
Sure = Annotated[
    float | None,
    Parameter(
        help="The probability that the offline judge, or an encoder, needs to say for or against; what is below is "
        "unclear (docs/judgement.md shows what each level leaves). By default the judge's own bounds.",
    ),
]
Json = Annotated[bool, Parameter(name="--json", help="Print the result as JSON, for a program.")]
JsonOut = Annotated[Path | None, Parameter(name="--out", help="Write the result as JSON to this file instead.")]
Usd = Annotated[
    float | None,
    Parameter(
        name=("--max-usd", "--max-cost"),
        help="Stop, resumably, once this many US dollars are spent.",
        validator=(_check_finite, Number(gte=0)),
    ),
]
Tokens = Annotated[
    int | None,
    Parameter(name="--max-tokens", help="Stop, resumably, once this many tokens are used.", validator=Number(gte=0)),
]
UsdOfAll = Annotated[
    float | None,
    Parameter(
        name=("--max-usd", "--max-cost"),
        help="Stop, resumably, once all runs together spent this many US dollars; an ensemble that costs money needs "
        "it.",
        validator=(_check_finite, Number(gte=0)),
    ),
]
TokensOfAll = Annotated[
    int | None,
    Parameter(
        name="--max-tokens",
        help="Stop, resumably, once all runs together used this many tokens; an ensemble needs it where a price is "
        "unknown.",
        validator=Number(gte=0),
    ),
]
DryRun = Annotated[
    bool,
    Parameter(
        name="--dry-run",
        help="Ask no model: print how many calls and tokens this takes, measured by driving it offline, and the cost "
        "at known prices.",
    ),
]
Batch = Annotated[
    bool,
    Parameter(
        name="--batch",
        help="Ask OpenAI, Anthropic and Google through their batch interfaces: at half the price, each wait up to 24 "
        "hours. After Ctrl-C the same call, or `doxa resume`, collects the answers (docs/models.md).",
    ),
]
Verbose = Annotated[bool, Parameter(name="--verbose", help="Print everything, and not one screen of it.")]
Quiet = Annotated[bool, Parameter(name="--quiet", help="Print no progress.")]


def limited(before: Budget, usd: float | None, tokens: int | None) -> Budget:
    """Return a budget in which the given limits replace its own."""
    return Budget(usd=before.usd if usd is None else usd, tokens=before.tokens if tokens is None else tokens)


def temperature_of(given: str) -> float | None:
    """Return the sampling temperature of a command's option; None leaves it to the provider.

    Raises:
        ScenarioError: the option is neither a number from 0 to 2 nor ``provider``.
    """
    if given == "provider":
        return None
    try:
        temperature = float(given)
    except ValueError:
        temperature = math.nan
    if not 0.0 <= temperature <= 2.0:
        raise ScenarioError(
            f"--temperature is a number from 0 to 2 or 'provider', not {given!r}", hint="Try --temperature 0."
        )
    return temperature


def clock(seconds: float) -> str:
    """Return a duration in minutes and seconds."""
    minutes, remaining = divmod(int(seconds), 60)
    return f"{minutes}:{remaining:02d} min" if minutes else f"{remaining} s"


UNKNOWN = "cost unknown (no price for a model)"


def describe_cost(cost: float | None) -> str:
    """Return what a finished run cost; ``cost`` in US dollars, None where the cost of an answer is unknown."""
    if cost is None:
        return UNKNOWN
    return f"${cost:.4f}" if cost else "nothing spent"


def cost_so_far(cost: float | None) -> str:
    """Return the note of a progress line; empty where nothing was spent."""
    if cost is None:
        return "cost unknown"
    return f"${cost:.4f} so far" if cost else ""


def show_dry_run(dry: "Forecast", *, json: bool = False) -> None:
    """Print what runs would take."""
    if json:
        totals = {"calls": dry.calls, "input_tokens": dry.input_tokens, "output_tokens": dry.output_tokens}
        unknowable = {"cost_usd": dry.cost, "seconds": dry.seconds}
        console.print_json(jsons.dumps({**dry.model_dump(mode="json"), **totals, **unknowable}))
        return
    runs = f"{dry.runs} run{'' if dry.runs == 1 else 's'}"
    if not dry.models:
        console.print(f"Dry run, {runs} to make: no language model is called, and nothing is spent.")
    for use in dry.models:
        amounts = _amounts(use.calls, use.input_tokens, use.output_tokens, use.cost)
        time = "" if use.seconds is None else f", about {clock(use.seconds)}"
        console.print(f"  {plain(use.model)}: {amounts}{time}", soft_wrap=True)
    if dry.models:
        console.print(
            f"Dry run, {runs} to make: {_amounts(dry.calls, dry.input_tokens, dry.output_tokens, dry.cost)}. "
            "Nothing was asked. Measured offline; what a model thinks, and what is asked twice, comes on top.",
            soft_wrap=True,
        )
    if dry.waits:
        console.print(describe_waits(dry.waits), soft_wrap=True)
    for use in dry.models:
        if use.seconds is None and not dry.waits:
            console.print(
                f"How long {plain(use.model)} takes is not known, and the tokens out are rough: doxa models try "
                f"{plain(use.model)} finds both out.",
                soft_wrap=True,
            )
    for failure in dry.failures:
        console.print(f"[yellow]counted only until it stopped offline: {plain(failure)}[/]", soft_wrap=True)


def show_estimate(forecast: "Forecast", *, scaled: bool = False) -> None:
    """Print in one line what is about to be asked."""
    amounts = _amounts(forecast.calls, forecast.input_tokens, forecast.output_tokens, forecast.cost)
    how = "scaled by words from the shortest debate" if scaled else "measured offline"
    console.print(f"Estimate, {how}: {amounts}.", soft_wrap=True)
    if forecast.waits:
        console.print(describe_waits(forecast.waits), soft_wrap=True)


def describe_waits(waits: int) -> str:
    """Return how often runs wait for batches, one after the other."""
    times = f"about {waits} times, one after the other" if waits > 1 else "once"
    return f"By batch: runs wait together, {times}, each time up to 24 hours."


def _amounts(calls: int, sent: int, said: int, cost: float | None) -> str:
    price = f"about ${cost:.4f}" if cost else describe_cost(cost)
    return f"{calls:,} calls, about {sent:,} tokens in and {said:,} out, {price}"


def harmless(text: str) -> str:
    """Return a JSON text with its invisible control characters as JSON escapes."""
    written = (jsons.dumps(character)[1:-1] if unseen(character) else character for character in text)
    return text if text.isascii() else "".join(written)


def print_json(value: Any) -> None:
    """Print a value as JSON; its texts may be words of models."""
    console.print(JSONHighlighter()(harmless(jsons.dumps(value, indent=2, ensure_ascii=False))), soft_wrap=True)


def handed_over(result: BaseModel, *, json: bool, out: Path | None, **more: JsonValue) -> bool:
    """Write a result as JSON if ``--json`` or ``--out`` was given; return whether it was written.

    Raises:
        LogError: the file cannot be written.
    """
    if not (json or out):
        return False
    text = harmless(jsons.dumps({**result.model_dump(mode="json"), **more}, indent=2, ensure_ascii=False))
    if out is None:
        console.file.write(text + "\n")
        return True
    write_text(out, text + "\n")
    console.print(str(out), soft_wrap=True)
    return True


def print_written(exhibits: Sequence[Exhibit], files: Sequence[Path], *, more: int = 0, open: bool = False) -> None:
    """Print the number of files and the page among them, which is the last; say which figures are not drawn.

    Args:
        more: further files of the same folder, which others wrote.
        open: whether to open the page in the browser.
    """
    print_left_out(exhibits)
    page = files[-1]
    folder = plain(str(page.parent))
    console.print(f"{len(files) + more} files in {folder}; all on one page: {plain(str(page))}", soft_wrap=True)
    if open:
        open_page(page)


def print_left_out(exhibits: Sequence[Exhibit], console: Console = console) -> None:
    """Print that figures are not drawn, with what they lack and where their numbers are; nothing where all are."""
    names = [exhibit.name for exhibit in exhibits if isinstance(exhibit, Figure)]
    if not names or can_draw():
        return
    numbers = f"{names[0]}-data.csv" if len(names) == 1 else f"{names[0]}-data.csv and {len(names) - 1} more like it"
    console.print(
        f"Figures are not drawn; their numbers are in {plain(numbers)}. To draw them: "
        f"{plain(install_command('plots'))}     (in a clone of doxa: make plots)",
        soft_wrap=True,
    )


Open = Annotated[bool, Parameter(name="--open", help="Open the page in the browser.")]


def open_page(page: Path) -> None:
    """Open a page in the browser, or print its link where there is no browser."""
    link = page.resolve().as_uri()
    try:
        opened = webbrowser.open(link)
    except webbrowser.Error:
        opened = False
    if not opened:
        console.print(f"No browser was found. Open {plain(link)}", soft_wrap=True)


def print_publishing_call(path: Path) -> None:
    """Print the call that verifies a run, or a folder of runs, against its seal; nothing while a run has no end."""
    if seal := seal_of(path):
        print_calls("to publish", f"doxa verify {plain(shlex.quote(str(path)))} --seal {seal}")


def print_calls(lead: str, *calls: str) -> None:
    """Print calls of doxa, which are markup, as they can be typed where doxa was called."""
    typed = (f"{callable_name()}{call.removeprefix('doxa')}" for call in calls)
    console.print(f"[dim]{lead}:[/] {'   [dim]·[/]   '.join(typed)}", soft_wrap=True)


@cache
def callable_name() -> str:
    """Return ``doxa``, or the path by which it was called where its shell does not find it, as after ``make demo``."""
    own, found = Path(sys.argv[0]), shutil.which("doxa")
    # a bare name was found by the shell
    is_found = own.name != "doxa" or len(own.parts) == 1 or (found and own.resolve() == Path(found).resolve())
    return "doxa" if is_found else plain(shlex.quote(sys.argv[0]))


def print_reasons(reasons: "Iterable[ReasonView]") -> None:
    """Print each reason once, with the number of its calls."""
    for reason in reasons:
        why = reason.message or f"{reason.model}: {reason.status}"
        count = f"{reason.given_up} given up ({plain(reason.status)})"
        console.print(f"[yellow]{count}:[/] {plain(why)}", soft_wrap=True)
