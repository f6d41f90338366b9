"""Seeding: the steps before the first batch, and the claims that each believer starts with.

Each seed needs a vector, and a strength where the corpus gives none; models give both in ordinary steps.
"""

from collections.abc import Generator
from typing import Any

from doxa.errors import NoAnswerError
from doxa.records.base import JsonValue
from doxa.records.claims import Claim, task_on_scale
from doxa.records.spec import RunSpec, SeedArgument
from doxa.records.steps import Outcome, Step

CHUNK = 32
"""Seeds in one step."""

ENGINE = "-"
"""The actor of steps that belong to no participant."""

Seedings = Generator[tuple[Step, ...], tuple[Outcome, ...], dict[str, tuple[Claim, ...]]]


def seed(spec: RunSpec) -> Seedings:
    """Yield the steps that embed and score all seeds, and return each believer's claims.

    Raises:
        NoAnswerError: a step gave no reply, without which no believer can start.
    """
    texts = sorted({seed.text for seeds in spec.seeds.values() for seed in seeds})
    unscored = sorted({seed.text for seeds in spec.seeds.values() for seed in seeds if seed.strength is None})
    if not texts:
        return {}
    about: dict[str, JsonValue] = {"proposition": spec.proposition.text}
    scorer = task_on_scale("score", spec.hearing.scale)
    outcomes = yield (*_chunked("embed", texts, {}, "embed"), *_chunked("score", unscored, about, scorer))
    for outcome in outcomes:
        if not outcome.ok:
            raise NoAnswerError(
                f"the seed arguments could not be prepared: step {outcome.key} ended as {outcome.status} "
                f"({outcome.reason})"
            )
    vectors = _gather_replies(outcomes, "embed", "vectors", texts)
    strengths = _gather_replies(outcomes, scorer, "strengths", unscored)
    return {
        listener: tuple(
            _claim(spec, listener, place, argument, vectors, strengths) for place, argument in enumerate(seeds, 1)
        )
        for listener, seeds in spec.seeds.items()
    }


def _chunked(name: str, texts: list[str], about: dict[str, JsonValue], task: str) -> tuple[Step, ...]:
    field = "texts" if name == "embed" else "claims"
    return tuple(
        Step(
            key=f"seeds/{name}/{start // CHUNK + 1}",
            actor=ENGINE,
            task=task,
            inputs={**about, field: list[JsonValue](texts[start : start + CHUNK])},
        )
        for start in range(0, len(texts), CHUNK)
    )


def _gather_replies(outcomes: tuple[Outcome, ...], task: str, got: str, texts: list[str]) -> dict[str, Any]:
    replies = [outcome.reply for outcome in outcomes if outcome.task == task]
    values = [answer for reply in replies if isinstance(reply, dict) for answer in reply[got]]  # type: ignore[union-attr]
    return dict(zip(texts, values, strict=True))


def _claim(
    spec: RunSpec,
    listener: str,
    place: int,
    seed: SeedArgument,
    vectors: dict[str, str],
    strengths: dict[str, float],
) -> Claim:
    scored = {"corpus": seed.strength} if seed.strength is not None else {"scorer": strengths[seed.text]}
    return Claim(
        id=f"seed/{listener}#{place}",
        proposition=spec.proposition.id,
        text=seed.text,
        polarity=seed.polarity,
        strengths=scored,
        source=seed.source,
        vector=vectors[seed.text],
    )
