"""The files of a user's folder of texts, with a guard against links that lead out of it.

A folder that somebody passed on may hold a link to any file of this machine, whose words would then go to a model.
"""

import os
from pathlib import Path

from doxa.errors import CorpusError

FOLLOW = "DOXA_FOLLOW_LINKS"
"""The environment variable that allows links to files outside the folder."""


def files_within(folder: Path) -> list[Path]:
    """Return all files of a folder and its subfolders, sorted.

    Raises:
        CorpusError: a link leads out of the folder, and ``DOXA_FOLLOW_LINKS`` is not 1.
    """
    paths = sorted(folder.rglob("*"))
    if os.environ.get(FOLLOW) != "1":
        root = folder.resolve()
        for path in paths:
            if path.is_symlink() and not _target(path).is_relative_to(root):
                raise CorpusError(
                    f"{path} is a link that leads out of {folder}",
                    hint=f"Copy what it leads to into the folder, or allow such links: export {FOLLOW}=1",
                )
    return [path for path in paths if path.is_file()]


def _target(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a loop of links
        return Path(path.anchor)
