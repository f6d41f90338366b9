"""Exhibits and runs about puzzles say who was plain code, role by role, and class every effect."""

import pytest

from doxa.records.spec import ModelSettings
from doxa.systems.puzzle.exhibits import captions
from doxa.systems.puzzle.exhibits.ballots import describe_stand_ins
from doxa.systems.puzzle.exhibits.captions import JUDGE, PARTLY, SIMULATED, SUPERVISOR, caption, title_exhibit
from doxa.systems.puzzle.exhibits.runs import DebateRun
from doxa.systems.puzzle.hooks import HOOKS
from scenes.stage import play
from systems.puzzle.puzzling import RIGHT, WRONG, holding, puzzle

HOSTED = ("openai:gpt-5-nano", "google:gemini-2.5-flash")
REASONER = "offline:reasoner-weak"

EVERY_EFFECT = [value for value in vars(captions).values() if isinstance(value, captions.Effect)]


def debated(*models, supervisor="openai:gpt-5", judge=""):
    return [DebateRun(configuration="A", factor="A", size=6, path="", status="finished", models=models,
                      supervisor=supervisor, judge=judge)]  # fmt: skip


@pytest.mark.parametrize(
    ("debates", "title", "sentences"),
    [
        (debated(*HOSTED), "Title", ()),
        (debated(*HOSTED, judge="offline"), "Title (hosted speakers, offline judge)", (JUDGE,)),
        (debated(*HOSTED, judge="openai:gpt-5"), "Title", ()),
        (debated(*HOSTED, supervisor=REASONER), "Title (hosted speakers, offline supervisor)", (SUPERVISOR,)),
        (debated(HOSTED[0], REASONER), "Title (some speakers simulated)", (PARTLY,)),
        (debated(REASONER, supervisor=REASONER, judge="offline"), "Title (simulated reasoners)", (SIMULATED, JUDGE)),
    ],
)
def test_titles_and_captions_name_each_role_that_plain_code_has(debates, title, sentences):
    words = caption("What is shown.", debates, EVERY_EFFECT)
    assert title_exhibit("Title", debates) == title
    assert {said for said in (SIMULATED, PARTLY, SUPERVISOR, JUDGE) if said in words} == set(sentences)


def test_effects_are_assumed_of_plain_code_alone():
    hosted = caption("", debated(*HOSTED, judge="offline"), EVERY_EFFECT)
    assert "Assumed by the performer: that a reason counts as sound" in hosted
    assert "Needs models" not in hosted
    simulated = caption("", debated(REASONER, supervisor=REASONER), EVERY_EFFECT)
    assert all(effect.what in simulated for effect in EVERY_EFFECT if effect is not captions.RATED)


TEAM = holding(amber=RIGHT, cobalt=RIGHT, teal=WRONG)


def test_a_debate_among_provider_models_is_not_called_simulated(tmp_path):
    # the scenario's common speaker and hearing stay offline in the spec, but nobody plays them
    spec = puzzle(prompts="neutral")
    roles = {**spec.roles, "extractor": ModelSettings(model="offline"), "judge": ModelSettings(model="offline")}
    log = play(spec.model_copy(update={"roles": roles}), tmp_path, TEAM).log
    assert not describe_stand_ins(log)
    assert describe_stand_ins(log) == ""
    assert HOOKS["puzzle"].simulated(log) == ""
    assert HOOKS["puzzle"].stand_ins(log) == ""


def test_an_offline_judge_of_reasons_is_named(tmp_path):
    spec = puzzle(prompts="neutral", rated=True)
    roles = {**spec.roles, "judge": ModelSettings(model="offline")}
    log = play(spec.model_copy(update={"roles": roles}), tmp_path, TEAM).log
    assert describe_stand_ins(log) == "The judge of reasons is plain code."
