"""The tally of a debate, point by point, with the arithmetic in comments."""

from typing import Any

import pytest

from doxa.errors import BeliefError
from doxa.judging.ballots.annotation import (
    Annotation,
    ClaimNote,
    RebuttalNote,
    claim_points,
    rebuttal_points,
    tally_points,
)
from doxa.judging.ballots.verdicts import margin
from doxa.records.transcripts import Side


def claim(id: str, base: str, **more: Any) -> ClaimNote:
    """A claim of ``p1.c1``: speaker p1, whose first letter tells the side."""
    speaker = id.partition(".")[0]
    side: Side = "pro" if speaker[0] == "p" else "con"
    return ClaimNote(id=id, speech=f"s-{speaker}", speaker=speaker, side=side, text=f"claim {id}", base=base, **more)


def rebuttal(id: str, target: str, *facts: str) -> RebuttalNote:
    speaker = id.partition(".")[0]
    side: Side = "pro" if speaker[0] == "p" else "con"
    noted = dict.fromkeys(facts, True)
    return RebuttalNote(id=id, speech=f"s-{speaker}", speaker=speaker, side=side, target=target, **noted)


def test_a_small_debate_point_by_point():
    notes = Annotation(
        claims=(
            claim("p1.c1", "evidence-backed", specific=True),  # (3 + 1) · ½ = 2: demolished by o1.r1
            claim("p1.c2", "principled"),  # 2
            claim("o1.c1", "assertion", specific=True),  # 1 + 1 = 2
            claim("o2.c1", "evidence-backed", specific=True),  # (3 + 1) · ½ = 2: new, in the last speech
            claim("o2.c2", "principled", new=False),  # 2: not new
            claim("o2.c3", "assertion"),  # 1 · ½ (demolished) · ½ (late) = 0.25
        ),
        rebuttals=(
            rebuttal("o1.r1", "p1.c1", "addresses_logic", "undermines", "direct"),  # 2
            rebuttal("p2.r1", "o1.c1", "direct", "new_information"),  # 1.5
            rebuttal("p2.r2", "o1.c1", "addresses_logic"),  # ½
            rebuttal("p2.r3", "o1.c1", "undermines", "direct"),  # neither logic nor new information: 0
            rebuttal("p2.r4", "o2.c3", "addresses_logic", "undermines"),  # 2
            rebuttal("o2.r1", "p2.r1", "addresses_logic", "undermines"),  # answers a rebuttal: no points
            rebuttal(
                "o2.r2", "o1.c1", "addresses_logic", "undermines"
            ),  # its own side's claim: none, demolishes nothing
        ),
    )
    found = tally_points(notes, "s-o2")
    assert found.claims == {"p1.c1": 2, "p1.c2": 2, "o1.c1": 2, "o2.c1": 2, "o2.c2": 2, "o2.c3": 0.25}
    assert found.rebuttals == {"o1.r1": 2, "p2.r1": 1.5, "p2.r2": 0.5, "p2.r3": 0, "p2.r4": 2}
    assert found.demolished == ("p1.c1", "o2.c3")
    # pro: 2 + 2 + 1.5 + 0.5 + 0 + 2 = 8;   con: 2 + 2 + 2 + 0.25 + 2 = 8.25
    assert (found.sides["pro"].total, found.sides["con"].total) == (8.0, 8.25)
    # 0.25 / 8.25 = 0.030 < 0.2
    assert (found.verdict.winner, found.verdict.margin) == ("con", "narrow")
    assert not found.one_sided
    # 8 points in 400 words are 20 a thousand, 8.25 in 420 are 19.6: 4.8 per cent more words change nothing …
    assert tally_points(notes, "s-o2", {"pro": 400, "con": 420}).verdict.winner == "con"
    # … and 8.25 in 500 are 16.5
    by_rate = tally_points(notes, "s-o2", {"pro": 400, "con": 500})
    assert (by_rate.verdict.winner, by_rate.sides["con"].per_thousand) == ("pro", 16.5)
    assert by_rate.verdict.because == "words differ: 20.0 to 16.5 points per 1,000 words"


