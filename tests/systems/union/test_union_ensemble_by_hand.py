"""Win shares, swings by speaking order and coaching effects of small ensembles, by hand."""

from types import SimpleNamespace

import pytest

from doxa.systems.union.exhibits.ran import EnsembleRun, coaching_effect, swings, win_share


def judged(number, winner, *, ann=1, score=5.0, arm="coached", epoch=1):
    """A judged debate of ann, in a position, and bo, who always speaks second."""
    speeches = [SimpleNamespace(speaker="", side="con")] * 6
    speeches[1] = SimpleNamespace(speaker="bo", side="con")
    speeches[ann - 1] = SimpleNamespace(speaker="ann", side="pro")
    rubric = (SimpleNamespace(speaker="ann", scores={"logic": score}),)
    return EnsembleRun.model_construct(
        path=f"{arm}{number}",
        epoch=epoch,
        number=number,
        arm=arm,
        held=SimpleNamespace(speeches=[speech for speech in speeches if speech.speaker] if ann == 1 else speeches),
        judgement=SimpleNamespace(
            final=SimpleNamespace(winner=winner), brought=SimpleNamespace(rubric=rubric, incomplete=())
        ),
    )


def test_a_debate_that_nobody_won_counts_half():
    # pro, pro, nobody, con: 2.5 of 4
    share = win_share([judged(n, winner) for n, winner in enumerate(("pro", "pro", None, "con"))])
    assert (share.k, share.n, share.share) == (2.5, 4, 0.625)
    assert win_share([]) is None


def test_the_swing_of_a_position_is_wins_there_less_wins_elsewhere():
    debates = [judged(n, "pro", ann=1) for n in range(4)] + [judged(n, "con", ann=5) for n in range(4)]
    first, fifth = (swing for swing in swings(debates) if swing.speaker)
    assert (first.speaker, first.position, first.share.share) == ("ann", 1, 1.0)
    # 4 of 4 first, 0 of 4 fifth; bo always spoke second
    assert (first.difference.estimate, fifth.difference.estimate) == (1.0, -1.0)
    few = next(iter(swings([judged(0, "pro", ann=1), judged(1, "pro", ann=3)])))
    assert few.difference is None


def test_coaching_is_held_to_the_uncoached_control_run_by_run():
    control = [judged(n, "con", epoch=2, score=5 + n, arm="control") for n in range(3)]
    coached = [judged(n, "pro" if n else "con", epoch=2, score=6 + n) for n in range(3)]
    wins = coaching_effect([*coached, *control], 2, EnsembleRun.win_of, "pro")
    # wins: 0, 1, 1 against 0, 0, 0
    assert (wins.coached, wins.control, wins.pairs) == (pytest.approx(2 / 3), 0.0, 3)
    # every score one point higher, so that the paired interval has no width
    score = coaching_effect([*coached, *control], 2, EnsembleRun.overall, "ann")
    assert (score.difference.low, score.difference.high) == (1.0, 1.0)
    # without a twin there is no pair
    assert coaching_effect([judged(7, "pro"), judged(1, "pro", arm="control")], 1, EnsembleRun.win_of, "pro") is None
