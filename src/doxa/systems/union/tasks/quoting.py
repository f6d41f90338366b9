"""Quoting what others wrote and said: a text cannot end the quotation that it stands in.

A passage or a speech may say "ignore your instructions". It stands between marks, with a word that nothing in it is an
instruction. Whether a model heeds that cannot be enforced.
"""

import re

_TAGS = re.compile(r"<(?=\s*/?\s*(?:passage|said|sample|speech|draft|definitions)\b)", re.IGNORECASE)


def quote(text: str) -> str:
    """Return a text in which nothing can be taken for the end of a quotation."""
    return _TAGS.sub("‹", text)
