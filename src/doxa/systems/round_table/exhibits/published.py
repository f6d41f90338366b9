"""Numbers of "Influencing LLM Multi-Agent Dialogue via Policy-Parameterized Prompts" (AAMAS 2026).

``published.csv`` holds Tables 1, 5, 6 and 7 to 19 once: one line a scenario, setting, group (query, agent or
overall) and rule, each metric with the standard deviation that is printed beside it. Tables 3, 4 and most of 6 repeat
overall lines of others. The text made five runs a query and rule, of ten rounds.
"""

import csv
from functools import cache
from importlib import resources
from typing import NamedTuple

from doxa.systems.round_table.measures import METRICS

RUNS = 5
"""Runs that the text made of each query and rule."""

OVERALL = "overall"
"""The group of all queries and agents."""

BACKBONES = {"main": ("Qwen3", "Llama3", "Mistral"), "S1": ("Qwen3",) * 3}
BACKBONES |= {"S2": ("Llama3", "Mistral", "Qwen3"), "S3": ("Mistral", "Qwen3", "Llama3")}
"""Setting → the models of the three agents, in the order of Table 2."""


class PrintedMean(NamedTuple):
    """A mean as the text prints it, and the standard deviation beside it."""

    mean: float
    sd: float


def read_printed(scenario: str, setting: str, group: str, rule: str) -> dict[str, PrintedMean] | None:
    """Return what the text prints for one row, by metric; None where it prints nothing."""
    return _table().get((scenario, setting, group, rule))


@cache
def _table() -> dict[tuple[str, str, str, str], dict[str, PrintedMean]]:
    file = resources.files("doxa.systems.round_table.exhibits") / "published.csv"
    return {
        (row["scenario"], row["setting"], row["group"], row["rule"]): {
            name: PrintedMean(float(row[name]), float(row[f"{name} sd"])) for name in METRICS
        }
        for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    }
