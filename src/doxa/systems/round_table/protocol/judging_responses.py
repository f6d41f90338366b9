"""Judging responses: a judge reads pairs of utterances and says whether the later responds and whether it opposes.

Policy-parameterised prompts, section 4.3: several judges read the same finished discussions, which shows how
far a metric depends on its judge. A judge sees the two utterances and nothing else.
"""

from functools import partial

from doxa.protocols.reading import Reader, one_each, read_all
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Script
from doxa.systems.round_table.protocol.debating import judge_step
from doxa.systems.round_table.tasks import JUDGE_RESPONSE, Reply


class Exchange(Record):
    """An utterance and the one before it."""

    key: str
    """The step of the later utterance."""
    previous: str
    speaker: str
    """The name of who said the earlier utterance."""
    text: str


class JudgingResponsesSettings(Settings):
    """What is judged."""

    exchanges: tuple[Exchange, ...] = ()


class JudgingResponsesResult(Record):
    """The judgements of one judge."""

    judged: dict[str, Reply | None]
    """Key of an exchange → whether the later utterance responds and opposes; None where the judge gave nothing."""


def judge_exchanges(spec: RunSpec) -> Script:
    """Judge every exchange and return a JudgingResponsesResult."""
    exchanges = JudgingResponsesSettings.model_validate(spec.script).exchanges
    read = one_each(partial(_read_response, spec.participants[0].id))
    return JudgingResponsesResult(judged=(yield from read_all(exchanges, read)))


def _read_response(judge: str, exchange: Exchange) -> Reader[Reply | None]:
    step = judge_step(f"judged/{exchange.key}", judge, exchange.previous, exchange.speaker, exchange.text)
    (outcome,) = yield (step,)
    return JUDGE_RESPONSE.reply_of(outcome)


JUDGING_RESPONSES = Protocol(Settings=JudgingResponsesSettings, Result=JudgingResponsesResult, script=judge_exchanges)
