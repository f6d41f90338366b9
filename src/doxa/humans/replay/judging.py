"""Judged evidence: the claims that a judge heard in people's messages, and the file that stores it (``--records``).

A records file is JSON lines. The first line names the judges; every other line is one message under one proposition:
its key (a hash over both), its claims with polarity, strengths and text, the same for the message as one claim, and
each claim's vector (int16, base64). With the file a second calibration asks no model.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from doxa.errors import CorpusError, LogError
from doxa.evidence.vectors import integers
from doxa.humans.data.people import Heading
from doxa.humans.replay.listening import WHOLE, ListeningResult, ListeningSettings, Words
from doxa.log.disk import write_whole
from doxa.log.rundir import RunLog
from doxa.minds.hearing import HeardClaims
from doxa.records.canonical import canonical_line
from doxa.records.claims import Claim
from doxa.records.json_text import parse_json
from doxa.records.people import Participant, Proposition
from doxa.records.spec import Hearing, ModelSettings, RunSpec

FORMAT = 1

LISTENER = Participant(id="listener", name="The listener", kernel=None, role="extractor")

BLIND = Hearing()

ROLES = ("extractor", "scorer", "embedder")

UNANSWERED = "no answer about the whole message"


@dataclass(frozen=True, kw_only=True)
class MessageClaims:
    """The claims heard in one message."""

    claims: tuple[Claim, ...] = ()
    whole: tuple[Claim, ...] = ()
    """The message as one claim; empty where it was not judged as a whole."""
    lost: str = ""
    """The reason why the judge gave no answer; empty where it answered."""


@dataclass(frozen=True, kw_only=True)
class JudgedEvidence:
    """The judged evidence of a data set."""

    judges: Mapping[str, str]
    """Role → provider:model."""
    heard: Mapping[str, MessageClaims]
    """Key of ``people.evidence_key`` → the claims of a message."""
    vectors: Mapping[str, bytes] = field(repr=False)
    """The name of a vector in claims → its int16 row."""

    def row(self, claim: Claim) -> NDArray[np.float64]:
        """Return a claim's vector, integer-valued, shape (dimensions,)."""
        return integers(self.vectors[claim.vector])

    @property
    def has_whole(self) -> bool:
        """Whether messages were also judged as a whole."""
        return any(message.whole for message in self.heard.values())


def listening_spec(
    name: str,
    headings: Sequence[Heading],
    roles: Mapping[str, ModelSettings],
    corpora: Mapping[str, str],
    *,
    whole: bool,
    hearing: Hearing = BLIND,
) -> RunSpec:
    """Return the run that judges messages; the same messages and models give the same run."""
    pooled = hearing.context == "speaker"
    words = tuple(
        Words(
            key=heading.key,
            proposition=heading.proposition,
            text=heading.text,
            earlier=heading.earlier if pooled else (),
        )
        for heading in headings
    )
    return RunSpec(
        name=f"replay-{name}",
        proposition=Proposition(text="(each message has its own)"),
        participants=(LISTENER,),
        protocol="listening",
        script=ListeningSettings(words=words, whole=whole).model_dump(mode="json"),
        roles=dict(roles),
        corpora=dict(corpora),
        hearing=hearing,
    )


def read_judged(log: RunLog) -> JudgedEvidence:
    """Return the judged evidence of a finished listening run.

    Raises:
        LogError: the run is not finished.
    """
    listening = log.result(ListeningResult)
    if listening is None:
        raise LogError(f"{log.path} is unfinished", hint="Call the same replay again: it continues.")
    words = ListeningSettings.model_validate(log.spec.script).words
    heard = {
        message.key: _combine_claims(listening.heard[message.key], listening.heard.get(message.key + WHOLE))
        for message in words
    }
    names = {claim.vector for message in heard.values() for claim in (*message.claims, *message.whole)}
    judges = {role: log.spec.roles[role].model for role in ROLES}
    return JudgedEvidence(judges=judges, heard=heard, vectors={name: log.blobs.vector(name) for name in sorted(names)})


