"""Two sets of runs: means and bands are those of the runs' own stances."""

import shutil
from pathlib import Path
from statistics import fmean, stdev

import pytest

import doxa
from doxa.log.rundir import open_run
from studio.asking import Application


def ends(cells: Path, u: float, agent: str) -> list[float]:
    logs = [open_run(cells / "sweep" / f"{u}-{replicate}") for replicate in range(3)]
    return [stance for log in logs if log.ended and (stance := log.ended.stances[agent]) is not None]


def test_two_cells_have_the_means_and_bands_of_their_runs(cells: Path) -> None:
    answer = Application(cells).ask("/api/sets?first=sweep&first_cell=0&second=sweep&second_cell=1")
    assert answer.status == 200, answer.body
    first, second = (ends(cells, u, "violet") for u in (0.2, 0.8))
    end = answer.json["ends"]["violet"]
    assert end["first"] == pytest.approx(fmean(first))
    assert end["difference"] == pytest.approx(fmean(second) - fmean(first))
    assert end["error"] == pytest.approx(((stdev(first) ** 2 + stdev(second) ** 2) / 3) ** 0.5)
    band = answer.json["sets"][1]["bands"]["violet"]
    assert band["mean"][-1] == pytest.approx(fmean(second))
    assert (band["low"][-1], band["high"][-1]) == (min(second), max(second))
    assert [one["runs"] for one in answer.json["sets"]] == [3, 3]
    assert answer.json["settings"]["agents.violet.belief.u"] == [0.2, 0.8]


def test_of_many_agents_a_set_has_the_mean_and_not_the_first_dozen(tmp_path: Path) -> None:
    changes = {"script.rounds": 1, "network.parameters": {"sizes": [7, 6], "p": [[0.6, 0.5], [0.5, 0.6]]}}
    changes |= {"agents.for.count": 7, "agents.against.count": 6}
    for by in ("popularity", "random"):
        doxa.run("feed", changes=changes | {"script.ranking.by": by}, out=tmp_path / "arms" / by)
    answer = Application(tmp_path).ask("/api/sets?first=arms&first_cell=0&second=arms&second_cell=1")
    ends = {by: open_run(tmp_path / "arms" / by).ended.stances.values() for by in ("popularity", "random")}
    assert list(answer.json["ends"]) == ["mean of 13 agents"]
    end = answer.json["ends"]["mean of 13 agents"]
    assert (end["first"], end["second"]) == pytest.approx(tuple(fmean(stances) for stances in ends.values()))


def test_a_folder_as_a_whole_is_a_set(cells: Path) -> None:
    answer = Application(cells).ask("/api/sets?first=sweep&second=sweep")
    assert answer.status == 200
    assert answer.json["ends"]["violet"]["difference"] == 0
    assert answer.json["sets"][0]["runs"] == 6


@pytest.mark.parametrize("query", ["first=sweep&second=../etc", "first=sweep&second=sweep&second_cell=9", ""])
def test_what_is_no_set_is_refused_in_words(cells: Path, query: str) -> None:
    answer = Application(cells).ask(f"/api/sets?{query}")
    assert answer.status == 400
    assert "no" in answer.json["error"]


def test_the_tables_of_a_folder_are_written_by_a_command(cells: Path, tmp_path: Path) -> None:
    application = Application(Path(shutil.copytree(cells, tmp_path / "runs")))
    application.ask("/api/shelf")
    begun = application.ask("/api/group/frames", "POST", {"name": "sweep"})
    assert begun.status == 200, begun.body
    assert begun.json["command"].startswith("doxa frames ")
    application.studio.children._started[begun.json["number"]][1].wait(60)
    assert application.ask(f"/api/commands/{begun.json['number']}").json["code"] == 0
    assert (Path(begun.json["files"]) / "stances.csv").exists()


def test_the_effects_of_two_cells_have_a_page_of_their_own(tmp_path: Path) -> None:
    """It has the tables of ``doxa compare``, its figures without files, and may run its own script alone."""
    rankers = {"script.ranking.by": ["chronological", "random"]}
    doxa.sweep("feed", rankers, replicates=2, changes={"script.rounds": 3}, out=tmp_path / "ranked")
    answer = Application(tmp_path).ask("/exhibits/of/sets?first=ranked&first_cell=0&second=ranked&second_cell=1")
    assert answer.status == 200, answer.body
    page = answer.body.decode()
    for words in ("Paired differences from set = ", "Posts that made the difference", "all together"):
        assert words in page
    assert page.count("<svg") == 3, "stances by round, and two forest plots"
    assert "default-src 'none'; script-src 'sha256-" in answer.headers["content-security-policy"]
