"""The files that a sweep leaves beside its runs: a row for each run, the means by setting, and the figure."""

from pathlib import Path

from doxa.analysis.plots import draw
from doxa.analysis.sweeps.exhibits import draw_sweep, tabulate_runs, tabulate_settings
from doxa.analysis.sweeps.runs import SweepRuns
from doxa.log.disk import write_text
from doxa.terminal.exhibits import as_csv, figure_as_csv

RUNS, SETTINGS = "sweep.csv", "sweep-settings.csv"


def write_sweep(sweep: SweepRuns, folder: Path, *, figures: bool) -> list[Path]:
    """Write the tables and the figure of a sweep into its folder; return the files.

    The figure's numbers are written as CSV whether or not the figure is drawn.

    Args:
        figures: whether to draw the figure, which needs the extra ``plots``.

    Raises:
        LogError: a file could not be written.
    """
    texts = {RUNS: as_csv(tabulate_runs(sweep)), SETTINGS: as_csv(tabulate_settings(sweep))}
    figure = draw_sweep(sweep)
    if figure:
        texts[f"{figure.name}-data.csv"] = figure_as_csv(figure)
    for name, text in texts.items():
        write_text(folder / name, text)
    drawn = draw(figure, folder / figure.name) if figure and figures else ()
    return [*(folder / name for name in texts), *drawn]
