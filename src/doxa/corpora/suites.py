"""Examination suites: short texts written by hand, each suite about one thing that a judge of arguments gets wrong.

A language model wrote them for doxa without sight of the code, its data or its answers; their labels were read twice by
the same model and by nobody else. They examine: nothing is trained or tuned on them. Their
NOTICE.md says how each was made.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from doxa.corpora.packed import packed_lines
from doxa.errors import CorpusError, UnknownNameError, did_you_mean

SUITES: dict[str, str] = {
    "swaps": "comparisons, asked in both orders",
    "negated": "motions and their negations",
    "irony": "ironical remarks",
    "concessions": "texts that concede or quote the other side first",
    "hedges": "hedges, questions and asides that take no side",
    "languages": "texts in six languages other than English",
    "everyday": "everyday talk on 24 motions",
    "noise": "code, headings, refusals and bare agreement: no argument at all",
    "stances": "plain avowals of a side, or of none",
    "stance_pairs": "two avowals of one side, of which one is the stronger",
    "closings": "honest closing sentences of speeches",
    "units": "speeches, with the sentence of each argument",
}
"""Suite → what is in it."""

DIRECTIONS = {"for": 1, "against": -1, "unclear": 0}


@dataclass(frozen=True, kw_only=True)
class SuiteRow:
    """One row of a suite."""

    id: str
    proposition: str
    """Empty where the suite has none (closings, noise)."""
    text: str
    """Empty in ``stance_pairs``, whose texts are ``weaker`` and ``stronger`` among ``more``."""
    direction: int | None
    """1 for, -1 against, 0 no side; None where the suite labels no direction."""
    opposite: str
    """The proposition with its sides swapped, or negated; empty in other suites."""
    more: Mapping[str, Any]
    """The columns of this suite alone: language, kind, conceded, weaker, stronger, units."""


@cache
def read_suite(name: str) -> tuple[SuiteRow, ...]:
    """Return the rows of a suite, in its order.

    Raises:
        UnknownNameError: there is no such suite.
        CorpusError: the file is missing or damaged.
    """
    if name not in SUITES:
        raise UnknownNameError(
            f"no suite is named {name!r}", hint=f"{did_you_mean(name, tuple(SUITES))}Suites: {', '.join(SUITES)}."
        )
    try:
        return tuple(_row(json.loads(line)) for line in packed_lines("suites", f"{name}.jsonl.gz"))
    except (KeyError, ValueError) as error:
        raise CorpusError(f"the suite {name} cannot be read: {error}", hint="Install doxa again.") from None


def _row(columns: dict[str, Any]) -> SuiteRow:
    shared = ("id", "proposition", "text", "direction", "sign", "swapped", "negated")
    return SuiteRow(
        id=columns["id"],
        proposition=columns.get("proposition", ""),
        text=columns.get("text", ""),
        direction=DIRECTIONS[columns["direction"]] if "direction" in columns else columns.get("sign"),
        opposite=columns.get("swapped") or columns.get("negated") or "",
        more={name: value for name, value in columns.items() if name not in shared},
    )
