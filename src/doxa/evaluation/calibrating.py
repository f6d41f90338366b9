"""Calibrating: how a model's directions are read from the probabilities of letters, fitted on dev texts.

    offset = (m₊ + m₋) / 2        scale = v / (m₊ − m₋)        (the linear discriminant of two classes of one variance)

where m₊ and m₋ are the mean log-odds of the texts for and of those against, and v is the variance within them. The
threshold is the lowest probability, from ``LOWEST`` on, at which ``AIM`` of what is decided is right; texts that take
no side are never right. ``KEPT`` of the texts with a side have a lower probability of taking none than the bound.

Whether the model hears as well as the offline judge is counted with each topic read by the fit on the other topics.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, quantiles
from typing import Annotated, Any

from cyclopts import Parameter

from doxa.analysis.exhibit import Table
from doxa.engine.gate import Budget
from doxa.errors import ModelSetupError
from doxa.evaluation.evaluate import Seed, TextProgress
from doxa.evaluation.guesses import Guess
from doxa.evaluation.judging import EvaluationOrder, Watch, evaluate_shift, plan_stages
from doxa.evaluation.measures import JudgeMeasure, measure_rate
from doxa.evaluation.sets import CALIBRATED_ON
from doxa.evaluation.shift import Shifted, Sure, find_threshold
from doxa.experiments.named_models import OFFLINE
from doxa.experiments.sitting import MakePerformer
from doxa.log.formats import VERSION
from doxa.models.declared import is_language_model
from doxa.models.known import identity_of, keep
from doxa.models.setup import performer_for
from doxa.models.weighing.calibration import HearingCalibration
from doxa.models.weighing.question import logistic
from doxa.records.base import canonical, digest, group_by
from doxa.records.spec import LetterWeighing
from doxa.terminal.console import Json, Quiet, Tokens, Usd, console
from doxa.terminal.exhibits import print_table

KEPT = 0.95
"""The share of texts with a side that a model's probability of no side leaves decided."""

LOWEST = 0.7
"""The least probability that a direction needs: on so few texts the surest of a coin can be right by luck."""

LEAST = 1e-3
"""The least distance of the two means, and the least variance: a model that reads nothing has no finite scale."""


DECIMALS = 6
"""The log rounds numbers, and a calibration is the same there as where it is kept."""


@dataclass(frozen=True)
class ReadText:
    """A dev text as the model and the offline judge read it."""

    kind: str
    guess: Guess
    side: float
    """The model's log-odds of for against against, as they come."""
    offline_is_right: bool

    @property
    def gold(self) -> int:
        return self.guess.gold.polarity or 0


def order_calibration(model: str, **terms: Any) -> EvaluationOrder:
    """Return the order by which a model and then the offline judge read the same dev texts.

    Args:
        terms: sample, seed, out, budget or conditions of the order.

    Raises:
        ModelSetupError: the model is no language model.
    """
    if not is_language_model(model):
        raise ModelSetupError(f"{model} is no language model", hint="Name one, such as local:FILE.gguf.")
    return EvaluationOrder(judges=(model, OFFLINE), shift=True, raw=True, **terms)


def calibrate(order: EvaluationOrder, watch: Watch | None = None, make: MakePerformer = performer_for) -> Table:
    """Calibrate a model, keep what was found by its identity, and return the table of how well it reads.

    Args:
        order: as ``order_calibration`` returns it.

    Raises:
        ModelSetupError: the model states no probabilities, or cannot be asked.
        StoppedError: interrupted, or the budget is spent; the same call continues.
    """
    model, half = order.judges[0], 2
    read = evaluate_shift(order, watch, make)
    texts = [text for pair in zip(read[:half], read[half:], strict=True) for text in join_readings(*pair)]
    calibration = fit_calibration(model, texts)
    keep(calibration, identity_of(model, order.conditions))
    return calibration_table(calibration, texts, tuple(domain.path for domain in read))


def join_readings(model: Shifted, offline: Shifted) -> list[ReadText]:
    """Return the texts of one set that the model read, each beside the offline judge's likelier side."""
    return [
        ReadText(kind=model.gold.name, guess=guess, side=_log_odds(guess.chance), offline_is_right=beside.leans_rightly)
        for guess, beside in zip(model.guesses, offline.guesses, strict=True)
        if guess.chance is not None
    ]


