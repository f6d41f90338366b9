"""A view with the parts of an invented system: one of each kind, for tests of the page."""

from app.sample_view import debate_view
from doxa.analysis.drawings import (
    Graph,
    GraphEdge,
    GraphNode,
    Marks,
    Matrix,
    MatrixPanel,
    Network,
    Series,
    SeriesLine,
    SeriesPanel,
    Shade,
    Square,
    Strip,
)
from doxa.analysis.exhibit import Column, Lead, Part, Prose, Quote, Table
from doxa.analysis.view import RunView


def strange_parts() -> dict[str, Part]:
    """Return one part of each kind, as an invented system might have."""
    return {
        "zorp_minutes": Prose(
            title="Zorp minutes",
            caption="Said in the corridor.",
            note="Taken down by hand.",
            place="before",
            quotes=(
                Quote(
                    agent="violet",
                    text="We zorp at noon.",
                    facts=("round 3",),
                    tags=("aside",),
                    turn="r03/debate/violet",
                ),
                Quote(agent="gnarl", text="Nobody zorps alone.", answer="Some do.", turn="r99/nowhere"),
            ),
        ),
        "zorp_terms": Prose(title="Zorp terms", quotes=(Quote(label="zorp", text="to meet without an agenda"),)),
        "zorp_rounds": Table(
            title="Zorp rounds",
            place="before",
            columns=(
                Column(name="round", show="batch"),
                Column(name="spread", show="spread"),
                Column(name="zeal", show="number", decimals=1, about="from 0 to 10"),
                Column(name="doubt", show="odd"),
            ),
            rows=tuple((batch, (batch, 0, 2, 1), 1.5 * batch, "guessed") for batch in (1, 2, 3)),
        ),
        "zorp_calls": Table(
            title="Zorp calls",
            columns=(
                Column(name="reader", show="agent"),
                Column(name="round", show="batch"),
                Column(name="call", show="quotes"),
                Column(name="push", show="bar", signed=True, decimals=3),
                Column(name="echoes", show="number", decimals=0, small=True),
                Column(name="why", small=True),
                Column(name="whom", show="agent"),
            ),
            rows=(
                ("violet", 1, ("c1",), 0.125, 3, "loud", "cobalt"),
                ("violet", 2, ("c1", "c2"), -0.25, 0, None, "gnarl"),
                ("cobalt", 1, None, None, None, "silent", None),
            ),
            quotes={"c1": Quote(text="Hear the zorp"), "c2": Quote(text="Zorp again", agent="cobalt")},
            by=("reader", "round"),
            leads=(Lead(agent="violet", batch=1, facts=("calm", "ready")),),
        ),
        "zorp_heat": Series(
            title="Zorp heat",
            x=(1, 2, 5),
            x_name="hour",
            panels=(
                SeriesPanel(
                    title="inside",
                    lines=(
                        SeriesLine(agent="violet", values=(0.5, None, 0.75)),
                        SeriesLine(name="mean", values=(1, 2, 3)),
                    ),
                    levels=(1.5,),
                ),
            ),
        ),
        "zorp_pace": Series(
            title="Zorp pace",
            x=(0, 1, 2, 3),
            batches=True,
            panels=(SeriesPanel(title="steps", lines=(SeriesLine(name="all", values=(4, 2, 1, 0.5)),), low=0),),
        ),
        "zorp_crowd": Strip(
            title="Zorp crowd",
            caption="Who stands where.",
            of="gawkers",
            counts=((1, 0, 0, 3), (1, 0, 1, 2), (2, 0, 2, 0), (4, 0, 0, 0)),
            paths=((0.75, 0.5, 0.25, -0.75), (0.9, 0.8, 0.3, -0.9)),
        ),
        "zorp_ties": Network(
            title="Zorp ties",
            caption="Who gawks at whom.",
            of="gawkers",
            nodes=("1", "70", "gnarl"),
            places=((-1.0, 0.0), (1.0, 0.0), (0.0, 1.0)),
            links=((0, 1), (1, 2)),
            batches=(0, 2),
            stances=((0.9, 0.3), (-1.0, 0.5), (None, 0.0)),
        ),
        "zorp_bonds": Matrix(
            title="Zorp bonds",
            of="bond",
            panels=(
                MatrixPanel(
                    title="bonds",
                    rows=("violet", "cobalt"),
                    columns=("violet", "gnarl"),
                    squares=((None, Square(value=0.9, batch=2)), (Square(value=-0.4), Square(value=None))),
                ),
                MatrixPanel(
                    agent="cobalt",
                    rows=("key",),
                    columns=("round 1", "round 2"),
                    squares=(
                        (Square(value="brass", label="B", mark="wrong", batch=1), Square(value="tin", mark="right")),
                    ),
                ),
            ),
            shade=Shade(low=-1, middle=0, high=1),
            rows_are="agents",
            columns_are="agents",
        ),
        "zorp_marks": Marks(
            title="Zorp marks",
            names=("verve", "mood"),
            turns={"r01/debate/violet": (0.25, "merry"), "r01/debate/cobalt": (None, "grim"), "r99/nowhere": (1, None)},
            shade=Shade(low=0, high=1),
        ),
        "zorp_web": Graph(
            title="Zorp web",
            nodes=(GraphNode(id="v", agent="violet", weight=4), GraphNode(id="g", name="Gnarl"), GraphNode(id="h")),
            edges=(
                GraphEdge(source="v", target="g", weight=0.6, name="trusts"),
                GraphEdge(source="h", target="v", weight=-0.2),
            ),
            directed=True,
        ),
    }


def strange_view() -> RunView:
    """Return the debate with the parts of an invented system."""
    return debate_view().model_copy(
        update={"protocol": "zorp", "parts": strange_parts(), "counts": {"zorps": 1, "watches": 2}}
    )
