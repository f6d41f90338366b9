"""Places on the disk: names that people chose stay in their folder, and links do not lead out of a folder of texts."""

from pathlib import Path

import pytest

from doxa.corpora.knowledge import load_knowledge
from doxa.errors import CorpusError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import default_directory
from doxa.records.base import Record
from doxa.records.outside import LONGEST_NAME, file_name
from doxa.systems.union.speakers import load_speaker

ESCAPES = ("../../PWN", "/etc/passwd", "..", ".", "", "a/../../b", "..\\..\\b", "C:\\b", "a\0b", "\n", "-rf", "ä" * 900)


class TestNames:
    @pytest.mark.parametrize("text", ESCAPES)
    def test_a_name_is_one_visible_part_of_a_path(self, text: str, tmp_path: Path) -> None:
        name = file_name(text)
        assert (tmp_path / name).resolve().parent == tmp_path.resolve()
        assert len(name.encode()) <= LONGEST_NAME
        assert not name.startswith((".", "-"))
        (tmp_path / name).mkdir()

    @pytest.mark.parametrize("name", ["compulsory-voting", "u=0.2_k0", "Gender pay (new)", "Überblick", "anchor.v2"])
    def test_a_fit_name_stays(self, name: str) -> None:
        assert file_name(name) == name

    @pytest.mark.parametrize("name", ESCAPES)
    def test_a_scenarios_name_does_not_lead_out_of_runs(self, name: str) -> None:
        spec = plan(load_scenario("compulsory-voting", {"name": name}))
        assert default_directory(spec).parent == Path("runs")


class TestLinks:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        folder = tmp_path / "known"
        (folder / "writings").mkdir(parents=True)
        (folder / "writings" / "own.md").write_text("Trees cool a street.")
        (tmp_path / "secret.md").write_text("The key is under the mat.")
        return folder

    @pytest.mark.parametrize("load", [load_knowledge, load_speaker])
    @pytest.mark.parametrize("target", ["secret.md", ".", "nowhere.md"])
    def test_a_link_out_of_the_folder_is_refused(self, load, target: str, folder: Path, tmp_path: Path) -> None:
        (folder / "writings" / "more.md").symlink_to(tmp_path / target)
        with pytest.raises(CorpusError, match=r"more.md is a link that leads out") as error:
            load(str(folder))
        assert "DOXA_FOLLOW_LINKS=1" in error.value.hint

    @pytest.mark.parametrize("load", [load_knowledge, load_speaker])
    def test_it_is_read_where_that_is_allowed(
        self, load, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DOXA_FOLLOW_LINKS", "1")
        (folder / "writings" / "more.md").symlink_to(tmp_path / "secret.md")
        found = load(str(folder))
        assert "under the mat" in (found.model_dump_json() if isinstance(found, Record) else str(found))

    def test_a_link_within_the_folder_is_read(self, folder: Path) -> None:
        (folder / "again.md").symlink_to(folder / "writings" / "own.md")
        assert len(load_knowledge(str(folder))) == 2

    def test_a_link_to_itself_is_refused(self, folder: Path) -> None:
        (folder / "loop.md").symlink_to(folder / "loop.md")
        with pytest.raises(CorpusError, match="a link"):
            load_knowledge(str(folder))
