"""Figures as PNG and SVG, drawn with matplotlib (extra ``plots``); the same figure always gives the same bytes.

No global state changes: no pyplot, settings in a context, no dates in the files. Colours are those of Okabe and Ito
(2008); ordered levels such as ``u = 0.2`` get steps of viridis. Means are thick, trials thin, bands pale.
"""

import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doxa.analysis.exhibit import Figure, Heat, Line, Panel
from doxa.errors import DoxaError, UsageError
from doxa.log.disk import write_whole
from doxa.records.base import group_by
from doxa.records.plugins import install_command

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
VIRIDIS = ("#440154", "#3B528B", "#21918C", "#5EC962", "#D8C419")
SIDES = {"pro": OKABE_ITO[0], "con": OKABE_ITO[1]}

MOST_COLUMNS = 3
"""So that words are still read where a figure is as wide as a page of a paper."""
MOST_INSIDE = 4
"""Most lines of a panel that has its legend inside."""
PANEL_SIZE = (2.7, 2.35)
"""Width and height of a panel in inches."""
APART = 0.22
"""Horizontal distance of the points of two lines at the same label."""

FOREST_ROW, FOREST_WIDTH = 0.2, 5.8
"""Height of a row, and width of a forest plot, in inches."""

FORMATS = ("png", "svg", "pdf")
"""The formats of files: for slides, for pages, and for papers."""

FILE_DPI, NOTEBOOK_DPI = 200, 110
"""Pixels an inch of PNG files, and of what a notebook shows and keeps."""

_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.titlesize": 8.5,
    "axes.labelsize": 8,
    "axes.edgecolor": "#444444",
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": "#444444",
    "ytick.color": "#444444",
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "legend.frameon": False,
    "legend.edgecolor": "#BBBBBB",
    "legend.fontsize": 8,
    "figure.dpi": 100,
    "savefig.dpi": FILE_DPI,
    "text.parse_math": False,
    "svg.hashsalt": "doxa",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,  # TrueType: many journals refuse the default, Type 3
}
_METADATA: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_LEVEL = re.compile(r"^[^=]+ = -?[\d.]+$")


def draw(figure: Figure, path_stem: Path, formats: Sequence[str] = FORMATS) -> tuple[Path, ...]:
    """Draw a figure to ``path_stem`` with each format's suffix, and return the files.

    Raises:
        DoxaError: matplotlib is not installed, or a format is none of png, svg and pdf.
        LogError: a file could not be written.
    """
    if unknown := [format for format in formats if format not in _METADATA]:
        raise UsageError(f"cannot draw {unknown[0]!r}", hint=f"Formats: {', '.join(_METADATA)}.")
    files = tuple(path_stem.with_name(f"{path_stem.name}.{format}") for format in formats)
    with _apply_style():
        canvas = _canvas(figure)
        for format, file in zip(formats, files, strict=True):
            write_whole(file, _encode_canvas(canvas, format))
    return files


def encode(figure: Figure, format: str) -> bytes:
    """Return a figure drawn as png, svg or pdf for a notebook; DoxaError where matplotlib is not installed."""
    with _apply_style():
        return _encode_canvas(_canvas(figure), format, dpi=NOTEBOOK_DPI)


def draw_canvas(figure: Figure) -> "Canvas":
    """Return a figure as matplotlib's own; DoxaError where matplotlib is not installed."""
    with _apply_style():
        return _canvas(figure)


def _encode_canvas(canvas: "Canvas", format: str, dpi: int = FILE_DPI) -> bytes:
    drawing = BytesIO()
    canvas.savefig(drawing, format=format, metadata=_METADATA[format], dpi=dpi)
    return drawing.getvalue()


def can_draw() -> bool:
    """Return whether figures can be drawn, which needs matplotlib."""
    return find_spec("matplotlib") is not None


@contextmanager
def _apply_style() -> Iterator[None]:
    """Apply our settings alone, ignoring the user's matplotlibrc, and restore the former ones afterwards."""
    try:
        import matplotlib
    except ImportError as error:
        raise DoxaError("figures need matplotlib, which is not installed", hint=install_command("plots")) from error
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def _canvas(figure: Figure) -> "Canvas":
    from matplotlib.figure import Figure as Canvas

    is_forest = any(panel.forest for panel in figure.panels)
    count = max(1, len(figure.panels))
    columns = 1 if is_forest else _columns(count)
    rows = math.ceil(count / columns)
    width = FOREST_WIDTH if is_forest else PANEL_SIZE[0] * columns + 0.4
    heights = [PANEL_SIZE[1]] * rows
    if is_forest:
        heights = [FOREST_ROW * (len(_forest_rows(panel)) + 2) for panel in figure.panels]
    canvas = Canvas(figsize=(width, sum(heights) + 0.8), layout="constrained")
    shares_x = len({panel.x_label for panel in figure.panels}) == 1
    spots = list(canvas.subplots(rows, columns, squeeze=False, sharex=shares_x, height_ratios=heights).flat)
    for panels in group_by(range(len(figure.panels)), lambda place: figure.panels[place].unit or place).values():
        for place in panels[1:]:
            spots[place].sharey(spots[panels[0]])
    one_label = len({panel.y_label for panel in figure.panels}) == 1
    for place, (spot, panel) in enumerate(zip(spots, figure.panels, strict=False)):
        _panel(spot, panel)
        spot.set_xlabel(panel.x_label if is_forest or place + columns >= count else "")
        spot.set_ylabel(panel.y_label if place % columns == 0 or not one_label else "")
        spot.tick_params(labelbottom=True)
    for spot in spots[len(figure.panels) :]:
        spot.set_axis_off()
    if not figure.panels:
        _say(spots[0], "no trials")
    _legends(canvas, spots, figure.panels)
    title = textwrap.fill(figure.title, width=int(width / 0.085))
    canvas.suptitle(title, fontsize=10, fontweight="bold", x=0.01, ha="left")
    return canvas