def test_only_the_last_speech_comes_too_late_where_a_speaker_has_two():
    # one against one: o1 speaks second and last; what it says second can still be answered
    early = claim("o1.c1", "principled").model_copy(update={"speech": "p2"})
    late = claim("o1.c2", "principled").model_copy(update={"speech": "p4"})
    found = tally_points(Annotation(claims=(claim("p1.c1", "principled"), early, late)), "p4")
    assert found.claims == {"p1.c1": 2, "o1.c1": 2, "o1.c2": 1}  # 2 · ½ for what nobody can answer


@pytest.mark.parametrize(
    ("facts", "points"),
    [
        (("addresses_logic", "undermines", "direct", "new_information"), 2),
        (("addresses_logic", "direct", "new_information"), 1.5),
        (("addresses_logic", "new_information"), 0.5),
        (("new_information", "undermines"), 0.5),
        (("direct", "undermines"), 0),
        ((), 0),
    ],
)
def test_the_first_rule_that_holds_gives_a_rebuttal_its_points(facts, points):
    assert rebuttal_points(rebuttal("o1.r1", "p1.c1", *facts)) == points


@pytest.mark.parametrize(("base", "points"), [("evidence-backed", 3), ("principled", 2), ("assertion", 1)])
def test_what_a_claim_rests_on_gives_its_points(base, points):
    assert claim_points(claim("p1.c1", base), False, "s-o3") == points
    assert claim_points(claim("p1.c1", base, specific=True), False, "s-o3") == points + 1
    assert claim_points(claim("p1.c1", base), True, "s-p1") == points / 4


def test_a_tie_goes_to_surviving_evidence_then_to_proposition():
    # pro: 3;   con: 2 + 1 = 3
    tied = Annotation(
        claims=(claim("p1.c1", "principled"), claim("p1.c2", "assertion"), claim("o1.c1", "evidence-backed"))
    )
    assert tally_points(tied, "none").verdict.winner == "con"
    even = Annotation(claims=(claim("o1.c1", "principled"), claim("p1.c1", "principled")))
    found = tally_points(even, "none").verdict
    assert (found.winner, found.because) == ("pro", "tied in all; Proposition by rule")
    assert tally_points(Annotation(), "none").verdict.winner == "pro"


@pytest.mark.parametrize(
    ("pro", "con", "word"),
    # 4/10 = 0.4; 3.9/10 < 0.4; 2/10 = 0.2; 1.9/10 < 0.2
    [(6, 10, "landslide"), (10, 6.1, "clear"), (8, 10, "clear"), (8.1, 10, "narrow"), (0, 0, "narrow")],
)
def test_the_margin_is_the_difference_over_the_larger_score(pro, con, word):
    assert margin(pro, con, independent=True) == word


def test_a_margin_on_a_bound_is_told_by_the_numbers_and_not_by_their_last_bit():
    # 8 − 6.4 = 1.6 is a fifth of 8; in binary the difference is 1.5999999999999996
    assert margin(8.0, 6.4) == "clear"


def test_ten_rebuttals_one_way_and_none_the_other_are_one_sided():
    claims = (claim("p1.c1", "principled"), claim("o1.c1", "principled"))
    nine = tuple(rebuttal(f"o1.r{n}", "p1.c1") for n in range(9))
    ten = (*nine, rebuttal("o2.r1", "p1.c1"))
    assert not tally_points(Annotation(claims=claims, rebuttals=nine), "s-o2").one_sided
    assert tally_points(Annotation(claims=claims, rebuttals=ten), "s-o2").one_sided
    assert not tally_points(Annotation(claims=claims, rebuttals=(*ten, rebuttal("p2.r1", "o1.c1"))), "s-o2").one_sided


def test_notes_that_do_not_fit_together_are_refused():
    twice = Annotation(claims=(claim("p1.c1", "principled"), claim("p1.c1", "assertion")))
    for notes, message in (
        (twice, "uses the id"),
        (Annotation(rebuttals=(rebuttal("o1.r1", "p9.c9"),)), "which is not noted"),
        (Annotation(rebuttals=(rebuttal("o1.r1", "o1.r1"),)), "answers itself"),
    ):
        with pytest.raises(BeliefError, match=message):
            tally_points(notes, "s-o1")
