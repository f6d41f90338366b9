"""Hearing: the steps that turn one message into claims, yielded by a pure generator and performed by the engine.

    extract ─▶ accept ─▶ put in labelled sentences ─▶ classify + embed (+ score) ─▶ claims ─▶ turn to the speaker's side

What an extractor proposes is a claim where the message says it (``minds.accepting``); what is refused is counted.
A sentence that the corpus labels, spoken word for word, is one claim with the corpus's direction and strength, however
the extractor split or joined it (``minds.labels``). Every judge reads every claim all the same, so that a log says what
the judge made of it.

A script never mentions these steps. They are performed once a message, and only where a listener's kernel needs
claims. When a step gives no reply, no claims are heard, and ``lost`` says why.

Which way a claim points is known where its speaker's side is: it has that side, unless its words take none, or the
speaker grants or quotes it and the judge does not read it that way. What a corpus labels keeps its label. Where no side
is known the judge's direction stands.
"""

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from pydantic import Field

from doxa.minds.accepting import accept_claims, place_snippets
from doxa.minds.labels import LabelBook, rest_of, says_as_it_stands
from doxa.minds.places import Place
from doxa.records.base import Record
from doxa.records.claims import Claim, DirectionSource, Polarity, Readout, task_on_scale
from doxa.records.events import HeardBody
from doxa.records.outside import has_words
from doxa.records.recorded import Side
from doxa.records.spec import Hearing, Label, Proposition, RunSpec
from doxa.records.steps import Message, Outcome, Step

DECLARED: dict[Side, Polarity] = {"pro": 1, "con": -1, "neutral": 0}


def side_of(spec: RunSpec, speaker: str, readout: Readout | None, text: str = "") -> Polarity:
    """Return the side that a message argues: that of its speaker's maintained stance where firm, else the declared one.

    Agents speak by the stance that they maintain, so that one who was talked round argues the other side; of one who
    leans away from the declared side, not yet firmly, no side is known. Recorded words do not follow a stance: they
    have the side that their line states, or else the declared one. 0 also where directions are heard blind.
    """
    if spec.hearing.direction == "blind":
        return 0
    if recorded := spec.recorded_side(speaker, text):
        return DECLARED[recorded]
    declared = DECLARED[spec.participant(speaker).side]
    if readout is not None and readout.kind == "maintained" and readout.stance is not None:
        has_left = readout.stance * declared < 0
        return side_of_stance(readout.stance, spec.hearing.side_bound) or (0 if has_left else declared)
    return declared


def side_of_stance(stance: float, bound: float) -> Polarity:
    """Return the sign of a stance of at least ``bound`` in size; 0 for any other."""
    if stance == 0 or abs(stance) < bound:
        return 0
    return 1 if stance > 0 else -1


def turn_heard(heard: HeardBody, side: Polarity, settings: Hearing) -> HeardBody:
    """Return a heard message with its claims' directions as they are where its speaker argues a side (0: unknown).

    All are unclear where the message contradicts its side and ``hearing.contradicted`` says so.
    """
    is_unclear = settings.contradicted == "unclear" and contradicts_side(heard.claims, side)
    claims = tuple((leave_unclear(claim) if is_unclear else turn_claim(claim, side)) for claim in heard.claims)
    return heard.model_copy(update={"side": side, "claims": claims, "contradicted": is_unclear})


def contradicts_side(claims: Iterable[Claim], side: Polarity) -> bool:
    """Return whether more of a message's claims are read against its side (0: unknown) than with it.

    What is conceded, takes no side or is labelled does not count, nor what the judge leaves unclear.
    """
    own = (claim for claim in claims if not (claim.conceded or claim.sideless or claim.direction_by == "corpus"))
    return sum(claim.judged * side for claim in own) < 0


def leave_unclear(claim: Claim) -> Claim:
    """Return a claim without a direction, beside what the judge read; one that a corpus labels stays."""
    if claim.direction_by == "corpus":
        return claim
    return claim.model_copy(update={"polarity": 0, "direction_by": "nobody", "read": claim.judged or None})


def turn_claim(claim: Claim, side: Polarity) -> Claim:
    """Return a claim with its direction by its speaker's side; one that a corpus labels stays."""
    if claim.direction_by == "corpus":
        return claim
    by_judge = side == 0 or claim.sideless or (claim.conceded and claim.judged != side)
    polarity = claim.judged if by_judge else side
    source: DirectionSource = "judge" if by_judge else "speaker"
    read = None if claim.judged == polarity else claim.judged
    return claim.model_copy(update={"polarity": polarity, "direction_by": source, "read": read})


