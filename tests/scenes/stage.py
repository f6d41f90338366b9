"""Helpers for scenes: specs of short debates, performers whose answers depend only on the request, and ``play``.

Nothing here knows a scenario file or a provider: ``play`` builds the engine's desk by hand.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from doxa.engine.drive import drive
from doxa.engine.gate import Budget, Gate
from doxa.engine.turn import Desk
from doxa.errors import ModelCallError
from doxa.evidence.admission import Admission
from doxa.evidence.vectors import quantise
from doxa.experiments.forking import fork
from doxa.log.rundir import RunLog, open_run, writing
from doxa.models.port import Request, Response
from doxa.models.scripted import ScriptedPerformer
from doxa.records.base import canonical, digest
from doxa.records.events import Event
from doxa.records.questions import SurveyQuestion
from doxa.records.spec import ModelSettings, Participant, Prior, Proposition, RunSpec, SeedArgument
from doxa.records.steps import Prompt, rendered

MOTION = "Every street should be lined with trees"
ROLES = ("speaker", "extractor", "scorer", "embedder", "reciter")

POINTS: tuple[tuple[str, int, str], ...] = (
    ("heat", 1, "Trees cool a street in summer"),
    ("heat", 1, "Shade keeps a street from heating up"),
    ("air", 1, "Leaves catch the dust of traffic"),
    ("calm", 1, "People walk more where trees stand"),
    ("roots", -1, "Roots break the pavement"),
    ("roots", -1, "Pavements are lifted by roots"),
    ("cost", -1, "Pruning costs a town more every year"),
    ("light", -1, "Crowns take the light from ground floors"),
    ("mood", 0, "Nobody can tell what trees would change"),
)
"""Topic, polarity and words; two points of one topic have neighbouring vectors, so that they compete."""

Answer = Callable[[Request], str | Response]


@dataclass(frozen=True, kw_only=True)
class Played:
    """A finished sitting: the log, and every call that was made in it, by id."""

    log: RunLog
    asked: tuple[str, ...]
    prompts: dict[str, Prompt]

    @property
    def events(self) -> tuple[Event, ...]:
        return self.log.events

    @property
    def bytes(self) -> bytes:
        return b"".join(self.log.lines)

    def body(self, key: str, kind: str):
        """Return the body of the only event of this kind and key."""
        (found,) = [one.body for one in self.events if one.key == key and one.kind == kind]
        return found


def believer(id: str, side: str = "neutral", u: float = 0.5, a: float = 0.6, **memory) -> Participant:
    """Return a participant whose stance is maintained by the log-odds kernel."""
    admission = Admission(**memory).model_dump(mode="json")
    return Participant(id=id, name=id.title(), side=side, kernel="log_odds", belief={"u": u, "a": a}, memory=admission)


def reporter(id: str, stance: float = 0.0) -> Participant:
    """Return a participant without a maintained belief."""
    return Participant(id=id, name=id.title(), kernel="self_report", prior=Prior(stance=stance))


def debate(*people: Participant, rounds: int = 2, turns: str = "alternate", **changes) -> RunSpec:
    """Return the spec of a debate, by default of violet against amber."""
    people = people or (believer("violet", "pro"), believer("amber", "con"))
    settings = {
        "name": "scene",
        "seed": 7,
        "proposition": Proposition(text=MOTION),
        "participants": people,
        "protocol": "dialogue",
        "script": {"rounds": rounds, "turns": turns},
        "roles": {role: ModelSettings(model="scripted") for role in ROLES},
        "seeds": {one.id: _seeds(one) for one in people if one.kernel == "log_odds"},
    }
    return RunSpec(**settings | changes)


SURVEY = (
    SurveyQuestion(
        id="support", ask="How strongly do you support it?", scale={"0": "not at all", "100": "entirely"}, every=1
    ),
    SurveyQuestion(id="vote", ask="How would you vote?", choices=("for", "against"), of=("violet",)),
    SurveyQuestion(id="why", ask="Why?", when=("after",)),
)
"""Questions of each kind: to all at every moment, to one, and only in the end."""


def three(turns: str = "simultaneous", rounds: int = 2) -> RunSpec:
    """Return the spec of a debate of three speakers and two rounds."""
    people = (believer("violet", "pro"), believer("amber", "con"), believer("teal", "neutral"))
    return debate(*people, rounds=rounds, turns=turns)


def play(
    spec: RunSpec,
    path: Path,
    answer: Answer | None = None,
    latency: Callable[[Request], float] | None = None,
) -> Played:
    """Drive a run directory to its end, from its present state."""
    performer, prompts = listened_to(answer or cast, latency)
    with writing(path, spec) as run:
        desk = Desk(run=run, performers=lambda settings: performer, gate=Gate(Budget(), run.journal))
        asyncio.run(drive(desk))
    return Played(log=open_run(path), asked=tuple(prompts), prompts=prompts)


def play_fork(parent: Path, out: Path, *, at: str, changes: dict, answer: Answer | None = None) -> Played:
    """Fork a run at a step, and perform the later steps with this cast."""
    performer, prompts = listened_to(answer or cast)
    log = fork(parent, at=at, changes=changes, out=out, make=lambda settings, conditions: performer)
    return Played(log=log, asked=tuple(prompts), prompts=prompts)


def listened_to(
    answer: Answer, latency: Callable[[Request], float] | None = None
) -> tuple[ScriptedPerformer, dict[str, Prompt]]:
    """Return a performer that records prompts, and the prompts by call id, which fill up as it is called."""
    prompts: dict[str, Prompt] = {}

    def listened(request: Request) -> str | Response:
        prompts[f"{request.step.key}#{request.attempt}"] = request.prompt
        return answer(request)

    return ScriptedPerformer(listened, latency), prompts


def given_up(status: str) -> Answer:
    """Return an answer function that fails with a status, as a call that was given up."""

    def answer(request: Request) -> str:
        raise ModelCallError("no answer", status=status)

    return answer


def refused(request: Request) -> Response:
    return Response(text="I would rather not.", finish="refusal")


def cast(request: Request) -> str | Response:
    """Answer any task of a debate from the request alone."""
    return PARTS[request.task.name](request)


def cast_but(**parts: Answer) -> Answer:
    """Return the cast with other performers for some tasks."""
    return lambda request: parts.get(request.task.name, cast)(request)


def on(key: str, answer: Answer) -> Answer:
    """Return the cast with another answer for one step."""
    return lambda request: answer(request) if request.step.key == key else cast(request)


def vector(text: str) -> bytes:
    """Return the row of a text: its topic's direction plus a small part of its own."""
    topic = next((topic for topic, _, words in POINTS if text.startswith(words)), text)
    return quantise(_direction(topic) + 0.35 * _direction(text))


