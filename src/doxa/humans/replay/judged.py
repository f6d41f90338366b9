"""Judged evidence: the claims that a judge heard in people's messages, the file that stores it, and its variants.

A records file (``--records``) is JSON lines. The first line names the judges; every other line is one message under one
proposition: its key (a hash over both), its claims with polarity, strengths and text, the same for the message as one
claim, and each claim's vector (int8, base64). With the file a second calibration asks no model.

Persuaders with a given side may concede a point, so that not every claim of theirs is on their side; but most whole
messages should be. Evidence with the known side in place of the judged direction shows how much a result depends on the
judge's directions.
"""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from doxa.errors import CorpusError
from doxa.evidence.vectors import integers
from doxa.humans.data.people import PersonRound, evidence_key
from doxa.humans.replay.listening import Words
from doxa.log.disk import write_whole
from doxa.minds.hearing import side_of_stance, turn_claim
from doxa.records.base import canonical_line
from doxa.records.claims import Claim, Polarity
from doxa.records.outside import parse_json
from doxa.records.spec import Hearing

FORMAT = 1

UNANSWERED = "no answer about the whole message"

SIDES: dict[int, Polarity] = {1: 1, -1: -1, 0: 0}
"""Side argued to somebody → the direction of its claims."""


@dataclass(frozen=True, kw_only=True)
class MessageClaims:
    """The claims heard in one message."""

    claims: tuple[Claim, ...] = ()
    whole: tuple[Claim, ...] = ()
    """The message as one claim; empty where it was not judged as a whole."""
    lost: str = ""
    """The reason why the judge gave no answer; empty where it answered."""
    refused: int = 0
    """How many claims that the extractor proposed are none."""


@dataclass(frozen=True, kw_only=True)
class JudgedEvidence:
    """The judged evidence of a data set."""

    judges: Mapping[str, str]
    """Role → provider:model."""
    heard: Mapping[str, MessageClaims]
    """Key of ``people.evidence_key`` → the claims of a message."""
    vectors: Mapping[str, bytes] = field(repr=False)
    """The name of a vector in claims → its int8 row."""

    def row(self, claim: Claim) -> NDArray[np.float64]:
        """Return a claim's vector, integer-valued, shape (dimensions,)."""
        return integers(self.vectors[claim.vector])

    @property
    def has_whole(self) -> bool:
        """Whether messages were also judged as a whole."""
        return any(message.whole for message in self.heard.values())


def write_records(judged: JudgedEvidence, path: Path) -> None:
    """Write judged evidence to one file, with the same bytes for the same evidence."""
    messages = [
        {
            "key": key,
            "lost": message.lost,
            **({"refused": message.refused} if message.refused else {}),
            "claims": [_dump_claim(claim, judged) for claim in message.claims],
            "whole": [_dump_claim(claim, judged) for claim in message.whole],
        }
        for key, message in judged.heard.items()
    ]
    head = {"records": FORMAT, "judges": dict(judged.judges)}
    write_whole(path, b"".join(map(canonical_line, (head, *messages))))


def read_records(path: Path, words: Sequence[Words]) -> JudgedEvidence:
    """Return the evidence of a records file; raise where a message to be replayed is missing.

    Raises:
        CorpusError: the file is no records file, a line is damaged, or a message is missing.
    """
    try:
        head, *rows = (parse_json(line) for line in path.read_bytes().splitlines())
        if head["records"] != FORMAT:
            raise CorpusError(f"{path}: records of format {head['records']}; this doxa reads {FORMAT}")
        vectors: dict[str, bytes] = {}
        heard = {
            row["key"]: MessageClaims(
                claims=tuple(_load_claims(row["claims"], vectors)),
                whole=tuple(_load_claims(row["whole"], vectors)),
                lost=row["lost"],
                refused=row.get("refused", 0),
            )
            for row in rows
        }
        judged = JudgedEvidence(judges=head["judges"], heard=heard, vectors=vectors)
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise CorpusError(
            f"{path} is not a records file, or was changed: {str(error).splitlines()[0]}",
            hint="Delete the file and run the same replay again, which writes it anew.",
        ) from None
    missing = [message for message in words if message.key not in judged.heard]
    if missing:
        raise CorpusError(
            f"{path} lacks {len(missing)} of the {len(words)} messages, the first of them {missing[0].text[:50]!r}",
            hint="The file was written for other people or other options. Give another --records file.",
        )
    return judged


