"""``doxa transcript``: a union debate as a document, with its verdict where it was judged."""

import json as jsons
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.judging.readings import judgement_of
from doxa.log.disk import write_text
from doxa.log.rundir import open_run
from doxa.systems.union.exhibits.held import read_debate
from doxa.systems.union.exhibits.transcripts import as_document, as_values
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json, RunDirectory


def transcript(
    directory: RunDirectory,
    /,
    *,
    out: Annotated[
        Path | None, Parameter(help="Write transcript.md and debate.json to this folder, instead of printing.")
    ] = None,
    json: Json = False,
) -> None:
    """Show a union debate as a document."""
    debate, judgement = read_debate(open_run(directory)), judgement_of(directory)
    document, values = as_document(debate, judgement), jsons.dumps(as_values(debate, judgement), indent=1)
    if out is None:
        console.file.write(f"{values}\n" if json else document)
        return
    write_text(out / "transcript.md", document)
    write_text(out / "debate.json", f"{values}\n")
    console.print(plain(f"{out / 'transcript.md'}, {out / 'debate.json'}"), soft_wrap=True)
