"""What values look like in a notebook: no words become markup, sizes are bounded, colours are the design's."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import doxa
from doxa.analysis.exhibit import Figure, Heat, Line, Panel, Prose, Table
from doxa.errors import DoxaError
from doxa.models.offline.performer import make as offline
from doxa.models.scripted import ScriptedPerformer
from doxa.records.notebook import DARK, LIGHT, LONGEST, bars, curves, render, table

EVIL = '<script>alert(1)</script><img src=x onerror="alert(2)">\u202e</style></div></svg>"\' onmouseover=alert(3) -->'
TAGS = {"div", "style", "p", "table", "thead", "tbody", "tr", "th", "td", "span", "br", "svg", "path"}
DRAWN = TAGS | {"g", "defs", "use", "clippath", "rect", "image"}


class Reader(HTMLParser):
    """Every tag and attribute of a text, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self.depth = 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        self.depth += tag not in ("br", "path", "use", "rect", "image")

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes

    def handle_endtag(self, tag):
        self.depth -= 1

    def handle_data(self, text):
        self.words += text


def is_safe(text: str, tags: set[str] = TAGS) -> Reader:
    """Check that a text has no tag but these, no handler, no link and no address; return it read."""
    read = Reader(text)
    assert set(read.tags) <= tags
    assert read.depth == 0, "every tag is closed"
    assert read.tags.count("style") == read.tags.count("div") - text.count('class="wide"')
    for name, value in read.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "href", "srcdoc", "action")
        assert not name.endswith("href") or (value or "").startswith(("#", "data:image/png;base64,"))
    assert "\u202e" not in text
    return read


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> doxa.RunLog:
    """A run whose speakers, motion and names are written to break a page."""

    def make(settings, conditions):
        if settings.model == "scripted":
            return ScriptedPerformer({"respond": f"{EVIL} Fines for staying at home punish the poor."})
        return offline(settings, conditions)

    changes = {
        "models.speaker": "scripted",
        "script.rounds": 1,
        "agents.violet.name": EVIL[:60],
        "agents.cobalt.name": "<b>Cobalt</b>",
    }
    return doxa.run("compulsory-voting", out=tmp_path_factory.mktemp("evil") / "run<i>", make=make, changes=changes)


def test_hostile_words_stay_words_in_logs_explanations_what_ifs_and_frames(hostile):
    frames = doxa.frames(hostile.path)
    for value in [
        hostile,
        *(doxa.explain(hostile, agent) for agent in ("violet", "cobalt")),
        doxa.what_if(hostile, {"belief.u": 0.1}),
        doxa.verify(hostile.path),
        frames,
        *(frames[name] for name in frames.names),
    ]:
        is_safe(value._repr_html_())
    assert "<script>alert(1)</script>" in is_safe(hostile._repr_html_()).words, "the name is there, as words"
    assert "<script>alert(1)</script>" in is_safe(frames.messages._repr_html_()).words


def test_hostile_words_stay_words_in_tables_and_prose():
    rows = ((EVIL, 0.5, None), ("b", -0.25, 3))
    shown = is_safe(Table(name="t", title=EVIL, caption=EVIL, columns=(EVIL, "n", "m"), rows=rows)._repr_html_())
    assert shown.words.count("<script>alert(1)</script>") == 4
    assert "−0.250" in shown.words
    assert "–" in shown.words
    is_safe(Prose(name="p", title=EVIL, paragraphs=(EVIL, EVIL), caption=EVIL)._repr_html_())


def figure(words: str = "words") -> Figure:
    heat = Heat(x=(0.1, 0.2), y=(0.1, 0.2), values=((0.0, 1.0), (1.0, 0.0)))
    line = Line(label=words, x=(0.0, 1.0), y=(0.5, None), low=(0.4, None), high=(0.6, None))
    panel = Panel(title=words, x_label=words, y_label=words, lines=(line,), x_names=(words, "b"))
    return Figure(
        name="f",
        title=words,
        caption=words,
        panels=(panel, Panel(title=words, x_label="x", y_label="y", lines=(), heat=heat)),
    )


