"""The directional claims of policy-parameterised prompts, under each definition of what the text leaves open.

``claims.csv`` lists what sections 4.2 to 4.4 say in words: one cell of the study has more of a metric than another of
the same scenario. A claim about one rule being the highest is two comparisons. Claims about curves by round, of which
the text prints no numbers, are not among them.

The same finished discussions are measured by every definition; no model is asked. A difference is the mean over pairs
of runs with the same query, replicate and rule (the same random streams); its interval resamples pairs within queries.
"""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from doxa.analysis.exhibit import Cell, Column, Table
from doxa.log.rundir import open_run
from doxa.records.base import JsonValue
from doxa.records.cells import Estimate, write_number
from doxa.scoring.convergence import mean
from doxa.systems.round_table.exhibits.discussion import compared_in, definitions_of, read_result
from doxa.systems.round_table.exhibits.discussions import (
    METRIC_EFFECTS,
    NEEDS_MODELS,
    OVERALL,
    RULES,
    Discussion,
    PooledMean,
    caption,
    finished,
    of_part,
    pool_runs,
    title_of,
)
from doxa.systems.round_table.exhibits.tables import read_printed
from doxa.systems.round_table.measures import METRICS, ComparedTurn, MetricDefinitions, mean_known, uses_evidence


@dataclass(frozen=True, kw_only=True)
class DirectionalClaim:
    """The claim that one cell of the study has more of a metric than another of the same scenario.

    A cell is a setting and a rule; without a rule it pools all three.
    """

    section: str
    scenario: str
    metric: str
    says: str
    more: tuple[str, str]
    less: tuple[str, str]

    @property
    def published(self) -> float | None:
        """The difference of the printed means, those of several rules averaged; None where one is not printed."""
        more, less = (self._read_mean(*cell) for cell in (self.more, self.less))
        return None if more is None or less is None else more - less

    def _read_mean(self, setting: str, rule: str) -> float | None:
        printed = [read_printed(self.scenario, setting, OVERALL, each) for each in ([rule] if rule else RULES)]
        return mean([row[self.metric] for row in printed]) if all(printed) else None

    def pair_runs(self, discussions: Sequence[Discussion]) -> list[tuple[Discussion, Discussion]]:
        """Return the finished runs of both cells that share query, replicate and, over all rules, the rule."""
        more, less = (self._runs_of(discussions, *cell) for cell in (self.more, self.less))
        return [(more[key], less[key]) for key in more if key in less]

    def _runs_of(
        self, discussions: Sequence[Discussion], setting: str, rule: str
    ) -> dict[tuple[str, str, int], Discussion]:
        return {
            ("" if rule else run.rule, run.query, run.replicate): run
            for run in of_part(finished(discussions), self.scenario, setting)
            if rule in ("", run.rule)
        }


@cache
def read_claims() -> tuple[DirectionalClaim, ...]:
    """Return every directional claim that the printed means bear on, in the text's order within each metric."""
    file = resources.files("doxa.systems.round_table") / "claims.csv"
    return tuple(
        DirectionalClaim(
            **{name: row[name] for name in ("section", "scenario", "metric", "says")},
            more=(row["more setting"], row["more rule"]),
            less=(row["less setting"], row["less rule"]),
        )
        for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    )


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


Compare = Callable[[Discussion], tuple[MetricDefinitions, Sequence[ComparedTurn]]]
"""Returns how a discussion was measured, and its turns with what they are compared with."""


Means = Mapping[tuple[str, str], float | None]
"""(metric, definition) → a run's mean over its turns; None where no turn has the metric."""

MeansOf = Callable[[str], Means]
"""Returns the means of a run, by its path."""


def compare_turns_of(discussion: Discussion) -> tuple[MetricDefinitions, Sequence[ComparedTurn]]:
    """Return how a discussion was measured, and its turns with what they are compared with, read from its log."""
    log = open_run(discussion.path)
    return definitions_of(log.spec), tuple(compared_in(log, read_result(log)).values())


READING = (
    "A cell is a verdict and the difference of means that it rests on: holds, or opposite, where the 95 % interval of "
    "the difference is above, or below, 0; open where it contains 0; higher, same or lower where a query has a single "
    "pair of runs, so that there is no interval."
)


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
        definitions={AS_RUN: {}},  # the text itself defines these
    ),
)


