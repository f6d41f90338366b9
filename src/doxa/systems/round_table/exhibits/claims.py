"""Directional claims of policy-parameterised prompts: one condition has more of a metric than another.

Sections 4.2 to 4.4 make them in words. A claim about one rule being the highest is two comparisons here. Claims about
curves by round, of which the text prints no numbers, are not among them.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from doxa.analysis.exhibit import Cell, Table
from doxa.records.base import JsonValue, Record
from doxa.systems.round_table.exhibits.captions import METRIC_EFFECTS, NEEDS_MODELS, caption, title_of
from doxa.systems.round_table.exhibits.discussions import Discussion, finished, pool_runs
from doxa.systems.round_table.exhibits.published import OVERALL, read_printed
from doxa.systems.round_table.measures import METRICS, ComparedTurn, MetricDefinitions, mean_of, uses_evidence

RULES = ("none", "light", "struct")
MAIN = "main"


@dataclass(frozen=True, kw_only=True)
class StudyCell:
    """The discussions of one scenario and setting, under one rule or under all three."""

    setting: str = MAIN
    rule: str | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        return (self.rule,) if self.rule else RULES


@dataclass(frozen=True, kw_only=True)
class DirectionalClaim:
    """The claim that one cell has more of a metric than another of the same scenario."""

    section: str
    scenario: str
    metric: str
    says: str
    more: StudyCell
    less: StudyCell

    @property
    def published(self) -> float | None:
        """The difference of the printed means, those of several rules averaged; None where one is not printed."""
        more, less = (_read_mean(self.scenario, cell, self.metric) for cell in (self.more, self.less))
        return None if more is None or less is None else more - less


def _read_mean(scenario: str, cell: StudyCell, metric: str) -> float | None:
    printed = [read_printed(scenario, cell.setting, OVERALL, rule) for rule in cell.rules]
    means = [row[metric].mean for row in printed if row is not None]
    return sum(means) / len(means) if len(means) == len(printed) else None


def _rules(section: str, metric: str, more: str, less: str, why: str) -> tuple[DirectionalClaim, ...]:
    """Return the claim that one rule has more of a metric than another, in both scenarios of the main study."""
    return tuple(
        DirectionalClaim(
            section=section,
            scenario=scenario,
            metric=metric,
            says=f"{why}: {more} > {less}",
            more=StudyCell(rule=more),
            less=StudyCell(rule=less),
        )
        for scenario in ("land", "education")
    )


def _settings(
    section: str, metric: str, says: str, more: str, less: str, scenarios: tuple[str, ...] = ("land",)
) -> tuple[DirectionalClaim, ...]:
    """Return the claim that one setting has more of a metric than another, over all rules."""
    return tuple(
        DirectionalClaim(
            section=section,
            scenario=scenario,
            metric=metric,
            says=says,
            more=StudyCell(setting=more),
            less=StudyCell(setting=less),
        )
        for scenario in scenarios
    )


def _weighted(says: str, more: tuple[str, str], less: tuple[str, str]) -> DirectionalClaim:
    """Return a claim of section 4.2.2 about evidence usage, between two settings of w_D with a rule each."""
    return DirectionalClaim(
        section="4.2.2",
        scenario="land",
        metric="evidence usage",
        says=says,
        more=StudyCell(setting=more[0], rule=more[1]),
        less=StudyCell(setting=less[0], rule=less[1]),
    )


BOTH = ("land", "education")

CLAIMS: tuple[DirectionalClaim, ...] = (
    *_rules("4.2.1", "non-repetition", "struct", "none", "struct repeats least"),
    *_rules("4.2.1", "non-repetition", "struct", "light", "struct repeats least"),
    *_rules("4.2.1", "non-repetition", "none", "light", "light repeats most"),
    *_settings("4.4", "non-repetition", "M raises repetition: T+D > T+M+D", "shows=T+D", MAIN, BOTH),
    *_settings("4.3", "non-repetition", "one model repeats more: three > one", MAIN, "S1"),
    *_rules("4.2.1", "evidence usage", "light", "none", "light cites most"),
    *_rules("4.2.1", "evidence usage", "light", "struct", "light cites most"),
    _weighted("rules enforce evidence at w_D = 0.5: light > none", ("w_D=0.5", "light"), ("w_D=0.5", "none")),
    _weighted("no rule cites more at w_D = 1.5: none > light", ("w_D=1.5", "none"), ("w_D=1.5", "light")),
    _weighted("without a rule w_D drives evidence: 1.5 > 1", ("w_D=1.5", "none"), (MAIN, "none")),
    *_settings("4.4", "evidence usage", "D raises evidence: T+M+D > T+M", MAIN, "shows=T+M", BOTH),
    *_rules("4.2.1", "rebuttal", "light", "none", "rules raise rebuttal"),
    *_rules("4.2.1", "rebuttal", "struct", "none", "rules raise rebuttal"),
    *_settings("4.2.2", "rebuttal", "w_T raises rebuttal: 1.5 > 1", "w_T=1.5", MAIN),
    *_settings("4.2.2", "stance", "w_T raises stance: 1.5 > 1", "w_T=1.5", MAIN),
    *_settings("4.4", "rebuttal", "T raises rebuttal: T+M+D > M+D", MAIN, "shows=M+D", BOTH),
    *_settings("4.4", "stance", "T raises stance: T+M+D > M+D", MAIN, "shows=M+D", BOTH),
    *_settings("4.3", "responsiveness", "one model responds less: three > one", MAIN, "S1"),
    *_settings("4.3", "rebuttal", "one model rebuts less: three > one", MAIN, "S1"),
)
"""Every directional claim that the printed means bear on, in the text's order within each metric."""


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