def with_extractor(judged: JudgedEvidence, extractor: str) -> JudgedEvidence:
    """Return the evidence of another extractor.

    Args:
        extractor: ``whole`` (each message is one claim), or ``strongest`` (only the directed claim of each message that
            the judge calls strongest).
    """
    choose = {"whole": take_whole, "strongest": _take_strongest}[extractor]
    return replace(judged, heard={key: choose(message) for key, message in judged.heard.items()})


def take_whole(heard: MessageClaims) -> MessageClaims:
    """Return a message as one claim; it is lost where the judge gave no answer about the whole message."""
    return replace(heard, claims=heard.whole, lost="" if heard.whole else heard.lost or UNANSWERED)


def _take_strongest(message: MessageClaims) -> MessageClaims:
    directed = [claim for claim in message.claims if claim.polarity]
    best = (max(directed, key=lambda claim: claim.strengths.get("extractor", 0.0)),) if directed else ()
    return replace(message, claims=best)


def argued_evidence(judged: JudgedEvidence, rounds: Sequence[PersonRound]) -> JudgedEvidence | None:
    """Return the evidence by the argued side: each received message one claim for it, with its rated strength.

    Where messages were not judged as a whole, the judge's claims take the argued side. None where no side is known.
    """
    if not any(round.argued and not round.control for round in rounds):
        return None

    def turn(round: PersonRound, is_own: bool, heard: MessageClaims) -> MessageClaims:
        if is_own or not round.argued:
            return heard
        taken = take_whole(heard) if judged.has_whole else heard
        turned = [claim.model_copy(update={"polarity": round.argued}) for claim in taken.claims]
        return replace(taken, claims=tuple(turned))

    return _change_heard(judged, rounds, turn)


def turn_judged(judged: JudgedEvidence, rounds: Sequence[PersonRound], hearing: Hearing) -> JudgedEvidence:
    """Return the evidence as ``hearing.direction`` says: as judged, or by the side that each message argues.

    Others argue the side that the data set names; people their initial stance, where it is firm. Where neither is
    known the judge's reading stands.
    """
    if hearing.direction == "blind":
        return judged

    def turn(round: PersonRound, is_own: bool, heard: MessageClaims) -> MessageClaims:
        side = side_of_stance(round.initial, hearing.side_bound) if is_own else SIDES[round.argued]
        claims, whole = (tuple(turn_claim(claim, side) for claim in part) for part in (heard.claims, heard.whole))
        return replace(heard, claims=claims, whole=whole)

    return _change_heard(judged, rounds, turn)


def _change_heard(
    judged: JudgedEvidence,
    rounds: Sequence[PersonRound],
    change: Callable[[PersonRound, bool, MessageClaims], MessageClaims],
) -> JudgedEvidence:
    """Return the evidence with each round's messages changed, given the round and whether the message is its own."""
    heard = dict(judged.heard)
    for round in rounds:
        for message in round.messages:
            if (key := evidence_key(round, message)) in heard:
                heard[key] = change(round, message.own, heard[key])
    return replace(judged, heard=heard)


def _dump_claim(claim: Claim, judged: JudgedEvidence) -> dict[str, Any]:
    return {**claim.model_dump(mode="json"), "int8": base64.b64encode(judged.vectors[claim.vector]).decode()}


def _load_claims(rows: list[dict[str, Any]], vectors: dict[str, bytes]) -> Iterator[Claim]:
    for fields in rows:
        vector = base64.b64decode(fields.pop("int8"), validate=True)
        claim = Claim.model_validate(fields)
        vectors[claim.vector] = vector
        yield claim