POLARITIES: dict[str, Polarity] = {"for": 1, "against": -1, "unclear": 0}


class HeardClaims(Record):
    """The claims of one text, as the result of a script stores them: without the text itself."""

    claims: tuple[Claim, ...]
    lost: str = ""
    """Why there are no claims, where a step gave no answer; empty where the text was heard."""
    refused: dict[str, int] = Field(default_factory=dict, exclude_if=lambda refused: not refused)
    """Why claims that the extractor proposed are none, with the number of each."""


Hearings = Generator[tuple[Step, ...], tuple[Outcome, ...], HeardBody]


NO_LABELS = LabelBook()

EARLIER = 4
"""The most earlier messages of a speaker that are read with a message."""


def hear(
    message: Message,
    proposition: Proposition,
    settings: Hearing,
    *,
    labels: LabelBook = NO_LABELS,
    side: Polarity = 0,
    earlier: Sequence[str] = (),
) -> Hearings:
    """Yield the steps that hear one message, receive their outcomes, and return the claims.

    Args:
        labels: what the corpora say about sentences on the proposition.
        side: the side that the speaker argues; 0 where that is not known, or directions are heard blind.
        earlier: what the speaker said before, for ``hearing.context = "speaker"``.
    """
    (extracted,) = yield (_extraction(message, proposition, settings),)
    if not extracted.ok:
        return _heard_body(message, lost=f"extract: {_why(extracted)}")
    accepted, refused = accept_claims(_reply(extracted)["claims"], message.text, proposition.text, settings)
    drawn = put_labels(accepted, message.text, labels)
    # to see which claims the speaker grants, each is read alone; their message's direction is its side's anyway
    grants = settings.contradicted == "turned" or any(claim.get("conceded") for claim in drawn)
    words = "" if side and grants else words_around(message, settings, earlier)
    heard = yield from _judge(message, proposition, drawn, settings, words)
    return turn_heard(heard.model_copy(update={"refused": refused}), side, settings)


def words_around(message: Message, settings: Hearing, earlier: Sequence[str] = ()) -> str:
    """Return the words in which claims are judged: none, their message, or the speaker's last messages with it."""
    if settings.context == "claim":
        return ""
    before = earlier[-EARLIER:] if settings.context == "speaker" else ()
    return "\n\n".join([*before, message.text])


def hear_whole(
    message: Message, proposition: Proposition, settings: Hearing, *, earlier: Sequence[str] = ()
) -> Hearings:
    """Yield the steps that hear a message as a single claim: those of ``hear`` without the extraction.

    A message without words makes no claim.
    """
    if not has_words(message.text):
        return _heard_body(message)
    drawn = place_snippets([{"claim": message.text, "snippet": message.text}], message.text)
    words = words_around(message, settings, earlier)
    return (yield from _judge(message, proposition, drawn, settings, words))


def put_labels(drawn: list[dict[str, Any]], text: str, labels: LabelBook) -> list[dict[str, Any]]:
    """Return what was extracted with each labelled sentence as one claim, under ``label``, extracted or not.

    A label takes the place of the claims whose words lie in it and say what it says. A claim that joins it with other
    sentences leaves these as claims of their own. A label is not heard where an extractor says otherwise of its words.
    """
    spoken_labels = labels.find(text)
    kept: list[tuple[int, dict[str, Any]]] = []
    said: set[int] = set()
    refused: set[int] = set()
    for claim in drawn:
        place = claim["place"]
        within = [spoken for spoken in spoken_labels if place and _overlap(spoken.place, place)]
        if not within or not says_as_it_stands(claim.get("note") or claim["claim"], text[slice(*place)]):
            refused |= {spoken.place[0] for spoken in within}
            kept.append((place[0] if place else len(text), claim))
            continue
        said |= {spoken.place[0] for spoken in within}
        for start, end in rest_of(place, within, text):
            words = text[start:end]
            kept.append((start, {**claim, "claim": words, "note": "", "snippet": words, "place": (start, end)}))
    heard = [spoken for spoken in spoken_labels if spoken.place[0] not in refused - said]
    if not heard:
        return drawn
    for spoken in heard:
        start, end = spoken.place
        snippet = {"claim": spoken.label.text, "snippet": text[start:end], "place": spoken.place, "label": spoken.label}
        kept.append((start, snippet))
    return [claim for _, claim in sorted(kept, key=lambda pair: pair[0])]


