"""A check whether a model server on this machine answers, over loopback only and within a second."""

from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

PATIENCE = 1.0
"""Seconds to wait for an answer."""


def answers(url: str) -> bool | None:
    """Return whether a server answers at a base URL; None, without a request, where it is not on this machine."""
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