def test_a_figure_is_drawn_and_its_words_are_no_markup():
    hostile = figure("<script>alert(1)</script>-->")
    shown = hostile._repr_html_()
    is_safe(shown, DRAWN)
    assert "<!--" not in shown
    assert "#000000" not in shown, "ink has the colour of the text around it"
    assert "*{" not in shown, "no style of the drawing reaches the rest of the page"
    assert (hostile._repr_png_() or b"").startswith(b"\x89PNG")
    assert "<svg" in (hostile._repr_svg_() or "")


def test_a_figure_as_matplotlibs_can_be_changed(tmp_path):
    drawing = figure().to_matplotlib()
    drawing.set_size_inches(3, 2)
    drawing.savefig(tmp_path / "mine.pdf")
    assert [axes.get_title(loc="left") for axes in drawing.axes] == ["words", "words"]


def test_without_matplotlib_a_figure_has_its_numbers_and_what_to_install(monkeypatch):
    monkeypatch.setattr("doxa.analysis.plots.find_spec", lambda name: None)
    assert figure()._repr_png_() is None
    assert figure()._repr_svg_() is None
    words = is_safe(figure()._repr_html_()).words
    assert "pip install 'doxa[plots]'" in words
    assert "0.500" in words
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(DoxaError, match="matplotlib") as refused:
        figure().to_matplotlib()
    assert "doxa[plots]" in refused.value.hint


def test_a_large_table_shows_its_first_rows_and_columns_and_counts_the_others():
    columns = tuple(f"c{place}" for place in range(100))
    rows = tuple((f"r{number}", *(0.5 for _ in columns[1:])) for number in range(5_000))
    shown = Table(name="t", title="T", caption="", columns=columns, rows=rows)._repr_html_()
    words = is_safe(shown).words
    assert ">r19<" in shown
    assert ">r20<" not in shown
    assert "… and 4,980 more rows and 76 more columns." in words
    assert len(shown) < 40_000


def test_a_long_text_is_cut_and_says_by_how_much():
    shown = render(table(("text",), [("<" * 1_000_000,)]))
    assert f"(+{1_000_000 - LONGEST:,} characters)" in shown
    assert len(shown) < 10_000


def test_many_curves_and_bars_are_counted():
    words = is_safe(render(curves({f"a{n}": [0.1, None, 0.2] for n in range(20)}))).words
    assert "a7" in words
    assert "a8" not in words
    assert "… and 12 more curves." in words
    assert "… and 3 more rows." in render(bars([(0.1, "x", "")] * 8, most=5))


def test_a_missing_stance_is_a_gap_and_not_zero():
    assert re.findall(r'd="(M[^"]+)"', render(curves({"ana": [0.5, None, -0.5]})))[1].count("M") == 2
    assert "svg" not in render(curves({"ana": [None, None]})).partition("</style>")[2]


def test_stances_of_a_log_are_those_of_its_frames(hostile):
    shown = Reader(hostile._repr_html_()).words
    for stance in [row["stance"] for row in doxa.frames(hostile.path).stances.rows()][-2:]:
        assert f"{stance:.3f}".replace("-", "−") in shown


def test_colours_are_those_of_the_pages_in_both_schemes():
    tokens = (Path(__file__).parents[2] / "viewer" / "src" / "tokens.css").read_text(encoding="utf-8")
    light, _, dark = tokens.partition("@media (prefers-color-scheme: dark)")
    for scheme, text in ((LIGHT, light), (DARK, dark)):
        declared = dict(re.findall(r"--([\w-]+): (#\w+);", text))
        named = {name: colour for name, colour in scheme.items() if name in declared}
        assert len(named) == 10
        assert named == {name: declared[name] for name in named}
    style = render().partition("</style>")[0]
    for host in ("[data-jp-theme-light=false]", ".vscode-dark", "prefers-color-scheme:dark"):
        assert host in style
