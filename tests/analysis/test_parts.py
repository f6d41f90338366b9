"""A part that the page could not draw is refused where it is made, and says why."""

import math
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from pydantic import ValidationError

from app.strange_view import strange_parts
from doxa.analysis.drawings import (
    Graph,
    GraphEdge,
    GraphNode,
    Marks,
    Matrix,
    MatrixPanel,
    Series,
    SeriesLine,
    SeriesPanel,
    Shade,
    Square,
)
from doxa.analysis.exhibit import PARTS, Column, Table
from doxa.analysis.hooks import Hooks, Shown, exhibits_of
from doxa.errors import DoxaError

NUMBER, QUOTES = Column(name="n", show="number"), Column(name="q", show="quotes")


def table(column: Column, *cells: object) -> Table:
    return Table(title="T", columns=(column,), rows=tuple((cell,) for cell in cells))  # type: ignore[arg-type]


def series(x: tuple[float, ...], values: tuple[float | None, ...]) -> Series:
    return Series(title="S", x=x, panels=(SeriesPanel(lines=(SeriesLine(name="a", values=values),)),))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Table(title="", columns=(NUMBER,), rows=()), "at least 1 character"),
        (lambda: Table(title="T", columns=(NUMBER, NUMBER), rows=()), "two columns have the name 'n'"),
        (
            lambda: Table(title="T", columns=(NUMBER,), rows=((1, 2),)),
            "row 1 has 2 cells for 1 columns",
        ),
        (lambda: table(NUMBER, 1, "two"), "row 2, column 'n': 'two' is no number"),
        (lambda: table(NUMBER, math.nan), "finite number"),
        (lambda: table(Column(name="t"), 3), "column 't': 3 is no text"),
        (lambda: table(Column(name="s", show="spread"), ()), "are no counts"),
        (lambda: table(Column(name="s", show="spread"), (1, math.inf)), "finite number"),
        (lambda: table(QUOTES, ("gone",)), "no quote 'gone' in this table"),
        (lambda: table(QUOTES, "gone"), "no quote 'gone' in this table"),
        (lambda: series((1, 1), (0, 0)), "x does not rise"),
        (lambda: series((1, 2), (0,)), "line 'a' has 1 values for 2 places of x"),
        (lambda: series((1, 2), (0, -math.inf)), "finite number"),
        (lambda: Shade(low=0, high=1, middle=2), "rises from low over middle to high"),
        (lambda: MatrixPanel(rows=("a",), columns=("b",), squares=()), "0 rows of squares for 1 names of rows"),
        (lambda: MatrixPanel(rows=("a",), columns=("b",), squares=((),)), "row 'a' has 0 squares for 1 columns"),
        (
            lambda: Matrix(
                title="M", panels=(MatrixPanel(rows=("a",), columns=("b",), squares=((Square(value=1),),)),)
            ),
            "need a shade",
        ),
        (lambda: Marks(title="M", names=("a",), turns={"t": ()}), "turn 't' has 0 values for 1 names"),
        (lambda: Marks(title="M", names=("a",), turns={"t": (1,)}), "turn 't' has numbers, which need a shade"),
        (
            lambda: Graph(title="G", nodes=(GraphNode(id="a"),), edges=(GraphEdge(source="a", target="b"),)),
            "an edge names 'b', which is no node",
        ),
        (lambda: Graph(title="G", nodes=(GraphNode(id="a"), GraphNode(id="a"))), "two nodes have the name 'a'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        make()


def test_a_missing_value_and_a_turn_that_nobody_has_are_drawn() -> None:
    assert table(NUMBER, None, 0.5).column("n") == (None, 0.5)
    assert Marks(title="M", names=("a",), turns={"nowhere": (None,)}).mark("a") == {"nowhere": None}


def test_cells_are_had_by_the_name_of_their_column() -> None:
    assert table(NUMBER, 1, 2.5).column("n") == (1, 2.5)
    with pytest.raises(KeyError, match="no column 'm'; there are n"):
        table(NUMBER, 1).column("m")


def test_parts_come_back_from_their_json_as_they_were() -> None:
    parts = strange_parts()
    assert PARTS.validate_json(PARTS.dump_json(parts)) == parts


def test_a_part_of_an_unknown_kind_or_name_is_refused() -> None:
    with pytest.raises(ValidationError, match="'pie'"):
        PARTS.validate_python({"cake": {"kind": "pie", "title": "Cake"}})
    with pytest.raises(ValidationError, match="needs a name of small letters"):
        PARTS.validate_python({"Big cake": table(NUMBER)})


def test_a_system_whose_exhibit_cannot_be_drawn_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks = Hooks(exhibits=(Shown(lambda log: [table(NUMBER, "two")], on=("page",)),))
    monkeypatch.setattr("doxa.analysis.hooks.hooks_of", lambda protocol: hooks)
    log = SimpleNamespace(spec=SimpleNamespace(protocol="zorp", participants=(), questions=()), finished=True)
    with pytest.raises(DoxaError, match=r"system of 'zorp' cannot be drawn: Table: row 1, column 'n'"):
        exhibits_of(log, "page")  # type: ignore[arg-type]
    assert exhibits_of(log, "terminal") == [], "an exhibit is made only where it is shown"  # type: ignore[arg-type]