def tabulate_claims(*studies: Sequence[Discussion], compare: Compare = compare_turns_of) -> list[Table]:
    """Return a table of verdicts for each sheet, and ``NAME-detail`` with every difference and interval."""
    discussions = [discussion for study in studies for discussion in study]
    runs = {run.path: run for run in discussions}
    # a run is read and measured once, however many claims it bears on
    means = cache(lambda path: _measure_run(runs[path], compare))
    return [table for sheet in SHEETS for table in _tabulate(sheet, discussions, means)]


def _tabulate(sheet: ClaimsSheet, discussions: Sequence[Discussion], means: MeansOf) -> list[Table]:
    rows: list[tuple[Cell, ...]] = []
    details: list[tuple[Cell, ...]] = []
    used: dict[str, Discussion] = {}
    for claim in read_claims():
        if claim.metric not in sheet.metrics:
            continue
        pairs = claim.pair_runs(discussions)
        used |= {run.path: run for pair in pairs for run in pair}
        differences = {
            definition: _measure_difference(pairs, (claim.metric, definition), means)
            for definition in sheet.definitions
        }
        labels = (claim.section, claim.scenario, claim.says)
        rows.append((*labels, claim.published, *(_format_difference(d.estimate) for d in differences.values())))
        details += [
            (*labels, claim.metric, claim.published, name, name_verdict(d.estimate), d.estimate, d.runs)
            for name, d in differences.items()
        ]
    runs, sources = list(used.values()), tuple(used)
    title = title_of(sheet.title, runs)
    effects = [METRIC_EFFECTS[metric] for metric in sheet.metrics]
    labels = ("section", "scenario", "claim")
    published = Column(name="published", show="number", decimals=2, signed=True)
    return [
        Table(
            name=sheet.name,
            title=title,
            caption=caption(f"{sheet.shows} {READING}", runs, effects),
            columns=(*labels, published, *sheet.definitions),
            rows=tuple(rows),
            sources=sources,
        ),
        Table(
            name=f"{sheet.name}-detail",
            title=f"{title}: every number",
            caption=f"Every number of {sheet.name}, whose caption applies here as well.",
            columns=(*labels, "metric", "published", "definition", "verdict", "difference", "pairs"),
            rows=tuple(details),
            sources=sources,
            detail=True,
        ),
    ]


def name_verdict(difference: Estimate | None) -> str:
    """Return one word on the claim that a difference is above 0."""
    if difference is None:
        return NEEDS_MODELS
    if difference.low is None or difference.high is None:
        shown = round(difference.value, 2)  # as a table shows it
        return "higher" if shown > 0 else "lower" if shown < 0 else "same"
    return "holds" if difference.low > 0 else "opposite" if difference.high < 0 else "open"


def _format_difference(difference: Estimate | None) -> str:
    number = f" {write_number(difference.value, 2, signed=True)}" if difference else ""
    return f"{name_verdict(difference)}{number}"


def _measure_run(run: Discussion, compare: Compare) -> Means:
    own, compared = compare(run)
    turns = [spoken_turn.turn for spoken_turn in run.spoken]
    scores: dict[tuple[str, str], Iterable[float | None]] = {
        (name, AS_RUN): map(metric, turns) for name, metric in METRICS.items()
    }
    for name, changes in NOVELTY.items():
        if name != AS_RUN:
            definitions = own.changed(changes)
            scores["non-repetition", name] = [turn.non_repetition(definitions) for turn in compared]
    for name, changes in EVIDENCE.items():
        if name != AS_RUN:
            words = own.changed(changes).phrase_words
            scores["evidence usage", name] = [uses_evidence(turn.turn.text, turn.passages, words) for turn in compared]
    return {key: mean_known(values) for key, values in scores.items()}


def _measure_difference(
    pairs: Sequence[tuple[Discussion, Discussion]], key: tuple[str, str], means: MeansOf
) -> PooledMean:
    differences = []
    for more, less in pairs:
        above, below = (means(run.path)[key] for run in (more, less))
        if above is not None and below is not None:
            differences.append(((more.stratum, less.stratum), [above - below]))
    return pool_runs(differences)
