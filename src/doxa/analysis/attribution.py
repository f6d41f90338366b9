"""Which posts made a difference between two settings: the exact contributions of posts, summed and compared.

A system states what each post of a run added to the stances at its end (``Hooks.contributions``). Posts are the same
across runs where author, round and words are. A difference is then the sum over posts of what each added on average
under one setting, minus what it added under the other; a post that a run does not have added 0 there.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean
from textwrap import shorten

from doxa.analysis.bars import NEGLIGIBLE
from doxa.analysis.exhibit import Cell, Column, Table
from doxa.analysis.hooks import Contribution, hooks_of
from doxa.analysis.labels import name_level
from doxa.analysis.sweep_runs import MEAN, KeyComparison, PairedDesign, SweepRuns, unit_of
from doxa.log.rundir import is_finished, open_run, read_spec
from doxa.records.base import group_by

POSTS = "compare-by-posts"
"""The name of the table."""

MOST_POSTS = 8
"""Posts that are listed for each effect; the others are one row."""

FIRST_WORDS = 42
"""The most characters of a post that are shown, so that a post is one line."""

MOST_MEASURES = 3
"""Of more measures of stances than this, means alone have their posts listed."""

ADDED = ("added in reference", "added", "difference")

Post = tuple[str, int | None, str]
"""Author, round and words."""

Run = Mapping[Post, Sequence[Contribution]]
"""The contributions of one run; an author may have posted the same words twice in a round."""


def tabulate_posts(sweep: SweepRuns, comparison: KeyComparison) -> Table:
    """Return the posts that made most of each difference in stances; no rows where the system states no contributions.

    Differences with a run that is no longer in the folder have no rows.

    Raises:
        DoxaError: a run cannot be read.
    """
    effects = [effect for effect in comparison.effects if unit_of(effect.measure) == "stance"]
    if len({effect.measure for effect in effects}) > MOST_MEASURES:
        effects = [effect for effect in effects if effect.measure.startswith(MEAN)]
    measures = frozenset(effect.measure for effect in effects)
    design, read = PairedDesign(sweep, comparison.keys), cache(_read_contributions)
    rows: list[tuple[Cell, ...]] = []
    for effect in effects:
        here, there = (
            [read(Path(sweep.folder) / run.run, measures) for run in design.runs_of(effect, level)]
            for level in (effect.level, effect.against)
        )
        rows += [(effect.measure, *effect.level, *row) for row in _list_rows(effect.measure, here, there)]
    return Table(
        name=POSTS,
        title="Posts that made the difference",
        caption="What each post added to the measure under "
        f"{name_level(comparison.keys, comparison.against, sweep.names)} (the reference) and under the other setting, "
        "on average over the runs that count: exact contributions of the belief rule, which add up to the difference. "
        "Readers: how many agents, or how often listeners, met the post in the runs that have it; a dash: none has it.",
        columns=(
            *("measure", *comparison.keys, "author", "round", "words"),
            *(Column(name=name, show="number", decimals=4, signed=True) for name in ADDED),
            *(Column(name=name, show="number", decimals=1) for name in ("readers in reference", "readers")),
        ),
        rows=tuple(rows),
        sources=sweep.paths,
    )


def _read_contributions(path: Path, measures: frozenset[str]) -> Run:
    """Return the contributions of a run to some measures; none where there is no run, or its system states none."""
    states = hooks_of(read_spec(path).protocol).contributions if is_finished(path) else None
    parts = (
        part.model_copy(update={"added": {name: part.added[name] for name in measures & part.added.keys()}})
        for part in (states(open_run(path)) if states else ())
    )
    return group_by(parts, lambda part: (part.author, part.round, part.text))


def _list_rows(measure: str, here: Sequence[Run], there: Sequence[Run]) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of one difference: posts with the largest parts, the other posts, what is no post, and all."""
    if not all(any(measure in part.added for parts in run.values() for part in parts) for run in (*here, *there)):
        return
    added = {
        post: (_average(there, post, measure), _average(here, post, measure))
        for post in dict.fromkeys(post for run in (*here, *there) for post in run)
    }
    ranked = sorted(added, key=lambda post: -abs(added[post][1] - added[post][0]))
    posts, causes = ([post for post in ranked if bool(post[0]) == is_post] for is_post in (True, False))

    def row(words: str, some: Sequence[Post], author: str | None = None, round: int | None = None) -> tuple[Cell, ...]:
        before, after = (math.fsum(side) for side in zip(*map(added.get, some), strict=True))
        return author, round, words, before, after, after - before

    for author, round, text in posts[:MOST_POSTS]:
        post = (author, round, text)
        readers = (_count_readers(side, post, measure) for side in (there, here))
        yield *row(f"“{shorten(text, FIRST_WORDS, placeholder=' …')}”", [post], author, round), *readers
    if others := posts[MOST_POSTS:]:
        yield *row(f"{len(others):,} other posts", others), None, None
    for cause in causes:
        if abs(added[cause][1] - added[cause][0]) > NEGLIGIBLE:
            yield *row(cause[2], [cause]), None, None
    if ranked:
        yield *row("all together", ranked), None, None


def _average(runs: Sequence[Run], post: Post, measure: str) -> float:
    """Return what a post added to a measure, on average over runs; in a run that does not have it, 0."""
    return math.fsum(part.added.get(measure, 0.0) for run in runs for part in run.get(post, ())) / len(runs)


def _count_readers(runs: Sequence[Run], post: Post, measure: str) -> float | None:
    """Return how many met a post, on average over the runs that have it; None where none has."""
    counts = [
        sum(part.readers.get(measure, part.readers.get(MEAN, 0)) for part in run[post]) for run in runs if post in run
    ]
    return fmean(counts) if counts else None