def write_records(judged: JudgedEvidence, path: Path) -> None:
    """Write judged evidence to one file, with the same bytes for the same evidence."""
    lines = [canonical_line({"records": FORMAT, "judges": dict(judged.judges)})]
    for key, message in judged.heard.items():
        lines.append(
            canonical_line(
                {
                    "key": key,
                    "lost": message.lost,
                    "claims": [_dump_claim(claim, judged) for claim in message.claims],
                    "whole": [_dump_claim(claim, judged) for claim in message.whole],
                }
            )
        )
    write_whole(path, b"".join(lines))


def read_records(path: Path, headings: Sequence[Heading]) -> JudgedEvidence:
    """Return the evidence of a records file; raise where a message to be replayed is missing.

    Raises:
        CorpusError: the file is no records file, a line is damaged, or a message is missing.
    """
    try:
        lines = path.read_bytes().splitlines()
        head, *rows = (parse_json(line) for line in lines)
        if head["records"] != FORMAT:
            raise CorpusError(f"{path}: records of format {head['records']}; this doxa reads {FORMAT}")
        vectors: dict[str, bytes] = {}
        heard = {row["key"]: _load_heard(row, vectors) for row in rows}
        judged = JudgedEvidence(judges=head["judges"], heard=heard, vectors=vectors)
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise CorpusError(
            f"{path} is not a records file, or was changed: {str(error).splitlines()[0]}",
            hint="Delete the file and run the same replay again, which writes it anew.",
        ) from None
    missing = [heading for heading in headings if heading.key not in judged.heard]
    if missing:
        raise CorpusError(
            f"{path} lacks {len(missing)} of the {len(headings)} messages, the first of them {missing[0].text[:50]!r}",
            hint="The file was written for other people or other options. Give another --records file.",
        )
    return judged


def with_extractor(judged: JudgedEvidence, extractor: str) -> JudgedEvidence:
    """Return the evidence of another extractor.

    Args:
        extractor: ``claims`` (as judged), ``whole`` (each message is one claim), or ``strongest`` (only the directed
            claim of each message that the judge calls strongest).
    """
    choose = {"claims": lambda heard: heard, "whole": take_whole, "strongest": _take_strongest}[extractor]
    return replace(judged, heard={key: choose(message) for key, message in judged.heard.items()})


def take_whole(heard: MessageClaims) -> MessageClaims:
    """Return a message as one claim; it is lost where the judge gave no answer about the whole message."""
    return replace(heard, claims=heard.whole, lost="" if heard.whole else heard.lost or UNANSWERED)


def _take_strongest(message: MessageClaims) -> MessageClaims:
    directed = [claim for claim in message.claims if claim.polarity]
    best = (max(directed, key=lambda claim: claim.strengths.get("extractor", 0.0)),) if directed else ()
    return replace(message, claims=best)


def _combine_claims(claims: HeardClaims, whole: HeardClaims | None) -> MessageClaims:
    return MessageClaims(claims=claims.claims, whole=whole.claims if whole else (), lost=claims.lost)


def _dump_claim(claim: Claim, judged: JudgedEvidence) -> dict[str, Any]:
    vector = base64.b64encode(judged.vectors[claim.vector]).decode()
    return {**claim.model_dump(mode="json"), "int16": vector}


def _load_heard(row: dict[str, Any], vectors: dict[str, bytes]) -> MessageClaims:
    claims, whole = (tuple(_load_claims(row[name], vectors)) for name in ("claims", "whole"))
    return MessageClaims(claims=claims, whole=whole, lost=row["lost"])


def _load_claims(rows: list[dict[str, Any]], vectors: dict[str, bytes]) -> Iterator[Claim]:
    for fields in rows:
        vector = base64.b64decode(fields.pop("int16"), validate=True)
        claim = Claim.model_validate(fields)
        vectors[claim.vector] = vector
        yield claim
