"""Who hears by default, and that a run's first line says it: a model hears blind only where its calibration won."""

import pytest

from doxa.analysis.who_does import describe_model_hearing
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.humans.replay.judging import ReplaySettings, hearing_for, listen, plan_listening
from doxa.models.cache import VARIABLE
from doxa.models.conditions import Conditions
from doxa.models.known import identity_of, keep
from doxa.models.port import Response
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from doxa.models.weighing.calibration import HearingCalibration
from doxa.records.spec import LetterWeighing, RunSpec
from doxa.terminal.outcome import announce
from humans.made import people, round_of

MODEL = "compatible:own"
WEIGHING = LetterWeighing(model=MODEL, offset=0.4, scale=2.0, threshold=0.8)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))


def calibrate(right: float, offline: float = 0.7) -> None:
    kept = HearingCalibration(weighing=WEIGHING, texts=80, right=right, offline=offline)
    keep(kept, identity_of(MODEL, Conditions()))


def planned(hearer: str = MODEL, **hearing) -> RunSpec:
    changes = {f"hearing.{name}": how for name, how in hearing.items()}
    return plan(load_scenario("compulsory-voting", {"models.extractor": hearer, **changes}))


def test_a_model_that_was_not_calibrated_hears_by_the_speakers_side():
    spec = planned()
    assert (spec.hearing.direction, spec.hearing.contradicted) == ("speaker", "unclear")
    assert spec.roles["extractor"].weighing is None
    assert describe_model_hearing(spec, Conditions()) == (
        f"Heard by {MODEL}, by its own judgements, by the speaker's side: it was not calibrated "
        "(doxa models calibrate NAME)."
    )


def test_a_model_whose_calibration_won_hears_blind_and_by_probabilities():
    calibrate(0.9)
    spec = planned()
    assert spec.hearing.direction == "blind"
    assert spec.roles["extractor"].weighing == WEIGHING
    assert describe_model_hearing(spec, Conditions()) == (
        f"Heard by {MODEL}, by probabilities, blind, without the speaker's side: it was right of 0.90 of 80 dev texts, "
        "and the offline judge of 0.70."
    )


def test_a_judge_of_posts_reads_by_probabilities_where_it_was_calibrated():
    changes = {"models.judge": MODEL}
    assert plan(load_scenario("feed", changes)).roles["judge"].weighing is None
    calibrate(0.5)
    assert plan(load_scenario("feed", changes)).roles["judge"].weighing == WEIGHING


@pytest.mark.parametrize("right", [0.7, 0.5])
def test_a_model_that_did_not_win_reads_by_probabilities_and_hears_by_the_side(right):
    calibrate(right)
    spec = planned()
    assert (spec.hearing.direction, spec.roles["extractor"].weighing) == ("speaker", WEIGHING)
    assert f"of {right:.2f} of 80 dev texts, and the offline judge of 0.70" in describe_model_hearing(
        spec, Conditions()
    )


def test_a_scenario_that_says_blind_wins_and_the_line_says_so():
    spec = planned(direction="blind")
    assert spec.hearing.direction == "blind"
    assert "blind, without the speaker's side, as the scenario says: it was not calibrated" in describe_model_hearing(
        spec, Conditions()
    )


def test_a_model_whose_strengths_count_writes_them_itself():
    calibrate(0.9)
    assert planned(strength="extractor").roles["extractor"].weighing is None


def test_a_replay_of_people_reads_whole_messages_by_probabilities_where_its_judge_was_calibrated():
    made = people([round_of("p", 0.0, 0.5, ["a"])])

    def heard(**how) -> tuple[str, LetterWeighing | None]:
        listening = ReplaySettings(judge=MODEL, hearing=hearing_for("blind", MODEL, **how))
        spec = plan_listening(made, listening)
        return spec.hearing.context, spec.roles["extractor"].weighing

    assert heard() == ("claim", None)
    calibrate(0.5)
    assert heard() == ("message", WEIGHING)
    assert heard(context="claim") == ("claim", None), "a calibration is of whole texts"
    assert heard(strength="extractor") == ("claim", None), "no probability says how strong a claim is"
    assert heard(strength="equal") == ("message", WEIGHING)


def test_a_fit_knows_by_what_probabilities_its_evidence_was_read(tmp_path):
    made = people([round_of("p", 0.0, 0.5, ["a"])])
    calibrate(0.5)
    listening = ReplaySettings(judge=MODEL, strength="offline", hearing=hearing_for("blind", MODEL), out=tmp_path)

    def make(settings, conditions):
        tops = (("A", -0.1), ("B", -3.0), ("C", -4.0))
        found = Response(text='{"claims": []}', tops=tops)
        return (
            ScriptedPerformer(lambda request: found) if settings.model == MODEL else performer_for(settings, conditions)
        )

    judges = listen(made, listening, make=make).judges
    assert set(judges) == {"extractor", "scorer", "embedder", "weighing"}
    other = HearingCalibration(weighing=WEIGHING.model_copy(update={"offset": 0.5}), texts=80, right=0.5, offline=0.7)
    keep(other, identity_of(MODEL, Conditions()))
    assert listen(made, listening, make=make).judges["weighing"] != judges["weighing"]


def test_a_calibration_is_of_one_model_at_one_address(monkeypatch):
    calibrate(0.9)
    assert planned("compatible:another").roles["extractor"].weighing is None
    monkeypatch.setenv("DOXA_BASE_URL", "http://127.0.0.1:9/v1")
    assert planned().roles["extractor"].weighing is None


def test_an_offline_run_is_planned_and_announced_as_ever(tmp_path, capsys):
    spec = planned("offline")
    assert spec.hearing.direction == "blind"
    assert "weighing" not in spec.model_dump_json()
    assert describe_model_hearing(spec, Conditions()) == ""
    announce(spec, tmp_path, Conditions())
    assert capsys.readouterr().out.startswith(spec.proposition.text)


def test_the_first_line_of_a_run_says_who_hears(tmp_path, capsys):
    announce(planned(), tmp_path, Conditions())
    assert capsys.readouterr().out.startswith(f"Heard by {MODEL}")
