"""``doxa transcript``: what was said in a run, as Markdown, CSV or JSON lines, or as its system's own document."""

import json as jsons
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.judging.debates import judging_hooks
from doxa.judging.run_transcripts import FORMATS, format_of_file, transcript_lines
from doxa.log.disk import write_text
from doxa.log.rundir import RunLog, open_run
from doxa.records.visible import visible
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json, RunDirectory


def transcript(
    directory: RunDirectory,
    /,
    *,
    to: Annotated[
        Literal["markdown", "csv", "jsonl"] | None,
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
    named = to or (format_of_file(out) if out else None)
    if named:
        _write(FORMATS[named](log, transcript_lines(log)), out)
        return
    document, values = _documents(log)
    if out is None:
        _write(values if json else document, None)
        return
    write_text(out / "transcript.md", document)
    write_text(out / "debate.json", values)
    console.print(plain(f"{out / 'transcript.md'}, {out / 'debate.json'}"), soft_wrap=True)


def _documents(log: RunLog) -> tuple[str, str]:
    """Return a run as Markdown and as JSON: its system's own document where it has one, else its lines."""
    hooks = judging_hooks(log.spec.protocol)
    if hooks and hooks.document:
        document, values = hooks.document(log)
        return document, f"{jsons.dumps(values, indent=1)}\n"
    lines = transcript_lines(log)
    values = {"motion": log.spec.proposition.text, "lines": [line.model_dump() for line in lines]}
    return FORMATS["markdown"](log, lines), f"{jsons.dumps(values, indent=1)}\n"


def _write(text: str, out: Path | None) -> None:
    """Write a text to a file, or print it; on a terminal, invisible controls in it are written out."""
    if out is not None:
        write_text(out, text)
        console.print(plain(str(out)), soft_wrap=True)
    else:
        console.file.write(visible(text) if console.is_terminal else text)
