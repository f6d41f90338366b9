"""How the directional claims of policy-parameterised prompts fare under each definition of what the text leaves open.

The same finished discussions are measured by every definition; no model is asked. A difference is the mean over pairs
of runs with the same query, replicate and rule (the same random streams); its interval resamples pairs within queries.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from doxa.analysis.exhibit import Cell, Table
from doxa.records.base import JsonValue, Record
from doxa.systems.round_table.exhibits.captions import METRIC_EFFECTS, NEEDS_MODELS, caption, title_of
from doxa.systems.round_table.exhibits.claims import CLAIMS, DirectionalClaim, StudyCell
from doxa.systems.round_table.exhibits.discussions import Discussion, finished, pool_runs
from doxa.systems.round_table.measures.comparing import ComparedTurn
from doxa.systems.round_table.measures.definitions import MetricDefinitions
from doxa.systems.round_table.measures.evidence_usage import uses_evidence
from doxa.systems.round_table.measures.turns import METRICS, mean_of

AS_RUN = "as in the runs"

NOVELTY: dict[str, dict[str, JsonValue]] = {
    AS_RUN: {},
    "overlap of words": {"overlap": "words"},
    "of word pairs": {"overlap": "word_pairs"},
    "no penalty": {"opening_penalty": 0.0},
    "penalty 0.2": {"opening_penalty": 0.2},
    "first turns out": {"first_turn": "left_out"},
}
"""Definition of non-repetition → its changes, one at a time."""

EVIDENCE: dict[str, dict[str, JsonValue]] = {AS_RUN: {}} | {
    f"phrases of {words}": {"phrase_words": words} for words in (2, 4, 5, 8)
}
"""Definition of evidence usage → its changes."""

OTHERS: dict[str, dict[str, JsonValue]] = {AS_RUN: {}}

Compare = Callable[[Discussion], tuple[MetricDefinitions, Sequence[ComparedTurn]]]
"""Returns how a discussion was measured, and its turns with what they are compared with."""

READING = (
    "A cell is a verdict and the difference of means that it rests on: holds, or opposite, where the 95 % interval of "
    "the difference is above, or below, 0; open where it contains 0; higher, same or lower where a query has a single "
    "pair of runs, so that there is no interval."
)


class ClaimedDifference(Record):
    """How much more of a metric one cell of a study has than another."""

    mean: float | None
    low: float | None = None
    high: float | None = None
    pairs: int
    """Pairs of runs with the same query, replicate and rule."""

    @property
    def verdict(self) -> str:
        """One word on the claim that the difference is above 0."""
        if self.mean is None:
            return NEEDS_MODELS
        if self.low is None or self.high is None:
            return {0: "same", 1: "higher", -1: "lower"}[_sign_of(self.mean)]
        return "holds" if self.low > 0 else "opposite" if self.high < 0 else "open"


def _sign_of(difference: float) -> int:
    """Return the sign of a difference as a table shows it, to two decimals."""
    shown = round(difference, 2)
    return (shown > 0) - (shown < 0)


@dataclass(frozen=True, kw_only=True)
class ClaimsSheet:
    """One table: the claims about some metrics, by definition."""

    name: str
    title: str
    shows: str
    metrics: tuple[str, ...]
    definitions: Mapping[str, Mapping[str, JsonValue]]


SHEETS = (
    ClaimsSheet(
        name="definitions-non-repetition",
        title="Claims about non-repetition by its definition",
        shows="The text's directional claims about non-repetition, under definitions that differ in one thing each.",
        metrics=("non-repetition",),
        definitions=NOVELTY,
    ),
    ClaimsSheet(
        name="definitions-evidence",
        title="Claims about evidence usage by its definition",
        shows=(
            "The text's directional claims about evidence usage, by the number of content words in a key phrase. An "
            "offline speaker quotes whole sentences, which hold phrases of every length."
        ),
        metrics=("evidence usage",),
        definitions=EVIDENCE,
    ),
    ClaimsSheet(
        name="definitions-others",
        title="Claims about responsiveness, rebuttal and stance",
        shows="The text's other directional claims; the text defines these metrics.",
        metrics=("responsiveness", "rebuttal", "stance"),
        definitions=OTHERS,
    ),
)


def tables(discussions: Sequence[Discussion], compare: Compare) -> list[Table]:
    """Return a table of verdicts for each sheet, and ``NAME-detail`` with every difference and interval."""
    measured = _Measured(compare)
    return [table for sheet in SHEETS for table in _tabulate(sheet, discussions, measured)]


def _tabulate(sheet: ClaimsSheet, discussions: Sequence[Discussion], measured: "_Measured") -> list[Table]:
    claims = [claim for claim in CLAIMS if claim.metric in sheet.metrics]
    rows: list[tuple[Cell, ...]] = []
    details: list[tuple[Cell, ...]] = []
    used: dict[str, Discussion] = {}
    for claim in claims:
        pairs = _pair_runs(discussions, claim)
        used |= {run.path: run for pair in pairs for run in pair}
        differences = {
            definition: _measure_difference(pairs, claim.metric, definition, measured)
            for definition in sheet.definitions
        }
        labels = (claim.section, claim.scenario, claim.says)
        cells = (_format_difference(difference) for difference in differences.values())
        rows.append((*labels, _signed(claim.published), *cells))
        details += [
            (*labels, claim.metric, claim.published, name, each.verdict, each.mean, each.low, each.high, each.pairs)
            for name, each in differences.items()
        ]
    runs = list(used.values())
    sources = tuple(used)
    title = title_of(sheet.title, runs)
    effects = [METRIC_EFFECTS[metric] for metric in sheet.metrics]
    labels = ("section", "scenario", "claim")
    return [
        Table(
            name=sheet.name,
            title=title,
            caption=caption(f"{sheet.shows} {READING}", runs, effects),
            columns=(*labels, "published", *sheet.definitions),
            rows=tuple(rows),
            sources=sources,
        ),
        Table(
            name=f"{sheet.name}-detail",
            title=f"{title}: every number",
            caption=f"Every number of {sheet.name}, whose caption applies here as well.",
            columns=(*labels, "metric", "published", "definition", "verdict", "difference", "low", "high", "pairs"),
            rows=tuple(details),
            sources=sources,
            detail=True,
        ),
    ]


class _Measured:
    """The means of runs by every definition; each run is read and measured once."""

    def __init__(self, compare: Compare) -> None:
        self._compare = compare
        self._means: dict[str, dict[tuple[str, str], float | None]] = {}

    def mean(self, run: Discussion, metric: str, definition: str) -> float | None:
        """Return a run's mean of a metric over its turns, by a definition's name; None where no turn has it."""
        if definition == AS_RUN:
            return mean_of([spoken_turn.turn for spoken_turn in run.spoken], METRICS[metric])
        if run.path not in self._means:
            self._means[run.path] = _measure_run(*self._compare(run))
        return self._means[run.path][metric, definition]


def _measure_run(own: MetricDefinitions, compared: Sequence[ComparedTurn]) -> dict[tuple[str, str], float | None]:
    """Return the means of a run by metric and definition."""
    scores: dict[tuple[str, str], list[float | None]] = {}
    for turn in compared:
        for name, changes in NOVELTY.items():
            scores.setdefault(("non-repetition", name), []).append(turn.non_repetition(own.changed(changes)))
        for name, changes in EVIDENCE.items():
            used = uses_evidence(turn.turn.text, turn.passages, own.changed(changes).phrase_words)
            scores.setdefault(("evidence usage", name), []).append(None if used is None else float(used))
    return {key: _mean_known(values) for key, values in scores.items()}


def _mean_known(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _pair_runs(discussions: Sequence[Discussion], claim: DirectionalClaim) -> list[tuple[Discussion, Discussion]]:
    """Return the finished runs of both cells of a claim that share query, replicate and, over all rules, the rule."""
    more, less = (_runs_of(discussions, claim.scenario, cell) for cell in (claim.more, claim.less))
    return [(more[key], less[key]) for key in more if key in less]


def _runs_of(
    discussions: Sequence[Discussion], scenario: str, cell: StudyCell
) -> dict[tuple[str, str, int], Discussion]:
    return {
        ("" if cell.rule else run.rule, run.query, run.replicate): run
        for run in finished(discussions)
        if (run.scenario, run.setting) == (scenario, cell.setting) and run.rule in cell.rules
    }


def _measure_difference(
    pairs: Sequence[tuple[Discussion, Discussion]], metric: str, definition: str, measured: _Measured
) -> ClaimedDifference:
    differences = []
    for more, less in pairs:
        above, below = (measured.mean(run, metric, definition) for run in (more, less))
        if above is not None and below is not None:
            differences.append(((more.stratum, less.stratum), [above - below]))
    pooled = pool_runs(differences)
    return ClaimedDifference(mean=pooled.mean, low=pooled.low, high=pooled.high, pairs=pooled.runs)


def _format_difference(difference: ClaimedDifference) -> str:
    return " ".join(part for part in (difference.verdict, _signed(difference.mean)) if part)


def _signed(number: float | None) -> str | None:
    return None if number is None else f"{round(number, 2) + 0.0:+.2f}".replace("-", "−")
