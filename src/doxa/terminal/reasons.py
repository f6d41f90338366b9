"""Why calls were given up, as `doxa run`, `doxa sweep` and `doxa ensemble` print it."""

from collections.abc import Iterable

from doxa.analysis.view import ReasonView
from doxa.terminal.console import console, plain


def print_reasons(reasons: Iterable[ReasonView]) -> None:
    """Print each reason once, with the number of its calls."""
    for reason in reasons:
        why = reason.message or f"{reason.model}: {reason.status}"
        count = f"{reason.given_up} given up ({plain(reason.status)})"
        console.print(f"[yellow]{count}:[/] {plain(why)}", soft_wrap=True)
