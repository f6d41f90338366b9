"""Pages of tables and of debates: on a phone, at 1280 pixels, in the dark, sorted by mouse and keys, with contents."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.browser import Page, find_chromium, open_page
from app.calling import called
from doxa.analysis.exhibit import Column, Figure, Line, Panel, Prose, Table
from doxa.judging.pages import standalone
from doxa.records.cells import Estimate
from doxa.terminal.exhibits import write_exhibits
from doxa.terminal.report import PAGE, policy_of, render_exhibits, shared_sentences
from library import Library

needs_browser = pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM")

EVIL = "</script><img src=x onerror=window.hacked=1>"
NUMBERS = Table(
    name="numbers",
    title="Numbers",
    caption="What is counted. All of it is simulated.",
    columns=("who", "mean"),
    rows=(("ten", 10.0), ("nine", 9.0), ("none", None), ("minus", -1.5)),
)
WIDE = Table(
    name="wide",
    title="Many columns",
    caption="Fourteen columns. All of it is simulated.",
    columns=("condition of the run", *(f"measure {number}" for number in range(13))),
    rows=((f"a long name {EVIL}", *(number / 7 for number in range(13))),),
)
CURVE = Figure(
    name="curve",
    title="A curve",
    caption="Drawn. All of it is simulated.",
    panels=(Panel(title="", x_label="round", y_label="S", lines=(Line(label="pro", x=(0.0, 1.0), y=(0.0, 0.5)),)),),
)
MOVES = Table(
    name="moves",
    title="Who moves whom",
    columns=(
        "persuader",
        *(Column(name=f"model {n}", show="heat", decimals=2, signed=True, about="towards the side") for n in range(6)),
    ),
    rows=(
        (
            "ann",
            Estimate(value=0.62, low=0.4, high=0.8),
            0.0,
            Estimate(value=-0.2, low=-0.5, high=0.1),
            None,
            1.7,
            -1.0,
        ),
        ("bob", *[Estimate(value=0.2, low=0.1, high=0.3)] * 6),
    ),
)
WORDS = Prose(name="words", title="In words", paragraphs=("One paragraph.",))
EVERY = [NUMBERS, WIDE, CURVE, WORDS]
CELLS = "[...document.querySelectorAll('#numbers tbody tr')].map((row) => row.cells[0].textContent)"
CONTRAST = """(() => {
    const light = (colour) => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
        const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const under = (one) => {
        for (let at = one; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/rgba\\(0, 0, 0, 0\\)|color/.test(colour)) return colour;
        }
    };
    const texts = document.querySelectorAll('h1, h2, th button, td, .caption, .prose, .files a, .contents a, .foot');
    return Math.min(...[...texts].map((one) => {
        const [a, b] = [light(getComputedStyle(one).color), light(under(one))];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }));
})()"""


def debate_view() -> dict[str, Any]:
    """Return the view of the arguments of eight speeches: six claims, and answers to the first, on three levels."""
    turns = [
        {
            "id": f"t{n}",
            "name": f"Speaker of a long name {n}",
            "side": ("pro", "con")[n % 2],
            "kind": "speech",
            "text": "x",
        }
        for n in range(8)
    ]
    nodes: list[dict[str, Any]] = [
        {"id": f"c{n}", "kind": "claim", "target": "", "speech": f"t{n}", "side": ("pro", "con")[n % 2],
         "text": f"A claim {n}. " * 29, "told": "principled", "demolished": False, "grounded": "in",
         "preferred": "all", "strength": 1.0}
        for n in range(8)
    ]  # fmt: skip
    nodes[1] |= {"kind": "rebuttal", "target": "c0", "grounded": "out"}
    nodes[2] |= {"kind": "rebuttal", "target": "c1"}
    nodes[4] |= {"grounded": "undecided"}
    return {
        "motion": "A motion", "statement": "Proposition wins.", "semantics": "One grounded extension.",
        "stands": "What stands: 2 of 3 claims for the motion and 3 of 3 against it.",
        "caption": "Simulated.", "turns": turns, "nodes": nodes, "attacks": [["c1", "c0"], ["c0", "c1"], ["c2", "c1"]],
    }  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    file = write_exhibits(EVERY, tmp_path_factory.mktemp("exhibits"), title="All of them")[-1]
    with open_page(file) as opened:
        yield opened


def resize(page: Page, width: int, scheme: str = "light") -> None:
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1, mobile=False)


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_the_policy_admits_the_built_parts_alone_and_no_attribute_sets_a_style(tmp_path: Path) -> None:
    document = write_exhibits(EVERY, tmp_path, title=EVIL)[-1].read_text(encoding="utf-8")
    style, script = (PAGE / "shared.css").read_text("utf-8"), (PAGE / "shared.js").read_text("utf-8")
    assert f'content="{policy_of(style, script)}"' in document
    assert "unsafe" not in policy_of(style, script)
    bare = document.replace(script, "").replace(style, "")
    assert not re.search(r"<[a-z]+ [^>]*\bstyle=", bare)
    assert "<img" not in bare


def test_what_every_caption_says_stands_once_at_the_top() -> None:
    assert shared_sentences(EVERY) == ("All of it is simulated.",)
    document = render_exhibits([(NUMBERS, []), (WIDE, [])], title="x")
    assert document.count("All of it is simulated.") == 1
    assert document.count('<p class="caption">') == 2


@needs_browser
def test_the_page_runs_without_an_error_or_a_request(page: Page) -> None:
    assert page.errors == []
    assert [address.rsplit("/", 1)[-1] for address in page.requests] == ["exhibits.html"]
    assert page.evaluate("typeof window.hacked") == "undefined"


@needs_browser
def test_a_click_sorts_and_missing_values_stay_last(page: Page) -> None:
    mean = "document.querySelectorAll('#numbers th button')[1]"
    own = page.evaluate(CELLS)
    page.evaluate(f"{mean}.click()")
    assert page.evaluate(CELLS) == ["ten", "nine", "minus", "none"]
    assert page.evaluate("document.querySelectorAll('#numbers th')[1].getAttribute('aria-sort')") == "descending"
    page.evaluate(f"{mean}.click()")
    assert page.evaluate(CELLS) == ["minus", "nine", "ten", "none"]
    page.evaluate(f"{mean}.click()")
    assert page.evaluate(CELLS) == own


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_map_of_numbers_answers_who_moves_whom_in_the_first_screen(tmp_path: Path, scheme: str) -> None:
    file = write_exhibits([MOVES, WORDS], tmp_path, title="Moves")[-1]
    with open_page(file) as page:
        cells = "[...document.querySelectorAll('#moves tbody tr:first-child td')]"
        assert page.evaluate(f"{cells}.map((cell) => cell.textContent)") == [
            *("ann", "+0.62 [+0.40, +0.80]", "+0.00", "−0.20 [−0.50, +0.10]", "–", "+1.70", "−1.00")
        ]
        shades = page.evaluate(f"{cells}.map((cell) => /(more|less)[0-9]|$/.exec(cell.className)[0])")
        assert shades == ["", "more4", "more0", "less1", "", "more5", "less5"]
        assert page.evaluate(f"{cells}.map((cell) => cell.classList.contains('spans'))").index(True) == 3
        assert "−1 +1 towards the side; a dashed frame: the interval contains 0" in " ".join(
            page.text(".legend").split()
        )
        for width, height in ((390, 844), (1280, 800), (1920, 1080)):
            resize(page, width, scheme)
            assert page.evaluate("document.querySelector('#moves td.heat').getBoundingClientRect().bottom") < height
            assert not scrolls_sideways(page)
            if width >= 1280:
                assert page.evaluate("document.querySelector('#moves .wide').scrollWidth") <= width
        colours = page.evaluate(f"{cells}.map((cell) => getComputedStyle(cell).backgroundColor)")
        assert len({colours[1], colours[2], colours[3], colours[5], colours[6]}) == 5


@needs_browser
def test_keys_sort_and_come_to_the_contents(page: Page) -> None:
    page.evaluate("document.querySelector('#numbers th button').focus()")
    page.press("Enter")
    assert page.evaluate(CELLS) == ["minus", "nine", "none", "ten"]
    page.evaluate("document.querySelector('.contents a').focus()")
    page.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Many columns"
    page.press("Enter")
    assert page.evaluate("location.hash") == "#wide"


@needs_browser
def test_no_column_is_lost_at_1280(page: Page) -> None:
    resize(page, 1280)
    assert not scrolls_sideways(page)
    assert page.evaluate(
        "[...document.querySelectorAll('.wide')].every((box) => box.scrollWidth <= box.clientWidth + 1)"
    )
    assert page.evaluate("document.querySelectorAll('#wide th').length") == len(WIDE.columns)


@needs_browser
def test_a_phone_scrolls_tables_in_their_boxes_and_shows_the_contents(page: Page) -> None:
    resize(page, 390)
    assert not scrolls_sideways(page)
    page.wait_for("document.querySelector('#wide .wide').getAttribute('tabindex') === '0'")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    box = page.evaluate(
        "(({top, height}) => ({top, height}))(document.querySelector('.contents').getBoundingClientRect())"
    )
    assert box["top"] == 0
    assert box["height"] > 20


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(page: Page, scheme: str) -> None:
    resize(page, 1280, scheme)
    assert page.evaluate(CONTRAST) >= 4.5
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(248, 247, 243)", "dark": "rgb(17, 19, 23)"}[scheme]


@needs_browser
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800), (1920, 1080)])
def test_an_argument_map_answers_what_stands_and_is_whole(tmp_path: Path, width: int, height: int) -> None:
    file = tmp_path / "arguments.html"
    file.write_text(standalone("arguments.js", debate_view(), "a map"), encoding="utf-8")
    with open_page(file) as page:
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        page.wait_for(f"document.querySelector('#page').classList.contains('stacked') === {str(width < 900).lower()}")
        assert page.text(".answer") == debate_view()["stands"]
        assert page.evaluate("[...document.querySelectorAll('.part')].map((part) => part.textContent)") == [
            *("✓ 2 stand", "? 1 undecided", "✓ 3 stand")
        ]
        for place in (".answer", ".tally.against"):
            assert page.evaluate(f"document.querySelector('{place}').getBoundingClientRect().bottom") < height
        assert not scrolls_sideways(page)
        edges = page.evaluate("[...document.querySelectorAll('.node')].map((one) => one.getBoundingClientRect().right)")
        assert len(edges) == 8
        assert max(edges) < width
        assert page.errors == []


@needs_browser
def test_an_argument_says_its_side_and_standing_and_shows_all_its_words_to_keys(tmp_path: Path) -> None:
    file = tmp_path / "arguments.html"
    file.write_text(standalone("arguments.js", debate_view(), "a map"), encoding="utf-8")
    with open_page(file) as page:
        resize(page, 1280, "dark")
        head = "document.querySelector('[data-id={}] .whose').innerText.split(/\\s*\\n\\s*/)"
        assert page.evaluate(head.format("c0")) == ["▲ for", "Speaker of a long name 0", "✓ stands"]
        assert page.evaluate(head.format("c1")) == ["▼ against", "Speaker of a long name 1", "✗ falls"]
        # an answer is to the right of what it answers, with a sign of what it does to it
        places = [
            page.evaluate(f"document.querySelector('[data-id=c{n}]').getBoundingClientRect().left") for n in range(3)
        ]
        assert places[0] < places[1] < places[2]
        assert page.evaluate("[...document.querySelectorAll('.link-sign')].map((sign) => sign.textContent)") == [
            "⇄",
            "←",
        ]
        short, whole = ("document.querySelector('[data-id=c0] ." + name + "')" for name in ("short", "whole"))
        assert page.evaluate(f"{short}.scrollHeight > {short}.clientHeight")
        assert page.evaluate(f"getComputedStyle({whole}).display") == "none"
        page.evaluate("document.querySelector('.contents li:last-child a').focus()")
        page.press("Tab", 2)  # over the details
        assert page.evaluate("document.activeElement.dataset.id") == "c0"
        page.wait_for(f"getComputedStyle({whole}).display === 'block'")
        assert page.evaluate(f"{whole}.innerText.includes('A claim 0. A claim 0.')")
        page.press("Tab")
        page.wait_for(f"getComputedStyle({whole}).display === 'none'")
        assert "grounded" not in page.evaluate("document.querySelector('header').innerText")
        assert page.evaluate("[...document.querySelectorAll('.contents a')].map((link) => link.textContent)") == [
            *("What stands", "For the motion", "Against it")
        ]
        sizes = "[...document.querySelectorAll('#page *')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
        assert page.evaluate(f"Math.min(...{sizes})") >= 11


@needs_browser
def test_the_page_of_a_sweep_answers_what_a_setting_changed_in_its_first_screen(
    library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    called("compare", str(library("sweep")), "--by", "belief.u", "--out", str(tmp_path), capsys=capsys)
    with open_page(tmp_path / "exhibits.html") as page:
        for width, height in ((390, 844), (1280, 800), (1920, 1080)):
            resize(page, width, "light")
            top = page.evaluate("document.querySelector('#compare-by-figure svg').getBoundingClientRect().top")
            assert top < height - 200
