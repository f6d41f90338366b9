"""Persuasion: hidden probes measure the target, and never enter the conversation."""

import json
from types import SimpleNamespace

import pytest
from hypothesis import given, strategies as st

import doxa
from doxa.analysis.building import view_of
from doxa.analysis.hooks import exhibits_of
from doxa.conformance import check_protocol
from doxa.errors import ModelSetupError, ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.models.scripted import ScriptedPerformer
from doxa.protocols.registry import protocol_named
from doxa.records.base import group_by
from doxa.records.steps import Floor, Outcome
from doxa.systems.dialogue.hooks import PersuasionLines, _measure_move, encounters_of
from doxa.systems.dialogue.offline.persuading import MODELS, profile_of
from doxa.systems.dialogue.persuasion import (
    DECIDED,
    PersuasionResult,
    PersuasionSettings,
    measurement,
    settings_of,
)
from doxa.systems.dialogue.tasks import PROBE_STANCE, QUESTIONS, ProbeInputs, ProbeReply

SECRET = 73.21


def answering(prompts, probe=lambda request: SECRET):
    """Return a factory of performers that record each prompt and answer probes by a function."""

    def answer(request):
        prompts.append((request.step, " ".join(block.text for block in request.prompt)))
        if request.task.name == "probe_stance":
            return json.dumps({"answer": probe(request)})
        return f"Words of {request.step.key}."

    return lambda settings, conditions: ScriptedPerformer(answer)


def converse(path, probe=lambda request: SECRET, **script):
    prompts = []
    changes = {f"script.{name}": value for name, value in script.items()}
    log = doxa.run("persuasion", out=path, changes=changes, make=answering(prompts, probe))
    return log, prompts


def test_a_probe_enters_no_other_prompt(tmp_path):
    log, prompts = converse(tmp_path / "run", rounds=2, every_turn=True)
    assert log.finished
    assert not any(str(SECRET) in text for _, text in prompts)
    others = [text for step, text in prompts if step.task != "probe_stance"]
    assert not any(question.words in text for text in others for question in QUESTIONS)


def test_a_probe_sees_the_conversation_so_far_and_the_scale(tmp_path):
    _, prompts = converse(tmp_path / "run", lambda request: 4.0, rounds=1, low=1, high=7)
    before, after = ([text for step, text in prompts if step.key.startswith(key)] for key in ("probe00", "probe01"))
    assert len(before) == len(after) == 4
    assert all("Words of" not in text and "from 1 (" in text and "to 7 (" in text for text in before)
    assert all("Words of r01/persuader." in text and "Words of r01/target." in text for text in after)


def test_the_persuader_is_told_its_side_alone(tmp_path):
    for argues, word in (("for", "argue for"), ("against", "argue against")):
        log, prompts = converse(tmp_path / argues, rounds=1, argues=argues)
        (text,) = [text for step, text in prompts if step.task == "persuade"]
        assert word in text
        assert log.result(PersuasionResult).argued == (1 if argues == "for" else -1)


def measured(*answers, **settings):
    outcomes = tuple(
        Outcome(key=f"p{place}", task="probe_stance", actor="target", status="ok", reply={"answer": answer})
        if answer is not None
        else Outcome(key=f"p{place}", task="probe_stance", actor="target", status="unparsed", reason="not_json")
        for place, answer in enumerate(answers)
    )
    return measurement(0, Floor(outcomes=outcomes), PersuasionSettings(probes=len(answers), **settings))


@pytest.mark.parametrize(
    ("answers", "settings", "stance"),
    [
        ((100.0, 0.0), {}, 1.0),  # the second question is the other way round
        ((100.0, 100.0), {"contradictory": "averaged"}, 0.0),
        ((60.0, 60.0), {}, 0.0),
        ((4.0,), {"low": 1, "high": 7}, 0.0),
        ((75.0, None), {}, 0.5),
        ((None, None), {}, None),
    ],
)
def test_a_stance_is_the_mean_of_the_answers_that_came_with_those_the_other_way_round_turned(answers, settings, stance):
    assert (measured(*answers, **settings).stance, measured(*answers, **settings).answers) == (stance, answers)


@pytest.mark.parametrize(
    "answers",
    [
        (0.0, 0.0),  # against by the first question, for by the second
        (100.0, 100.0, 100.0, 100.0),
        (70.0, 70.0, 70.0, 70.0),
        (90.0, 10.0, 30.0, 10.0),  # two questions keyed one way disagree
    ],
)
def test_answers_that_contradict_one_another_make_no_number(answers):
    wave = measured(*answers)
    assert (wave.stance, wave.undetermined, wave.answers) == (None, True, answers)
    assert "contradict" in wave.missing


@given(stance=st.floats(-1, 1), errors=st.lists(st.floats(-0.2, 0.2), min_size=1, max_size=6))
def test_one_stance_answered_with_small_errors_is_never_undetermined(stance, errors):
    stances = [max(-1.0, min(1.0, stance + error)) for error in errors]
    answers = [50 + 50 * asked.keyed * given for asked, given in zip(QUESTIONS, stances, strict=False)]
    wave = measured(*answers)
    assert not wave.undetermined
    assert wave.stance == pytest.approx(sum(stances) / len(stances), abs=1e-9)


@given(st.floats(0, 100), st.integers(2, 6))
def test_one_number_for_every_question_is_undetermined_unless_it_is_near_the_middle(answer, count):
    assert measured(*[answer] * count).undetermined == (abs(answer - 50) * 2 > 100 * DECIDED)


def contradicting(keys):
    """Return answers of 100 to every probe of some sets, and of somebody firmly for to the others."""
    return lambda request: 100.0 if request.step.key[:7] in keys or request.inputs.asked.keyed > 0 else 0.0


