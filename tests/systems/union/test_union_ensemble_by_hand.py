"""Win shares, swings by speaking order and coaching effects of small ensembles, by hand."""

import pytest

from doxa.errors import BeliefError
from doxa.systems.union.measures.ensemble import EnsembleDebate, coaching_effects, swings, win_share

SIDES = {"ann": "pro", "bo": "con"}


def debated(replicate, winner, *, epoch=1, ann=1, score=5.0, **more):
    return EnsembleDebate(
        run=f"e{epoch}k{replicate}",
        epoch=epoch,
        replicate=replicate,
        winner=winner,
        speakers={"ann": ann, "bo": 2},
        sides=SIDES,
        scores={"ann": score},
        **more,
    )


def test_a_debate_that_nobody_won_counts_half():
    # pro, pro, nobody, con: 2.5 of 4
    found = win_share([debated(n, winner) for n, winner in enumerate(("pro", "pro", None, "con"))])
    assert (found.k, found.n, found.share) == (2.5, 4, 0.625)
    with pytest.raises(BeliefError):
        win_share([])


def test_the_swing_of_a_position_is_wins_there_less_wins_elsewhere():
    debates = [debated(n, "pro", ann=1) for n in range(4)] + [debated(n, "con", ann=5) for n in range(4)]
    first, fifth = swings(debates)
    assert (first.speaker, first.position, first.share.share) == ("ann", 1, 1.0)
    assert first.elsewhere is not None
    assert first.elsewhere.share == 0.0
    assert first.difference is not None
    assert fifth.difference is not None
    # 4 of 4 first, 0 of 4 fifth
    assert (first.difference.estimate, fifth.difference.estimate) == (1.0, -1.0)
    # bo always spoke second
    assert {one.speaker for one in swings(debates)} == {"ann"}
    assert swings([debated(0, "pro", ann=1), debated(1, "pro", ann=3)])[0].difference is None


def test_coaching_is_held_to_the_uncoached_control_replicate_by_replicate():
    control = [debated(n, "con", epoch=2, score=5 + n) for n in range(3)]
    coached = [debated(n, "pro" if n else "con", epoch=2, score=6 + n, coached=True) for n in range(3)]
    wins, score = coaching_effects(coached, control, ["ann"])
    # wins: 0, 1, 1 against 0, 0, 0
    assert (wins.coached, wins.control, wins.debates) == (pytest.approx(2 / 3), 0.0, 3)
    # every score one point higher, so that the paired interval has no width
    assert score.difference is not None
    assert (score.measure, score.learner) == ("score", "ann")
    assert (score.difference.low, score.difference.high) == (1.0, 1.0)


def test_replicates_without_a_control_and_learners_of_both_sides():
    assert coaching_effects([debated(7, "pro")], [debated(1, "pro")], ["ann"]) == []
    with pytest.raises(BeliefError, match="on 2 sides"):
        coaching_effects([debated(0, "pro")], [], ["ann", "bo"])
