"""The numbers of a figure are written as CSV, whether or not the figure is drawn."""

import csv
import io

from doxa.analysis.exhibit import Figure, Heat, Line, Panel
from doxa.terminal import console, exhibits
from doxa.terminal.exhibits import as_csv, write_exhibits

LINES = Panel(
    title="two\nlines",
    x_label="round",
    y_label="S",
    lines=(
        Line(
            label="pro", x=(0.0, 1.0), y=(0.5, None), trials=((0.4, 0.3), (0.6, None)), low=(0.4, 0.1), high=(0.6, 0.2)
        ),
        Line(label="=con", x=(0.0,), y=(-0.5,)),
    ),
)
NAMED = Panel(
    title="named",
    x_label="",
    y_label="u",
    lines=(Line(label="u", x=(0.0,), y=(0.3,), published=(0.2,)),),
    x_names=("open",),
)
HEAT = Panel(title="heat", x_label="a", y_label="u", lines=(), heat=Heat(x=(1.0, 2.0), y=(0.5,), values=((0.1, 0.2),)))


def rows(*panels):
    return list(csv.DictReader(io.StringIO(as_csv(Figure(name="f", title="F", caption="", panels=panels)))))


def test_every_point_is_a_row_with_its_band_and_trials():
    first, second, third = rows(LINES)
    assert (first["panel"], first["line"], first["x"], first["y"]) == ("two lines", "pro", "0.0", "0.5")
    assert (first["low"], first["high"], first["trial 1"], first["trial 2"]) == ("0.4", "0.6", "0.4", "0.6")
    assert (second["y"], second["trial 1"], second["trial 2"]) == ("", "0.3", "")
    assert (third["line"], third["trial 1"]) == ("'=con", "")


def test_labels_published_values_and_cells_of_a_grid_are_there():
    (named,) = rows(NAMED)
    assert (named["label"], named["published"]) == ("open", "0.2")
    assert [(row["line"], row["x"], row["y"]) for row in rows(HEAT)] == [
        ("u 0.5", "1.0", "0.1"),
        ("u 0.5", "2.0", "0.2"),
    ]


def test_a_figure_that_is_not_drawn_leaves_its_numbers_and_says_what_is_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(exhibits, "can_draw", lambda: False)
    monkeypatch.setattr(console, "can_draw", lambda: False)
    figure = Figure(name="f", title="F", caption="", panels=(LINES,))
    files = write_exhibits([figure], tmp_path)
    assert [path.name for path in files] == ["f-data.csv", "exhibits.html"]
    assert '<a href="f-data.csv">' in (tmp_path / "exhibits.html").read_text(encoding="utf-8")
    console.print_written([figure], files)
    said = capsys.readouterr().out
    assert "Figures are not drawn; their numbers are in f-data.csv." in said
    assert "pip install 'doxa[plots]'" in said
