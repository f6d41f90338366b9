"""Names of files and folders made of names that people chose: no such name leads out of the folder it is put in."""

import re

LONGEST = 120
"""Most bytes of a name; file systems take 255, and doxa adds a hash and a suffix."""

_UNFIT = re.compile(r"[/\\:\x00-\x1f\x7f-\x9f\ud800-\udfff]+")


def file_name(text: str) -> str:
    """Return a text as the name of one file or folder; a name that is fit for that stays as it is."""
    name = _UNFIT.sub("-", text).strip().lstrip(".-")
    name = name.encode()[:LONGEST].decode(errors="ignore")
    return name.strip() or "unnamed"
