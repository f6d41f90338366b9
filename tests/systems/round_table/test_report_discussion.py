"""The report of a discussion: five metrics by agent and round and the weights, as they were measured."""

import pytest

from app.browser import find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.experiments.sitting import run
from doxa.systems.round_table.exhibits.discussion import measure_discussions
from doxa.terminal.report import write_report

needs_browser = pytest.mark.skipif(
    find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM to its path"
)
CHANGES = {
    "script.rounds": 2,
    "policy.prompt.schedule": "time_trend",
    "policy.prompt.correction": "behaviour",
    "policy.prompt.rule": "none",
}
CELLS = """Object.fromEntries([...document.querySelectorAll('#part-behaviour .cells')].map(
    (table) => [table.dataset.grid, [...table.querySelectorAll('.cell')].map(
        (cell) => cell.dataset.value === '' ? null : Number(cell.dataset.value))]))"""


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return run("land", out=tmp_path_factory.mktemp("run") / "land", changes=CHANGES)


def test_the_view_holds_what_was_measured(log):
    parts = view_of(log).parts
    marks, weights = parts["behaviour"], parts["weights"]
    assert "“Should the public be given more freedom to roam?” Rule: none." in marks.caption
    assert list(marks.turns)[:4] == ["r01/farmer", "r01/conservationist", "r01/community", "r02/farmer"]
    rows = {row.group: row.metrics for row in measure_discussions([log], "agent").rows}
    for name in marks.names:
        mine = [value for turn, value in marks.mark(name).items() if turn.endswith("/farmer")]
        assert sum(mine) / len(mine) == pytest.approx(rows["farmer"][name])
    dialogue = next(panel for panel in weights.panels if panel.title.startswith("w_M"))
    assert [line.values for line in dialogue.lines] == [pytest.approx((1.1, 1.2))] * 3
    assert (weights.x, dialogue.levels) == ((1, 2), (0.85, 1.25))


def test_a_run_in_which_nobody_shows_a_stance_is_its_transcript(log):
    assert view_of(log).middle == "transcript"


def test_a_debate_has_no_discussion_and_says_what_is_simulated_of_its_own(log, tmp_path):
    debate = view_of(run("compulsory-voting", out=tmp_path / "run", changes={"script.rounds": 1}))
    assert (debate.parts, debate.middle) == ({}, "whole")
    assert "Claims were extracted and scored offline" in debate.simulated
    told = view_of(log).simulated
    assert "from personas, passages" in told
    assert "Claims" not in told


@needs_browser
def test_the_page_shows_every_cell_and_leads_to_its_turn(log, tmp_path):
    view = view_of(log)
    write_report(view, tmp_path / "report.html")
    marks = view.parts["behaviour"]
    agents = [one.id for one in view.agents]
    turns = sorted(marks.turns, key=lambda turn: (agents.index(turn.partition("/")[2]), turn))
    with open_page(tmp_path / "report.html") as page:
        page.wait_for("document.querySelectorAll('#part-behaviour .cells').length === 5")
        assert page.evaluate(CELLS) == {name: [marks.mark(name)[turn] for turn in turns] for name in marks.names}
        assert page.evaluate("document.querySelectorAll('#part-weights .weights canvas').length") == 3
        assert not page.evaluate("Boolean(document.querySelector('.plot'))"), "nobody has a stance to draw"
        page.evaluate("document.querySelectorAll('#part-behaviour .cell')[1].click()")
        page.wait_for("location.hash === '#turn=r02%2Ffarmer'")
        evidence = marks.mark("evidence usage")["r02/farmer"]
        shown = page.evaluate("document.querySelector('.turn[data-turn=\"r02/farmer\"] .marks').textContent")
        assert f"evidence usage {evidence:.2f}" in shown
        assert page.errors == []
