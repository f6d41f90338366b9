"""The table of the identified model: uptake and anchoring of given and chosen propositions, by side and by judge."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.identified.model import IdentifiedFit, fit_sample
from doxa.humans.identified.sample import EVIDENCE_NAMES, Evidence, Sample
from doxa.humans.replay.design import check_design
from doxa.humans.replay.writing import describe, estimate, plain

Part = Literal["all", "given", "own choice"]
PART_NAMES: dict[Part, str] = {"all": "all propositions", "given": "given propositions", "own choice": "own choice"}

FEWEST = 10
"""The fewest treated rounds that the model is fitted to."""


@dataclass(frozen=True, kw_only=True)
class UptakeEstimate:
    """The identified model of some rounds under one kind of evidence."""

    part: Part
    evidence: Evidence
    treated: int
    controls: int
    fit: IdentifiedFit | None
    """None where ``why_not`` says why."""
    why_not: str = ""


def estimate_all(samples: Mapping[Evidence, Sample]) -> list[UptakeEstimate]:
    """Return the estimates of all rounds, and of given and chosen propositions where there are both."""
    estimates: list[UptakeEstimate] = []
    for evidence, sample in samples.items():
        own = sample.of_own_choice
        parts: list[tuple[Part, NDArray[np.bool_]]] = [("all", np.ones(len(sample), dtype=np.bool_))]
        if own[~sample.control].any() and not own[~sample.control].all():
            parts += [("given", ~own), ("own choice", own)]
        estimates += [estimate_sample(sample.take(chosen), part, evidence) for part, chosen in parts]
    return estimates


def estimate_sample(sample: Sample, part: Part, evidence: Evidence) -> UptakeEstimate:
    """Return the estimate of one sample, or why there is none."""
    controls = int(sample.control.sum())
    treated = len(sample) - controls
    why_not = _why_not(sample, treated, controls)
    fit = None if why_not else fit_sample(sample)
    return UptakeEstimate(part=part, evidence=evidence, treated=treated, controls=controls, fit=fit, why_not=why_not)


def _why_not(sample: Sample, treated: int, controls: int) -> str:
    if treated < FEWEST:
        return f"fewer than {FEWEST} treated rounds"
    if not np.any(sample.met.net != 0.0):
        return "no evidence with a direction"
    if not controls and check_design(sample.rounds, sample.met.net[~sample.control].tolist()).collinear:
        return "not identified: one direction, and no controls"
    return ""


def estimate_table(estimates: list[UptakeEstimate]) -> Table:
    """Return the table of the identified model."""
    return Table(
        name="identified",
        title="The identified model: anchoring from controls, uptake from what treated people moved beyond them",
        caption="L = a·logit((1 + S₀)/2) + Σ p·ln(1 + s·u), controls without the sum; u and a are continuous and "
        "differ between people as Normal(mean, sd); final stances have Normal noise σ and end at ±1. Below 0, u moves "
        "a person against the evidence, so that an interval can contain 0. 95 % intervals are robust (sandwich) over "
        "people; p is the Wald test of u = 0. “By the argued side”: each message is one record for the side that its "
        "speaker had to argue, with its rated strength; “by the judge”: the claims with the direction that the judge "
        "read. Their units differ. Controls must have been assigned at random, and shrink as treated people would.",
        columns=(
            "propositions", "evidence", "N", "controls", "uptake u", "sd of u", "anchoring a", "sd of a", "σ", "p",
        ),
        rows=tuple(_row(estimated) for estimated in estimates),
    )  # fmt: skip


def _row(estimated: UptakeEstimate) -> tuple[Cell, ...]:
    fit = estimated.fit
    head: tuple[Cell, ...] = (
        PART_NAMES[estimated.part],
        EVIDENCE_NAMES[estimated.evidence],
        estimated.treated,
        estimated.controls,
    )
    if fit is None:
        return (*head, estimated.why_not, None, None, None, None, None)
    return (
        *head, estimate(fit.u, fit.interval("u")), plain(fit.u_spread), estimate(fit.a, fit.interval("a")),
        plain(fit.a_spread), plain(fit.sigma), plain(fit.p),
    )  # fmt: skip


def describe_estimates(estimates: list[UptakeEstimate]) -> str:
    """Return in words what the identified model finds, argued side and judge side by side."""
    if not any(estimated.fit for estimated in estimates):
        reasons = sorted({estimated.why_not for estimated in estimates})
        return f"The identified model gives no uptake: {'; '.join(reasons)}."
    sentences = []
    for evidence, name in EVIDENCE_NAMES.items():
        words = [_describe_uptake(estimated) for estimated in estimates if estimated.evidence == evidence]
        sentences += [f"{name} u is {', '.join(words)}"] if words else []
    controls = next(estimated.controls for estimated in estimates if estimated.part == "all")
    source = "With anchoring identified by controls" if controls else "Without controls"
    return f"{source}, the uptake that the identified model finds (0 is none): {'; '.join(sentences)}."


def _describe_uptake(estimated: UptakeEstimate) -> str:
    where = {"all": "", "given": " on given propositions", "own choice": " on chosen ones"}[estimated.part]
    if estimated.fit is None:
        return f"unknown{where} ({estimated.why_not})"
    return f"{describe(estimated.fit.u, estimated.fit.interval('u'), signed=False)}{where}"
