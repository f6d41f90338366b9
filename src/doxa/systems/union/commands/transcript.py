"""``doxa transcript``: a union debate as a document, with its verdict where it was judged."""

import json as jsons
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.errors import LogError
from doxa.judging.readings import judgement_of
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
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / "transcript.md").write_text(document, encoding="utf-8")
        (out / "debate.json").write_text(f"{values}\n", encoding="utf-8")
    except OSError as error:
        raise LogError(f"{out} cannot be written: {error.strerror}", hint="Give another --out.") from None
    console.print(plain(f"{out / 'transcript.md'}, {out / 'debate.json'}"), soft_wrap=True)
