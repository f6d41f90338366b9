"""The pages of the repository as pages of the site: where each one goes, and its links rewritten.

A link to another staged page or picture becomes relative to the page's new place. A link to anything else of the
repository becomes a link to the repository's address. A link to nothing is an error.
"""

import posixpath
import re
import shutil
from pathlib import Path

from website import REPOSITORY, ROOT
from website.notebooks import notebook_page

LINK = re.compile(r"(?P<before>!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()(?P<target>[^)\s]+)(?P<after>\))")
CODE = re.compile(r"^```.*?^```$|``.+?``|`[^`\n]*`", re.MULTILINE | re.DOTALL)
OUTSIDE = ("http://", "https://", "mailto:")
PICTURES = (".png", ".svg")
NOTEBOOK = ".ipynb"


class BrokenLinkError(Exception):
    """A page links to something that the repository does not have."""


def places() -> dict[str, str]:
    """Return path in the repository → path in the site, for every page and picture."""
    placed = {"README.md": "index.md", "CHANGELOG.md": "changes.md", "docs/index.md": "contents.md"}
    for path in sorted((ROOT / "docs").rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in (".md", NOTEBOOK, *PICTURES) and name not in placed:
            placed[name] = name.removeprefix("docs/").replace(NOTEBOOK, ".md")
    return placed


def rewrite_links(text: str, page: str, placed: dict[str, str]) -> str:
    """Return a page's text with every relative link rewritten; code is left as it is.

    Raises:
        BrokenLinkError: a link leads to nothing.
    """
    pieces, end = [], 0
    for code in CODE.finditer(text):
        pieces += [_rewrite_prose(text[end : code.start()], page, placed), code[0]]
        end = code.end()
    return "".join([*pieces, _rewrite_prose(text[end:], page, placed)])


def _rewrite_prose(prose: str, page: str, placed: dict[str, str]) -> str:
    def rewritten(link: re.Match[str]) -> str:
        inner = _rewrite_prose(link["before"][1:], page, placed)  # a picture may be what a link shows
        return link["before"][0] + inner + new_target(link["target"], page, placed) + link["after"]

    return LINK.sub(rewritten, prose)


def new_target(target: str, page: str, placed: dict[str, str]) -> str:
    """Return where a link of a page leads in the site.

    Raises:
        BrokenLinkError: the link leads to nothing.
    """
    path, mark, anchor = target.partition("#")
    if target.startswith(OUTSIDE) or not path:
        return target
    named = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if named in placed:
        return posixpath.relpath(placed[named], posixpath.dirname(placed[page]) or ".") + mark + anchor
    if not (ROOT / named).exists():
        raise BrokenLinkError(f"{page} links to {target}, and there is no {named}")
    return f"{REPOSITORY}/{'tree' if (ROOT / named).is_dir() else 'blob'}/main/{named}{mark}{anchor}"


def staged_text(name: str, placed: dict[str, str]) -> str:
    """Return a page of the site in Markdown, its links rewritten; of a notebook the outputs are left as they are."""
    if not name.endswith(NOTEBOOK):
        return rewrite_links((ROOT / name).read_text(encoding="utf-8"), name, placed)
    return notebook_page(ROOT / name, lambda prose: rewrite_links(prose, name, placed))


def stage_pages(folder: Path) -> None:
    """Write every page and picture into a folder.

    Raises:
        BrokenLinkError: a link leads to nothing.
    """
    placed = places()
    for name, place in placed.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix in PICTURES:
            shutil.copy(ROOT / name, target)
        else:
            target.write_text(staged_text(name, placed), encoding="utf-8")