def _forest_rows(panel: Panel) -> list[tuple[str, float | None, float | None, float | None]]:
    """Return (name, value, low, high) of a panel's rows from the top; a heading has no numbers."""
    rows = list[tuple[str, float | None, float | None, float | None]]()
    has_headings = len(panel.x_names) > 1
    for line in panel.lines:
        names = [panel.x_names[int(place)] if has_headings else line.label for place in line.x]
        rows += [(line.label, None, None, None)] if has_headings else []
        rows += zip(names, line.y, line.low, line.high, strict=True)
    return rows


def _forest(axes: "Axes", panel: Panel) -> None:
    names, values, low, high = zip(*_forest_rows(panel), strict=True)
    rows, colour = range(len(names)), OKABE_ITO[0]
    axes.hlines(rows, _numbers(low), _numbers(high), color=colour, linewidth=1.1)
    axes.plot(_numbers(values), rows, marker="o", markersize=3.6, linestyle="none", color=colour)
    axes.axvline(0, color="#888888", linewidth=0.8, linestyle=(0, (3, 2)), zorder=0)
    axes.set_yticks(rows, names)
    for name, label in zip(names, axes.get_yticklabels(), strict=True):
        label.set_fontweight("normal" if name in panel.x_names or len(panel.x_names) == 1 else "bold")
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _legends(canvas: "Canvas", spots: Sequence["Axes"], panels: Sequence[Panel]) -> None:
    """Draw one legend below all panels where it contains all labels, else one in each panel with new labels."""
    if all(panel.heat or panel.forest for panel in panels):
        return
    labels = [[line.label for line in panel.lines] for panel in panels]
    longest = max(labels, key=len, default=[])
    if longest and all(set(panel_labels) <= set(longest) for panel_labels in labels):
        place = labels.index(longest)
        handles, names = _entries(spots[place], panels[place])
        framed = _has_points(panels[place])
        canvas.legend(handles, names, loc="outside lower center", ncols=min(6, len(names)), frameon=framed)
        return
    for place, panel_labels in enumerate(labels):
        if panel_labels and panel_labels not in labels[:place]:
            handles, names = _entries(spots[place], panels[place])
            spots[place].legend(handles, names, fontsize=7, **_beside(spots[place], panels[place]))


def _has_points(panel: Panel) -> bool:
    return bool(panel.x_names) or any(line.points for line in panel.lines)


def _entries(spot: "Axes", panel: Panel) -> tuple[list[Any], list[str]]:
    """Return the handles and names of a legend; those of points are patches, which nobody takes for a value."""
    from matplotlib.lines import Line2D

    handles, names = spot.get_legend_handles_labels()
    handles = [_without_points(handle) for handle in handles]
    if any(line.published for line in panel.lines):
        hollow = Line2D([], [], linestyle="none", marker="o", markersize=3.4, markerfacecolor="none", color="#444444")
        return [*handles, hollow], [*names, "published"]
    return handles, names


def _without_points(handle: Any) -> Any:
    """Return a legend's handle, or a patch of its colour where it would be drawn as a point."""
    from matplotlib.collections import PathCollection
    from matplotlib.patches import Patch

    if isinstance(handle, PathCollection):
        face: Any = handle.get_facecolor()
        return Patch(color=face[0])
    return Patch(color=handle.get_color()) if handle.get_linestyle() == "None" else handle


def _beside(spot: "Axes", panel: Panel) -> dict[str, Any]:
    """Return the position of a panel's own legend: inside while there are few lines and no points, else below it."""
    if not _has_points(panel) and len(panel.lines) <= MOST_INSIDE:
        return {"loc": "best"}
    return {
        "loc": "upper center",
        "bbox_to_anchor": (0.5, _legend_height(spot, panel)),
        "ncols": 2,
        "frameon": _has_points(panel),
    }


def _legend_height(spot: "Axes", panel: Panel) -> float:
    """Return the top of a legend below an axis, as a share of the axis: lower where the labels of x are words."""
    return -(0.12 + 0.028 * max(map(len, panel.x_names), default=0) + (0.14 if spot.get_xlabel() else 0.0))


