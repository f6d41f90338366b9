"""Exhibits and runs about puzzles say who was plain code, role by role, and class every effect."""

import pytest

from doxa.records.spec import ModelSettings
from doxa.systems.puzzle.exhibits.captions import WORDS, caption, title_exhibit
from doxa.systems.puzzle.exhibits.runs import DebateRun
from doxa.systems.puzzle.hooks import HOOKS
from doxa.systems.puzzle.views import describe_stand_ins
from scenes.stage import play
from systems.puzzle.puzzling import RIGHT, WRONG, holding, puzzle

HOSTED = ("openai:gpt-5-nano", "google:gemini-2.5-flash")
REASONER = "offline:reasoner-weak"


def debated(*models, supervisor="openai:gpt-5", judge=""):
    return [DebateRun(configuration="A", factor="A", size=6, path="", models=models,
                      supervisor=supervisor, judge=judge)]  # fmt: skip


def test_titles_and_captions_name_each_role_that_plain_code_has():
    cases = (
        (debated(*HOSTED), "Title", set()),
        (debated(*HOSTED, judge="offline"), "Title (hosted speakers, offline judge)", {"judge"}),
        (debated(*HOSTED, judge="openai:gpt-5"), "Title", set()),
        (debated(*HOSTED, supervisor=REASONER), "Title (hosted speakers, offline supervisor)", {"supervisor"}),
        (debated(HOSTED[0], REASONER), "Title (some speakers simulated)", {"partly"}),
        (
            debated(REASONER, supervisor=REASONER, judge="offline"),
            "Title (simulated reasoners)",
            {"simulated", "judge"},
        ),
    )
    for debates, title, roles in cases:
        words = caption("fig6", debates)
        assert title_exhibit("Title", debates) == title
        assert {role for role, sentence in WORDS.stand_ins.items() if sentence in words} == roles


def test_effects_are_assumed_of_plain_code_alone():
    hosted = caption("fig6", debated(*HOSTED, judge="offline"))
    assert "Assumed by the performer: that a reason counts as sound" in hosted
    assert "Needs models" not in hosted
    simulated = caption("fig5", debated(REASONER, supervisor=REASONER))
    assert all(WORDS.effects[effect].what in simulated for effect in WORDS.groups["transitions"])


TEAM = holding(amber=RIGHT, cobalt=RIGHT, teal=WRONG)


@pytest.mark.parametrize(("rated", "words"), [(False, ""), (True, "The judge of reasons is plain code.")])
def test_only_plain_code_that_was_asked_is_named(tmp_path, rated, words):
    # the scenario's common hearing and judge are offline in the spec; the judge is asked where reasons are rated
    spec = puzzle(prompts="neutral", rated=rated)
    roles = {**spec.roles, "extractor": ModelSettings(model="offline"), "judge": ModelSettings(model="offline")}
    log = play(spec.model_copy(update={"roles": roles}), tmp_path, TEAM).log
    assert describe_stand_ins(log) == words
    assert HOOKS["puzzle"].simulated(log).startswith(words)
    assert HOOKS["puzzle"].stand_ins(log).startswith(words.removesuffix("."))
    assert words or (HOOKS["puzzle"].simulated(log), HOOKS["puzzle"].stand_ins(log)) == ("", "")
