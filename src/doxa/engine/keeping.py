"""Answers of other runs in place of calls: which draw of a request a call is, and what of this run's answers is kept.

What was refused, cut, or no use to its step is not kept, and neither is what plain code says.
"""

import os
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from doxa.log.journal import NAME, CallRecord, read_calls
from doxa.log.kept import KeptAnswer, KeptAnswers
from doxa.log.rundir import RunWriter
from doxa.models.port import Performer
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome

VARIABLE = "DOXA_KEEP"
"""The environment variable that names the file of kept answers."""


class Keeper:
    """Finds kept answers for the calls of one sitting, and keeps its answers."""

    def __init__(self, answers: KeptAnswers, run: RunWriter) -> None:
        self._answers, self._run = answers, run
        self._asked = Counter(call.request for call in run.journal.calls.values())

    def find(self, id: str, request: str, model: str, service: str, *, embeds: bool) -> KeptAnswer | None:
        """Return the kept answer of a call that is about to be made; None where there is none.

        Args:
            request: the hash of what determines its answer.
            service: as ``service_of`` names it; the calls of models without one are not kept.
            embeds: whether vectors are asked for.
        """
        if not service:
            return None
        spec = self._run.spec
        draw = self._answers.number_draw(spec.hash, id, request, service, self._asked[request])
        stated = self._run.journal.stated.get((model, embeds), frozenset())
        served = next(iter(stated)) if len(stated) == 1 else ""
        return self._answers.find(request, service, f"{spec.stream_seed}/{draw}", served)

    def keep(self, outcome: Outcome, calls: Sequence[CallRecord], vectors: Sequence[bytes]) -> None:
        """Keep the answer of a step, where the step could use all of it; also one that an earlier sitting journalled.

        Args:
            vectors: those of the last call, in order.
        """
        call, is_whole = calls[-1], outcome.ok and not (outcome.reason or outcome.cut or outcome.flaw)
        spec = self._run.spec
        if not is_whole or call.kept or not (drawn := self._answers.find_draw(spec.hash, call.id, call.request)):
            return
        service, draw = drawn
        self._answers.keep(
            KeptAnswer(
                request=call.request, service=service, served=call.revision, draw=f"{spec.stream_seed}/{draw}",
                text="" if vectors else call.text, vectors=b"".join(vectors), width=len(vectors[0]) if vectors else 0,
                finish=call.finish, input_tokens=call.input_tokens, output_tokens=call.output_tokens, cost=call.cost,
                source=f"{self._run.path.name} {call.id}",
            )
        )  # fmt: skip


def service_of(performer: Performer, model: str) -> str:
    """Return the name of what a performer asks, as kept answers have it; '' where its answers are not kept."""
    place = getattr(performer, "place", "")
    return f"{model} at {place}" if place else ""


def count_kept(file: Path, spec: RunSpec, path: Path, services: Container[str]) -> tuple[int, int]:
    """Return how many answers a file keeps, and how many of them an equal run was given that this run still lacks.

    Args:
        path: the run's directory, if it has begun.
        services: those that it asks, as ``service_of`` names them.

    Raises:
        LogError: the file cannot be used.
    """
    answered = {call.id for call in read_calls(path / NAME)}
    with closing(KeptAnswers(file)) as answers:
        given = {call for call, service in answers.list_kept_calls(spec.hash, spec.stream_seed) if service in services}
        return answers.count(), len(given - answered)


@contextmanager
def keeping(run: RunWriter) -> Iterator[Keeper | None]:
    """Yield what keeps the answers of a sitting; None where no file is named for them.

    Raises:
        LogError: the file cannot be used.
    """
    file = os.environ.get(VARIABLE, "").strip()
    if not file:
        yield None
        return
    with closing(KeptAnswers(Path(file))) as answers:
        yield Keeper(answers, run)
