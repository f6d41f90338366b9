"""Measures of a puzzle debate, worked by hand.

The right roles are (knight, spy). Proposals: (K, S), (N, S), (N, K). After round 1, on player 1: (K, S), (K, S),
(N, S). After round 2, on player 2: (K, S), (K, S), (N, –). Final: (K, S), (K, S), (N, S). Decided: (K, S).
"""

import numpy as np
import pytest
from pydantic import ValidationError

from doxa.errors import BeliefError
from doxa.systems.puzzle.exhibits.regressions import predictor_row
from doxa.systems.puzzle.measures.baselines import (
    CountedProposal,
    best_by_checking,
    decide,
    gain,
    majority_vote,
    vote_within,
)
from doxa.systems.puzzle.measures.sittings import (
    MEASURES,
    agree_all,
    agree_major,
    area_of,
    before_after,
    curve,
    majority,
    mean_area,
    most_common_answer,
    smooth,
    strict,
)
from doxa.systems.puzzle.measures.states import (
    behaviour_table,
    moves,
    ridge,
    state_of,
    state_table,
    transition_counts,
    transition_weights,
)
from systems.puzzle.debated_puzzles import BROKEN, DEBATED, K, N, S


def test_strict_and_smooth():
    assert (strict((K, S), (K, S)), strict((K, N), (K, S)), strict((K, None), (K, S))) == (1, 0, 0)
    # one of two players right; a missing role is not
    assert (smooth((K, N), (K, S)), smooth((K, None), (K, S)), smooth((None, None), (K, S))) == (0.5, 0.5, 0)


def test_before_and_after_by_size():
    (column,) = before_after([DEBATED])
    # before: the majority says (N, S), wrong; one proposal of three is right. After: decided right; two of three are.
    assert (column.size, column.n) == (2, 1)
    assert (column.initial_instance, column.final_instance) == (0, 1)
    assert (column.initial_agent, column.final_agent) == pytest.approx((1 / 3, 2 / 3))


def test_curves_over_rounds():
    assert {measure: curve(DEBATED, measure) for measure in MEASURES} == {
        # majorities: round 0 (N, S), round 1 (K, S), round 2 (K, S)
        "strict": (0, 1, 1),
        "smooth": (0.5, 1, 1),
        # all three agree: at no player, at player 2 (S, S, S), at no player (S, S, –)
        "agree_all": (0, 0.5, 0),
        # two of three agree at both players in every round
        "agree_major": (1, 1, 1),
    }


@pytest.mark.parametrize(
    ("measure", "expected"), list(zip(MEASURES, ((1 + 1) / 2, (1 + 1) / 2, (0.5 + 0) / 2, 1), strict=True))
)
def test_an_area_averages_over_rounds_without_the_proposals(measure, expected):
    assert mean_area([DEBATED], measure) == area_of(DEBATED, measure) == pytest.approx(expected)


def test_half_of_four_is_a_majority_for_agreement_but_not_for_a_vote():
    # ⌈4/2⌉ = 2 agents agree, and 2 is not more than half of 4
    answers = ((K,), (K,), (N,), (N,))
    assert (agree_major(answers), agree_all(answers)) == (1, 0)
    assert majority([K, K, N, N]) is None
    # a missing label counts among those who could vote: 2 of 4 is no majority, 2 of 3 is
    assert (majority([K, K, None, None]), majority([K, K, None])) == (None, K)


def test_states_and_transitions():
    # round 1, labels K, N, N: a is right against the majority, b and c wrong with it; afterwards K, K, N
    # round 2, labels S, S, S: all right with the majority; afterwards S, S, none, which is wrong
    found = [move.transition for move in moves(DEBATED)]
    assert found == ["MiC→C", "MaW→C", "MaW→W", "MaC→C", "MaC→C", "MaC→W"]
    counts = {name: n for name, n in transition_counts(DEBATED).items() if n}
    assert counts == {"MaC→C": 2, "MaC→W": 1, "MaW→C": 1, "MaW→W": 1, "MiC→C": 1}


def test_states_without_a_majority():
    assert [state_of(label, (K, N, S), K) for label in (K, N, None)] == ["CC", "CW", None]
    assert state_of(N, (K, K, N), K) == "MiW"


