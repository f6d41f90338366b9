"""The report opens from one file, shows the values of the view, and treats every text as text."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.browser import Page, find_chromium, open_page
from app.sample_view import LONG_WORD, bare_view, debate_view, hostile_view, long_view
from doxa.analysis.view import RunView
from doxa.records.plugins import GUIDE
from doxa.terminal.report import embedded, render, write_report

needs_browser = pytest.mark.skipif(
    find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM to its path"
)
STANCES = """[...document.querySelectorAll('#stances td[data-stance]')].map(
    (cell) => [cell.dataset.agent, Number(cell.dataset.batch), cell.dataset.kind, Number(cell.dataset.stance)])"""

MARK = "document.querySelector('.turn[data-batch=\"9\"] mark')"
LINKS = "a:not(.contents a, .foot a)"
"""Links that neither the list of contents nor the foot of the page makes."""


@pytest.fixture(scope="module")
def debate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("report") / "debate.html"
    write_report(debate_view(), path)
    with open_page(path, address="#batch=5") as page:
        yield page


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("report") / "hostile.html"
    write_report(hostile_view(), path)
    with open_page(path, width=1100) as page:
        yield page


def stances_of(view: RunView) -> set[tuple[str, int, str, float]]:
    return {
        (agent, point.batch, point.kind, point.stance)
        for agent, points in view.curves.items()
        for point in points
        if point.stance is not None
    }


def test_the_embedded_view_is_the_view() -> None:
    view = debate_view()
    common = {name: value for name, value in json.loads(embedded(view)).items() if name in RunView.model_fields}
    assert RunView.model_validate(common) == view


def test_no_character_of_the_embedded_view_can_end_its_element() -> None:
    text = embedded(hostile_view())
    assert not re.search("[<>&\u2028\u2029\ud800-\udfff]", text)
    assert json.loads(text)["turns"][0]["text"].startswith("<script>")


def test_the_document_has_two_scripts_and_names_nothing_outside_itself() -> None:
    document = render(hostile_view())
    assert document.count("<script") == document.count("</script") == 2
    bare = document.replace(embedded(hostile_view()), "").replace(f'<link rel="help" href="{GUIDE}">', "")
    assert not re.findall(r"<[a-z]+ [^>]*(?:src|href)=", bare)


def test_the_policy_admits_no_source_but_the_built_script_and_style() -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', render(debate_view()))
    assert policy
    assert policy[1].startswith("default-src 'none';")
    assert "unsafe" not in policy[1]


@needs_browser
def test_stances_on_the_page_are_the_stances_of_the_view(debate: Page) -> None:
    view = debate_view()
    debate.wait_for("document.querySelectorAll('#stances tbody tr').length === 31")
    assert {tuple(row) for row in debate.evaluate(STANCES)} == stances_of(view)


@needs_browser
def test_the_address_selects_a_batch_and_its_ledger(debate: Page) -> None:
    debate.select(7)
    shown = debate.evaluate(
        "[...document.querySelectorAll('#ledger .move[data-agent=cobalt] .item')].map((item) => item.dataset.claim)"
    )
    move = next(move for move in debate_view().moves if (move.agent, move.batch) == ("cobalt", 7))
    assert set(shown) == {item.claim for item in move.items}


@needs_browser
def test_the_page_counts_rounds_as_the_command_line_does(debate: Page) -> None:
    debate.select(8)
    told = {
        name: debate.evaluate(f"document.querySelector('{place}').textContent")
        for name, place in {"head": ".meta", "ledger": "#ledger h3", "values": ".values .at"}.items()
    }
    assert told["head"].startswith("round table15 rounds30 turns")
    assert (told["ledger"], told["values"]) == ("Round 4Cobalt", "round 4, Cobalt")
    assert debate.text('.turn[data-batch="9"] header') == "Violetround 5"
    everything = debate.evaluate(
        "document.body.innerText + [...document.querySelectorAll('[title]')].map((e) => e.title)"
    )
    assert "batch" not in everything.lower()


@needs_browser
def test_a_click_on_a_turn_shows_its_ledger(debate: Page) -> None:
    debate.evaluate("document.querySelector('.turn[data-batch=\"10\"] .speech').click()")
    debate.wait_for("document.querySelector('#ledger').dataset.batch === '10'")
    assert debate.evaluate("document.querySelectorAll('.turn.chosen').length") == 1
    assert debate.evaluate("location.hash") == "#batch=10"


@needs_browser
def test_a_click_on_the_curves_selects_the_nearest_batch(debate: Page) -> None:
    debate.evaluate("document.querySelector('.u-over').scrollIntoView({block: 'center'})")
    box = debate.evaluate("document.querySelector('.u-over').getBoundingClientRect().toJSON()")
    where = {"x": box["x"] + box["width"] * 20 / 30 + 2, "y": box["y"] + box["height"] / 2}
    debate.call("Input.dispatchMouseEvent", type="mouseMoved", **where)
    for kind in ("mousePressed", "mouseReleased"):
        debate.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **where)
    debate.wait_for("document.querySelector('#ledger').dataset.batch === '20'")
    assert debate.evaluate("location.hash") == "#batch=20"


@needs_browser
def test_arrow_keys_step_through_the_batches(debate: Page) -> None:
    debate.select(3)
    debate.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))")
    debate.wait_for("document.querySelector('#ledger').dataset.batch === '4'")
    assert debate.evaluate("document.querySelector('.turn.chosen').dataset.batch") == "4"


@needs_browser
def test_a_record_leads_to_its_turn(debate: Page) -> None:
    debate.evaluate("document.querySelector('.memory tr[data-claim=\"r03/debate/violet#0\"] .link').click()")
    debate.wait_for("document.querySelector('.turn.flash')?.dataset.turn === 'r03/debate/violet'")
    debate.wait_for("document.querySelector('.transcript').scrollTop > 0")
    assert debate.evaluate("location.hash") == "#turn=r03%2Fdebate%2Fviolet"


@needs_browser
def test_a_replaced_record_leads_to_the_one_that_replaced_it(debate: Page) -> None:
    debate.evaluate("[...document.querySelectorAll('#memory .controls .chip')][1].click()")
    debate.wait_for("document.querySelector('.memory tr.archived td:last-child .link')")
    debate.evaluate("document.querySelector('.memory tr.archived td:last-child .link').click()")
    debate.wait_for("document.querySelector('.memory tr.flash')")
    assert not debate.evaluate("document.querySelector('.memory tr.flash').classList.contains('archived')")


@needs_browser
def test_a_failed_turn_says_that_nothing_was_filled_in(debate: Page) -> None:
    text = debate.text('.turn[data-batch="18"] .status')
    assert text == "failed: rate_limited — nothing was filled in"


@needs_browser
def test_an_unknown_cost_is_not_shown_as_zero(debate: Page) -> None:
    costs = debate.evaluate("[...document.querySelectorAll('#models td[data-label=cost]')].map((td) => td.textContent)")
    assert costs == ["$0.187", "$0.00960", "unknown", "at least $0.197"]


@needs_browser
def test_simulated_words_are_announced(debate: Page) -> None:
    assert debate_view().simulated in debate.text(".simulated")


@needs_browser
def test_the_page_asks_for_nothing_and_reports_no_error(debate: Page) -> None:
    assert [address.split("#")[0].rsplit("/", 1)[-1] for address in set(debate.requests)] == ["debate.html"]
    assert debate.errors == []


@needs_browser
def test_hostile_words_stay_words(hostile: Page) -> None:
    hostile.wait_for("document.querySelectorAll('.turn').length === 6")
    assert hostile.evaluate("typeof window.hacked") == "undefined"
    made = f"document.querySelectorAll('#report :is(script, img, {LINKS}, iframe, u, b > b, small > i)').length"
    assert hostile.evaluate(made) == 0
    assert "<script>window.hacked=1</script>" in hostile.text(".turn .speech")
    assert hostile.errors == []
    assert [address.rsplit("/", 1)[-1] for address in hostile.requests] == ["hostile.html"]


@needs_browser
def test_controls_that_cannot_be_seen_are_written_out_and_turn_no_words_around(hostile: Page) -> None:
    told = hostile.text('.turn[data-batch="2"]')
    family = "\U0001f468\u200d\U0001f469"
    assert told.count(rf"\u202edetrever\u202c \u2066apart\u2069 \x1b[31mred \U000e0041 {family}") > 1
    everything = hostile.evaluate("document.getElementById('report').textContent")
    assert not re.search("[\x00-\x08\x1b\u202a-\u202e\u2066-\u2069\U000e0041]", everything)


@needs_browser
def test_a_word_of_a_hundred_thousand_letters_breaks_no_layout(hostile: Page) -> None:
    assert hostile.evaluate("document.documentElement.scrollWidth") <= 1100
    hostile.evaluate("document.querySelector('.turn[data-batch=\"4\"] .speech .link').click()")
    hostile.wait_for(f"document.querySelector('.turn[data-batch=\"4\"] .speech').textContent.length > {len(LONG_WORD)}")
    assert hostile.evaluate("document.documentElement.scrollWidth") <= 1100


@needs_browser
def test_highlights_count_characters_as_python_does(hostile: Page) -> None:
    marks = hostile.evaluate("[...document.querySelectorAll('.turn[data-batch=\"5\"] mark')].map((m) => m.textContent)")
    assert marks[1] == "the ballot"
    assert "".join(marks).startswith("\u2028\u2029 \U0001f5f3")


@needs_browser
def test_the_words_of_each_claim_are_marked_in_the_colour_of_its_polarity(debate: Page) -> None:
    marks = debate.evaluate("""[...document.querySelectorAll('.turn[data-batch="9"] mark')].map(
        (mark) => [mark.textContent, mark.className.trim()])""")
    assert marks == [
        ["an uninformed vote is a poor vote", "against"],
        ["people learn when they know that they will be asked", "for"],
    ]
    assert debate.evaluate("document.querySelectorAll('.turn[data-batch=\"18\"] mark').length") == 0


@needs_browser
def test_marked_words_say_under_the_pointer_what_was_made_of_them(debate: Page) -> None:
    debate.evaluate(f"{MARK}.dispatchEvent(new MouseEvent('mouseenter'))")
    debate.wait_for("document.querySelector('.bubble')")
    said = debate.text(".bubble")
    assert said == "▼ Uninformed ballots lower the quality of a decision. against, strength 0.34"
    assert debate.evaluate("document.querySelectorAll('.turn[data-batch=\"9\"] .claim.lit').length") == 1
    debate.evaluate(f"{MARK}.dispatchEvent(new MouseEvent('mouseleave'))")
    debate.wait_for("!document.querySelector('.bubble')")


@needs_browser
def test_a_tap_keeps_a_claim_open_until_the_next(debate: Page) -> None:
    debate.evaluate(f"{MARK}.click()")
    debate.wait_for("document.querySelector('.bubble')")
    debate.evaluate(f"{MARK}.dispatchEvent(new MouseEvent('mouseleave'))")
    assert debate.evaluate("document.querySelector('.bubble') !== null")
    debate.evaluate(f"{MARK}.click()")
    debate.wait_for("!document.querySelector('.bubble')")


@needs_browser
def test_words_of_several_claims_tell_of_each_and_stay_words(hostile: Page) -> None:
    shared = "document.querySelectorAll('.turn[data-batch=\"5\"] mark')[1]"
    assert set(hostile.evaluate(f"{shared}.className").split()) == {"mixed", "several"}
    hostile.evaluate(f"{shared}.click()")
    hostile.wait_for("document.querySelectorAll('.bubble p').length === 2")
    hostile.evaluate("document.querySelector('.turn[data-batch=\"1\"] mark').click()")
    hostile.wait_for("document.querySelectorAll('.bubble').length === 2")
    assert "<script>" in hostile.text('.turn[data-batch="1"] .bubble')
    assert hostile.evaluate(f"document.querySelectorAll('#report :is(script, img, {LINKS})').length") == 0
    assert hostile.evaluate("typeof window.hacked") == "undefined"


@needs_browser
@pytest.mark.parametrize("agents", [0, 1, 40])
def test_a_run_of_any_size_opens(tmp_path: Path, agents: int) -> None:
    write_report(bare_view(agents), tmp_path / "bare.html")
    with open_page(tmp_path / "bare.html") as page:
        page.wait_for("document.querySelector('#ledger')")
        assert page.text(".pill") == "unfinished"
        assert page.errors == []


@needs_browser
@pytest.mark.parametrize("turns", [250, pytest.param(2000, marks=pytest.mark.long)])
def test_a_long_run_opens_and_follows_the_keys(tmp_path: Path, turns: int) -> None:
    write_report(long_view(turns), tmp_path / "long.html")
    with open_page(tmp_path / "long.html", address=f"#batch={turns - 100}") as page:
        page.wait_for(f"document.querySelector('.turn.chosen')?.dataset.batch === '{turns - 100}'", seconds=30)
        assert page.evaluate("document.querySelectorAll('.turn').length") < 60
        page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))")
        page.wait_for(f"document.querySelector('#ledger').dataset.batch === '{turns - 99}'")
        page.wait_for("document.querySelector('.turn.chosen')")
        assert page.evaluate("document.querySelector('.turn.chosen').dataset.batch") == str(turns - 99)
