"""The report of a discussion: five metrics by agent and round and the weights, as they were measured."""

import pytest

from app.browser import find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.experiments.sitting import run
from doxa.systems.round_table.exhibits.discussion import measured
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
CELLS = """Object.fromEntries([...document.querySelectorAll('#discussion .cells')].map(
    (table) => [table.dataset.metric, [...table.querySelectorAll('.cell')].map(
        (cell) => cell.dataset.value === '' ? null : Number(cell.dataset.value))]))"""


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return run("land", out=tmp_path_factory.mktemp("run") / "land", changes=CHANGES)


def test_the_view_holds_what_was_measured(log):
    found = view_of(log).parts.get("discussion")
    assert found.query == "Should the public be given more freedom to roam?"
    assert found.rules == ("none",)
    assert [one.key for one in found.turns[:4]] == ["r01/farmer", "r01/conservationist", "r01/community", "r02/farmer"]
    rows = {row.group: row.metrics for row in measured([log], "agent").rows}
    for name in found.metrics:
        mine = [one.metrics[name] for one in found.turns if one.agent == "farmer"]
        assert sum(mine) / len(mine) == pytest.approx(rows["farmer"][name])
    assert [one.weights["M"] for one in found.turns] == pytest.approx([1.1] * 3 + [1.2] * 3)


def test_a_debate_has_no_discussion_and_says_what_is_simulated_of_its_own(log, tmp_path):
    debate = view_of(run("compulsory-voting", out=tmp_path / "run", changes={"script.rounds": 1}))
    assert "discussion" not in debate.parts
    assert "Claims were extracted and scored offline" in debate.simulated
    told = view_of(log).simulated
    assert "from personas, passages" in told
    assert "Claims" not in told


@needs_browser
def test_the_page_shows_every_cell_and_leads_to_its_turn(log, tmp_path):
    view = view_of(log)
    write_report(view, tmp_path / "report.html")
    agents = [one.id for one in view.agents]
    by_agent = sorted(view.parts["discussion"].turns, key=lambda one: (agents.index(one.agent), one.round))
    with open_page(tmp_path / "report.html") as page:
        page.wait_for("document.querySelectorAll('#discussion .cells').length === 5")
        assert page.evaluate(CELLS) == {
            name: [one.metrics[name] for one in by_agent] for name in view.parts["discussion"].metrics
        }
        assert page.evaluate("document.querySelectorAll('#discussion .weights canvas').length") == 3
        assert not page.evaluate("Boolean(document.querySelector('.plot'))"), "nobody has a stance to draw"
        page.evaluate("document.querySelectorAll('#discussion .cell')[1].click()")
        page.wait_for("location.hash === '#turn=r02%2Ffarmer'")
        assert page.errors == []