def test_correction_rates_by_model():
    rates = {(one.model, one.kind): (one.n, one.right) for one in state_table([DEBATED]) if one.n}
    # weak: b and c both wrong with the majority, one corrected; both right with it, one gives no role afterwards
    assert rates == {
        ("strong", "MiC"): (1, 1),
        ("strong", "MaC"): (1, 1),
        ("weak", "MaW"): (2, 1),
        ("weak", "MaC"): (2, 1),
    }
    assert {one.kind: one.rate for one in state_table([DEBATED]) if one.model == "strong"}["CW"] is None


def test_ridge():
    # x centred −1, 1; y centred −½, ½; XᵀX + λ = 2 + 1; Xᵀy = 1: w = 1/3, intercept ½ − 1 · 1/3 = 1/6
    intercept, weights = ridge([[0], [2]], [0, 1], 1.0)
    assert (intercept, weights.tolist()) == (pytest.approx(1 / 6), [pytest.approx(1 / 3)])
    # two columns that are the same share what one would have: (XᵀX + λI) = [[3, 2], [2, 3]], so each has 1/5
    assert ridge([[0, 0], [2, 2]], [0, 1], 1.0)[1] == pytest.approx(np.array([1 / 5, 1 / 5]))
    with pytest.raises(BeliefError, match="greater than 0"):
        ridge([[0]], [0], 0.0)


def test_weights_of_transitions():
    missed = DEBATED.model_copy(update={"decided": (N, N), "rounds": DEBATED.rounds[:1]})
    found = transition_weights([DEBATED, missed])
    # only MaC→C (2, 0) and MaC→W (1, 0) differ: centred (1, ½), (−1, −½); y 1, 0, centred ½, −½
    # (XᵀX + I) = [[3, 1], [1, 1.5]]; Xᵀy = (1, ½); determinant 3.5: w = (1.5 − 0.5, 1.5 − 1) / 3.5 = (2/7, 1/7)
    weights = [found[name].weight.value for name in ("MaC→C", "MaC→W", "MaW→C")]
    assert weights == pytest.approx([2 / 7, 1 / 7, 0])
    assert found["CW→C"].weight is None
    assert found["MaW→W"].count == 2
    assert transition_weights([DEBATED]) == {}


def test_rationality():
    # round 1 only, the other was not rated; a's reasons are sound (4), so K is what sound reasons speak for
    # afterwards a K, b K (both rational and right), c N (irrational and wrong)
    # a disagrees with b and c, who held N: consistent. b agrees with c, who held N as b argues: consistent.
    # c disagrees with b, who held N as c argues: self-contradicting, and wrong
    # receivers of a (sound): b right, c wrong; of b: a right, c wrong; of c: a right, b right
    found = {(one.model, one.kind): (one.n, one.right) for one in behaviour_table([DEBATED]) if one.n}
    assert found == {
        ("strong", "rational"): (1, 1),
        ("strong", "sound provider"): (2, 1),
        ("weak", "rational"): (1, 1),
        ("weak", "irrational"): (1, 0),
        ("weak", "self-contradicting"): (1, 0),
        ("weak", "unsound provider"): (4, 3),
    }


def test_votes_without_a_debate():
    vote = majority_vote(DEBATED)
    assert (vote.answer, vote.calls) == ((N, S), 3)


PAIRS = [(K, S), (K, N), (N, S), (N, N)]
TRIPLES = [(K, N, K), (K, S, S), (N, N, S)]
STATED = [(K, S), (K, S), (N, S), (S, None)]


@pytest.mark.parametrize(
    ("proposals", "by", "confidences", "winner"),
    [
        # by player: K twice, S twice; by solution: one each, the first wins
        (PAIRS[:3], "player", (), (K, S)),
        (PAIRS[:3], "solution", (), (K, S)),
        (PAIRS[1:], "solution", (), (K, N)),
        # of two at player 1 the first wins, and an incomplete answer is no whole
        ([(K, S), (N, S)], "player", (), (K, S)),
        ([(K, None), (K, None), (N, S)], "solution", (), (N, S)),
        # K leads at player 1 (two of three), N at player 2, S at player 3: nobody proposed (K, N, S)
        (TRIPLES, "player", (), (K, N, S)),
        (TRIPLES, "solution", (), (K, N, K)),
        ([*TRIPLES, (N, N, S)], "solution", (), (N, N, S)),
        # without a stated confidence a proposal has no weight; where none is stated nobody wins
        (STATED, "confidence", (3, 3, 7, 10), (N, S)),
        (STATED, "confidence", (3, 3, None, 10), (K, S)),
        (STATED, "confidence", (None,) * 4, (None, None)),
    ],
)
def test_the_answer_that_wins_a_vote_by_each_rule(proposals, by, confidences, winner):
    assert most_common_answer(proposals, by, confidences) == winner


