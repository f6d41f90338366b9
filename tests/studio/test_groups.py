"""The runs of one folder beside each other, and two runs: only what differs."""

import json
from pathlib import Path

import doxa
from doxa.experiments.forking import fork
from doxa.log.rundir import open_run
from doxa.studio.several import compare_runs
from doxa.studio.sparks import spark_of, varying
from studio.asking import Application
from studio.conftest import CELLS
from systems.feed.feed_stage import feed, played, post

PAGE = Path(doxa.__file__).parent / "studio" / "page"


def test_small_curves_are_the_recorded_stances(finished: Path) -> None:
    log = open_run(finished)
    spark = spark_of(finished)
    assert {agent: curve[-1] for agent, curve in spark.curves.items()} == log.ended.stances
    from doxa.analysis.history import chapters

    folded = list(chapters(log))
    for agent, curve in spark.curves.items():
        assert curve == tuple(chapter.minds[agent].readout.stance for chapter in folded)


def test_a_group_names_the_settings_that_differ_and_no_other(cells: Path) -> None:
    found = Application(cells).ask("/api/group?name=sweep").json
    values = {path: sorted(set(map(json.dumps, column))) for path, column in found["settings"].items()}
    assert values == {f"agents.{agent}.belief.u": ["0.2", "0.8"] for agent in ("cobalt", "violet")}
    assert found["command"].startswith("doxa frames ")


def test_the_arms_of_a_feed_differ_in_what_was_swept_and_not_in_what_was_drawn(tmp_path: Path) -> None:
    """Where agents begin and whom they follow is drawn for each replicate, and the same in both arms."""
    changes = {"script.rounds": 1, "agents.for.count": 2, "agents.against.count": 2}
    changes |= {"network.parameters": {"sizes": [2, 2], "p": [[0.6, 0.5], [0.5, 0.6]]}}
    arms = [(by, replicate) for by in ("popularity", "random") for replicate in range(2)]
    runs = [
        doxa.run(
            "feed", changes=changes | {"script.ranking.by": by}, replicate=number, out=tmp_path / f"{by}-{number}"
        ).path
        for by, number in arms
    ]
    assert varying(runs) == {"script.ranking.by": ("popularity", "popularity", "random", "random")}
    drawn = varying([runs[0], runs[1]])
    assert {path.rpartition(".")[2] for path in drawn if path.startswith("agents.")} == {"stance"}


def test_two_runs_differ_in_what_was_set_and_part_where_words_do(cells: Path) -> None:
    first, second = (open_run(cells / "sweep" / f"{u}-0") for u in CELLS)
    assert {(one.path, one.first, one.second) for one in compare_runs(first, second).settings} == {
        (f"agents.{agent}.belief.u", 0.2, 0.8) for agent in ("cobalt", "violet")
    }
    same = compare_runs(first, first)
    assert (same.settings, same.parting) == ((), None)
    assert all(one == other for one, other in same.end.values())


def test_two_feeds_part_at_a_post_with_its_words(tmp_path: Path) -> None:
    """Of agents that act at once no step is the turn from which minds differ: the round is."""
    acts = {("ana", 1): [post("Trees cool streets")]}
    more = [{("ben", 2): [post("They can be cut")]}, {("ben", 2): [post("They can burn")], ("cleo", 2): [post("So?")]}]
    stances = {"Trees cool streets": 0.8, "They can be cut": -0.4, "They can burn": -0.8, "So?": 0.0}
    logs = [played(feed(), tmp_path / str(place), acts | other, stances).log for place, other in enumerate(more)]
    found = compare_runs(*logs)
    assert (found.parting.step, found.parting.first, found.parting.second) == (
        "r02/ben",
        "They can be cut",
        "They can burn",
    )
    assert (found.minds.step, found.minds.note) == ("", "round 3")


def test_a_fork_parts_at_its_turn_and_not_before(finished: Path, tmp_path: Path) -> None:
    forked = fork(finished, at="r02/violet", changes={"agents.violet.belief.u": 5.0}, out=tmp_path / "fork")
    found = compare_runs(open_run(finished), forked)
    assert found.parting.batch >= 3
    assert found.parting.first != found.parting.second or found.parting.moved["violet"][0] is not None
    before = [curve["violet"][: found.parting.batch - 1] for curve in found.curves]
    assert before[0] == before[1]


def test_the_page_stays_small() -> None:
    assert (PAGE / "studio.js").stat().st_size < 250_000
