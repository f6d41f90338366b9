"""Training the anchored scale: motions left out whole, the one optimum, and that the run-time says the same."""

from dataclasses import replace

import numpy as np
import pytest

from doxa.corpora.ratings import held_out_motions
from doxa.models.embedded import Embedder
from doxa.models.embedded.anchored import anchored_strength
from doxa_train import strength as training
from doxa_train.anchoring import AnchoredLearner
from doxa_train.comparing import Balance, LessonSet, fit_jointly, loss
from doxa_train.orders import AnchoringRecipe, StrengthOrder, TrainingPlace, unwatched
from doxa_train.strength import places, train_strength


@pytest.fixture
def learner(few_arguments):
    arguments, pairs = few_arguments
    return AnchoredLearner(AnchoringRecipe(), training.rated_claims(), arguments, places(arguments, pairs), unwatched)


def test_a_motion_left_out_has_no_part_in_the_weights(learner):
    out = frozenset({learner.compared_motions[0], learner.rated_motions[0]})
    before = learner.learned(out)
    for texts, motions in ((learner.rated, learner.rated_motions), (learner.compared, learner.compared_motions)):
        apart = np.isin(np.array(motions)[texts.owners], list(out))
        assert apart.any()
        texts.features[apart] = 1e3
    after = learner.learned(out)
    assert np.array_equal(before.line, after.line)
    assert np.array_equal(before.corrections, after.corrections)
    assert before.bias == after.bias


def test_the_kept_weights_have_not_seen_the_held_out_motions(learner, few_arguments):
    arguments, _ = few_arguments
    assert {one.proposition for one in arguments if one.part == "test"} <= held_out_motions()
    assert {motion for motion in learner.compared_motions if motion in learner.held_out}
    assert {motion for motion in learner.rated_motions if motion in learner.held_out}


def test_every_motion_is_left_out_once(learner):
    motions = [motion for fold in learner.folds(3, seed=1) for motion in fold]
    assert sorted(motions) == sorted({*learner.rated_motions, *learner.compared_motions})


def test_what_is_written_is_what_the_run_time_says(learner, few_arguments, tmp_path):
    arguments, _ = few_arguments
    figures = train_strength(StrengthOrder(place=TrainingPlace(out=tmp_path), folds=3), unwatched)["anchored"]
    assert figures["left_out"]["claims"] == len(training.rated_claims())
    unseen = [one for one in training.rated_claims() if one.proposition in held_out_motions()]
    assert figures["kept"]["claims"] == len(unseen)
    assert "On the anchored scale" in (tmp_path / "MODEL_CARD.md").read_text()
    scores = learner.compared.scores(learner.learned(learner.held_out))
    model, embedder = anchored_strength(tmp_path), Embedder()
    for one, score in zip(arguments, np.clip(scores, 0.0, 1.0), strict=True):
        # weights are stored in float32
        assert model.strengths(one.proposition, [one.text], embedder) == pytest.approx([score], abs=2e-3)


def test_both_kinds_of_evidence_are_fitted_to_one_optimum():
    random = np.random.default_rng(1)
    rated, compared = random.normal(size=(30, 4)), random.normal(size=(20, 4))
    seen = LessonSet(
        rated=rated,
        ratings=0.5 + rated @ np.array([0.1, -0.05, 0.0, 0.02]) + random.normal(size=30) * 0.02,
        compared=compared,
        pairs=np.array([(place, place + 1) for place in range(19)]),
    )
    balance = Balance(comparisons=0.7, margin=5.0, penalty=0.01)

    def value(weights, bias):
        misses = rated @ weights + bias - seen.ratings
        pairs = loss(5.0 * compared, seen.pairs, weights, 0.0)
        return (misses**2).mean() / seen.ratings.var() + 0.7 * pairs + 0.01 * weights @ weights

    weights, bias = fit_jointly(seen, balance)
    for _ in range(20):
        step = random.normal(size=5) * 1e-3
        assert value(weights, bias) < value(weights + step[:4], bias + step[4])
    more = fit_jointly(seen, replace(balance, comparisons=50.0))[0]
    assert loss(compared, seen.pairs, more, 0.0) < loss(compared, seen.pairs, weights, 0.0)
