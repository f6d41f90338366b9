"""The comparison of one sweep by its settings: ``doxa compare SWEEP --by KEY``."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from doxa.analysis.exhibit import Exhibit, Table
from doxa.analysis.sweeps.comparing import exhibit_comparison
from doxa.analysis.sweeps.differences import KeyComparison
from doxa.analysis.sweeps.runs import FINISHED, SweepRuns
from doxa.experiments.sweep_folder import compare_sweep, read_sweep
from doxa.terminal.console import console, plain
from doxa.terminal.exhibits import print_table, write_exhibits
from doxa.terminal.results import print_json
from doxa.terminal.written import print_written

MOST_NAMED = 8
"""Most unfinished runs that are named."""


def compare_settings(
    folder: Path, keys: Sequence[str], measures: Sequence[str], *, out: Path | None, json: bool, open: bool
) -> None:
    """Compare the settings of a sweep by keys, and print or write the exhibits.

    Raises:
        LogError: the folder holds no run, a key is unknown or does not vary, or no run shows a measure.
    """
    sweep, comparison = compare_sweep(read_sweep(folder), keys, measures)
    exhibits = exhibit_comparison(sweep, comparison)
    if json:
        print_json(_list_facts(sweep, comparison))
    else:
        _show(sweep, exhibits)
    if out:
        write_comparison(exhibits, out, title=f"Settings of {folder.name}", quiet=json, open=open)
    elif not json:
        call = f"doxa compare {shlex.quote(str(folder))} --by {shlex.quote(','.join(keys))} --out DIR"
        console.print(f"[dim]as CSV, with the figure:[/] {plain(call)}", soft_wrap=True)


def write_comparison(exhibits: Sequence[Exhibit], out: Path, *, title: str, quiet: bool, open: bool) -> None:
    """Write the exhibits of a comparison; unless quiet, print where they are and which figures are not drawn."""
    written = write_exhibits(exhibits, out, title=title)
    if not quiet:
        print_written(exhibits, written, open=open)


def _show(sweep: SweepRuns, exhibits: Sequence[Exhibit]) -> None:
    unfinished = [run for run in sweep.runs if run.status != FINISHED]
    if unfinished:
        named = ", ".join(f"{plain(run.run)} ({run.status})" for run in unfinished[:MOST_NAMED])
        more = f" and {len(unfinished) - MOST_NAMED} more" if len(unfinished) > MOST_NAMED else ""
        console.print(
            f"[yellow]{len(unfinished)} of {len(sweep.runs)} runs did not finish and do not count: {named}{more}.[/]",
            soft_wrap=True,
        )
    for exhibit in exhibits:
        if isinstance(exhibit, Table):
            print_table(exhibit)


def _list_facts(sweep: SweepRuns, comparison: KeyComparison) -> dict[str, object]:
    """Return a comparison for JSON, with the status of every run."""
    facts = comparison.model_dump(mode="json")
    for effect in facts["effects"]:
        for name in ("level", "against"):
            effect[name] = dict(zip(comparison.keys, effect[name], strict=True))
    facts["against"] = dict(zip(comparison.keys, facts["against"], strict=True))
    runs = [{"run": run.run, "block": run.block, "status": run.status, "set": run.settings} for run in sweep.runs]
    return {**facts, "runs": runs}
