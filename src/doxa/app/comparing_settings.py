"""The comparison of one sweep by its settings: ``doxa compare SWEEP --by KEY``."""

import difflib
import shlex
from collections.abc import Sequence
from pathlib import Path

from doxa.analysis.exhibit import Exhibit, Table
from doxa.analysis.sweeps.comparing import exhibit_comparison
from doxa.analysis.sweeps.differences import KeyComparison, compare_by
from doxa.analysis.sweeps.runs import FINISHED, SweepRuns
from doxa.errors import LogError
from doxa.experiments.sweep_folder import read_sweep, with_keys
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
    sweep = with_keys(read_sweep(folder), keys)
    _check_varies(sweep, keys)
    comparison = compare_by(sweep, keys, _check_measures(sweep, measures))
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


def _check_varies(sweep: SweepRuns, keys: Sequence[str]) -> None:
    """Raise where a key has one value in all runs, so that there is nothing to compare."""
    for key in keys:
        levels = sweep.levels([key])
        if len(levels) < 2:
            varied = [other for other in sweep.keys if len(sweep.levels([other])) > 1]
            raise LogError(
                f"--by {key}: it is {levels[0][0]} in all {len(sweep.runs)} runs of {sweep.folder}",
                hint=f"Its runs vary {', '.join(varied)}." if varied else "No setting varies in it.",
            )


def _check_measures(sweep: SweepRuns, measures: Sequence[str]) -> tuple[str, ...]:
    """Return the measures to compare: those named, else all that runs show.

    Raises:
        LogError: no run finished, no run shows a measure, or none shows one that was named.
    """
    if not any(run.status == FINISHED for run in sweep.runs):
        raise LogError(
            f"no run of {sweep.folder} has finished",
            hint="Give the sweep's command again: it continues where it stopped.",
        )
    every = tuple(dict.fromkeys(name for run in sweep.runs for name in run.measures))
    if not every:
        raise LogError(
            f"nobody in {sweep.folder} shows a stance, and no run has a score",
            hint="How discussions behaved: doxa metrics DIR --by rule. Who won debates: doxa judge DIR.",
        )
    for name in measures:
        if name not in every:
            near = difflib.get_close_matches(name, every, 1, cutoff=0.4)
            guess = f"Did you mean {near[0]!r}? " if near else ""
            raise LogError(f"--measure {name}: no run shows it", hint=f"{guess}Measures: {', '.join(every)}.")
    return tuple(dict.fromkeys(measures)) or sweep.measures


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
