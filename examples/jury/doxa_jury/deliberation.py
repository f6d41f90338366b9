"""The method: its tasks, the ring, the script, and how the tasks are done offline."""

from collections.abc import Generator
from typing import Any, Literal

from pydantic import Field

from doxa import RunSpec, plugin
from doxa_jury.table import JuryTable

Verdict = Literal["guilty", "not guilty"]


class Asked(plugin.Record):
    stage: str
    facts: tuple[str, ...] = ()
    """What is known of the case: first what speaks for guilt."""


class Vote(plugin.Record):
    verdict: Verdict
    reason: plugin.Sentence


CASE = "A jury votes in secret and talks in the open. The charge: {{ proposition.text }}"
REQUEST = """\
You are {{ actor.name }}. This is the {{ inputs.stage }}. What is known:
{% for fact in inputs.facts %}
- {{ fact }}
{% endfor %}
"""

VOTE = plugin.Task(
    name="jury_vote",
    role="speaker",
    Inputs=Asked,
    Reply=Vote,
    sees=frozenset({"transcript", "stance"}),
    in_words=lambda vote: f"{vote.verdict}: {vote.reason}",
    stable=CASE,
    request=REQUEST + 'Answer with {"verdict": "<guilty or not guilty>", "reason": "<one sentence>"}.',
)


def speech(name: str, words: str) -> plugin.Task[Asked, plugin.FreeText]:
    """Return a task that is answered in public words."""
    return plugin.Task(
        name=name,
        role="speaker",
        Inputs=Asked,
        Reply=plugin.FreeText,
        speaks=True,
        sees=frozenset({"transcript", "stance", "evidence"}),
        stable=CASE,
        request=REQUEST + words,
    )


ARGUE = speech("jury_argue", "Give your neighbours one argument on the charge, in a sentence or two.")
SUM_UP = speech("jury_sum_up", "You preside. Say to all in two sentences what counts most, and why.")


class JurySettings(plugin.Settings):
    rounds: int = Field(default=2, ge=1)
    """How often everybody speaks between the votes."""
    jury: JuryTable | None = None
    """The table [jury] of the scenario; planning puts it here."""


class JuryResult(plugin.Record):
    first: dict[str, Verdict]
    """Juror → vote before the talk; who gave no valid vote is left out."""
    second: dict[str, Verdict]
    verdict: Literal["guilty", "not guilty", "hung"]
    """That of all jurors after the talk; hung where one differs or gave none."""


def neighbours(jury: JuryTable, juror: str) -> tuple[str, ...]:
    """Return who hears a juror: those at most ``reach`` seats away around the table."""
    place, seats = jury.jurors.index(juror), len(jury.jurors)
    apart = {other: (number - place) % seats for number, other in enumerate(jury.jurors)}
    return tuple(other for other, far in apart.items() if 0 < min(far, seats - far) <= jury.reach)


def poll(jury: JuryTable, asked: Asked, key: str) -> Generator[plugin.Batch, Any, dict[str, Verdict]]:
    """Yield a secret vote: steps without an audience. Return juror → vote."""
    steps = tuple(VOTE.step(f"{key}/{juror}", juror, asked) for juror in jury.jurors)
    floor = yield plugin.Batch(steps=steps, note=asked.stage)
    answers = {outcome.actor: VOTE.reply_of(outcome) for outcome in floor.outcomes}
    return {juror: vote.verdict for juror, vote in answers.items() if vote}


def script(spec: RunSpec) -> plugin.Script:
    settings = JurySettings.model_validate(spec.script)
    jury = settings.jury or JuryTable(jurors=tuple(agent.id for agent in spec.participants))
    facts, chair = (*jury.incriminating, *jury.exculpating), jury.foreperson or jury.jurors[0]
    first = yield from poll(jury, Asked(stage="first vote", facts=facts), "first")
    for number in range(1, settings.rounds + 1):
        asked, key = Asked(stage=f"round {number}", facts=facts), f"r{number:02d}"
        talk = (ARGUE.step(f"{key}/{juror}", juror, asked, neighbours(jury, juror)) for juror in jury.jurors)
        yield plugin.Batch(steps=tuple(talk), note=asked.stage)
        others = tuple(juror for juror in jury.jurors if juror != chair)
        summary = SUM_UP.step(f"{key}/{chair}/sum-up", chair, asked, others)
        yield plugin.Batch(steps=(summary,), note=f"{asked.stage}, summed up")
    second = yield from poll(jury, Asked(stage="second vote", facts=facts), "second")
    agreed = set(second.values()) if len(second) == len(jury.jurors) else set()
    return JuryResult(first=first, second=second, verdict=agreed.pop() if len(agreed) == 1 else "hung")


PROTOCOL = plugin.Protocol(Settings=JurySettings, Result=JuryResult, script=script)


def leans_to_guilt(request: plugin.Request) -> bool:
    """Return whether the juror's stance is above 0; where it has none yet, whether it has the side pro."""
    stance = request.scene.stance.stance if request.scene.stance else None
    return stance > 0 if stance else request.scene.actor.side == "pro"


def vote(request: plugin.Request, library: object) -> plugin.Response:
    """SIMULATED: vote as the stance leans."""
    return plugin.reply(Vote(verdict="guilty" if leans_to_guilt(request) else "not guilty", reason="simulated"))


def argue(request: plugin.Request, library: object) -> plugin.Response:
    """SIMULATED: say a fact of the half that the juror leans to, drawn by the seed."""
    facts = plugin.inputs_of(request, Asked).facts
    half = (len(facts) + 1) // 2
    own = facts[:half] if leans_to_guilt(request) else facts[half:]
    draw = plugin.stream(request.seed, request.step.key, "jury")
    return plugin.reply(draw.choice(own or ("I have nothing to say.",)))


SKILLS = {"jury_vote": vote, "jury_argue": argue, "jury_sum_up": argue}
