"""All tasks by name: doxa's own, which hearing and readings use, and those of systems."""

from typing import Any

from doxa.errors import UnknownNameError
from doxa.records.plugins import shelf_of, take_plugin
from doxa.tasks.answering import ANSWER_SURVEY
from doxa.tasks.base import Task
from doxa.tasks.classify import CLASSIFY, CLASSIFY_ANCHORED, CLASSIFY_MANY, CLASSIFY_MANY_ANCHORED
from doxa.tasks.embed import EMBED
from doxa.tasks.extract import EXTRACT, EXTRACT_CONCESSIONS, EXTRACT_CONCESSIONS_MANY, EXTRACT_MANY
from doxa.tasks.judge_stance import JUDGE_STANCE
from doxa.tasks.recite import RECITE
from doxa.tasks.score import SCORE, SCORE_ANCHORED
from doxa.tasks.self_update import SELF_UPDATE

GROUND: dict[str, Task[Any, Any]] = {
    task.name: task
    for task in (
        RECITE,
        EXTRACT,
        EXTRACT_CONCESSIONS,
        EXTRACT_MANY,
        EXTRACT_CONCESSIONS_MANY,
        CLASSIFY,
        CLASSIFY_MANY,
        SCORE,
        CLASSIFY_ANCHORED,
        CLASSIFY_MANY_ANCHORED,
        SCORE_ANCHORED,
        EMBED,
        SELF_UPDATE,
        JUDGE_STANCE,
        ANSWER_SURVEY,
    )
}


def tasks() -> dict[str, Task[Any, Any]]:
    """Return all usable tasks by name."""
    return {**GROUND, **shelf_of("tasks").sound()}


def task_names() -> list[str]:
    """Return the names of all tasks, sorted."""
    return sorted({*GROUND, *shelf_of("tasks")})


def task_named(name: str) -> Task[Any, Any]:
    """Return a task by name.

    Raises:
        UnknownNameError: there is no task of that name.
        PluginError: the task cannot be used.
    """
    task = GROUND.get(name) or take_plugin("tasks", name, Task)
    if task is None:
        hint = " ".join([f"Tasks: {', '.join(task_names())}.", *shelf_of("tasks").notes])
        raise UnknownNameError(f"no task is named {name!r}", hint=hint)
    return task
