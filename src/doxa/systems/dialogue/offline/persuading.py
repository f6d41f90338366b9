"""The tasks of a persuasion offline: turns put together from real arguments, and probes answered by a declared rule.

SIMULATED. All offline persuaders say the same: they put arguments of the corpus together for the side that they were
given. A target's answers follow from its profile (``targets``) and not from its own words.
"""

from doxa.corpora import normalised
from doxa.models.offline.answers import inputs_of, reply, words
from doxa.models.offline.saying import unknown_motion
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.policies.stance import BINS, stance_bin
from doxa.records.streams import stream
from doxa.systems.dialogue.offline.speaking import TurnMaterial, choose_reasons, compose_turn
from doxa.systems.dialogue.offline.targets import PROBE_ERROR, profile_of, target_stance
from doxa.systems.dialogue.tasks.persuade import ConversationInputs
from doxa.systems.dialogue.tasks.probe import ProbeInputs, ProbeReply

FIRM = {"pro": BINS - 2, "con": 1}
"""The level at which a persuader speaks: three reasons for its side, and none for the other."""


def persuade(request: Request, library: Library) -> Response:
    """Return a turn that argues the persuader's side."""
    return words(_turn(request, library, FIRM.get(request.scene.actor.side, BINS - 2)))


def answer_persuader(request: Request, library: Library) -> Response:
    """Return a turn that expresses the target's present stance."""
    return words(_turn(request, library, stance_bin(_stance(request, library))))


def probe_stance(request: Request, library: Library) -> Response:
    """Return the answer to a probe: the target's stance on the probe's scale, with a small error."""
    inputs, scene = inputs_of(request, ProbeInputs), request.scene
    error = stream(request.seed, f"{scene.proposition.text}/{scene.actor.id}/{request.step.key}", "probe").gauss(
        0.0, PROBE_ERROR
    )
    stance = max(-1.0, min(1.0, _stance(request, library) + error)) * inputs.asked.keyed
    scaled = inputs.low + (stance + 1.0) / 2.0 * (inputs.high - inputs.low)
    return reply(ProbeReply(answer=round(scaled, 2)))


def _stance(request: Request, library: Library) -> float:
    scene = request.scene
    received = [message.text for message in scene.transcript if message.speaker != scene.actor.id]
    profile = profile_of(request.settings.model)
    return target_stance(profile, received, scene.proposition.text, request.settings.corpus, library, request.seed)


def _turn(request: Request, library: Library, level: int) -> str:
    inputs_of(request, ConversationInputs)
    scene = request.scene
    shelf = library.shelf(request.settings.corpus, scene.proposition.text)
    if shelf is None:
        raise unknown_motion(request, library, scene.proposition.text)
    others = [message for message in scene.transcript if message.speaker != scene.actor.id]
    speech = TurnMaterial(
        scene=scene,
        shelf=shelf,
        level=level,
        random=stream(request.seed, request.step.key, "speak"),
        said=normalised(" . ".join(message.text for message in scene.transcript)),
        last=others[-1] if others else None,
    )
    return compose_turn(speech, *choose_reasons(speech, library))


SKILLS = {"persuade": persuade, "answer_persuader": answer_persuader, "probe_stance": probe_stance}
