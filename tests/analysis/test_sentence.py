"""The headline of an agent: what moved it, what this replaced, and the strongest argument against its side."""

import itertools

import pytest

from doxa.analysis.bars import Bar
from doxa.analysis.causes import Causes, KnownClaim
from doxa.analysis.explain import MoveRow, turning_points
from doxa.analysis.ledger import LedgerRow
from doxa.analysis.story import net_parts, write_headline
from doxa.records.claims import Readout

CLAIMS = (
    KnownClaim(id="c1", text="It costs too much.", polarity=-1, speaker="cobalt", name="Cobalt", note="round 1"),
    KnownClaim(id="c2", text="Turnout rises.", polarity=1, speaker="cobalt", name="Cobalt", note="round 2",
               is_concession=True),
    KnownClaim(id="v1", text="It helps.", polarity=1, speaker="violet", name="Violet", note="round 1"),
    KnownClaim(id="s1", text="Everybody votes.", polarity=1),
)  # fmt: skip
CAUSES = Causes(listener="violet", name="Violet", claims={claim.id: claim for claim in CLAIMS})


def headline(start: float, *bars: Bar, ledger: tuple[LedgerRow, ...] = ()) -> str:
    now = start + sum(bar.part for bar in bars)
    before, after = Readout(stance=start), Readout(stance=now)
    move = MoveRow(
        batch=1, note="round 1", heard=("r01/cobalt",), before=before, after=after, items=(), bars=bars,
        moved=net_parts(bars),
    )  # fmt: skip
    return write_headline(CAUSES, start, now, (move,), ledger)


def added(source: str, part: float) -> Bar:
    return Bar(source=source, kind="added", part=part)


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("v1", "its own words for the motion in round 1, “It helps”."),
        ("s1", "an argument for the motion that it began with, “Everybody votes”."),
        ("c2", "a concession by Cobalt in round 2, “Turnout rises”."),
    ],
)
def test_what_moved_an_agent_most_is_named_with_its_author(source: str, cause: str) -> None:
    assert headline(0.0, added(source, 0.1)) == (
        f"Violet went from +0.00 to +0.10; what moved it most, by +0.100, was {cause}"
    )


def test_a_record_that_replaced_a_weightier_one_says_what_it_replaced() -> None:
    lost = Bar(source="s1", kind="lost", part=-0.2, replaced_by="c2", weightier=True)
    assert headline(0.7, added("c2", 0.1), lost) == (
        "Violet went from +0.70 to +0.60; what moved it most, by −0.100, was a concession by Cobalt in round 2, "
        "“Turnout rises”: it took the place of Violet's own, weightier reason “Everybody votes”."
    )


def test_the_strongest_opposing_argument_is_named_beside_a_cause_of_another_kind() -> None:
    lost = Bar(source="s1", kind="lost", part=-0.2, replaced_by="c2", weightier=True)
    told = headline(0.7, added("c2", 0.1), lost, added("c1", -0.03))
    assert told.endswith("; the strongest argument against its side that it heard was Cobalt's in round 1, "
                         "“It costs too much” (−0.030).")  # fmt: skip


def test_where_a_mind_did_not_move_the_strongest_thing_against_it_is_named() -> None:
    assert headline(0.7, added("v1", 0.02), added("c1", -0.03)) == (
        "Violet stayed near where it began (+0.700 to +0.690); the strongest argument against its side that it heard "
        "was Cobalt's in round 1, “It costs too much” (−0.030)."
    )


def test_an_opposing_argument_that_did_not_count_says_why() -> None:
    row = LedgerRow(
        claim="c1", text="It costs too much.", origin="peer", polarity=-1, strength=0.5, weight=0.2, contribution=0.0,
        active=False, reason="duplicate", similarity=0.9, superseded_by="c0", message="r01/cobalt", batch=1,
    )  # fmt: skip
    assert headline(0.7, ledger=(row,)) == (
        "Violet stayed at +0.70; the strongest argument against its side that it heard was Cobalt's in round 1, “It "
        "costs too much”, which did not count: it was close to an argument that counted already."
    )


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
