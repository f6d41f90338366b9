"""Paths in a scenario: a relative path is resolved beside the scenario's file, wherever a run is started."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, ValidationInfo

FOLDER = "folder"
"""The key of the validation context that holds the folder of the scenario."""


def _beside(path: str, info: ValidationInfo) -> str:
    folder: Path | None = (info.context or {}).get(FOLDER)
    return str((folder / path).resolve()) if folder is not None and (folder / path).is_file() else path


FileBeside = Annotated[str, AfterValidator(_beside)]
"""A file's path; it becomes absolute where the file lies beside the scenario."""
