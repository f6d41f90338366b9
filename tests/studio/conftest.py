"""A finished run that tests of the studio copy or read; and one studio and one browser for all tests of its page."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import doxa
from app.browser import Page, find_chromium, open_page
from library import Library
from servers.openai_server import OpenAIServer
from studio.served import Served, StudioPage, served_studio

CELLS = (0.2, 0.8)
"""The values of ``belief.u`` in the small sweep of the studio's folder."""


@pytest.fixture(scope="session")
def finished(library: Library) -> Path:
    return library("debate")


def copy_run(run: Path, to: Path) -> Path:
    to.mkdir(parents=True)
    for file in run.iterdir():
        if file.is_file():
            (to / file.name).write_bytes(file.read_bytes())
    return to


def make_cells(path: Path) -> None:
    """Make a sweep of short debates, ``sweep/U-K``: three replicates of every value in ``CELLS``."""
    for u, replicate in product(CELLS, range(3)):
        changes = {"belief.u": u, "script.rounds": 2}
        doxa.run("compulsory-voting", changes=changes, replicate=replicate, out=path / "sweep" / f"{u}-{replicate}")


@pytest.fixture(scope="session")
def cells(library: Library) -> Path:
    """Return a folder that holds a sweep; leave it as it is."""
    return library.keep("cells", make_cells)


@pytest.fixture(scope="session")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenAIServer]:
    """A hosted model on this machine, which a studio started with ``environment_of`` asks."""
    with OpenAIServer() as server:
        yield server


def environment_of(server: OpenAIServer) -> dict[str, str]:
    return {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "sk-key-of-the-test"}


@pytest.fixture(scope="session")
def shared_studio(
    finished: Path, cells: Path, hosted: OpenAIServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """One studio over a demo and a sweep; tests may add runs of their own, and change none of these."""
    folder = tmp_path_factory.mktemp("served") / "runs"
    copy_run(finished, folder / "demo")
    for u, replicate in product(CELLS, range(2)):
        copy_run(cells / "sweep" / f"{u}-{replicate}", folder / "sweep" / f"{u}-{replicate}")
    with served_studio(folder, environment_of(hosted)) as studio:
        yield studio


@pytest.fixture(scope="session")
def shared_page(shared_studio: Served) -> Iterator[Page]:
    if find_chromium() is None:
        pytest.skip("no Chromium")
    with open_page(shared_studio.link) as page:
        page.wait_for("document.querySelector('.row.run')")
        yield page


@pytest.fixture
def studio(shared_page: Page, shared_studio: Served) -> Iterator[StudioPage]:
    """The page of the shared studio; what it says wrong during a test fails the test."""
    page = StudioPage(page=shared_page, studio=shared_studio)
    page.sized(1280)
    shared_page.errors.clear()
    yield page
    page.offline(is_cut=False)
    shared_page.navigate("about:blank")
    assert [error for error in shared_page.errors if "Failed to load resource" not in error] == []
