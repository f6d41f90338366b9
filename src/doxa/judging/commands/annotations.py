"""``doxa annotations``: carry claims and rebuttals of a debate in and out as JSON."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from doxa.analysis.exhibit import Exhibit
from doxa.judging.annotations import annotated_run, read_annotation, write_annotation
from doxa.judging.ballots.verdicts import TallyRule
from doxa.judging.commands import HELPS, PARTS, TALLY
from doxa.judging.exhibits.judgements import exhibits
from doxa.judging.pages import argument_page
from doxa.log.disk import write_text
from doxa.terminal.console import Open, Verbose, console, open_page, plain
from doxa.terminal.exhibits import print_exhibits, write_exhibits

annotations = App(name="annotations", help=HELPS["annotations"], help_format="plaintext", version_flags=())

LAYERS = ("verdicts", "points", "claims", "rebuttals", "survival", "flags", "adjudication")
"""The tables that an annotation alone gives."""


@annotations.command(help=PARTS["annotations export"])
def export(
    directory: Annotated[Path, Parameter(help="A judged run, or the judgement of a transcript.")],
    /,
    *,
    out: Annotated[Path | None, Parameter(help="Write the JSON to this file, instead of printing it.")] = None,
) -> None:
    """Print or write the annotation of a judged debate."""
    text = write_annotation(annotated_run(directory))
    if out is None:
        console.file.write(text)
    else:
        write_text(out, text)
        console.print(plain(str(out)), soft_wrap=True)


@annotations.command(name="tally", help=PARTS["annotations tally"])
def tally_file(
    file: Annotated[Path, Parameter(help="A JSON file with a debate and its annotation.")],
    /,
    *,
    tally: Annotated[TallyRule, Parameter(help=TALLY)] = "rates",
    out: Annotated[
        Path | None, Parameter(help="Directory of the tables and the argument graph; beside the file by default.")
    ] = None,
    open: Open = False,
    verbose: Verbose = False,
) -> None:
    """Tally a debate that was annotated elsewhere, and draw its argument graph."""
    annotated = read_annotation(file)
    judgement = annotated.judge(tally)
    tables: list[Exhibit] = [table for table in exhibits(annotated.debate, judgement) if table.name in LAYERS]
    print_exhibits(tables, verbose=verbose)
    folder = out or file.with_name(f"{file.stem}-tallied")
    files = write_exhibits(tables, folder, title=annotated.debate.motion)
    graph = folder / "arguments.html"
    write_text(graph, argument_page(annotated.debate, judgement))
    console.print(
        f"{len(files)} files in {plain(str(folder))}; the argument graph: {plain(str(graph))}", soft_wrap=True
    )
    if open:
        open_page(graph)
