"""Training the line of strength: debates kept apart, what is written, and that the run-time says the same."""

import json

import numpy as np
import pytest

from doxa.errors import CorpusError
from doxa.models.embedded import Embedder
from doxa.models.embedded.anchored import FILE
from doxa.models.embedded.phrasing import sentence
from doxa.models.embedded.strength import strength
from doxa_train import strength as training
from doxa_train.orders import StrengthOrder, TrainingPlace, unwatched
from doxa_train.strength import LineLearner, read_features, train_strength


def test_a_debate_left_out_has_no_part_in_the_line(few_arguments):
    arguments, pairs = few_arguments
    items = read_features(arguments, unwatched)
    out = arguments[0].debate
    apart = np.array([one.debate == out for one in arguments])
    order = StrengthOrder(place=TrainingPlace(out=None))
    line = LineLearner(order, arguments, pairs, items).learned({out})
    spoilt = np.where(apart[:, None], 1e3, items)
    turned = [
        pair[::-1] if any(one.id == pair[0] and one.debate == out for one in arguments) else pair for pair in pairs
    ]
    again = LineLearner(order, arguments, turned, spoilt).learned({out})
    assert np.array_equal(line.weights, again.weights)
    assert line.bias == again.bias
    assert line.scores(items[~apart]).mean() == pytest.approx(0.0, abs=1e-9)
    assert not np.allclose(line.weights, LineLearner(order, arguments, pairs, items).learned(()).weights)


def test_what_is_written_is_what_the_run_time_reads(few_arguments, tmp_path):
    arguments, pairs = few_arguments
    seen = []
    figures = train_strength(StrengthOrder(place=TrainingPlace(out=tmp_path), folds=3), seen.append)
    stages = {"reading texts", "leaving debates out", "reading passages", "leaving motions out"}
    assert {one.stage for one in seen} == stages
    assert figures["held_out"]["pairs"] == len(pairs)
    assert set(figures["test"]["debates"]) == {arguments[-1].debate}
    written = {file.name for file in tmp_path.iterdir()}
    assert written == {"settings.json", "figures.json", "MODEL_CARD.md", "weights.safetensors", FILE}
    assert json.loads((tmp_path / "settings.json").read_text())["order"]["penalty"] == 0.01
    learner = LineLearner(
        StrengthOrder(place=TrainingPlace(out=tmp_path)), arguments, pairs, read_features(arguments, unwatched)
    )
    scores = learner.scores(learner.learned({arguments[-1].debate}))
    model = strength(tmp_path)
    embedder = Embedder()
    # weights are kept in float32
    for one in arguments:
        assert model.raw(one.proposition, [sentence(one.text)], embedder) == pytest.approx([scores[one.id]], abs=1e-4)
    said = [model.strengths(one.proposition, [one.text], embedder)[0] for one in arguments]
    assert 0.3 < float(np.mean(said)) < 0.7
    assert max(said) - min(said) > 0.5


def test_the_same_call_gives_the_same_bytes(few_arguments, tmp_path):
    made = []
    for name in ("a", "b"):
        train_strength(StrengthOrder(place=TrainingPlace(out=tmp_path / name), only_final=True), unwatched)
        made.append([(tmp_path / name / file).read_bytes() for file in ("weights.safetensors", FILE)])
    assert made[0] == made[1]


def test_more_folds_than_debates_are_refused(few_arguments, tmp_path, monkeypatch):
    monkeypatch.setattr(training, "read_features", lambda arguments, watch: np.zeros((len(arguments), 782)))
    with pytest.raises(CorpusError, match="3 topics cannot be left out"):
        train_strength(StrengthOrder(place=TrainingPlace(out=tmp_path), folds=4), unwatched)
