"""Costs in words, for every command: an unknown cost is never shown as a number, and never as nothing."""

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
