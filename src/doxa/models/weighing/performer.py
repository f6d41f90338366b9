"""The performer of a calibrated model: reads directions from probabilities, and does all else as the performer within.

A claim that is judged in its message has the direction of the message. The stance of a statement is the mean side that
the probabilities give, 2·p(for) − 1: how sure it is of the side, not how strongly the statement takes it. One step has
one reply, in which the usage of all its calls is summed; an empty message is asked about once for each proposition.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from doxa.errors import ModelSetupError
from doxa.models.port import Performer, Request, Response, Usage, Weigher
from doxa.models.weighing.question import (
    EMPTY,
    FORMS,
    ORDERS,
    LetterLean,
    ask_question,
    judge_lean,
    mean_lean,
    weigh_options,
)
from doxa.records.base import canonical
from doxa.records.spec import LetterWeighing
from doxa.tasks import judge_stance
from doxa.tasks.classify import Inputs, Judgement, RoundOfClaims


class WeighingPerformer:
    """A performer whose directions are read from probabilities."""

    def __init__(self, within: Performer, weighing: LetterWeighing, at_once: int = 1) -> None:
        """Take the performer of a model with its calibration.

        Args:
            at_once: how many texts are read at once; a server loses the text of a slot to another's.

        Raises:
            ModelSetupError: the performer states no probabilities, or the form of the question is unknown.
        """
        if not isinstance(within, Weigher) or weighing.form not in FORMS:
            raise ModelSetupError(
                f"directions of {weighing.model} cannot be read from probabilities by form {weighing.form!r}",
                hint=f"doxa models calibrate {weighing.model} fits what can be read; or leave weighing out.",
            )
        self._within = within
        self._weighing = weighing
        self._places = asyncio.Semaphore(at_once)
        self._empty: dict[str, LetterLean] = {}
        """Proposition → how the model leans without a message."""
        self._first = defaultdict[str, asyncio.Lock](asyncio.Lock)
        """Proposition → who asks that; texts that are read at once wait for the answer."""

    async def perform(self, request: Request) -> Response:
        """Return the answer to a request; errors as those of the performer within."""
        inputs = request.inputs
        answers: list[Response] = []
        if isinstance(inputs, judge_stance.Inputs):
            read_in = await self._judge(request, inputs.proposition, inputs.text, answers)
            return sum_answers(answers, canonical(stance_of(read_in).model_dump()))
        if not isinstance(inputs, Inputs | RoundOfClaims):
            return await self._within.perform(request)
        texts = texts_of(inputs)
        read = {text: await self._judge(request, inputs.proposition, text, answers) for text in dict.fromkeys(texts)}
        is_joint = isinstance(inputs, RoundOfClaims)
        numbers = [{"claim": number} if is_joint else {} for number in range(1, len(texts) + 1)]
        judgements = [number | read[text].model_dump() for number, text in zip(numbers, texts, strict=True)]
        return sum_answers(answers, canonical({"judgements": judgements}))

    async def close(self) -> None:
        """Close the performer within."""
        await self._within.close()

    async def _judge(self, request: Request, proposition: str, text: str, answers: list[Response]) -> Judgement:
        async with self._places:
            async with self._first[proposition]:
                if proposition not in self._empty:
                    self._empty[proposition] = await self._lean(request, proposition, EMPTY, answers)
            lean = await self._lean(request, proposition, text, answers)
        return judge_lean(lean, self._empty[proposition], self._weighing)

    async def _lean(self, request: Request, proposition: str, text: str, answers: list[Response]) -> LetterLean:
        leans = []
        # one after the other: a server of one's own has the text in its cache from the second on
        for order in ORDERS:
            prompt = ask_question(FORMS[self._weighing.form], proposition, text, order)
            answers.append(await self._within.weigh(replace(request, prompt=prompt)))
            leans.append(weigh_options(answers[-1].tops, order))
        return mean_lean(leans)


def stance_of(judgement: Judgement) -> judge_stance.Reply:
    """Return the stance of a statement whose side was read from probabilities."""
    if judgement.polarity == "unclear" or judgement.chance is None:
        return judge_stance.Reply(stance=0.0, clear=False)
    return judge_stance.Reply(stance=2.0 * judgement.chance - 1.0)


def texts_of(inputs: Inputs | RoundOfClaims) -> list[str]:
    """Return the text in which each claim is read: its message where it has one, else the claim."""
    if isinstance(inputs, Inputs):
        return [inputs.message or claim for claim in inputs.claims]
    return [message.text for message in inputs.messages for _ in range(message.claims)] or list(inputs.claims)


def sum_answers(answers: Sequence[Response], text: str) -> Response:
    """Return one response with the usage, cost and tries of several; what one of them does not say is not known."""
    usages = [answer.usage.model_dump() for answer in answers]
    totals = {name: sum_known([usage[name] for usage in usages]) for name in Usage.model_fields}
    return Response(
        text=text,
        usage=Usage.model_validate(totals),
        reported_usage=next((answer.reported_usage for answer in answers if answer.reported_usage), ""),
        cost=sum_known([answer.cost for answer in answers]),
        revision=answers[-1].revision,
        tries=tuple(attempt for answer in answers for attempt in answer.tries),
        batch=answers[-1].batch,
    )


def sum_known(amounts: Sequence[float | None]) -> float | None:
    """Return the sum of amounts; None where one is not known."""
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if len(known) == len(amounts) else None