def share(text: str) -> float:
    """Return a number in [0, 1] that depends on the text alone."""
    return round(int(digest(text)[:8], 16) / 0xFFFFFFFF, 2)


def _direction(name: str) -> np.ndarray:
    return np.random.default_rng(int(digest(name)[:12], 16)).normal(size=16)


def _seeds(one: Participant) -> tuple[SeedArgument, ...]:
    sides = {"pro": (1,), "con": (-1,)}.get(one.side, (1, -1))
    mine = [(polarity, words) for _, polarity, words in POINTS if polarity in sides]
    # the last of them has no strength in the corpus, so that the scorer is asked for it
    return tuple(
        SeedArgument(
            text=f"{words}, as {one.name} knows.",
            polarity=polarity,
            strength=share(words) if place < len(mine) - 1 else None,
            source=f"own-{place}",
        )
        for place, (polarity, words) in enumerate(mine)
    )


def _respond(request: Request) -> str:
    draw = Random(digest(rendered(request.prompt)))
    return " ".join(f"{words} in case {draw.randrange(40)}." for _, _, words in draw.sample(POINTS, 2))


def _recite(request: Request) -> str:
    return request.inputs.text


def _claims(text: str) -> list[dict[str, str]]:
    sentences = [f"{one.strip()}." for one in text.split(".") if one.strip()]
    return [{"claim": one, "snippet": one} for one in sentences]


def _extract(request: Request) -> str:
    return canonical({"claims": _claims(request.inputs.text)})


def _classify(request: Request) -> str:
    names = {1: "for", -1: "against", 0: "unclear"}
    return canonical(
        {
            "judgements": [
                {"polarity": names[_polarity(one)], "strength": share(one[::-1]), "tags": ["consequence"]}
                for one in request.inputs.claims
            ]
        }
    )


def _extract_many(request: Request) -> str:
    entries = [{"message": number, "claims": _claims(text)} for number, text in enumerate(request.inputs.messages, 1)]
    return canonical({"messages": entries[::-1]})


def _classify_many(request: Request) -> str:
    judgements = json.loads(_classify(request))["judgements"]
    return canonical({"judgements": [{"claim": n, **one} for n, one in enumerate(judgements, 1)][::-1]})


def _polarity(text: str) -> int:
    return next((polarity for _, polarity, words in POINTS if text.startswith(words)), 0)


def _score(request: Request) -> str:
    return canonical({"strengths": [share(one) for one in request.inputs.claims]})


def _embed(request: Request) -> Response:
    return Response(vectors=tuple(vector(one) for one in request.inputs.texts))


def _self_update(request: Request) -> str:
    return canonical({"stance": round(2 * share("".join(request.inputs.heard)) - 1, 2)})


def _answer_survey(request: Request) -> str:
    """Answer by the question and the transcript: now on the scale or among the choices, now off it."""
    question, said = request.inputs.question, share(rendered(request.prompt))
    if question.scale:
        return canonical({"answer": None if said > 0.9 else round(120 * said)})
    return canonical({"answer": question.choices[int(said * 2.5) % 2] if question.choices else f"Because {said}."})


PARTS: dict[str, Answer] = {
    "respond": _respond,
    "recite": _recite,
    "extract_concessions": _extract,
    "extract": _extract,
    "extract_many": _extract_many,
    "classify": _classify,
    "classify_many": _classify_many,
    "score": _score,
    "classify_anchored": _classify,
    "classify_many_anchored": _classify_many,
    "score_anchored": _score,
    "embed": _embed,
    "self_update": _self_update,
    "answer_survey": _answer_survey,
}
