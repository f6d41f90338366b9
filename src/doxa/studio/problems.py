"""Why a run cannot be read here, in a sentence that says what to do: damaged, of a later doxa, or without a plug-in."""

from pathlib import Path

from doxa.analysis.missing import missing_names, names_of
from doxa.errors import DoxaError
from doxa.log.rundir import read_spec

RESTORE = "Bring the file back from a copy, or move the folder away; doxa verify says what is damaged."


def problem_of(path: Path) -> str:
    """Return why a run cannot be opened, by its spec and the format of its log; empty where it seems to be whole."""
    try:
        missing = missing_names(names_of(read_spec(path)), path)
    except DoxaError as error:
        return f"{error.message}. {error.hint or RESTORE}"
    return " ".join(f"{plugin.what}. {plugin.todo}" for plugin in missing)
