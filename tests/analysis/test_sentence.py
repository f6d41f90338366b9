"""The sentence on where an agent went: what moved it is told by what it is, and nothing that is not known is said."""

import itertools

import pytest

from doxa.analysis.explain import MoveRow, sentence, turning_points
from doxa.analysis.ledger import LedgerRow
from doxa.records.readout import Readout


def told(origin: str, message: str | None) -> str:
    row = LedgerRow(
        claim="c", text="It helps.", origin=origin, polarity=1, strength=0.5, weight=0.2, contribution=0.1, active=True,
        reason="", similarity=None, superseded_by=None, message=message, batch=0,
    )  # fmt: skip
    before, after = Readout(stance=0.0), Readout(stance=0.1)
    move = MoveRow(batch=1, note="round 1", heard=(), before=before, after=after, items=(), moved={"c": 0.1})
    return sentence("Violet", 0.0, 0.1, (move,), (row,))


@pytest.mark.parametrize(
    ("origin", "message", "cause"),
    [
        ("peer", "r01/cobalt", "an argument for the motion, “It helps.”, from r01/cobalt."),
        ("self", "r01/violet", "its own words for the motion, “It helps.”, from r01/violet."),
        ("seed", None, "an argument for the motion that it began with, “It helps.”."),
    ],
)
def test_what_moved_an_agent_most_is_told_with_where_it_comes_from(
    origin: str, message: str | None, cause: str
) -> None:
    assert told(origin, message) == f"Violet went from +0.00 to +0.10; what moved it most, by +0.100, was {cause}"


def test_a_stance_that_stood_at_zero_between_the_sides_has_crossed_it() -> None:
    """Reports in tenths often stop at 0: −0.2, 0, 0.3 is a crossing, and 0, 0.3, 0, 0.3 is none."""

    def crossed(*stances: float) -> list[int]:
        moves = tuple(
            MoveRow(
                batch=batch,
                note="",
                heard=(),
                before=Readout(stance=before),
                after=Readout(stance=after),
                items=(),
            )
            for batch, (before, after) in enumerate(itertools.pairwise(stances), 1)
        )
        return [one.batch for one in turning_points(moves) if one.kind == "crossed zero"]

    assert crossed(-0.2, 0.0, 0.3) == [2]
    assert crossed(0.4, -0.1, 0.2) == [1, 2]
    assert crossed(0.0, 0.3, 0.0, 0.3) == []
