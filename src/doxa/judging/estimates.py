"""What judging would take, before anybody is asked: driven offline, or scaled by words from the shortest debate."""

from collections.abc import Sequence
from dataclasses import dataclass

from doxa.experiments.dry_runs import Forecast, ModelUse, Rehearsal, rehearse
from doxa.judging.cases import Judges, JudgingCase
from doxa.judging.protocol.passages import count_text_words
from doxa.log.rundir import is_finished
from doxa.models.setup import is_language_model
from doxa.records.amend import models_of

DRIVEN = 20_000
"""Words of all debates together up to which every one is driven offline."""


@dataclass(frozen=True, kw_only=True)
class JudgingEstimate:
    """What judging would take."""

    forecast: Forecast
    scaled: bool
    """Whether one debate was driven offline, and its numbers scaled by words."""


def names_hosted(cases: Sequence[JudgingCase]) -> bool:
    """Return whether a debate that is not judged yet needs a language model."""
    return any(
        is_language_model(settings.model)
        for case in cases
        if not is_finished(case.path)
        for settings in models_of(case.spec)
    )


def estimate(cases: Sequence[JudgingCase], judges: Judges) -> JudgingEstimate:
    """Return what the debates that are not judged yet would take.

    Raises:
        DoxaError: the debates cannot be driven offline.
    """
    waiting = [case for case in cases if not is_finished(case.path)]
    words = [_count_words(case) for case in waiting]
    if sum(words) <= DRIVEN or len(waiting) == 1:
        return JudgingEstimate(forecast=rehearse([_rehearsal(case, judges) for case in waiting]), scaled=False)
    shortest = min(range(len(waiting)), key=lambda place: words[place])
    driven = rehearse([_rehearsal(waiting[shortest], judges)])
    factor = sum(words) / max(1, words[shortest])
    uses = tuple(_scale(use, factor) for use in driven.models)
    return JudgingEstimate(forecast=driven.model_copy(update={"runs": len(waiting), "models": uses}), scaled=True)


def _rehearsal(case: JudgingCase, judges: Judges) -> Rehearsal:
    return Rehearsal(spec=case.spec, path=case.path, conditions=judges.conditions)


def _count_words(case: JudgingCase) -> int:
    texts = [turn.text for turn in case.debate.turns] + [aside.text for aside in case.debate.asides]
    return sum(map(count_text_words, texts))


def _scale(use: ModelUse, factor: float) -> ModelUse:
    return use.model_copy(
        update={
            "calls": round(use.calls * factor),
            "input_tokens": round(use.input_tokens * factor),
            "output_tokens": round(use.output_tokens * factor),
            "cost": None if use.cost is None else use.cost * factor,
        }
    )
