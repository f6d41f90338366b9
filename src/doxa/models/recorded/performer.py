"""The performer of recorded words: an agent's n-th turn is the n-th line that the transcript has of that agent.

It draws nothing and keeps no state: which line a step says follows from the spec and the step alone, so that a run can
be resumed, forked and verified without the file. No line is ever said twice. An agent without a further line is silent.
"""

from doxa.errors import ModelSetupError, NoWordsError
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.port import Request, Response, Usage
from doxa.records.base import canonical
from doxa.records.recorded import RecordedLine, RecordedWords, file_of
from doxa.records.spec import ModelSettings

REVISION = "recorded/1"

FREE = Usage(input_tokens=0, output_tokens=0, cached_tokens=0)


@Declaration(kind="instrument", speaks=True, hears=False, priced=False)
def make(settings: ModelSettings, conditions: Conditions) -> "RecordedPerformer":
    """Return the performer; the words themselves are in the run's spec.

    Raises:
        ModelSetupError: the model names no file.
    """
    if not file_of(settings.model):
        raise ModelSetupError(
            f"the model {settings.model!r} names no transcript",
            hint="Write recorded:FILE, a CSV, JSON lines or Markdown file of who said what (doxa docs models).",
        )
    return RecordedPerformer()


class RecordedPerformer:
    """Says the lines of a transcript."""

    async def perform(self, request: Request) -> Response:
        """Return the line of the step's turn, word for word.

        Raises:
            NoWordsError: the transcript has no line for this turn.
            ModelSetupError: the task needs more than words.
        """
        return Response(text=answer_from_lines(request), usage=FREE, cost=0.0, revision=REVISION)

    async def close(self) -> None:
        """Do nothing: no resource is open."""


def answer_from_lines(request: Request) -> str:
    """Return the answer of a recorded speaker to a request; errors as ``RecordedPerformer.perform``."""
    task, model, words = request.task, request.settings.model, request.recorded
    if words is None:
        raise ModelSetupError(
            f"the run does not contain the words of {model}",
            hint=f"They are read when a run is planned: begin a run with this speaker (doxa run … --model {model}).",
        )
    if not task.line and task.recorded is None:
        raise ModelSetupError(
            f"{model} only plays back words; the task {task.name!r} asks for more than words",
            hint=f"Give the agents that do {task.name!r} another speaker: "
            'agents.ID.model = "offline" or a provider\'s.',
        )
    lines = _lines_of(request, words)
    if task.recorded is not None:
        reply = task.recorded(request.inputs, tuple(line.text for line in lines))
        if reply is None:
            raise NoWordsError(f"the transcript of {model} has nothing for the task {task.name!r}")
        return canonical(reply)
    if not lines:
        raise NoWordsError(_no_line(request, words))
    return lines[0].text


def _lines_of(request: Request, words: RecordedWords) -> tuple[RecordedLine, ...]:
    """Return what an agent says in a step: the line of its turn, or all lines of the round where rounds are known."""
    task, scene = request.task, request.scene
    if not task.line:
        return ()
    lines = words.of(scene.actor.id, task.line)
    now = getattr(request.inputs, "round", None)
    if task.recorded is not None and isinstance(now, int) and all(line.round is not None for line in lines):
        return tuple(line for line in lines if line.round == now)
    return lines[scene.turn : scene.turn + 1]


def _no_line(request: Request, words: RecordedWords) -> str:
    """Return the sentence that says where an agent's lines end."""
    scene, file = request.scene, file_of(request.settings.model)
    lines = words.of(scene.actor.id, request.task.line or "speech")
    word = "line" if request.task.line == "speech" else request.task.line
    if not lines:
        return f"{file} has no {word} by {scene.actor.name} for this step"
    return (
        f"{file} has {len(lines)} {word}s by {scene.actor.name}, the last in line {lines[-1].at} of the file; "
        "later turns are silent"
    )
