"""Every function of the report works with keys alone, and no texts run together on a narrow screen."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from app.browser import Page, find_chromium, open_page
from app.sample_view import debate_view
from doxa.analysis.drawings import Matrix, MatrixPanel, Square
from doxa.analysis.exhibit import Column, Table
from doxa.analysis.view import RunView
from doxa.terminal.report import write_report

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM")

FOCUS = """(() => {
    const one = document.activeElement;
    if (one === document.body) return null;
    const name = one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.[0]?.textContent;
    return {name, turn: one.closest('.turn')?.dataset.batch, ring: getComputedStyle(one).outlineStyle};
})()"""
LONG_STATEMENT = "Among the following two statements, exactly one is true: (1). Una is a knave. (2). Ivo is a spy."


@pytest.fixture(scope="module")
def debate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("report") / "debate.html"
    write_report(debate_view(), path)
    with open_page(path, address="#batch=9") as page:
        page.wait_for("document.querySelectorAll('.contents a').length === 6")
        yield page


@pytest.fixture(scope="module")
def puzzle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("report") / "puzzle.html"
    write_report(puzzle_view(), path)
    with open_page(path) as page:
        narrow(page)
        page.wait_for("document.querySelectorAll('#part-roles .role').length === 8")
        yield page


def puzzle_view() -> RunView:
    """Return a view of two agents, two players and two phases, without stances."""
    players = Table(
        title="Players",
        columns=tuple(Column(name=name) for name in ("player", "says", "team", "by", "solution")),
        rows=(
            ("Ivo", LONG_STATEMENT, "knight", "majority", "knight"),
            ("Una", "I am a knight.", "spy", "supervisor", "spy"),
        ),
        place="before",
    )
    spy = (Square(value="spy", mark="right", batch=1), Square(value="spy", mark="right", batch=2))
    knave, knight = Square(value="knave", mark="wrong", batch=1), Square(value="knight", mark="right", batch=2)
    panels = tuple(
        MatrixPanel(agent=agent, rows=("Ivo", "Una"), columns=("proposals", "round 1"), squares=((first, knight), spy))
        for agent, first in (("violet", knave), ("cobalt", knight))
    )
    roles = Matrix(title="Roles", panels=panels, place="before")
    return debate_view().model_copy(
        update={"parts": {"players": players, "roles": roles}, "middle": "transcript", "curves": {}, "memory": {}}
    )


def narrow(page: Page) -> None:
    """Give the page the width of a phone, which a window cannot have."""
    page.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=False)


def focus(page: Page, place: str) -> None:
    page.evaluate(f"document.querySelector({place!r}).focus()")


def check_focus(page: Page, condition: str) -> None:
    """Check that an element gets the focus."""
    page.wait_for(f"document.activeElement.matches({condition!r})")


def test_tab_comes_to_everything_once_and_out_again(debate: Page) -> None:
    debate.evaluate("document.activeElement.blur()")
    stops: list[dict[str, Any]] = []
    for _ in range(120):
        debate.press("Tab")
        found = debate.evaluate(FOCUS)
        if found is None:
            break
        stops.append(found)
    else:
        pytest.fail("Tab never left the page")
    assert stops[0]["name"] == "Stances and transcript"
    assert all(one["name"] and one["ring"] == "solid" for one in stops)
    # of thirty turns the chosen one alone, with its two marked claims: the memory is three stops away and not sixty
    assert [one["name"] for one in stops if "turn" in one] == [
        "round 5",
        "an uninformed vote is a poor vote",
        "people learn when they know that they will be asked",
    ]


def test_a_link_leads_past_the_transcript(debate: Page) -> None:
    debate.call("Target.createTarget", url="about:blank")  # whichever window is in front
    focus(debate, ".contents a[href='#memory']")
    assert debate.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    debate.press("Enter")
    debate.press("Tab")
    check_focus(debate, "#memory [role=tab]")
    assert debate.evaluate("document.querySelector('#ledger').dataset.batch") == "9"


def test_one_who_follows_a_link_comes_back_by_escape(debate: Page) -> None:
    focus(debate, ".memory tr[data-claim='r03/debate/violet#0'] .link")
    debate.press("Enter")
    check_focus(debate, ".turn[data-turn='r03/debate/violet'] button")
    debate.press("Escape")
    check_focus(debate, ".memory tr[data-claim='r03/debate/violet#0'] .link")
    focus(debate, "#ledger .item .link:last-child")
    debate.press("Enter")
    check_focus(debate, ".memory tr.flash")


def test_arrows_go_round_the_tabs_and_leave_the_run_where_it_is(debate: Page) -> None:
    batch = debate.evaluate("document.querySelector('#ledger').dataset.batch")
    focus(debate, "#memory [role=tab]")
    debate.press("ArrowRight")
    check_focus(debate, "#of-cobalt[aria-selected=true][tabindex='0']")
    debate.wait_for(
        "document.querySelector('[role=tabpanel][aria-labelledby=of-cobalt] table').dataset.agent === 'cobalt'"
    )
    debate.press("ArrowRight")
    check_focus(debate, "#of-violet[aria-selected=true]")
    debate.press("End")
    check_focus(debate, "#of-cobalt[aria-selected=true]")
    assert debate.evaluate("document.querySelector('#ledger').dataset.batch") == batch


def test_a_step_back_keeps_the_focus_where_there_is_nothing_before(debate: Page) -> None:
    debate.select(1)
    focus(debate, ".stepper button")
    debate.press("Enter", times=2)
    debate.wait_for("document.querySelector('#ledger').dataset.batch === '0'")
    check_focus(debate, ".stepper button[aria-disabled=true]")
    debate.press(" ")
    assert debate.evaluate("document.querySelector('#ledger').dataset.batch") == "0"


def test_marked_words_open_by_keys_and_close_by_escape(debate: Page) -> None:
    debate.evaluate("location.hash = '#batch=9'")
    focused_mark = ".turn[data-batch='9'] mark[role=button][tabindex='0']"
    debate.wait_for(f'document.querySelector("{focused_mark}")')
    focus(debate, focused_mark)
    debate.wait_for("document.querySelectorAll('.bubble').length === 1")
    debate.press("Tab")
    debate.wait_for("document.querySelector('.bubble').textContent.startsWith('▲ A duty to vote')")
    debate.press("Enter")
    debate.press("Tab")
    assert debate.evaluate("document.querySelectorAll('.bubble').length") == 1, "kept"
    focus(debate, focused_mark)
    debate.press("Escape")
    debate.wait_for("!document.querySelector('.bubble')")
    assert debate.evaluate("document.querySelector('#ledger').dataset.batch") == "9"


def test_numbers_of_rounds_stand_apart_on_a_narrow_screen(debate: Page) -> None:
    narrow(debate)
    debate.wait_for("document.querySelector('.plot canvas').getBoundingClientRect().width <= 390")
    debate.evaluate("""(() => {
        const plain = CanvasRenderingContext2D.prototype.fillText;
        window.drawn = [];
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
            if (/^\\d+$/.test(text)) drawn.push([Number(text), x, this.measureText(text).width]);
            return plain.apply(this, arguments);
        };
        location.hash = '#batch=12';
    })()""")
    debate.wait_for("drawn.length > 2")
    last: dict[int, tuple[float, float]] = {number: (x, width) for number, x, width in debate.evaluate("drawn")}
    spans = [last[number] for number in sorted(last)]
    assert min([x - before - (width + wide) / 2 for (before, wide), (x, width) in pairwise(spans)]) > 4, last
    debate.call("Emulation.clearDeviceMetricsOverride")


def test_a_table_of_cells_is_one_stop_in_which_arrows_move(puzzle: Page) -> None:
    stops = "[...document.querySelectorAll('#part-roles .role')].filter((one) => one.tabIndex === 0).length"
    assert puzzle.evaluate(stops) == 2
    focus(puzzle, "#part-roles .cells .role")
    told = "document.querySelector('#part-roles .told').textContent"
    puzzle.wait_for(f"{told} === 'Ivo: knave, wrong, proposals'")
    puzzle.press("ArrowRight")
    puzzle.wait_for(f"{told} === 'Ivo: knight, round 1'")
    puzzle.press("ArrowRight")  # nothing further to the right
    puzzle.press("ArrowDown")
    puzzle.wait_for(f"{told} === 'Una: spy, round 1'")
    puzzle.press("Enter")
    puzzle.wait_for("document.querySelector('.turn.chosen').dataset.batch === '2'")
    puzzle.press("Tab")
    check_focus(puzzle, "#part-roles div + div .role")


def test_nothing_is_squeezed_or_covered_on_a_narrow_screen(puzzle: Page) -> None:
    says = puzzle.evaluate("document.querySelector('#part-players td.text:not(.short)').getBoundingClientRect().width")
    assert says > 150, "words, not letters, one under another"
    assert puzzle.evaluate("document.documentElement.scrollWidth") <= 390
    ends = "[...document.querySelectorAll('main > *')].map((one) => [one.id, one.scrollHeight - one.clientHeight])"
    assert {name: over for name, over in puzzle.evaluate(ends) if over > 0} == {}


def test_a_table_wider_than_the_page_can_be_scrolled_by_keys(puzzle: Page) -> None:
    focus(puzzle, "#models [role=region][aria-label='Models and cost']")
    puzzle.press("ArrowRight")
    puzzle.wait_for("document.querySelector('#models .wide').scrollLeft > 0")
    assert puzzle.errors == []


def test_who_shows_no_stance_is_named_in_one_line_and_the_report_begins_with_its_first_part(puzzle: Page) -> None:
    assert puzzle.evaluate("document.querySelectorAll('.card').length") == 0
    named = puzzle.text(".voices > p")
    assert "Violet" in named
    assert "Cobalt" in named
    assert "exposes no stance" not in puzzle.evaluate("document.body.innerText")
    assert puzzle.evaluate("document.querySelector('.picture > section').id") == "part-players"


def test_the_first_screen_has_no_seed_or_hash_until_details_are_opened(debate: Page) -> None:
    hidden = "document.querySelector('.head').innerText"
    assert [word for word in ("seed", "replicate", "hash of the spec") if word in debate.evaluate(hidden)] == []
    debate.evaluate("document.querySelector('.head .details summary').click()")
    assert [word for word in ("seed", "replicate", "hash of the spec") if word not in debate.evaluate(hidden)] == []
    debate.evaluate("document.querySelector('.head .details summary').click()")


def test_the_contents_are_in_sight_without_a_key(debate: Page) -> None:
    link = "document.querySelector(\".contents a[href='#memory']\").getBoundingClientRect()"
    assert 0 <= debate.evaluate(f"{link}.left") < 1200
    debate.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert 0 <= debate.evaluate(f"{link}.top") < 60
    debate.evaluate("scrollTo(0, 0)")
