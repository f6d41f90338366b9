"""Hearing: the steps that turn one message into claims, yielded by a pure generator and performed by the engine.

    extract ─▶ classify + embed (+ score) ─▶ claims

A script never mentions these steps. They are performed once a message, and only where a listener's kernel needs
claims. When a step gives no reply, no claims are heard, and ``lost`` says why.
"""

from collections.abc import Generator
from typing import Any

from doxa.minds.places import places_of
from doxa.records.base import Record
from doxa.records.claims import Claim, Polarity
from doxa.records.events import HeardBody
from doxa.records.people import Proposition
from doxa.records.spec import Hearing
from doxa.records.steps import Message, Outcome, Step

POLARITIES: dict[str, Polarity] = {"for": 1, "against": -1, "unclear": 0}


class HeardClaims(Record):
    """The claims of one text, as the result of a script stores them: without the text itself."""

    claims: tuple[Claim, ...]
    lost: str = ""
    """Why there are no claims, where a step gave no answer; empty where the text was heard."""


Hearings = Generator[tuple[Step, ...], tuple[Outcome, ...], HeardBody]


def hear(message: Message, proposition: Proposition, settings: Hearing) -> Hearings:
    """Yield the steps that hear one message, receive their outcomes, and return the claims."""
    (extracted,) = yield (_extraction(message, proposition),)
    if not extracted.ok:
        return _heard_body(message, lost=f"extract: {_why(extracted)}")
    drawn = _place_snippets(_reply(extracted)["claims"], message.text)
    return (yield from _judge(message, proposition, drawn, settings))


def hear_whole(message: Message, proposition: Proposition, settings: Hearing) -> Hearings:
    """Yield the steps that hear a message as a single claim: those of ``hear`` without the extraction."""
    drawn = _place_snippets([{"claim": message.text, "snippet": message.text}], message.text)
    return (yield from _judge(message, proposition, drawn, settings))


def keep_claims(body: HeardBody) -> HeardClaims:
    """Return heard claims as the result of a script stores them."""
    return HeardClaims(claims=body.claims, lost=body.lost)


def _judge(message: Message, proposition: Proposition, drawn: list[dict[str, Any]], settings: Hearing) -> Hearings:
    """Yield the steps that classify, embed and score the extracted claims of a message, and return its body."""
    if not drawn:
        return _heard_body(message)
    texts = [claim["claim"] for claim in drawn]
    outcomes = yield _judging(message, proposition, texts, settings)
    missing = next((outcome for outcome in outcomes if not outcome.ok), None)
    if missing:
        return _heard_body(message, lost=f"{missing.task}: {_why(missing)}")
    replies = {outcome.task: _reply(outcome) for outcome in outcomes}
    return _heard_body(
        message, tuple(_claim(message, proposition, number, drawn, replies) for number in range(len(drawn)))
    )


def _place_snippets(drawn: list[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    """Return the extracted claims, each with the place of its snippet in the message."""
    places = places_of([claim["snippet"] for claim in drawn], text)
    return [{**claim, "place": place} for claim, place in zip(drawn, places, strict=True)]


def _extraction(message: Message, proposition: Proposition) -> Step:
    inputs = {"proposition": proposition.text, "text": message.text}
    return Step(key=f"{message.key}/extract", actor=message.speaker, task="extract", inputs=inputs)


def _judging(message: Message, proposition: Proposition, texts: list[str], settings: Hearing) -> tuple[Step, ...]:
    about: dict[str, Any] = {"proposition": proposition.text, "claims": texts}
    tasks = [("classify", about), ("embed", {"texts": texts})]
    if settings.strength == "scorer":
        tasks.append(("score", about))
    return tuple(
        Step(key=f"{message.key}/{task}", actor=message.speaker, task=task, inputs=inputs) for task, inputs in tasks
    )


def _claim(
    message: Message, proposition: Proposition, number: int, drawn: list[dict[str, Any]], replies: dict[str, Any]
) -> Claim:
    judgement = replies["classify"]["judgements"][number]
    strengths = {"extractor": judgement["strength"]}
    if "score" in replies:
        strengths["scorer"] = replies["score"]["strengths"][number]
    return Claim(
        id=f"{message.key}#{number + 1}",
        proposition=proposition.id,
        text=drawn[number]["claim"],
        snippet=drawn[number]["snippet"],
        place=drawn[number]["place"],
        polarity=POLARITIES[judgement["polarity"]],
        strengths=strengths,
        tags=tuple(judgement["tags"]),
        source=message.key,
        vector=replies["embed"]["vectors"][number],
    )


def _heard_body(message: Message, claims: tuple[Claim, ...] = (), lost: str = "") -> HeardBody:
    return HeardBody(speaker=message.speaker, text=message.text, claims=claims, lost=lost)


def _reply(outcome: Outcome) -> dict[str, Any]:
    assert isinstance(outcome.reply, dict)
    return outcome.reply


def _why(outcome: Outcome) -> str:
    return f"{outcome.status} ({outcome.reason})" if outcome.reason else outcome.status
