"""A calibration finds what is known of a model: one that reads rightly, one that likes a side, one that reads nothing.

The models answer by the labels of the dev texts, which they are told; liking letters and sides must not count.
"""

import random

import pytest

from doxa import verify
from doxa.errors import ModelSetupError
from doxa.evaluation.calibrating import calibrate, calibrate_model, order_calibration
from doxa.evaluation.judging import EvaluationOrder, evaluate_shift
from doxa.evaluation.sets import calibration_sets
from doxa.evaluation.shift import shift_table
from doxa.log.rundir import open_run
from doxa.models.cache import VARIABLE
from doxa.models.weighing.calibration import calibration_of
from servers.asking import conditions_at
from servers.leaning import leaning

MODEL = "compatible:test"
SAMPLE = 30
LABELS = {text.text: text.polarity for gold in calibration_sets(SAMPLE, 0) for text in gold.texts}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))


def knowing(text: str) -> tuple[float, float, float]:
    """Read every text as it is labelled, some more firmly than others."""
    firm = 1.0 + len(text) % 7 / 2
    return {1: (firm, 0.0, 0.0), -1: (0.0, firm, 0.0), 0: (0.0, 0.0, 4.0)}[LABELS[text]]


def guessing(text: str) -> tuple[float, float, float]:
    draws = random.Random(text)
    return (draws.gauss(0, 1), draws.gauss(0, 1), draws.gauss(-1, 1))


def calibrated(server, tmp_path, tops):
    server.tops = tops
    conditions = conditions_at(server)
    table = calibrate(order_calibration(MODEL, sample=SAMPLE, out=tmp_path / "runs", conditions=conditions))
    calibration = calibration_of(MODEL, conditions)
    assert calibration is not None
    return table, calibration


def test_the_texts_are_balanced_and_of_no_domain():
    claims, messages = calibration_sets(100, 3)
    for gold in (claims, messages):
        polarities = [text.polarity for text in gold.texts]
        assert [polarities.count(side) for side in (1, -1, 0)] == [20, 20, 10]
    assert calibration_sets(100, 3) == [claims, messages]
    assert calibration_sets(100, 4) != [claims, messages]


def test_a_model_that_reads_rightly_hears_blind(server, tmp_path):
    _, calibration = calibrated(server, tmp_path, leaning(knowing, letters={"A": 3.0}))
    assert calibration.right == 1.0
    assert calibration.hears_blind
    assert abs(calibration.weighing.offset) < 0.5
    assert calibration.weighing.threshold < 0.9


def test_a_liking_for_one_side_changes_nothing(server, tmp_path):
    _, calibration = calibrated(server, tmp_path, leaning(knowing, side=6.0))
    assert calibration.right == 1.0
    assert abs(calibration.weighing.offset) < 0.5


def test_a_liking_that_only_messages_wake_is_the_offset(server, tmp_path):
    def liking(text: str) -> tuple[float, float, float]:
        supports, opposes, aside = knowing(text)
        return (supports + 4.0, opposes, aside)

    _, calibration = calibrated(server, tmp_path, leaning(liking))
    assert calibration.weighing.offset == pytest.approx(4.0, abs=0.5)
    assert calibration.right == 1.0


def test_a_coin_is_no_judge(server, tmp_path):
    table, calibration = calibrated(server, tmp_path, leaning(guessing))
    assert 0.2 < calibration.right < 0.8
    assert calibration.offline > 0.6
    assert not calibration.hears_blind
    assert "by the speaker's side" in table.title
    assert calibration.weighing.threshold > 0.6


def test_a_model_that_always_says_for_is_right_of_half(server, tmp_path):
    table, calibration = calibrated(server, tmp_path, leaning(lambda _: (9.0, 0.0, 0.0)))
    assert calibration.right <= 0.5
    assert not calibration.hears_blind
    always = [row for row in table.rows if row[3] == "always for"]
    assert [(row[4].value, row[5].value) for row in always] == [(1.0, 0.0)] * 2


def test_what_is_answered_is_not_asked_again(server, tmp_path):
    _, first = calibrated(server, tmp_path, leaning(knowing))
    asked = server.count
    assert asked == 6 * (
        SAMPLE + len({text.proposition for gold in calibration_sets(SAMPLE, 0) for text in gold.texts})
    )
    _, again = calibrated(server, tmp_path, leaning(guessing))
    assert (server.count, again) == (asked, first)


def test_texts_of_no_side_keep_the_probability_that_is_asked_for_high(server, tmp_path):
    def firm_on_everything(text: str) -> tuple[float, float, float]:
        return (0.0, 6.0, 0.0) if LABELS[text] == 0 else knowing(text)

    _, calibration = calibrated(server, tmp_path, leaning(firm_on_everything))
    assert calibration.weighing.threshold > 0.9


def test_only_language_models_with_probabilities_are_calibrated(server, tmp_path):
    with pytest.raises(ModelSetupError, match="no language model"):
        order_calibration("offline")
    order = order_calibration("anthropic:test", sample=SAMPLE, out=tmp_path, conditions=conditions_at(server))
    with pytest.raises(ModelSetupError, match="states no probabilities"):
        calibrate(order)
    assert server.count == 0


def test_the_command_says_how_long_it_takes_and_what_was_found(server, tmp_path, capsys):
    server.tops = leaning(knowing)
    calibrate_model(MODEL, sample=SAMPLE, out=tmp_path / "runs")
    printed = " ".join(capsys.readouterr().out.split())
    assert f"for all {SAMPLE} texts, by the first 8." in printed
    assert "hears blind, without the speaker's side" in printed


def test_a_calibrated_model_is_examined_whole_by_probabilities(server, tmp_path):
    _, calibration = calibrated(server, tmp_path, leaning(knowing))
    server.tops = leaning(lambda text: (3.0, 0.0, 0.0) if len(text) % 2 else (0.0, 3.0, 0.0))
    asked = server.count
    order = EvaluationOrder(
        judges=(MODEL,), sets=("swaps", "crowd"), shift=True, sample=3, out=tmp_path, conditions=conditions_at(server)
    )
    twins, crowd = evaluate_shift(order)
    assert all("logprobs" in body for body in server.bodies[asked:])
    assert {guess.chance > 0.5 for guess in twins.guesses} <= {True, False}
    assert [guess.direction for guess in crowd.guesses] == [
        1 if len(guess.gold.text) % 2 else -1 for guess in crowd.guesses
    ]
    assert open_run(crowd.path).spec.roles["extractor"].weighing == calibration.weighing
    assert "no offline reading takes part" in shift_table([twins, crowd], 0).caption
    assert verify(crowd.path).status == "verified"