def _overlap(first: Place, second: Place) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def keep_claims(body: HeardBody) -> HeardClaims:
    """Return heard claims as the result of a script stores them."""
    return HeardClaims(claims=body.claims, lost=body.lost, refused=body.refused)


def _judge(
    message: Message, proposition: Proposition, drawn: list[dict[str, Any]], settings: Hearing, words: str
) -> Hearings:
    """Yield the steps that classify, embed and score the extracted claims of a message, and return its body.

    ``words`` are those in which the claims are judged; empty where each is judged alone.
    """
    if not drawn:
        return _heard_body(message)
    texts = [claim["claim"] for claim in drawn]
    outcomes = yield _judging(message, proposition, texts, settings, words)
    missing = next((outcome for outcome in outcomes if not outcome.ok), None)
    if missing:
        return _heard_body(message, lost=f"{missing.key.rpartition('/')[2]}: {_why(missing)}")
    replies = {outcome.key.rpartition("/")[2]: _reply(outcome) for outcome in outcomes}
    return _heard_body(
        message, tuple(_claim(message, proposition, number, drawn, replies) for number in range(len(drawn)))
    )


def _extraction(message: Message, proposition: Proposition, settings: Hearing) -> Step:
    inputs = {"proposition": proposition.text, "text": message.text}
    task = "extract" if settings.direction == "blind" else "extract_concessions"
    return Step(key=f"{message.key}/extract", actor=message.speaker, task=task, inputs=inputs)


def _judging(
    message: Message, proposition: Proposition, texts: list[str], settings: Hearing, words: str
) -> tuple[Step, ...]:
    about: dict[str, Any] = {"proposition": proposition.text, "claims": texts}
    judged = {**about, "message": words} if words else about
    asked = {"classify": judged, "embed": {"texts": texts}}
    if settings.strength == "scorer":
        asked["score"] = about
    # tasks that ask for strengths have one for each scale
    tasks = {name: name if name == "embed" else task_on_scale(name, settings.scale) for name in asked}
    return tuple(
        Step(key=f"{message.key}/{name}", actor=message.speaker, task=tasks[name], inputs=inputs)
        for name, inputs in asked.items()
    )


def _claim(
    message: Message, proposition: Proposition, number: int, drawn: list[dict[str, Any]], replies: dict[str, Any]
) -> Claim:
    judgement = replies["classify"]["judgements"][number]
    strengths = {} if judgement["strength"] is None else {"extractor": judgement["strength"]}
    if "score" in replies:
        strengths["scorer"] = replies["score"]["strengths"][number]
    claim = Claim(
        id=f"{message.key}#{number + 1}",
        proposition=proposition.id,
        text=drawn[number]["claim"],
        note=drawn[number].get("note", ""),
        snippet=drawn[number]["snippet"],
        place=drawn[number]["place"],
        polarity=POLARITIES[judgement["polarity"]],
        strengths=strengths,
        conceded=drawn[number].get("conceded", False),
        sideless=drawn[number].get("sideless", False),
        tags=tuple(judgement["tags"]),
        source=message.key,
        vector=replies["embed"]["vectors"][number],
    )
    label: Label | None = drawn[number].get("label")
    return keep_label(claim, label) if label else claim


def keep_label(claim: Claim, label: Label) -> Claim:
    """Return a claim with the direction and the strength of a corpus that labels its words."""
    strengths = claim.strengths if label.strength is None else dict.fromkeys(claim.strengths, label.strength)
    read = None if claim.polarity == label.polarity else claim.polarity
    changes = {"polarity": label.polarity, "read": read, "strengths": strengths, "direction_by": "corpus"}
    return claim.model_copy(update=changes)


def _heard_body(message: Message, claims: tuple[Claim, ...] = (), lost: str = "") -> HeardBody:
    return HeardBody(speaker=message.speaker, text=message.text, claims=claims, lost=lost)


def _reply(outcome: Outcome) -> dict[str, Any]:
    assert isinstance(outcome.reply, dict)
    return outcome.reply


def _why(outcome: Outcome) -> str:
    return f"{outcome.status} ({outcome.reason})" if outcome.reason else outcome.status
