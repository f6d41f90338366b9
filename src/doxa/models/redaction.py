"""Removal of keys from every text that is shown or written: a server may repeat the key that it refuses.

Removed are the values of environment variables whose names mark them as secrets, keys that a caller names, and text
that looks like a bearer token or a provider's key.
"""

import os
import re
from collections.abc import Iterable

HIDDEN = "[redacted]"
SHORTEST = 6
"""The shortest value that is removed: shorter ones also occur in ordinary text."""

_SECRET_NAMES = re.compile(r"(_KEY|_KEYS|_TOKEN|_SECRET|_PASSWORD)$", re.IGNORECASE)
_SECRET_SHAPES = re.compile(
    r"(?i:\bbearer\s+)[^\s\"',;]+"
    r"|(?i:\b(?:x-)?api[-_]key[\"']?\s*[:=]\s*[\"']?)[^\s\"',;&]+"
    r"|(?<=://)[^\s/@]+(?=@)"
    r"|\bsk-[\w*.-]{4,}"
    r"|\bAIza[\w*-]{16,}"
)


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """Return a text without known secrets and text that looks like one."""
    own = [secret.strip() for name, secret in os.environ.items() if _SECRET_NAMES.search(name)]
    for secret in sorted({*own, *secrets}, key=len, reverse=True):
        text = text.replace(secret, HIDDEN) if len(secret) >= SHORTEST else text
    return _SECRET_SHAPES.sub(HIDDEN, text)
