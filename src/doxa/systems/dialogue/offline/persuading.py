"""A persuasion offline: turns put together from real arguments, and declared targets that answer probes by a rule.

SIMULATED. All offline persuaders say the same: they put arguments of the corpus together for the side that they were
given. A target's answers follow from its profile and not from its own words. It begins at a stance drawn evenly from
[−0.8, 0.8] for each replicate, the same for every kind of target and for both sides. Three kinds move by the log-odds
rule with a = 1 and a declared uptake u,

    L ← L + Σ p·ln(1 + s·u)     over the claims of the persuader's message, S = tanh(L / 2),

one averages, S ← S + w·(m − S) with m the mean direction of the message's claims, and one drifts: its stance afterwards
is where it began plus a normal draw, whatever it heard. A probe's answer is the stance plus a small normal error. Every
number is our own choice.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from doxa.corpora import normalised
from doxa.errors import ModelSetupError, did_you_mean
from doxa.models.hearing.claims import claims_of
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.claims import strengths_of
from doxa.models.offline.directing import read_claims
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.policies.stance import BINS, stance_bin
from doxa.records.base import stream
from doxa.systems.dialogue.offline.speaking import speak
from doxa.systems.dialogue.tasks import ConversationInputs, ProbeInputs, ProbeReply

PREFIX = "offline:"

SIGNS = {"for": 1, "against": -1}

START = 0.8
"""The largest |S| at which a target begins."""

DRIFT = 0.35
"""Standard deviation of the move of a target that drifts."""

PROBE_ERROR = 0.05
"""Standard deviation of one probe's answer about the stance, on [−1, 1]."""


@dataclass(frozen=True, kw_only=True)
class TargetProfile:
    """One kind of target."""

    name: str
    rule: Literal["log_odds", "averaging", "drift"]
    rate: float
    """u of the log-odds rule, w of averaging; 0 for a target that drifts."""


PROFILES = {
    profile.name: profile
    for profile in (
        TargetProfile(name="open", rule="log_odds", rate=0.6),
        TargetProfile(name="measured", rule="log_odds", rate=0.3),
        TargetProfile(name="closed", rule="log_odds", rate=0.08),
        TargetProfile(name="averaging", rule="averaging", rate=0.25),
        TargetProfile(name="drifting", rule="drift", rate=0.0),
    )
}

USUAL = PROFILES["measured"]
"""The target of the model ``offline``."""

MODELS = {
    f"{PREFIX}{name}": f"speaks in a dialogue or a persuasion; as a target it is {name} ({profile.rule}"
    + (f", {profile.rate:g})" if profile.rate else ")")
    for name, profile in PROFILES.items()
}


def profile_of(model: str) -> TargetProfile:
    """Return the profile that a model's name declares.

    Raises:
        ModelSetupError: there is no such profile.
    """
    name = model.removeprefix(PREFIX)
    if name in ("", "offline"):
        return USUAL
    if name not in PROFILES:
        known = ", ".join(MODELS)
        raise ModelSetupError(
            f"there is no offline target {model!r}", hint=f"{did_you_mean(model, MODELS)}Known: {known}."
        )
    return PROFILES[name]


def target_stance(
    profile: TargetProfile, messages: Sequence[str], motion: str, corpus: str | None, library: Library, seed: int
) -> float:
    """Return the stance in [−1, 1] of a target after the messages that it received, in order.

    Args:
        seed: of the run's replicate; a target's start and drift are drawn from it.
    """
    begun = stream(seed, motion, "target's start").uniform(-START, START)
    if profile.rule == "drift":
        drawn = stream(seed, "\n".join([motion, *messages]), "target's drift").gauss(0.0, DRIFT) if messages else 0.0
        return max(-1.0, min(1.0, begun + drawn))
    stance = begun
    for message in messages:
        records = read_records(message, motion, corpus, library)
        if profile.rule == "averaging":
            mean = math.fsum(p for p, _ in records) / len(records) if records else stance
            stance += profile.rate * (mean - stance)
        else:
            pull = math.fsum(p * math.log1p(s * profile.rate) for p, s in records)
            stance = math.tanh(math.atanh(max(-0.999, min(0.999, stance))) + pull / 2.0)
    return stance


def read_records(message: str, motion: str, corpus: str | None, library: Library) -> list[tuple[int, float]]:
    """Return (direction, strength) of each claim of a message that has a direction.

    A target hears which side a message argues: that of the corpus arguments that it quotes, else each claim has the
    direction that the offline judge reads.
    """
    claims = tuple(claim.claim for claim in claims_of(message, motion, library.embedder))
    strengths = strengths_of(claims, motion, corpus, library, "anchored")
    if side := _quoted_side(message, motion, corpus, library):
        return [(side, strength) for strength in strengths]
    read = zip(read_claims(motion, claims, library.embedder, message=message), strengths, strict=True)
    return [(SIGNS[reading.direction], strength) for reading, strength in read if reading.direction in SIGNS]


def _quoted_side(message: str, motion: str, corpus: str | None, library: Library) -> int:
    """Return the side of most corpus arguments that a message quotes; 0 where it quotes none, or as many of both."""
    shelf = library.shelf(corpus, motion)
    if shelf is None:
        return 0
    quoted = shelf.said_in(normalised(message))
    total = sum(argument.polarity for argument, inside in zip(shelf.arguments, quoted, strict=True) if inside)
    return (total > 0) - (total < 0)


FIRM = {"pro": BINS - 2, "con": 1}
"""The level at which a persuader speaks: three reasons for its side, and none for the other."""


def persuade(request: Request, library: Library) -> Response:
    """Return a turn that argues the persuader's side."""
    inputs_of(request, ConversationInputs)
    return speak(request, library, FIRM.get(request.scene.actor.side, BINS - 2))


def answer_persuader(request: Request, library: Library) -> Response:
    """Return a turn that expresses the target's present stance."""
    inputs_of(request, ConversationInputs)
    return speak(request, library, stance_bin(_stance(request, library)))


def probe_stance(request: Request, library: Library) -> Response:
    """Return the answer to a probe: the target's stance on the probe's scale, with a small error."""
    inputs, scene = inputs_of(request, ProbeInputs), request.scene
    error = stream(request.seed, f"{scene.proposition.text}/{scene.actor.id}/{request.step.key}", "probe").gauss(
        0.0, PROBE_ERROR
    )
    stance = max(-1.0, min(1.0, _stance(request, library) + error)) * inputs.asked.keyed
    return reply(ProbeReply(answer=round(inputs.low + (stance + 1.0) / 2.0 * (inputs.high - inputs.low), 2)))


def _stance(request: Request, library: Library) -> float:
    scene = request.scene
    received = [message.text for message in scene.transcript if message.speaker != scene.actor.id]
    profile = profile_of(request.settings.model)
    return target_stance(profile, received, scene.proposition.text, request.settings.corpus, library, request.seed)