def test_votes_cost_no_more_than_the_debate():
    # the debate took 3 calls; the second proposal was repeated
    proposals = [
        CountedProposal(answer=(N, S), calls=1, tokens=10),
        CountedProposal(answer=(K, S), calls=2, tokens=25),
        CountedProposal(answer=(K, S), calls=1, tokens=10),
    ]
    by_calls = vote_within(DEBATED, proposals, "solution", DEBATED.calls)
    assert (by_calls.answer, by_calls.calls, by_calls.tokens) == ((N, S), 3, 35)
    by_tokens = vote_within(DEBATED, proposals, "solution", 44, by_tokens=True)
    assert (by_tokens.answer, by_tokens.tokens) == ((N, S), 35)
    assert vote_within(DEBATED, proposals, "solution", 45, by_tokens=True).answer == (K, S)
    # too few proposals for that many tokens
    assert vote_within(DEBATED, proposals, "solution", 46, by_tokens=True) is None
    assert best_by_checking(DEBATED, proposals).answer == (K, S)
    assert best_by_checking(DEBATED, proposals[:1]) is None


def test_a_supervisor_can_be_left_out():
    ruled = DEBATED.model_copy(update={"final": ((K, S), (N, S), (S, S))})
    assert (decide(ruled), decide(ruled, supervised=False)) == ((K, S), (None, S))
    found = gain([ruled], [majority_vote(ruled)], supervised=False)
    assert (found.debate, found.difference) == (0, None)


def test_what_debate_adds():
    second = DEBATED.model_copy(update={"id": "two", "initial": ((K, S), (K, S), (N, S))})
    found = gain([DEBATED, second], [majority_vote(second), majority_vote(DEBATED)])
    # debates right 2 of 2, votes (N, S) wrong and (K, S) right
    assert (found.debate, found.voted, found.difference.estimate) == (1, 0.5, 0.5)
    # resampling differences 1, 0 in pairs: 0 with probability ¼, 1 with ¼: the central 95 % is all of it
    assert (found.difference.low, found.difference.high) == (0, 1)
    assert (found.debate_calls, found.voted_calls) == (3, 3)
    # by player: votes have ½ and 1 right
    assert gain([DEBATED, second], [majority_vote(second), majority_vote(DEBATED)], "smooth").voted == 0.75
    with pytest.raises(BeliefError, match="a vote each"):
        gain([DEBATED, second], [majority_vote(DEBATED)])


def test_a_team_of_broken_models_scores_nothing():
    (column,) = before_after([BROKEN])
    assert (column.initial_instance, column.final_instance, column.initial_agent, column.final_agent) == (0, 0, 0, 0)
    assert (strict(BROKEN.decided, BROKEN.solution), smooth(BROKEN.decided, BROKEN.solution)) == (0, 0)
    assert [curve(BROKEN, one) for one in MEASURES] == [(0, 0)] * 4
    assert [(one.kind, one.n, one.right) for one in state_table([BROKEN]) if one.n] == [("missing", 3, 0)]
    assert set(transition_counts(BROKEN).values()) == {0}
    assert majority_vote(BROKEN).answer == (None, None)


def test_predictors():
    row = predictor_row(DEBATED)
    expected = {
        # proposals right at 2, 1 and 0 of 2 players: mean ½; one of three right as a whole
        "initial smooth accuracy": 0.5,
        "initial strict accuracy": 1 / 3,
        # the majority proposes (N, S): a differs at player 1, c at player 2
        "strong in minority": 0.5,
        "weak in minority": 0.5,
        "strong: initial strict accuracy": 1,
        "weak: initial smooth accuracy": 0,
        "game size": 2,
        "agents": 3,
        "debate depth": 1,
        "initial chaos": 0,
    }
    assert {name: row.values[name] for name in expected} == pytest.approx(expected)
    assert (row.smooth, row.agreement) == (1, 1)
    assert predictor_row(BROKEN) is None


@pytest.mark.parametrize(
    "change",
    [
        {"models": ("weak",)},
        {"decided": (K,)},
        {"initial": ((K, S), (N, S))},
        {"final": ((K, S), (N, S), (N,))},
        {"confidence": (5.0,)},
    ],
)
def test_a_sitting_whose_lists_do_not_fit_is_refused(change):
    with pytest.raises(ValidationError, match="one: "):
        type(DEBATED).model_validate(DEBATED.model_dump() | change)
