"""``doxa transcript``: what was said in a run, as Markdown, CSV or JSON lines, or as its system's own document."""

import json as jsons
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from doxa.analysis.hooks import exhibits_of
from doxa.analysis.tabulating import values_of
from doxa.judging.commands import HELPS, PARTS
from doxa.judging.commands.transcript_check import check
from doxa.judging.transcripts import Form, transcript as transcript_of
from doxa.log.disk import write_text
from doxa.log.rundir import RunLog, open_run
from doxa.records.outside import visible
from doxa.terminal.console import Json, RunDirectory, console, plain
from doxa.terminal.exhibits import as_markdown as write_exhibit

ENDINGS: dict[str, Form] = {
    ".md": "markdown", ".markdown": "markdown", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl",
}  # fmt: skip

transcript = App(name="transcript", help=HELPS["transcript"], help_format="plaintext", version_flags=())
transcript.command(check, name="check", help=PARTS["transcript check"])


@transcript.default
def show_transcript(
    directory: RunDirectory,
    /,
    *,
    to: Annotated[
        Form | None,
        Parameter(help="The format of the lines. Without it: the ending of --out, else a document to read."),
    ] = None,
    out: Annotated[
        Path | None,
        Parameter(help="A file (.md, .csv, .jsonl) for the lines, or a folder for transcript.md and debate.json."),
    ] = None,
    json: Json = False,
) -> None:
    """Show what was said in a run."""
    log = open_run(directory)
    named = to or (ENDINGS.get(out.suffix.lower()) if out else None)  # a folder has no ending
    if named:
        _write(transcript_of(log).write(named), out)
        return
    document, values = _documents(log)
    if out is None:
        _write(values if json else document, None)
    else:
        write_text(out / "transcript.md", document)
        write_text(out / "debate.json", values)
        console.print(plain(f"{out / 'transcript.md'}, {out / 'debate.json'}"), soft_wrap=True)


def _documents(log: RunLog) -> tuple[str, str]:
    """Return a run as Markdown and as JSON: its system's own document where it has one, else its lines."""
    if exhibits := exhibits_of(log, "files"):
        document = visible("\n".join([f"# {log.spec.proposition.text}\n", *map(write_exhibit, exhibits)]))
        return document, f"{jsons.dumps({exhibit.name: values_of(exhibit) for exhibit in exhibits}, indent=1)}\n"
    said = transcript_of(log)
    values = {"motion": log.spec.proposition.text, "lines": [line.model_dump() for line in said.lines]}
    return said.write(), f"{jsons.dumps(values, indent=1)}\n"


def _write(text: str, out: Path | None) -> None:
    """Write a text to a file, or print it; on a terminal, invisible controls in it are written out."""
    if out is not None:
        write_text(out, text)
        console.print(plain(str(out)), soft_wrap=True)
    else:
        console.file.write(visible(text) if console.is_terminal else text)