def fit_calibration(model: str, texts: Sequence[ReadText]) -> HearingCalibration:
    """Return the calibration of a model by texts for, against and of no side."""
    sided = [text for text in texts if text.gold]
    fitted = fit_side(model, sided)
    aside = quantiles([text.guess.aside or 0.0 for text in sided], n=round(1 / (1 - KEPT)))[-1]
    sure = [_sureness(text, fitted) for text in texts if (text.guess.aside or 0.0) < aside]
    surest = find_threshold([[text for text in sure if 0.5 + text.sureness >= LOWEST]])
    # below the surest texts that are decided lie others, which are not: the bound is midway
    below = max((text.sureness for text in sure if surest and text.sureness < surest), default=0.0)
    keys = digest(canonical([text.guess.gold.key for text in texts]))
    weighing = fitted.model_copy(
        update={
            "aside": round(min(1.0, aside), DECIMALS),
            "threshold": 1.0 if surest is None else round(max(LOWEST, 0.5 + (surest + below) / 2), DECIMALS),
            "fitted_on": f"{len(texts)} texts {keys[:12]}, doxa {VERSION}",
        }
    )
    right = read_apart(model, sided)
    return HearingCalibration(
        weighing=weighing,
        texts=len(sided),
        right=_mean_of_sides(sided, right),
        offline=_mean_of_sides(sided, [text.offline_is_right for text in sided]),
    )


def fit_side(model: str, sided: Sequence[ReadText]) -> LetterWeighing:
    """Return the offset and scale at which log-odds are probabilities of a direction."""
    classes = [[text.side for text in sided if text.gold == side] for side in (1, -1)]
    above, below = map(fmean, classes)
    variance = fmean((x - fmean(values)) ** 2 for values in classes for x in values)
    scale = max(variance, LEAST) / max(above - below, LEAST)
    return LetterWeighing(model=model, offset=round((above + below) / 2, DECIMALS), scale=round(scale, DECIMALS))


def read_apart(model: str, sided: Sequence[ReadText]) -> list[bool]:
    """Return whether the likelier side of each text is right, by the fit on the texts of all other topics."""
    fits = {
        topic: fit_side(model, [text for text in sided if text.guess.topic != topic])
        for topic in {text.guess.topic for text in sided}
    }
    return [(text.side - fits[text.guess.topic].offset) * text.gold > 0 for text in sided]


def calibration_table(calibration: HearingCalibration, texts: Sequence[ReadText], paths: tuple[str, ...]) -> Table:
    """Return how often the likelier side is right: the model's, the offline judge's, and always "for"."""
    sided = [text for text in texts if text.gold]
    model = calibration.weighing.model
    readers = {
        model: read_apart(model, sided),
        "offline judge": [text.offline_is_right for text in sided],
        "always for": [text.gold == 1 for text in sided],
    }
    places = group_by(range(len(sided)), lambda place: sided[place].kind)
    heard = "blind, without the speaker's side" if calibration.hears_blind else "by the speaker's side"
    return Table(
        name="calibration",
        title=f"{model} hears {heard}",
        caption=f"The share of dev texts whose likelier side is right, of those for and of those against. {model} has "
        f"{calibration.right:.2f} in the mean of both and the offline judge {calibration.offline:.2f}: the better one "
        "hears blind. Each topic is read by the fit on the others. [95 % percentile bootstrap interval over topics]. "
        f"A direction needs the probability {calibration.weighing.threshold:.2f}; below it a claim is unclear.",
        columns=("texts", "n", "topics", "reader", "for", "against"),
        rows=tuple(
            (
                kind,
                len(chosen),
                len({sided[place].guess.topic for place in chosen}),
                name,
                *(_share(sided, right, side, chosen).cell for side in (1, -1)),
            )
            for kind, chosen in places.items()
            for name, right in readers.items()
        ),
        sources=paths,
    )


def _share(
    sided: Sequence[ReadText], right: Sequence[bool], side: int, places: Sequence[int] | None = None
) -> JudgeMeasure:
    chosen = range(len(sided)) if places is None else places
    return measure_rate(
        "right", [(sided[place].guess.topic, right[place], 1) for place in chosen if sided[place].gold == side]
    )


def _mean_of_sides(sided: Sequence[ReadText], right: Sequence[bool]) -> float:
    return fmean(_share(sided, right, side).value or 0.0 for side in (1, -1))


def _sureness(text: ReadText, fitted: LetterWeighing) -> Sure:
    distance = (text.side - fitted.offset) / fitted.scale
    return Sure(abs(logistic(distance) - 0.5), distance * text.gold > 0, text.gold)


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, 1e-12), 1.0 - 1e-12)
    return math.log(bounded / (1.0 - bounded))


def calibrate_model(
    model: Annotated[str, Parameter(help="The model, as provider:model.")],
    /,
    *,
    sample: Annotated[int, Parameter(help="How many dev texts, 20 or more.")] = CALIBRATED_ON,
    seed: Seed = 0,
    out: Annotated[Path, Parameter(help="The folder of its runs; what is answered in it is not asked again.")] = Path(
        "runs/calibrations"
    ),
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Calibrate how a model's directions are read from probabilities."""
    budget = Budget(usd=max_usd, tokens=max_tokens)
    order = order_calibration(model, sample=sample, seed=seed, out=out, budget=budget)
    asked = [stage for stage in plan_stages(order) if stage.spec.roles["extractor"].weighing]
    lines = None if quiet or json else TextProgress(asked, states_time=True)
    try:
        table = calibrate(order, lines)
    finally:
        if lines:
            lines.line.close()
    if json:
        console.print_json(data=table.records())
    else:
        print_table(table)
