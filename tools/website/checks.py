"""What built pages load: nothing from other hosts, and nothing that is not there."""

import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADING = {"src", "poster", "data"}
"""Attributes whose address a browser loads; ``data`` of an object."""
LOADED = {"stylesheet", "icon", "preload", "prefetch", "modulepreload", "preconnect", "dns-prefetch", "manifest"}
"""The rel of a link whose address a browser loads or reaches for; others, such as canonical, are only read."""
CSS = re.compile(r"""url\(\s?["']?([^"')\s]+)|@import\s["']([^"']+)""")


class _Loads(HTMLParser):
    """Collects the addresses that a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.addresses += [given[name] for name in LOADING & given.keys() if name != "data" or tag == "object"]
        self.addresses += [part.split()[0] for part in given.get("srcset", "").split(",") if part.strip()]
        if tag == "link" and LOADED & set(given.get("rel", "").split()):
            self.addresses.append(given.get("href", ""))
        self.addresses += addresses_in_css(given.get("style", ""))


def addresses_in_css(text: str) -> list[str]:
    """Return what a style sheet loads."""
    return [url or sheet for url, sheet in CSS.findall(text)]


def addresses_in_page(text: str) -> list[str]:
    """Return what a page loads, without what its scripts ask for."""
    page = _Loads()
    page.feed(text)
    return page.addresses


def faults_of(site: Path, base: str = "/") -> Iterator[str]:
    """Yield what is wrong in the files of a built site: addresses of other hosts, and files that are not there.

    Args:
        base: the path of the site's address, from which addresses that begin with ``/`` are read.
    """
    readers = {".html": addresses_in_page, ".css": addresses_in_css}
    for file in sorted(path for path in site.rglob("*") if path.suffix in readers):
        for address in dict.fromkeys(readers[file.suffix](file.read_text(encoding="utf-8"))):
            parts = urlsplit(address)
            if parts.netloc or parts.scheme in ("http", "https"):
                yield f"{file.relative_to(site)} loads {address} from another host"
            elif not parts.scheme and parts.path and not _resolve(file, parts.path, site, base).exists():
                yield f"{file.relative_to(site)} loads {address}, which is not there"


def _resolve(file: Path, path: str, site: Path, base: str) -> Path:
    if path.startswith("/"):
        return site / unquote(path).removeprefix(base).lstrip("/")
    return Path(posixpath.normpath(file.parent / unquote(path)))
