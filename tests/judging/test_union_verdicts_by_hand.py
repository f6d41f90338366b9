"""Rubric, panel, audit and final verdict of a debate, worked by hand."""

import pytest
from pydantic import ValidationError

from doxa.judging.ballots.annotation import AuditNote, ClaimNote, audit_verdict, fates
from doxa.judging.ballots.scores import (
    ASSIGNMENTS,
    Criteria,
    JudgeBallot,
    SpeechScores,
    count_panel_votes,
    label_of,
    rubric_verdict,
    side_of,
    wide_enough,
)
from doxa.judging.ballots.verdicts import LayerVerdict, final_verdict, tell_apart

LOW = Criteria(engagement=4, argument=4, rebuttal=4, narrative=4)
HIGH = Criteria(engagement=5, argument=4, rebuttal=4, narrative=4)


def votes(assignment, labels, model=""):
    """One ballot a letter: A, B, or - for equal scores; judges of models of their own unless one is named."""
    return [
        JudgeBallot(
            judge=f"judge {place}",
            model=model or f"scripted:{place}",
            assignment=assignment,
            a=HIGH if label == "A" else LOW,
            b=HIGH if label == "B" else LOW,
        )
        for place, label in enumerate(labels)
    ]


def both(first, second, model=""):
    return count_panel_votes([*votes("pro is A", first, model), *votes("pro is B", second, model)])


def test_the_criteria_weigh_forty_thirty_twenty_ten():
    # 0.4·8 + 0.3·6 + 0.2·5 + 0.1·1 = 3.2 + 1.8 + 1 + 0.1 = 6.1
    assert Criteria(engagement=8, argument=6, rebuttal=5, narrative=1).score == pytest.approx(6.1)
    # engagement 1 point up (0.4) is worth less than argument and rebuttal 1 point up (0.5)
    assert compared((6, 5, 5, 5), (5, 6, 6, 5)).side == "con"


def compared(*scores):
    """The ballot of two teams' engagement, argument, rebuttal and narrative, where Proposition is Team A."""
    a, b = (Criteria(**dict(zip(Criteria.model_fields, team, strict=True))) for team in scores)
    return JudgeBallot(judge="j", model="m", assignment="pro is A", a=a, b=b)


def test_scores_that_differ_in_their_last_bit_only_are_equal():
    # 0.4·7 + 0.3·4 = 4.0 = 0.4·4 + 0.3·8, which is not so in binary
    assert compared((7, 4, 1, 1), (4, 8, 1, 1)).label is None


def test_labels_stand_for_sides_by_assignment():
    assert [side_of(label, one) for one in ASSIGNMENTS for label in ("A", "B")] == ["pro", "con", "con", "pro"]
    assert [label_of(side, one) for one in ASSIGNMENTS for side in ("pro", "con")] == ["A", "B", "B", "A"]


def test_a_side_that_wins_both_passes_is_not_contested():
    found = both("AAB", "BBA")  # pro 2–1, pro 2–1
    assert (found.verdict.winner, found.verdict.pro, found.verdict.con, found.contested) == ("pro", 4, 2, False)
    assert found.verdict.margin == "landslide"  # (4 − 2) / 4 = 0.5
    # pro: four times 4.4 and twice 4;  con: twice 4.4 and four times 4
    assert found.scores == pytest.approx({"pro": 25.6 / 6, "con": 24.8 / 6})
    assert "4.27 to 4.13 (narrow)" in found.verdict.because


def test_seats_that_share_a_model_win_no_landslide():
    found = both("AAB", "BBA", "scripted:one")
    assert (found.verdict.margin, found.independent) == ("clear", False)


