"""Drawing: the same bytes twice, nothing global touched, gaps and odd words survive, a missing library is explained."""

import sys

import matplotlib
import pytest

from doxa.analysis import plots
from doxa.analysis.exhibit import Figure, Heat, Line, Panel, forest_panels
from doxa.analysis.plots import draw
from doxa.errors import DoxaError
from doxa.records.cells import Estimate

CURVE = Line(
    label="_odd $label",
    x=(0.0, 1.0, 2.0),
    y=(0.5, None, 0.1),
    trials=((0.4, None, 0.0), (0.6, 0.3, 0.2)),
    low=(0.4, None, 0.0),
    high=(0.6, None, 0.2),
)
DOTS = Line(label="texts", x=(-1.0, 1.0), y=(-0.8, 0.9), points=True)


def figure(*lines):
    panel = Panel(title="$5 and a\nlong title", x_label="round", y_label="S", lines=lines, y_range=(-1.0, 1.0))
    return Figure(name="one", title="A figure", caption="", panels=(panel, panel.model_copy(update={"lines": ()})))


def test_the_same_figure_is_the_same_bytes(tmp_path):
    once = draw(figure(CURVE, DOTS), tmp_path / "a" / "fig2.left")
    again = draw(figure(CURVE, DOTS), tmp_path / "b" / "fig2.left")
    assert [one.name for one in once] == ["fig2.left.png", "fig2.left.svg", "fig2.left.pdf"]
    assert [one.read_bytes() for one in once] == [one.read_bytes() for one in again]
    assert b"<dc:date>" not in once[1].read_bytes()


def test_a_forest_has_a_row_for_each_effect_and_a_line_at_zero():
    rows = [
        ("stance", "Ana: final stance", "u = 0.5", Estimate(value=0.2, low=0.1, high=0.3)),
        ("stance", "Ana: final stance", "u = 0.8", None),
        ("stance", "Ben: final stance", "u = 0.5", Estimate(value=-0.4, low=-0.5, high=-0.3)),
        ("length", "length", "u = 0.5", Estimate(value=12.0)),
    ]
    canvas = drawn_canvas(Figure(name="one", title="A", caption="", panels=forest_panels(rows)))
    stances, length = canvas.axes
    names = [label.get_text() for label in stances.get_yticklabels()]
    assert names == ["Ana: final stance", "u = 0.5", "u = 0.8", "Ben: final stance", "u = 0.5"]
    (dots,) = [line.get_xydata().tolist() for line in stances.lines if line.get_marker() == "o"]
    assert [value if value == value else None for value, _ in dots] == [None, 0.2, None, None, -0.4]
    assert [row for _, row in dots] == [0, 1, 2, 3, 4]
    assert all(any(set(line.get_xdata()) == {0} for line in axes.lines) for axes in canvas.axes)
    assert (stances.get_xlabel(), length.get_xlabel()) == ("difference in stance", "difference in length, u = 0.5")
    assert [label.get_text() for label in length.get_yticklabels()] == ["length"]


def test_panels_of_one_unit_have_one_scale():
    high = Line(label="b", x=(0.0, 1.0), y=(5.0, 9.0))
    panels = [
        Panel(title=line.label, x_label="x", y_label="y", lines=(line,), unit=unit)
        for line, unit in ((CURVE, "stance"), (high, "stance"), (high, "length"))
    ]
    ends = [axes.get_ylim() for axes in drawn_canvas(Figure(name="one", title="A", panels=tuple(panels))).axes]
    assert ends[0] == ends[1] != ends[2]


def test_a_grid_of_colours_is_drawn_the_same_twice(tmp_path):
    heat = Heat(x=(0.02, 0.5, 1.5), y=(0.005, 0.8), values=((0.0, 0.1, 0.3), (0.2, 0.4, 0.5)), star=(0, 0))
    panel = Panel(title="surface", x_label="a", y_label="u", lines=(), heat=heat)
    one = Figure(name="heat", title="Surfaces", caption="", panels=(panel, panel))
    files = [draw(one, tmp_path / folder / "heat", formats=("svg",))[0] for folder in ("a", "b")]
    assert files[0].read_bytes() == files[1].read_bytes()
    plainer = one.model_copy(
        update={"panels": (panel.model_copy(update={"heat": heat.model_copy(update={"star": None})}),)}
    )
    (without,) = draw(plainer, tmp_path / "c" / "heat", formats=("svg",))
    assert without.read_bytes() != files[0].read_bytes()


def test_settings_are_put_back(tmp_path):
    watched = ("lines.linewidth", "font.size", "svg.hashsalt", "text.parse_math")
    with matplotlib.rc_context({"lines.linewidth": 9.0}):
        before = [matplotlib.rcParams[name] for name in watched]
        draw(figure(CURVE), tmp_path / "one", formats=("svg",))
        assert [matplotlib.rcParams[name] for name in watched] == before


def test_a_figure_without_panels_says_that_there_are_no_trials(tmp_path):
    (file,) = draw(Figure(name="none", title="None", caption="", panels=()), tmp_path / "none", formats=("svg",))
    assert "<!-- no trials -->" in file.read_text()


def test_without_matplotlib_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(DoxaError, match=r"doxa\[plots\]"):
        draw(figure(CURVE), tmp_path / "one")


def test_an_unknown_format_is_refused(tmp_path):
    with pytest.raises(DoxaError, match="'bmp'"):
        draw(figure(CURVE), tmp_path / "one", formats=("bmp",))


def test_a_legend_of_points_shows_no_points_and_keeps_lines(tmp_path):
    """Handles that look like points inside the axes, or just below them, were taken for values."""
    dots, curve = DOTS, Line(label="slope", x=(-1.0, 1.0), y=(-0.5, 0.5), reference=True)
    canvas = drawn_canvas(figure(dots, curve))
    (legend,) = canvas.legends or [canvas.axes[0].get_legend()]
    assert {
        text.get_text(): type(handle).__name__ for text, handle in zip(legend.texts, legend.legend_handles, strict=True)
    } == {"texts": "Rectangle", "slope": "Line2D"}
    assert legend.get_frame_on()


def test_a_legend_names_the_hollow_points_of_published_values():
    named = Line(label="light", x=(0.0,), y=(0.5,), published=(0.6,))
    panel = Panel(title="a", x_label="x", y_label="y", lines=(named,), x_names=("T",))
    canvas = drawn_canvas(Figure(name="one", title="A", caption="", panels=(panel,)))
    assert [text.get_text() for text in canvas.legends[0].texts] == ["light", "published"]


def drawn_canvas(shown):
    with plots._apply_style():
        return plots._canvas(shown)
