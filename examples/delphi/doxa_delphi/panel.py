"""The method: its task, its script, and how the task is done offline."""

import statistics

from pydantic import Field

from doxa import RunSpec
from doxa.plugin import (
    Batch,
    Protocol,
    Record,
    Request,
    Response,
    Script,
    Sentence,
    Settings,
    Task,
    Unit,
    inputs_of,
    reply,
    stream,
)


class Inputs(Record):
    round: int
    estimates: tuple[Unit, ...] = ()
    """All estimates of the round before, sorted, without names."""


class Estimate(Record):
    share: Unit
    reason: Sentence


ESTIMATE = Task(
    name="delphi_estimate",
    role="speaker",
    Inputs=Inputs,
    Reply=Estimate,
    in_words=lambda answer: f"{answer.share:.0%}: {answer.reason}",
    stable="A panel of experts, who do not meet, is asked for estimates. The question: {{ proposition.text }}",
    request="""\
You are {{ actor.name }}. This is round {{ inputs.round }}.{% if inputs.estimates %} The panel's last estimates: \
{{ inputs.estimates | join(", ") }}. Keep to yours or revise it.{% endif %}

Answer with {"share": <number from 0 to 1>, "reason": "<one sentence>"}.""",
)


class DelphiSettings(Settings):
    rounds: int = Field(default=3, ge=1)
    """How often everybody is asked."""


class DelphiResult(Record):
    rounds: tuple[dict[str, Unit], ...]
    """Agent → its share, round by round; agents without an answer are left out."""


def script(spec: RunSpec) -> Script:
    rounds: list[dict[str, float]] = []
    for number in range(1, DelphiSettings.model_validate(spec.script).rounds + 1):
        inputs = Inputs(round=number, estimates=tuple(sorted(rounds[-1].values())) if rounds else ())
        steps = tuple(ESTIMATE.step(f"r{number:02d}/{agent.id}", agent.id, inputs) for agent in spec.participants)
        floor = yield Batch(steps=steps, note=f"round {number}")
        answers = {outcome.actor: ESTIMATE.reply_of(outcome) for outcome in floor.outcomes}
        rounds.append({agent: answer.share for agent, answer in answers.items() if answer})
    return DelphiResult(rounds=tuple(rounds))


PROTOCOL = Protocol(Settings=DelphiSettings, Result=DelphiResult, script=script)


def estimate(request: Request, library: object) -> Response:
    """SIMULATED: start at a random guess, and go half of the remaining way to the panel's median each round."""
    inputs = inputs_of(request, Inputs)
    guess = stream(request.seed, request.scene.actor.id, "delphi").random()
    middle = statistics.median(inputs.estimates or (guess,))
    share = round(guess + (middle - guess) * (1 - 0.5 ** (inputs.round - 1)), 3)
    return reply(Estimate(share=share, reason="simulated"))


SKILLS = {"delphi_estimate": estimate}