def test_seats_of_plain_code_are_decided_by_their_mean_score():
    # votes 1 : 2 a pass, but the one vote is by more
    def ballot(judge, assignment, a, b):
        scores = [Criteria(engagement=x, argument=x, rebuttal=x, narrative=x) for x in (a, b)]
        return JudgeBallot(judge=judge, model=f"offline:{judge}", assignment=assignment, a=scores[0], b=scores[1])

    ballots = [
        ballot(judge, assignment, *(scores if assignment == "pro is A" else scores[::-1]))
        for assignment in ASSIGNMENTS
        for judge, scores in (("answering", (8.0, 5.0)), ("grounds", (5.0, 5.5)), ("coherence", (5.0, 6.0)))
    ]
    found = count_panel_votes(ballots)
    # 18 / 3 = 6 against 16.5 / 3 = 5.5
    assert (found.verdict.winner, found.verdict.pro, found.verdict.con) == ("pro", 6.0, 5.5)
    assert found.verdict.because == "by mean scores; votes 2 to 4"


def test_passes_that_disagree_are_contested_and_the_votes_decide():
    found = both("AAB", "AAA")  # pro 2–1, con 3–0
    assert found.passes == {"pro is A": "pro", "pro is B": "con"}
    assert (found.verdict.winner, found.contested, found.verdict.pro, found.verdict.con) == ("con", True, 2, 4)


def test_judges_who_only_see_the_label_cancel_out():
    found = both("AAA", "AAA")  # 3–3
    assert (found.verdict.winner, found.contested) == (None, True)
    assert final_verdict([found.verdict, layer("annotation", "con")], contested=True).decided_by == "annotation"


def test_a_judge_with_equal_scores_votes_for_nobody():
    found = both("A--", "--B")  # pro 1–0, pro 1–0
    assert (found.verdict.pro, found.verdict.con, found.verdict.winner) == (2, 0, "pro")
    assert both("---", "---").verdict.winner is None
    assert count_panel_votes([]) is None


def speech(side, recalibrated=None, **scores):
    return SpeechScores(speech="s", speaker="x", side=side, scores=scores, recalibrated=recalibrated)


def test_the_rubric_compares_the_sides_mean_overall_scores():
    # pro: (6 + 8)/2 = 7 and 5 → 6;   con: (7 + 7 + 4)/3 = 6 and 7 recalibrated → 6.5
    found = rubric_verdict(
        [
            speech("pro", argument=6, rebuttal=8),
            speech("pro", argument=5),
            speech("con", argument=7, rebuttal=7, evidence=4),
            speech("con", argument=2, recalibrated=7),
        ]
    )
    # (6.5 − 6) / 6.5 = 0.077
    assert found == LayerVerdict(layer="rubric", winner="con", pro=6, con=6.5, margin="narrow")
    assert rubric_verdict([speech("pro", argument=6)]) is None
    assert rubric_verdict([speech(side, argument=6) for side in ("pro", "con")]).winner is None


def test_side_by_side_scores_must_spread_over_two_points():
    assert [wide_enough(scores) for scores in ([5, 7, 6], [5, 6.9, 6], [5])] == [True, False, True]
    with pytest.raises(ValidationError):
        speech("pro", argument=0.5)


def test_the_audit_counts_what_survives_then_what_fell():
    claims, found = claims_with(pro=("survived", "demolished"), con=("survived", "contested"))
    assert fates(claims, found)["pro"] == {"survived": 1, "contested": 0, "demolished": 1}
    verdict = audit_verdict(claims, found)
    assert (verdict.winner, verdict.pro, verdict.con) == ("con", 1, 1)  # as many survive, fewer fell
    assert audit_verdict(claims, [found[0], found[2]]).winner is None
    assert audit_verdict(claims, []) is None


def layer(name, winner):
    return LayerVerdict(layer=name, winner=winner, pro=1, con=1, margin="clear")


def test_the_first_layer_that_decides_wins_and_the_others_are_told():
    found = final_verdict(
        [layer("audit", "con"), layer("rubric", None), layer("annotation", "con"), layer("engagement", "pro")]
    )
    assert (found.winner, found.decided_by) == ("pro", "engagement")
    assert (found.agree, found.differ, found.silent) == (("engagement",), ("annotation", "audit"), ("rubric",))
    assert "1 of 3 that decide" in found.statement
    assert final_verdict([layer("rubric", "con"), layer("audit", "pro")]).decided_by == "rubric"
    assert final_verdict([layer("engagement", None), None]).winner is None


