"""The check of the examples in a task's prompt: none of their literals can come back as an answer.

Each literal of an example is put alone into an otherwise valid reply. The reply must then be refused, or be recognised
as copied; or it is as it was, because the inputs leave no other value there, such as a name that is given.
"""

import json
from typing import Any

from doxa.records.base import JsonValue
from doxa.records.steps import Prompt
from doxa.tasks.base import ReplyError, Task
from doxa.tasks.examples import Place, examples_of, find_copied, literals_of


def check_examples(task: Task[Any, Any], prompt: Prompt, reply: JsonValue) -> None:
    """Raise where a literal of an example in a prompt could become an answer.

    Args:
        prompt: a prompt of the task.
        reply: a valid reply to it.

    Raises:
        AssertionError: an example has such a literal; the message says what to write instead.
    """
    examples = examples_of(prompt)
    for place, literal in (entry for example in examples for entry in literals_of(example)):
        changed = put_at(reply, place, literal)
        assert changed == reply or find_copied(examples, changed) or _is_refused(task, changed), (
            f"the example in the prompt of the task {task.name!r} has {json.dumps(literal)} at "
            f"{'.'.join(map(str, place))}: a model gives it back, and nobody can tell that from an answer. Write a "
            'placeholder that says what stands there, "<one sentence>" for a text and <number from 0 to 1> for '
            "anything else"
        )


def put_at(reply: JsonValue, place: Place, literal: JsonValue) -> JsonValue:
    """Return a reply with a literal at a place; every entry of a list counts as its first."""
    if not place:
        return literal
    first, below = place[0], place[1:]
    if isinstance(first, str):
        fields = reply if isinstance(reply, dict) else {}
        return {**fields, first: put_at(fields.get(first), below, literal)}
    entries = reply if isinstance(reply, list) else []
    return [put_at(entries[0] if entries else None, below, literal), *entries[1:]]


def _is_refused(task: Task[Any, Any], reply: JsonValue) -> bool:
    try:
        task.reading(json.dumps(reply), is_fresh=True)
    except ReplyError:
        return True
    return False