@pytest.mark.parametrize(("keys", "when"), [(["probe00"], "before"), (["probe01"], "after")])
def test_nobody_gives_way_by_probes_that_contradict_one_another(tmp_path, keys, when):
    log, _ = converse(tmp_path / "run", contradicting(keys), rounds=1)
    result = log.result(PersuasionResult)
    assert (result.moved, encounters_of(log)) == (None, ())
    assert _measure_move(log) == {"undetermined measurements": 1}
    story = view_of(log).story
    assert story.endswith(f"is not known: {when}, the answers contradict one another.")
    stances = next(exhibit for exhibit in exhibits_of(log, "json") if exhibit.name == "measured_stances")
    assert sorted(str(row[1]) for row in stances.rows) == ["1.0", "None"]
    assert sum("undetermined" in row[2] for row in stances.rows) == 1
    (measures,) = exhibits_of(log, "frames")
    assert [row.missing for row in measures.rows if row.item == "stance" and row.value is None] == ["undetermined"]
    assert "undetermined" in " ".join(lines_of(log))


def lines_of(log):
    """Yield the progress line of every set of probes of a log."""
    probes = [event.body for event in log.events if event.kind == "outcome" and event.body.task == "probe_stance"]
    for outcomes in group_by(probes, lambda outcome: outcome.key[:7]).values():
        lines = PersuasionLines(log.spec)
        lines.gather(SimpleNamespace(outcomes=outcomes))
        yield lines.describe()


def test_a_run_from_before_contradictions_were_looked_for_averages_them():
    spec = plan(load_scenario("persuasion"))
    assert settings_of(spec).contradictory == spec.script["contradictory"] == "undetermined"
    earlier = {name: setting for name, setting in spec.script.items() if name != "contradictory"}
    assert settings_of(spec.model_copy(update={"script": earlier})).contradictory == "averaged"


def test_half_of_the_questions_are_the_other_way_round():
    assert sum(question.keyed for question in QUESTIONS) == 0
    assert len({question.words for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("answer", [-1.0, 101.0])
def test_an_answer_off_the_scale_is_asked_again(answer):
    inputs = ProbeInputs(question=1, low=0, high=100, round=0)
    assert "from 0 to 100" in PROBE_STANCE.check(inputs, ProbeReply(answer=answer))


def test_the_move_is_towards_the_argued_side(tmp_path):
    def towards_against(request):
        upper = 30.0 if request.step.key.startswith("probe01") else 60.0
        keyed = QUESTIONS[request.inputs.question - 1].keyed
        return upper if keyed > 0 else 100.0 - upper

    log, _ = converse(tmp_path / "run", towards_against, rounds=1, argues="against")
    assert _measure_move(log) == {"move": pytest.approx(0.6)}
    (encounter,) = encounters_of(log)
    assert (encounter.initial, encounter.final, encounter.argued) == (pytest.approx(0.2), pytest.approx(-0.4), -1)
    assert [message.own for message in encounter.messages] == [False, True]
    assert encounter.spread == pytest.approx(0.0, abs=1e-9)


def test_a_stance_on_the_way_follows_its_round(tmp_path):
    log, _ = converse(tmp_path / "run", contradicting([]), rounds=3, every_turn=True)
    (encounter,) = encounters_of(log)
    assert [stated.after for stated in encounter.stated] == [2, 4]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"script.low": 5, "script.high": 5}, "low = 5 is not below 5"),
        ({"script.probes": 7}, "less than or equal to 6"),
        ({"script.probes": 0}, "greater than or equal to 1"),
        ({"script.target": "nobody"}, "the scenario has persuader, target"),
        ({"script.target": "persuader"}, "two agents"),
        ({"agents.target.plays": "counter-arguments"}, "speak for themselves"),
        ({"script.argues": "neither"}, "'for' or 'against'"),
    ],
)
def test_a_scenario_that_is_no_persuasion_is_refused(changes, message):
    with pytest.raises(ScenarioError, match=message):
        plan(load_scenario("persuasion", changes))


def test_offline_targets_differ_only_in_their_rule(tmp_path):
    logs = {
        model: doxa.run("persuasion", out=tmp_path / model[8:], changes={"agents.target.model": model})
        for model in ("offline:open", "offline:closed")
    }
    easy, closed = (log.result(PersuasionResult) for log in logs.values())
    assert easy.before == closed.before
    assert easy.moved > closed.moved > 0


def test_an_offline_target_that_is_not_declared_is_refused():
    assert {profile_of(model).name for model in MODELS} == {"open", "measured", "closed", "averaging", "drifting"}
    with pytest.raises(ModelSetupError, match="offline:opne"):
        profile_of("offline:opne")


def test_a_persuasion_keeps_the_contract_of_protocols():
    assert check_protocol(protocol_named("persuasion"), plan(load_scenario("persuasion"))) == 8


def test_a_declared_target_speaks_from_the_scenarios_corpus(tmp_path):
    rows = [("A town needs a tram", f"Reason {side} number {number} about the tram and the town.", side)
            for side in (1, -1) for number in range(8)]  # fmt: skip
    corpus = tmp_path / "tram.csv"
    corpus.write_text("proposition,text,polarity\n" + "".join(f"{m},{t},{p}\n" for m, t, p in rows), encoding="utf-8")
    changes = {
        "proposition": "A town needs a tram",
        "seeds.corpus": str(corpus),
        "agents.target.model": "offline:open",
        "script.rounds": 1,
    }
    log = doxa.run("persuasion", out=tmp_path / "run", changes=changes)
    assert log.result(PersuasionResult).silent_turns == 0
