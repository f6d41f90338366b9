"""The folder of what doxa computed once and may compute again: ``$DOXA_CACHE``, else ``$XDG_CACHE_HOME/doxa``, else
``~/.cache/doxa``. It may be deleted at any time.
"""

import os
from pathlib import Path

VARIABLE = "DOXA_CACHE"


def cache_folder(part: str) -> Path | None:
    """Return the folder of one part of the cache; None where the user has no home folder."""
    named, base = os.environ.get(VARIABLE, ""), os.environ.get("XDG_CACHE_HOME", "")
    try:
        root = Path(named).expanduser() if named else (Path(base) if os.path.isabs(base) else Path.home() / ".cache")
    except RuntimeError:
        return None
    return (root if named else root / "doxa") / part
