"""Embed texts: one vector each. The performer returns rows; the log stores them as blobs, the reply their hashes."""

from doxa.records.base import Record
from doxa.tasks.base import Task
from doxa.tasks.known import exactly


class Inputs(Record):
    texts: tuple[str, ...]
    lasting: bool = False
    """The texts outlast the run, as a knowledge base does: a performer may keep their vectors for other runs."""


class Reply(Record):
    vectors: tuple[str, ...]
    """Blob hashes, one for each text, in order."""


EMBED = Task(
    name="embed",
    role="embedder",
    Inputs=Inputs,
    Reply=Reply,
    check=lambda inputs, reply: (
        "" if len(reply.vectors) == len(inputs.texts) else "One vector for each text is needed."
    ),
    known=lambda inputs: {"vectors": exactly(len(inputs.texts))},
    stable="Embed each text.",
    request="{% for text in inputs.texts %}{{ text }}\n{% endfor %}",
)
