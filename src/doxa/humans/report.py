"""All that a replay shows, in order: the honest reading first, then the paper's tables, then what is beyond it."""

from collections.abc import Callable, Sequence

from doxa.analysis.exhibit import Exhibit
from doxa.humans.bootstrap import Resampled
from doxa.humans.checking import remarks
from doxa.humans.figures import figure_4, figure_5
from doxa.humans.kernels import kernel_table
from doxa.humans.known_side import agreement_table
from doxa.humans.one_step import one_step_table
from doxa.humans.placebo import placebo_table
from doxa.humans.posterior import posterior, posterior_figure, posterior_tables
from doxa.humans.reading import reading
from doxa.humans.recovery import recovery_table, shuffled_table
from doxa.humans.sensitivity import sensitivity_tables
from doxa.humans.study import Study
from doxa.humans.tables import difference_table, fold_table, published_table, table_1, table_a4, table_a7, whole_table

Makes = Callable[[Study, Resampled], Sequence[Exhibit]]
Watch = Callable[[int, int, str], None]
"""Is told (stages done, of how many, which one comes next)."""


def _posterior(study: Study, drawn: Resampled) -> Sequence[Exhibit]:
    found = posterior(study)
    return [*posterior_tables(study, found), posterior_figure(study, found)]


STAGES: dict[str, Makes] = {
    "reading": lambda study, drawn: [reading(study, drawn)],
    "tables": lambda study, drawn: [
        table_1(study, drawn),
        *published_table(study),
        difference_table(study, drawn),
        whole_table(study, drawn),
        table_a4(study),
        table_a7(study),
        fold_table(study),
        *agreement_table(study),
        *placebo_table(study),
    ],
    "rules": lambda study, drawn: [kernel_table(study)],
    "posterior": _posterior,
    "one step ahead": lambda study, drawn: one_step_table(study),
    "recovery": lambda study, drawn: [recovery_table(study), shuffled_table(study)],
    "sensitivity": lambda study, drawn: sensitivity_tables(study),
    "figures": lambda study, drawn: [figure_4(study), figure_5(study), remarks(study.people)],
}


def exhibits_of(study: Study, watch: Watch | None = None) -> list[Exhibit]:
    """Make every exhibit of a study, the honest reading first."""
    made: list[Exhibit] = []
    total = len(STAGES) + 1
    if watch:
        watch(0, total, "bootstrap")
    drawn = study.resampled()
    for number, (name, makes) in enumerate(STAGES.items(), 1):
        if watch:
            watch(number, total, name)
        made += makes(study, drawn)
    if watch:
        watch(total, total, "")
    return made