def _columns(count: int) -> int:
    """Return the number of columns, up to ``MOST_COLUMNS``, that leaves the fewest gaps; of equals the larger."""
    if count <= MOST_COLUMNS:
        return count
    return min(range(MOST_COLUMNS, 1, -1), key=lambda columns: -count % columns)


def _panel(axes: "Axes", panel: Panel) -> None:
    from matplotlib.ticker import MaxNLocator

    if panel.forest:
        _forest(axes, panel)
        return
    title = "\n".join(textwrap.fill(line, 40) for line in panel.title.splitlines())
    axes.set_title(title, loc="left")
    if panel.heat:
        _heat(axes, panel.heat)
        return
    if panel.links:
        axes.plot(panel.links.x, _numbers(panel.links.y), color="#888888", linewidth=0.3, alpha=0.3, zorder=0)
        axes.set_axis_off()
    if panel.x_names:
        axes.set_xticks(range(len(panel.x_names)), panel.x_names, rotation=45, ha="right")
    else:
        whole = all(position == int(position) for line in panel.lines for position in line.x)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=5, integer=whole, steps=[1, 2, 5, 10]))
    if panel.y_range:
        low, high = panel.y_range
        axes.set_ylim(low - 0.04 * (high - low), high + 0.04 * (high - low))
        axes.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
        if low < 0 < high:
            axes.axhline(0, color="#BBBBBB", linewidth=0.6, zorder=0)
    if not panel.lines:
        _say(axes, "no values")
    colours = _colours([line.label for line in panel.lines])
    for place, (line, colour) in enumerate(zip(panel.lines, colours, strict=True)):
        if panel.x_names:
            _draw_named_points(axes, line, colour, (place - (len(panel.lines) - 1) / 2) * APART)
        else:
            _line(axes, line, colour)


def _heat(axes: "Axes", heat: Heat) -> None:
    axes.imshow(heat.values, aspect="auto", origin="lower", cmap="viridis")
    for set_ticks, values in ((axes.set_xticks, heat.x), (axes.set_yticks, heat.y)):
        ticks = range(0, len(values), 2)
        set_ticks(list(ticks), [f"{values[place]:g}" for place in ticks], fontsize=6)
    if heat.star:
        axes.plot(heat.star[1], heat.star[0], marker="*", markersize=9, color="white", markeredgecolor="black")


def _say(axes: "Axes", words: str) -> None:
    axes.text(0.5, 0.42, words, ha="center", va="center", color="#777777", transform=axes.transAxes)


def _line(axes: "Axes", line: Line, colour: str) -> None:
    label = f" {line.label}" if line.label.startswith("_") else line.label  # a legend skips labels with a leading _
    if line.points:
        if line.low and line.high:
            axes.vlines(line.x, _numbers(line.low), _numbers(line.high), color=colour, linewidth=0.8, alpha=0.5)
        axes.scatter(line.x, _numbers(line.y), s=9, color=colour, alpha=0.55, linewidths=0, label=label)
        return
    for trial in line.trials if len(line.trials) > 1 else ():
        axes.plot(line.x, _numbers(trial), color=colour, linewidth=0.5, alpha=0.4)
    if line.low and line.high:
        low, high = _numbers(line.low), _numbers(line.high)
        axes.fill_between(line.x, low, high, color=colour, alpha=0.13, linewidth=0)
    style: dict[str, Any] = {"linewidth": 1.9}
    if line.reference:
        style = {"linestyle": (0, (3, 2)), "linewidth": 1.0, "zorder": 3}  # seen also where another line is the same
    axes.plot(line.x, _numbers(line.y), color=colour, label=label, solid_capstyle="round", **style)


def _draw_named_points(axes: "Axes", line: Line, colour: str, aside: float) -> None:
    """Draw a line's points at labels of the x axis, beside those of other lines, with bands as bars."""
    positions = [position + aside for position in line.x]
    axes.plot(positions, _numbers(line.y), marker="o", markersize=3.2, linestyle="none", color=colour, label=line.label)
    if line.low and line.high:
        axes.vlines(positions, _numbers(line.low), _numbers(line.high), color=colour, linewidth=1.1, alpha=0.6)
    if line.published:
        axes.scatter(positions, _numbers(line.published), s=11, facecolors="none", edgecolors=colour, linewidths=0.7)


def _numbers(values: Sequence[float | None]) -> list[float]:
    """Return values for matplotlib, with NaN, which leaves a gap, for None."""
    return [math.nan if number is None else number for number in values]


def _colours(labels: Sequence[str]) -> list[str]:
    """Return colours: by side, in steps for ordered levels, else in sequence."""
    if len(labels) > 1 and all(_LEVEL.match(label) for label in labels):
        steps = len(VIRIDIS) - 1
        return [VIRIDIS[round(place * steps / (len(labels) - 1))] for place in range(len(labels))]
    return [SIDES.get(label, OKABE_ITO[place % len(OKABE_ITO)]) for place, label in enumerate(labels)]
