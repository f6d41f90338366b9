"""``doxa metrics``: how a discussion behaved, in five numbers by agent, round, query or rule."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from pydantic import ValidationError

from doxa.errors import UsageError
from doxa.log.trials import finished_runs
from doxa.records.base import JsonValue
from doxa.systems.round_table.exhibits.discussion import DiscussionMeasures, Part, list_notes, measure_discussions
from doxa.systems.round_table.exhibits.tables import metrics_table
from doxa.systems.round_table.measures import FirstTurn, MetricDefinitions, Overlap
from doxa.terminal.console import Json, JsonOut, Open, console, handed_over, plain
from doxa.terminal.exhibits import print_table, write_drawings


def metrics(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    by: Annotated[Part, Parameter(help="What the rows are.")] = "agent",
    overlap: Annotated[
        Overlap | None,
        Parameter(help="Overlap in non-repetition: of characters, words or word_pairs. By default as in the run."),
    ] = None,
    opening_penalty: Annotated[
        float | None,
        Parameter(help="What each repeated opening of a sentence takes from non-repetition, 0 to 1."),
    ] = None,
    phrase_words: Annotated[
        int | None,
        Parameter(help="Content words in a row that make a key phrase, 1 to 20, for evidence usage."),
    ] = None,
    first_turn: Annotated[
        FirstTurn | None,
        Parameter(help="Whether an agent's first turn has the non-repetition 1 (counted) or none (left_out)."),
    ] = None,
    out: JsonOut = None,
    json: Json = False,
    figures: Annotated[
        Path | None, Parameter(help="Draw the metrics and the weights by round into this folder (needs doxa[plots]).")
    ] = None,
    open: Open = False,
) -> None:
    """Show how a discussion behaved."""
    if open and not figures:
        raise UsageError("--open has no page to open", hint="Give --figures DIR as well.")
    logs = finished_runs(directory)
    changes = _read_changes(
        overlap=overlap, opening_penalty=opening_penalty, phrase_words=phrase_words, first_turn=first_turn
    )
    measurements = measure_discussions(logs, by, changes)
    if not handed_over(measurements, json=json, out=out):
        _show(measurements)
    if figures:
        from doxa.systems.round_table.exhibits.figures import draw_discussions

        drawings = draw_discussions(logs, by, changes)
        write_drawings(drawings, figures, title="How discussions behaved", quiet=json, open=open)


def _read_changes(**flags: JsonValue) -> dict[str, JsonValue]:
    """Return the definitions that flags name, checked.

    Raises:
        UsageError: a value is out of range.
    """
    changes: dict[str, JsonValue] = {name: value for name, value in flags.items() if value is not None}
    try:
        MetricDefinitions.model_validate(changes)
    except ValidationError as error:
        first = error.errors()[0]
        flag = str(first["loc"][0]).replace("_", "-")
        raise UsageError(f"--{flag} {first['input']}: {first['msg']}", hint="doxa metrics --help") from None
    return changes


def _show(measurements: DiscussionMeasures) -> None:
    print_table(metrics_table(measurements))
    console.print("[dim]weights by round, of the first run[/]")
    for agent, weights in measurements.weights.items():
        for part in ("T", "M", "D"):
            steps = " ".join(
                "   –" if round_weights is None else f"{getattr(round_weights, part):.2f}" for round_weights in weights
            )
            console.print(f"  {plain(measurements.names[agent])}  w_{part}  {steps}", soft_wrap=True)
    if notes := list_notes(measurements.origin):
        console.print(f"\n[dim]Offline: {'; '.join(notes)}.[/]")
