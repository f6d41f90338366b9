"""Everything that a replay shows, in order: the honest reading first, then the paper's tables, then what is beyond it."""

from collections.abc import Callable, Sequence

from doxa.analysis.exhibit import Exhibit
from doxa.humans.bootstrap import Resampled
from doxa.humans.reading import reading
from doxa.humans.study import Study
from doxa.humans.tables import fold_table, published_table, table_1, table_a4, table_a7, whole_table

Makes = Callable[[Study, Resampled], Sequence[Exhibit]]
Watch = Callable[[int, int, str], None]
"""Is told (stages done, of how many, which one comes next)."""

STAGES: dict[str, Makes] = {
    "reading": lambda study, drawn: [reading(study, drawn)],
    "tables": lambda study, drawn: [
        table_1(study, drawn),
        *published_table(study),
        whole_table(study, drawn),
        table_a4(study),
        table_a7(study),
        fold_table(study),
    ],
}


def exhibits_of(study: Study, watch: Watch | None = None) -> list[Exhibit]:
    """Make every exhibit of a study."""
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
