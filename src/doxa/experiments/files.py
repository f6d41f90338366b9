"""Paths that a scenario names: a relative one is looked for beside the scenario's file, wherever a run is started."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, ValidationInfo

FOLDER = "folder"
"""Key of the validation context: the folder of the scenario that is validated."""


def _beside(path: str, info: ValidationInfo) -> str:
    folder: Path | None = (info.context or {}).get(FOLDER)
    return str((folder / path).resolve()) if folder is not None and (folder / path).is_file() else path


FileBeside = Annotated[str, AfterValidator(_beside)]
"""A file's path; one that lies beside the scenario becomes absolute."""
