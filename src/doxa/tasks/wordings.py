"""A task's prompt as a text that a user can change: what everybody is told, a line ``---``, and what is told last.

A text without such a line is the second part, and the first stays doxa's own. In place of doxa's wording it must have
the variables by which that one says what is asked of whom: each ``inputs.…``, ``actor.name``, ``position`` and
``proposition.text`` where doxa's has them.
"""

from dataclasses import replace
from typing import Any

from jinja2 import TemplateSyntaxError, nodes

from doxa.errors import ScenarioError, did_you_mean
from doxa.tasks.base import TEMPLATES, Task

DIVIDER = "\n---\n"

ALL = frozenset(
    {"names", "proposition.text", *(f"actor.{field}" for field in ("id", "name", "side", "persona", "variables"))}
)
"""The variables of both parts."""

NEEDED = frozenset({"actor.name", "position", "proposition.text"})
"""The variables, beside the inputs, that a wording has where doxa's has them."""

BEGIN = "Begin with doxa's own wording: doxa prompt SCENARIO --agent ID --wording"


def wording_of(task: Task[Any, Any]) -> str:
    """Return doxa's own wording of a task."""
    return f"{task.stable}{DIVIDER}{task.request}\n"


def worded(task: Task[Any, Any], wording: str) -> Task[Any, Any]:
    """Return a task with a user's wording; the task itself where that is ''."""
    if not wording:
        return task
    shared, divider, last = wording.replace("\r\n", "\n").strip().rpartition(DIVIDER)
    told = replace(task, request=last, to_person="")
    return replace(told, stable=shared, wording=None) if divider else told


def check_wording(task: Task[Any, Any], wording: str) -> None:
    """Refuse a wording that could not be filled in, or would not say what is asked.

    Raises:
        ScenarioError: it is empty or no template, has a variable that does not exist, or lacks one that it must have.
    """
    users, where = worded(task, wording), f"prompts.{task.name}"
    if not wording.strip():
        raise ScenarioError(f"{where}: the wording is empty", hint=BEGIN, key=where)
    try:
        TEMPLATES.compile(f"{users.stable}\n{users.request}")
        shared, last = variables_of(users.stable), variables_of(users.request)
    except TemplateSyntaxError as error:
        raise ScenarioError(f"{where}: line {error.lineno}: {error.message}", key=where) from None
    read = {name for name in dir(task.Inputs) if isinstance(getattr(task.Inputs, name, None), property)}
    given = {f"inputs.{name}" for name in (*task.Inputs.model_fields, *read) if not name.startswith("model_")}
    for part, found, known in (("first", shared, ALL), ("last", last, ALL | given | {"position", "last"})):
        if strange := sorted(found - known):
            raise ScenarioError(
                f"{where}: the {part} part has no variable {strange[0]!r}",
                hint=f"{did_you_mean(strange[0], known)}Variables: {', '.join(sorted(known))}.",
                key=where,
            )
    own, said = (variables_of(f"{one.stable}\n{one.request}", only_said=True) for one in (task, users))
    if missing := sorted(name for name in own - said if name in NEEDED or name.startswith("inputs.")):
        raise ScenarioError(
            f"{where}: the wording does not have {{{{ {missing[0]} }}}}, without which the model does not know what it "
            "is asked",
            hint=BEGIN,
            key=where,
        )


def variables_of(template: str, *, only_said: bool = False) -> set[str]:
    """Return the variables of a template with the first field of each, such as ``inputs.text``.

    Args:
        only_said: leave out a variable that is only asked about, as in ``{% if position %}``.

    Raises:
        jinja2.TemplateSyntaxError: it is no template.
    """
    tree = TEMPLATES.parse(template)
    declared = {node.name for node in tree.find_all(nodes.Name) if node.ctx == "store"}
    parts: list[nodes.Node] = [tree]
    if only_said:
        parts = [*tree.find_all(nodes.Output), *(nodes.Output([loop.iter]) for loop in tree.find_all(nodes.For))]
    fields = {
        (field.node.name, field.attr)
        for part in parts
        for field in part.find_all(nodes.Getattr)
        if isinstance(field.node, nodes.Name)
    }
    names = {node.name for part in parts for node in part.find_all(nodes.Name)} - declared - {"loop", "namespace"}
    whole = {"names", "position", "last"}
    return {f"{name}.{field}" for name, field in fields if name in names - whole} | (
        names - {name for name, _ in fields if name not in whole}
    )
