"""Whether a model server on this machine answers: asked over loopback only, and for no longer than a moment."""

from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

PATIENCE = 1.0
"""Seconds to wait for it."""


def answers(url: str) -> bool | None:
    """Say whether a server answers at a base URL; None where that is not on this machine, which is then not asked."""
    try:
        place = urlsplit(url)
        port = place.port
    except ValueError:
        return None
    host = place.hostname or ""
    if not (host in ("localhost", "::1") or host.startswith("127.")):
        return None
    kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
    connection = kind(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", f"{place.path.rstrip('/')}/models")
        connection.getresponse()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return True
