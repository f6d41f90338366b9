"""The page draws parts of every kind for an invented system, and treats their texts as text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from app.browser import Page, find_chromium, open_page
from app.strange_view import strange_parts, strange_view
from doxa.analysis.exhibit import PARTS, Part
from doxa.terminal.report import write_report

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM")

EVIL = "</script><img src=x onerror=window.hacked=1>"
KEPT = ("kind", "show", "place", "mark", "rows_are", "columns_are")
"""Fields whose words the vocabulary itself fixes."""


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("report") / "strange.html"
    write_report(strange_view(), path)
    with open_page(path, address="#batch=2") as page:
        page.wait_for("document.querySelectorAll('main > [id^=part-]').length === 10")
        yield page


def words(page: Page, name: str) -> str:
    """Return all texts of a part, separated."""
    walk = f"document.createTreeWalker(document.querySelector('#part-{name}'), NodeFilter.SHOW_TEXT)"
    return str(
        page.evaluate(f"(() => {{const w = {walk}, t = []; while (w.nextNode()) t.push(w.currentNode.data);"
                      "return t.join('|')})()")
    )  # fmt: skip


def test_every_kind_is_among_the_strange_parts() -> None:
    kinds = {kind.model_fields["kind"].default for kind in get_args(get_args(Part)[0])}
    assert {part.kind for part in strange_parts().values()} == kinds


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("zorp_minutes", ["Said in the corridor.", "Taken down by hand.", "We zorp at noon.", "aside", "round 3"]),
        ("zorp_minutes", ["Violet", "gnarl", "Nobody zorps alone.", "Some do."]),
        ("zorp_terms", ["zorp", "to meet without an agenda"]),
        ("zorp_rounds", ["zeal", "1.5", "3.0", "4.5", "−1", "+1"]),
        ("zorp_calls", ["Hear the zorp", "Zorp again", "push", "−0.250", "gnarl"]),
        ("zorp_heat", ["inside", "0.50 to 3.00", "Violet", "mean", "hour 5", "0.7500", "–"]),
        ("zorp_pace", ["steps", "prior", "round 1, Violet", "4.0000", "0.5000"]),
        ("zorp_crowd", ["Who stands where.", "gawker 0", "Violet", "100 %"]),
        ("zorp_ties", ["Who gawks at whom.", "gawker 70", "gnarl", "+0.30", "against −1"]),
        ("zorp_bonds", ["bonds", "Violet", "Cobalt", "gnarl", "key", "B", "tin"]),
        ("zorp_marks", ["verve", "mood", "merry", "grim", "r99/nowhere", "0.25"]),
        ("zorp_web", ["Gnarl", "Violet", "4.00", "trusts", "0.60", "−0.20"]),
    ],
)
def test_title_and_values_are_on_the_page(strange: Page, name: str, said: list[str]) -> None:
    shown = words(strange, name)
    assert strange_parts()[name].title in shown
    assert [one for one in said if one not in shown] == []


def test_parts_stand_before_or_after_the_transcript_in_their_order(strange: Page) -> None:
    order = strange.evaluate("[...document.querySelectorAll('main > [id]')].map((part) => part.id)")
    middle = order.index("bench")
    placed = {
        place: [f"part-{n}" for n, p in strange_parts().items() if p.place == place and p.kind != "strip"]
        for place in ("before", "after")
    }
    assert order[:middle] == placed["before"]
    assert order[middle + 1 : middle + 1 + len(placed["after"])] == placed["after"]


def test_the_head_counts_what_the_view_counts(strange: Page) -> None:
    assert strange.text(".meta").startswith("zorp15 rounds1 zorp2 watches")


def test_squares_say_what_they_hold_and_lead_on(strange: Page) -> None:
    told = strange.evaluate("[...document.querySelectorAll('#part-zorp_bonds button[aria-label]')].map((b) => b.title)")
    assert told == [
        "Violet: bond 0.90, gnarl",
        "Cobalt: bond −0.40, Violet",
        "Cobalt: bond –, gnarl",
        "key: bond brass, wrong, round 1",
        "key: bond tin, round 2",
    ]
    strange.evaluate("document.querySelector('#part-zorp_bonds .role').click()")
    strange.wait_for("document.querySelector('#ledger').dataset.batch === '1'")
    strange.wait_for("document.querySelector('#part-zorp_calls .sum')?.textContent.includes('calm')")
    assert "+0.125" in words(strange, "zorp_calls")
    assert "echoes 3" in words(strange, "zorp_calls")


def test_a_click_on_lines_by_batch_selects_one(strange: Page) -> None:
    strange.evaluate("document.querySelector('#part-zorp_pace .u-over').scrollIntoView({block: 'center'})")
    box = strange.evaluate("document.querySelector('#part-zorp_pace .u-over').getBoundingClientRect().toJSON()")
    where = {"x": box["x"] + box["width"] - 3, "y": box["y"] + box["height"] / 2}
    strange.call("Input.dispatchMouseEvent", type="mouseMoved", **where)
    for kind in ("mousePressed", "mouseReleased"):
        strange.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **where)
    strange.wait_for("document.querySelector('#ledger').dataset.batch === '3'")
    assert strange.evaluate("location.hash") == "#batch=3"


def test_a_crowd_is_the_picture_and_shows_the_path_that_a_reader_chooses(strange: Page) -> None:
    assert strange.evaluate("document.querySelector('.picture > section').id") == "part-zorp_crowd"
    strange.evaluate("location.hash = '#batch=2'")
    strange.wait_for("document.querySelector('.strip .value b').textContent === '+0.25'")
    strange.evaluate("document.querySelector('.strip input[type=number]').focus()")
    strange.press("ArrowUp")
    strange.wait_for("document.querySelector('.strip .value b').textContent === '+0.30'")
    assert "from +0.90 at the start to −0.90" in words(strange, "zorp_crowd").replace("|", "")
    strange.evaluate(
        "(() => {const s = document.querySelector('.strip select'); s.value = 'cobalt';"
        "s.dispatchEvent(new Event('change', {bubbles: true}))})()"
    )
    strange.wait_for("document.querySelector('.strip .value .agent').textContent === 'Cobalt'")


def test_nodes_have_the_colours_of_their_stances_in_places_that_stay(strange: Page) -> None:
    nodes = "[...document.querySelectorAll('.network svg circle[id]')]"
    nodes = "[...document.querySelectorAll('.network svg circle[id]')]"
    looks = f"{nodes}.map((n) => [n.classList[0], n.style.getPropertyValue('--v'), n.getAttribute('aria-label')])"
    places = f"{nodes}.map((node) => [node.getAttribute('cx'), node.getAttribute('cy')])"
    strange.evaluate("location.hash = '#batch=1'")
    strange.wait_for("document.querySelector('.network .at').textContent.startsWith('round 1')")
    before = strange.evaluate(places)
    assert strange.evaluate(looks) == [
        ["up", "0.9", "gawker 1: +0.90, 1 line"],
        ["down", "1", "gawker 70: −1.00, 2 lines"],
        ["unknown", "0", "gnarl: –, 1 line"],
    ]
    strange.evaluate("location.hash = '#batch=2'")
    strange.wait_for("document.querySelector('.network circle.down') === null")
    assert [look[:2] for look in strange.evaluate(looks)] == [["up", "0.3"], ["up", "0.5"], ["up", "0"]]
    assert strange.evaluate(places) == before == [["12", "250"], ["688", "250"], ["350", "12"]]


def test_a_node_that_keys_reach_is_named_and_its_path_is_drawn_in_the_strip(strange: Page) -> None:
    strange.evaluate("location.hash = '#batch=2'")
    strange.evaluate("document.querySelector('.network svg').focus()")
    for key, name in [("ArrowLeft", "gawker 1"), ("ArrowRight", "gnarl"), ("ArrowRight", "gawker 70")]:
        strange.press(key)
        strange.wait_for(f"document.querySelector('.network .value').textContent.startsWith('{name}:')")
    assert strange.evaluate("location.hash") == "#batch=2", "arrows move between nodes, not through the run"
    strange.press("Enter")
    strange.wait_for("document.querySelector('.strip .value .agent').textContent === 'gawker 70'")
    assert "from −1.00 at the start to" in words(strange, "zorp_crowd").replace("|", "")
    assert strange.evaluate("document.querySelector('.network [aria-selected=true]').id") == "node-1"


def test_a_node_near_the_pointer_is_named_and_a_click_draws_its_path(strange: Page) -> None:
    strange.evaluate("location.hash = '#batch=2'")
    strange.evaluate("document.querySelector('.network svg').scrollIntoView({block: 'center'})")
    box = strange.evaluate("document.querySelector('#node-0').getBoundingClientRect().toJSON()")
    where = {"x": box["x"] + box["width"] + 6, "y": box["y"] + box["height"] / 2}
    strange.call("Input.dispatchMouseEvent", type="mouseMoved", **where)
    strange.wait_for("document.querySelector('.network .value').textContent === 'gawker 1: +0.30, 1 line'")
    for kind in ("mousePressed", "mouseReleased"):
        strange.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **where)
    strange.wait_for("document.querySelector('.strip .value .agent').textContent === 'gawker 1'")
    strange.call("Input.dispatchMouseEvent", type="mouseMoved", x=where["x"] + 150, y=where["y"])
    strange.wait_for("document.querySelector('.network .value').textContent === 'gawker 1: +0.30, 1 line'")


def test_a_turn_of_the_transcript_has_its_marks(strange: Page) -> None:
    marks = "document.querySelector('.turn[data-turn=\"r01/debate/{}\"] .marks').textContent"
    assert strange.evaluate(marks.format("violet")) == "verve 0.25mood merry"
    assert strange.evaluate(marks.format("cobalt")) == "mood grim"


def test_an_agent_is_chosen_by_a_grid_and_by_a_list(strange: Page) -> None:
    strange.evaluate("document.querySelectorAll('#part-zorp_bonds th button')[1].click()")
    strange.wait_for("document.querySelector('#part-zorp_calls select').value === 'cobalt'")
    assert strange.evaluate("document.activeElement.dataset.by") == "agent"


def test_a_quote_leads_to_its_turn_where_the_run_has_it(strange: Page) -> None:
    assert strange.evaluate("document.querySelectorAll('#part-zorp_minutes .said button').length") == 1
    strange.evaluate("document.querySelector('#part-zorp_minutes .said button').click()")
    strange.wait_for("document.querySelector('.turn.flash')?.dataset.turn === 'r03/debate/violet'")


def test_nothing_is_squeezed_on_a_narrow_screen_and_nothing_fails(strange: Page) -> None:
    strange.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=False)
    assert strange.evaluate("document.documentElement.scrollWidth") <= 390
    strange.call("Emulation.clearDeviceMetricsOverride")
    assert (strange.errors, strange.requests[1:]) == ([], [])


def poisoned(value: Any, key: str = "") -> Any:
    """Return a part's JSON with hostile markup in every free text; ids stay valid."""
    match value:
        case dict():
            return {name: one if name in KEPT else poisoned(one, name) for name, one in value.items()}
        case list():
            return [poisoned(one, key) for one in value]
        case str() if key in ("id", "source", "target") or value in ("c1", "c2") or not value:
            return value
        case str() if key in ("names", "name", "by"):
            return value + EVIL
        case str():
            return EVIL
    return value


def test_hostile_words_of_parts_stay_words(tmp_path: Path) -> None:
    told = poisoned(PARTS.dump_python(strange_parts(), mode="json"))
    view = strange_view().model_copy(update={"parts": PARTS.validate_python(told)})
    write_report(view, tmp_path / "hostile.html")
    with open_page(tmp_path / "hostile.html", address="#batch=2") as page:
        page.wait_for("document.querySelectorAll('main > [id^=part-]').length === 10")
        assert all(EVIL in words(page, name) for name in view.parts)
        assert page.evaluate("document.querySelectorAll('#report :is(script, img)').length") == 0
        assert page.evaluate("typeof window.hacked") == "undefined"
        assert (page.errors, page.requests[1:]) == ([], [])
