"""Every prompt of doxa's own: first what all are told alike, last who one is and what to do, and no mark between."""

import re
from typing import Any

import pytest

from doxa.tasks.base import Task
from doxa.tasks.registry import GROUND, task_named, task_names
from doxa.tasks.wordings import check_wording, variables_of, wording_of

ARRAYS = ("embed", "population_round")
"""Tasks whose performers read no prompt."""

TASKS = [task_named(name) for name in task_names() if name not in ARRAYS]
SPEAKERS = [task for task in TASKS if task.role == "speaker"]


def names(tasks: list[Task[Any, Any]]) -> list[str]:
    return [task.name for task in tasks]


@pytest.mark.parametrize("task", TASKS, ids=names(TASKS))
def test_what_is_told_first_names_nobody_in_particular(task: Task[Any, Any]) -> None:
    assert variables_of(task.stable) <= {"names", "proposition.text"}


@pytest.mark.parametrize("task", TASKS, ids=names(TASKS))
def test_doxas_own_wording_has_the_variables_that_a_users_must_have(task: Task[Any, Any]) -> None:
    check_wording(task, wording_of(task))


@pytest.mark.parametrize("task", SPEAKERS, ids=names(SPEAKERS))
def test_a_speaker_is_told_last_who_it_is(task: Task[Any, Any]) -> None:
    if "policy" in task.sees:
        return  # a component of the policy says it, and can be left out
    assert "actor.name" in variables_of(task.request, only_said=True)


@pytest.mark.parametrize("task", [task for task in TASKS if task.free_text], ids=lambda task: task.name)
def test_a_speech_is_asked_for_without_a_mark_that_could_be_read_out(task: Task[Any, Any]) -> None:
    assert not re.search(r"\[[A-Z]\]|^#+ |\blevel\b|\bscale\b", f"{task.stable}\n{task.request}", re.MULTILINE)


def test_a_turn_and_the_private_questions_of_a_system_begin_alike() -> None:
    assert GROUND["self_update"].stable == task_named("respond").stable
    conversation = {task_named(name).stable for name in ("persuade", "answer_persuader", "probe_stance")}
    union = {task.stable for task in SPEAKERS if task.name.endswith(("_speech", "_point", "_question", "_case"))}
    assert len(conversation) == len(union) == 1


def test_neutral_puzzles_say_nothing_of_heads_majorities_and_courage() -> None:
    coaching = r"majorit|heads|more than half|change your answer|keep it\b|courage"
    debating = [task for task in TASKS if task.name in ("propose_roles", "debate_role", "adjust_roles", "decide_roles")]
    assert len(debating) == 4
    for task in (*debating, task_named("supervise_roles")):
        assert not re.search(coaching, task.stable)
    for task in debating:
        assert task.wording is not None
        assert re.search(coaching, task.wording(task.Inputs.model_construct(prompts="coached")))


def test_a_union_speaker_keeps_its_side_its_facts_and_its_own_writing() -> None:
    speech = task_named("give_speech")
    assert "argues one side and never changes it" in speech.stable
    assert "no studies, numbers or quotations are made up" in speech.stable
    assert "actor.persona" in variables_of(speech.request, only_said=True)
