"""Answers of other runs in place of calls: which draw of a request a call is, and what of this run's answers is kept.

What was refused, cut, or no use to its step is not kept, and neither is what plain code says.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from doxa.log.journal import CallRecord
from doxa.log.kept import KeptAnswer, KeptAnswers
from doxa.log.rundir import RunWriter
from doxa.records.steps import Outcome

VARIABLE = "DOXA_KEEP"
"""The environment variable that names the file of kept answers."""


class Keeper:
    """Finds kept answers for the calls of one sitting, and keeps its answers."""

    def __init__(self, answers: KeptAnswers, run: RunWriter) -> None:
        self._answers, self._run = answers, run
        self._asked = Counter(call.request for call in run.journal.calls.values())
        self._drawn: dict[str, tuple[str, str]] = {}
        """Call → the service that was asked, and which draw of the request this was."""

    def find(self, id: str, request: str, model: str, place: str, *, embeds: bool) -> KeptAnswer | None:
        """Return the kept answer of a call that is about to be made; None where there is none.

        Args:
            request: the hash of what determines its answer.
            place: the service's address; the calls of models without one are not kept.
            embeds: whether vectors are asked for.
        """
        if not place:
            return None
        spec, service = self._run.spec, f"{model} at {place}"
        draw = f"{spec.stream_seed}/{self._asked[request]}"
        self._asked[request] += 1
        self._drawn[id] = (service, draw)
        stated = self._run.journal.stated.get((model, embeds), frozenset())
        return self._answers.find(request, service, draw, next(iter(stated)) if len(stated) == 1 else "")

    def keep(self, outcome: Outcome, calls: Sequence[CallRecord], vectors: Sequence[bytes]) -> None:
        """Keep the answer of a step, where the step could use all of it.

        Args:
            vectors: those of the last call, in order.
        """
        call, is_whole = calls[-1], outcome.ok and not (outcome.reason or outcome.cut or outcome.flaw)
        if not is_whole or call.kept or call.id not in self._drawn:
            return
        service, draw = self._drawn[call.id]
        self._answers.keep(
            KeptAnswer(
                request=call.request, service=service, served=call.revision, draw=draw,
                text="" if vectors else call.text, vectors=b"".join(vectors), width=len(vectors[0]) if vectors else 0,
                finish=call.finish, input_tokens=call.input_tokens, output_tokens=call.output_tokens, cost=call.cost,
                source=f"{self._run.path.name} {call.id}",
            )
        )  # fmt: skip


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