def test_the_holistic_judge_never_decides():
    assert final_verdict([layer("holistic", "con")]).winner is None


def test_the_audit_compares_shares_where_one_side_spoke_more():
    # pro: 6 of 10 survive, con: 4 of 5; pro spoke twice as long
    claims, noted = claims_with(pro=("survived",) * 6 + ("contested",) * 4, con=("survived",) * 4 + ("contested",))
    by_share = audit_verdict(claims, noted, {"pro": 2000, "con": 1000})
    assert (audit_verdict(claims, noted).winner, by_share.winner) == ("pro", "con")
    assert by_share.because == "words differ: 60% and 80% of the claims survive"
    # 4.9 per cent is no difference
    assert audit_verdict(claims, noted, {"pro": 1000, "con": 951}).winner == "pro"


@pytest.mark.parametrize(
    ("mirrored", "said"),
    [
        ("pro", "As spoken and with the speaking order mirrored the panel names Proposition."),
        (
            "con",
            "As spoken the panel names Proposition, with the speaking order mirrored Opposition: "
            "the verdict changes with the order.",
        ),
        (None, "mirrored no side: the verdict changes with the order."),
    ],
)
def test_the_final_statement_tells_what_is_said_of_the_mirrored_debate(mirrored, said):
    assert final_verdict([layer("engagement", "pro")], orders=("pro", mirrored)).statement.endswith(said)
    assert "mirrored" not in final_verdict([layer("engagement", "pro")]).statement


def claims_with(**fates_of_sides):
    """Claims of each side, and what became of them."""
    numbered = [(side, place, fate) for side, fates in fates_of_sides.items() for place, fate in enumerate(fates)]
    claims = [
        ClaimNote(id=f"{side}{place}", speech="s", speaker=side, side=side, text="x", base="assertion")
        for side, place, _ in numbered
    ]
    return claims, [AuditNote(claim=f"{side}{place}", fate=fate) for side, place, fate in numbered]


def test_the_audit_names_the_shares_that_decide():
    uneven = {"pro": 2000, "con": 1000}
    standing, fallen, open = ("survived",), ("demolished",), ("contested",)
    claims, noted = claims_with(pro=standing * 4 + open * 5 + fallen, con=standing * 4 + open + fallen * 5)
    by_falls = audit_verdict(claims, noted, uneven)
    assert by_falls.winner == "pro"
    assert by_falls.because == "words differ: 40% and 40% of the claims survive; 10% and 50% were demolished"
    alone = audit_verdict(claims, [note for note in noted if note.claim.startswith("con")], uneven)
    assert alone.because == "words differ; Proposition has no audited claim"


@pytest.mark.parametrize(
    ("first", "second", "decimals", "suffix", "texts"),
    [
        (20.0, 16.5, 1, "", ("20.0", "16.5")),
        (12.04, 12.01, 1, "", ("12.04", "12.01")),
        (0.4, 0.4, 0, "%", ("40%", "40%")),
        (0.401, 0.404, 0, "%", ("40.1%", "40.4%")),
    ],
)
def test_numbers_that_differ_look_different(first, second, decimals, suffix, texts):
    assert tell_apart(first, second, decimals, suffix) == texts


def test_an_even_vote_names_no_side_and_no_margin():
    found = both("AAA", "AAA")
    assert (found.verdict.margin, found.verdict.because) == (
        None,
        "3 votes to 3, so that this layer names no side; mean scores 4.20 to 4.20 (equal)",
    )


def test_one_judge_alone_is_not_independent():
    found = both("A", "B")
    assert (found.verdict.winner, found.verdict.margin, found.independent) == ("pro", "clear", False)
