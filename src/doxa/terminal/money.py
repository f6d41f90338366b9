"""Costs in words, and what a dry run says: an unknown cost is never shown as a number or as nothing."""

import json as jsons

from doxa.experiments.dry_runs import Forecast
from doxa.terminal.console import console, plain

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


def show_dry_run(dry: Forecast, *, json: bool = False) -> None:
    """Print what runs would take."""
    if json:
        totals = {"calls": dry.calls, "input_tokens": dry.input_tokens, "output_tokens": dry.output_tokens}
        console.print_json(jsons.dumps({**dry.model_dump(mode="json"), **totals, "cost_usd": dry.cost}))
        return
    runs = f"{dry.runs} run{'' if dry.runs == 1 else 's'}"
    if not dry.models:
        console.print(f"Dry run, {runs} to make: no language model is called, and nothing is spent.")
    for use in dry.models:
        amounts = _amounts(use.calls, use.input_tokens, use.output_tokens, use.cost)
        console.print(f"  {plain(use.model)}: {amounts}", soft_wrap=True)
    if dry.models:
        console.print(
            f"Dry run, {runs} to make: {_amounts(dry.calls, dry.input_tokens, dry.output_tokens, dry.cost)}. "
            "Nothing was asked. Measured offline; what a model thinks, and what is asked twice, comes on top.",
            soft_wrap=True,
        )
    for failure in dry.failures:
        console.print(f"[yellow]counted only until it stopped offline: {plain(failure)}[/]", soft_wrap=True)


def show_estimate(forecast: Forecast, *, scaled: bool = False) -> None:
    """Print in one line what is about to be asked."""
    amounts = _amounts(forecast.calls, forecast.input_tokens, forecast.output_tokens, forecast.cost)
    how = "scaled by words from the shortest debate" if scaled else "measured offline"
    console.print(f"Estimate, {how}: {amounts}.", soft_wrap=True)


def _amounts(calls: int, sent: int, said: int, cost: float | None) -> str:
    price = f"about ${cost:.4f}" if cost else describe_cost(cost)
    return f"{calls:,} calls, about {sent:,} tokens in and {said:,} out, {price}"
