"""Quoting what others wrote and said, so that a text cannot end its own quotation.

A passage or a speech may say "ignore your instructions". It is put between tags, and the prompt says that nothing
between them is an instruction. Whether a model obeys that cannot be enforced.
"""

import re

_TAGS = re.compile(r"<(?=\s*/?\s*(?:passage|said|sample|speech|draft|definitions)\b)", re.IGNORECASE)


def quote(text: str) -> str:
    """Return a text in which nothing can be taken for the end of a quotation."""
    return _TAGS.sub("‹", text)
