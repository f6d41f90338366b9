"""What a line of a log leaves out: a field that is as usual, or as the lines before it let one expect.

    moved ─▶ what was heard in its batch ─▶ the outcome with these words ─▶ its calls in ``calls.jsonl``

An expectation never decides: whatever differs from it is written. A line is read back with those of its batch before
it, and with the calls; no plug-in is needed, and no line of another batch.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

from doxa.errors import DamagedLogError
from doxa.records.base import Record, canonical_line, plain
from doxa.records.claims import Claim, Evidence, Exposure, Item, Readout, Trace
from doxa.records.events import EVENTS, BatchBody, Event, HeardBody, MovedBody, SeededBody
from doxa.records.outside import parse_json
from doxa.records.steps import Outcome

Fields = dict[str, Any]
Expected = Mapping[str, Any]


def leave_out(fields: Fields, kind: type[Record], expected: Expected) -> Fields:
    """Return the fields of a record that differ from what is expected, or where nothing is, from their default."""
    usual = defaults_of(kind)
    expected = {**usual, **expected}
    whole = {**usual, **fields}
    return {entry: value for entry, value in whole.items() if not _is_same(value, expected.get(entry, ...))}


def fill_in(fields: Fields, kind: type[Record], expected: Expected) -> Fields:
    """Return the fields of a record with those that ``leave_out`` left out, as the record itself would be spelled."""
    return {**defaults_of(kind, is_whole=False), **expected, **fields}


@cache
def defaults_of(kind: type[Record], *, is_whole: bool = True) -> Fields:
    """Return field → its default, for the fields that have one.

    Args:
        is_whole: whether fields are among them that a record does not spell where they have their default.
    """
    fields = {entry: field for entry, field in kind.model_fields.items() if is_whole or field.exclude_if is None}
    given = {entry: field for entry, field in fields.items() if not field.is_required()}
    return {entry: plain(field.get_default(call_default_factory=True)) for entry, field in given.items()}


def _is_same(left: Any, right: Any) -> bool:
    """Return whether two plain values are spelled alike: 1 == 1.0 == True, and each is spelled otherwise."""
    if left is right or type(left) is not type(right):
        return left is right
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(_is_same(value, right[entry]) for entry, value in left.items())
    if isinstance(left, list):
        return len(left) == len(right) and all(map(_is_same, left, right))
    return bool(left == right)


def _given(fields: Fields, expected: Expected, entry: str) -> Any:
    return fields[entry] if entry in fields else expected.get(entry)


Change = Callable[[Fields, type[Record], Expected], Fields]
"""``leave_out`` or ``fill_in``. Both expect the same: expectations rest on fields that are always written, and on
those that were expected before."""

Answer = tuple[str, str]
"""The hash of a request, and the text of its answer."""

AnswerOf = Callable[[str], Answer | None]
"""Returns the answer of a call by its id; None where the journal has no such call."""


@dataclass
class BatchLines:
    """What the lines of one batch said so far, in full."""

    answer_of: AnswerOf
    outcomes: dict[str, Fields] = field(default_factory=dict)
    told: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    """Message → its speaker, and all who heard it, the speaker among them."""
    heard: dict[str, list[str]] = field(default_factory=dict)
    """Message → the ids of its claims."""
    claims: dict[str, Fields] = field(default_factory=dict)
    moved: dict[tuple[tuple[Any, Any], ...], Fields] = field(default_factory=dict)
    """(message, origin) of all that a listener met → what the last such listener made of it."""
    vectors: list[str] = field(default_factory=list)
    """The vectors of all replies so far, in order."""
    place: int = 0
    """That of the vector that the next claim is expected to have."""

    def line_of(self, event: Event) -> bytes:
        """Return the line of an event that follows."""
        return canonical_line(self.shorten(plain(event)))

    def read(self, line: bytes) -> Event:
        """Return the event of a line that follows.

        Raises:
            DamagedLogError: the line is not an event, or an answer that it rests on is missing.
        """
        try:
            event = EVENTS.validate_python(self.restore(parse_json(line)))
        except (ValueError, LookupError, TypeError, AttributeError):
            raise DamagedLogError("is not an event: it was changed after it was written") from None
        return event

    def shorten(self, event: Fields) -> Fields:
        """Return the fields of an event as its line has them."""
        short = {**event, "body": self._change(leave_out, event)}
        self._note(event)
        return short

    def restore(self, event: Fields) -> Fields:
        """Return the fields of a line in full."""
        whole = {**event, "body": self._change(fill_in, event)}
        self._note(whole)
        return whole

    def _note(self, event: Fields) -> None:
        body = event["body"]
        match event["kind"]:
            case "batch":
                self.outcomes, self.told, self.heard, self.claims, self.moved = {}, {}, {}, {}, {}
                self.vectors, self.place = [], 0
            case "outcome":
                self.outcomes[event["key"]] = body
                if body["text"] is not None:
                    self.told[event["key"]] = (body["actor"], frozenset((body["actor"], *body["audience"])))
                reply = body["reply"]
                vectors = reply.get("vectors") if isinstance(reply, dict) else None
                self.vectors += vectors if isinstance(vectors, list) else []
            case "heard":
                self.heard[event["key"]] = [claim["id"] for claim in body["claims"]]
                self.claims |= {claim["id"]: claim for claim in body["claims"]}
            case "moved":
                self.moved[_origins(body["exposures"])] = body

    def _change(self, change: Change, event: Fields) -> Fields:
        changes = {
            "batch": self._batch, "outcome": self._outcome, "heard": self._heard, "moved": self._moved,
            "seeded": self._seeded,
        }  # fmt: skip
        kind = event["kind"]
        return changes[kind](change, event["key"], event["body"]) if kind in changes else event["body"]

    def _batch(self, change: Change, key: str, body: Fields) -> Fields:
        return change(body, BatchBody, {})

    def _outcome(self, change: Change, key: str, body: Fields) -> Fields:
        """An outcome is that of its first call, answered, and a structured reply the JSON that the last one answers."""
        expected: Fields = {"key": key, "status": "ok", "calls": [f"{key}#1"]}
        calls = [self.answer_of(entry) for entry in _given(body, expected, "calls")]
        if calls and calls[0] and calls[-1]:
            expected["request"], answer = calls[0][0], calls[-1][1]
            if answer.startswith("{") and body.get("status", "ok") == "ok":
                with suppress(ValueError):
                    expected["reply"] = parse_json(answer)
        changed = change(body, Outcome, expected)
        if change is fill_in and changed["status"] == "ok" and changed["text"] is changed["reply"] is None:
            raise DamagedLogError(f"has lost its answer: there is no call {changed['calls'][-1]} in calls.jsonl")
        return changed

    def _heard(self, change: Change, key: str, body: Fields) -> Fields:
        """A message has the words of its outcome, and a claim those of its place in the message."""
        said = self.outcomes.get(key, {})
        expected = {"speaker": said.get("actor"), "text": said.get("text")}
        text = _given(body, expected, "text")
        claims = self._claims(change, body.get("claims", []), key, text)
        return change({**body, "claims": claims}, HeardBody, expected)

    def _claims(self, change: Change, claims: Sequence[Fields], source: str, text: str) -> list[Fields]:
        changed = []
        for number, claim in enumerate(claims, 1):
            words = text[slice(*claim["place"])] if claim.get("place") else ""
            expected: Fields = {"id": f"{source}#{number}", "proposition": "motion", "source": source, "snippet": words}
            expected["text"] = _given(claim, expected, "snippet")
            if self.place < len(self.vectors):
                expected["vector"] = self.vectors[self.place]
            changed.append(change(claim, Claim, expected))
            with suppress(ValueError):
                self.place = self.vectors.index(_given(claim, expected, "vector")) + 1
        return changed

    def _seeded(self, change: Change, key: str, body: Fields) -> Fields:
        """A seed's record is as the seed is."""
        listener = key.rpartition("/")[2]
        claims = self._claims(change, body["claims"], f"seed/{listener}", "")
        met = [(claim, "seed") for claim in (claims if change is fill_in else body["claims"])]
        evidence, records = _evidence(change, body.get("evidence", []), met)
        trace = _trace(change, body["trace"], {}, records)
        expected = {"listener": listener, "evidence": [], "prior": trace.get("notes", {})}
        return change({**body, "claims": claims, "evidence": evidence, "trace": trace}, SeededBody, expected)

    def _moved(self, change: Change, key: str, body: Fields) -> Fields:
        """A listener met the messages that it spoke or heard, and made a record of each claim in them.

        It takes them as the listener before it did that met the same.
        """
        listener = key.rpartition("/")[2]
        expected: Fields = {"listener": listener, "trace": {}, "exposures": self._met_by(listener)}
        exposures = _given(body, expected, "exposures")
        like = self.moved.get(_origins(exposures), {"admitted": [], "archived": [], "trace": {}})
        expected |= {"admitted": like["admitted"], "archived": like["archived"]}
        met = [
            (self.claims.get(claim, {"id": claim}), exposure.get("origin", ""))
            for exposure in exposures
            for claim in exposure.get("claims", ())
        ]
        changed = {entry: _given(body, expected, entry) for entry in ("exposures", "admitted", "archived")}
        records, replaced = changed["admitted"], [fill_in(record, Evidence, {}) for record in changed["archived"]]
        if not _is_same(records, like["admitted"]):
            changed["admitted"], records = _evidence(change, records, met, like["admitted"])
        for entry, kind in (("exposures", Exposure), ("archived", Evidence)):
            if not _is_same(changed[entry], expected[entry]):
                changed[entry] = [change(one, kind, {}) for one in changed[entry]]
        changed["trace"] = _trace(change, body.get("trace", {}), like["trace"], records, replaced)
        return change({**body, **changed}, MovedBody, expected)

    def _met_by(self, listener: str) -> list[Fields]:
        """Return a listener's exposures to the messages of the batch."""
        exposures = []
        for key, (speaker, hearers) in self.told.items():
            if listener in hearers:
                origin, claims = "self" if speaker == listener else "peer", self.heard.get(key, [])
                exposures.append(_exposure() | {"message": key, "speaker": speaker, "origin": origin, "claims": claims})
        return exposures


@cache
def _exposure() -> Fields:
    """Return the fields of an exposure to a message without claims."""
    return dict(plain(Exposure(message="", speaker="", origin="peer")))


def _origins(exposures: Sequence[Fields]) -> tuple[tuple[Any, Any], ...]:
    return tuple((exposure.get("message"), exposure.get("origin")) for exposure in exposures)


def _evidence(
    change: Change, records: Sequence[Fields], met: Sequence[tuple[Fields, str]], like: Sequence[Fields] = ()
) -> tuple[list[Fields], list[Fields]]:
    """Return changed records of claims, and the same in full.

    Args:
        met: each claim, and its origin for the listener, in the order in which records are expected.
        like: the records of another listener.
    """
    changed, whole, others = [], [], {record["claim"]: record for record in like}
    by_claim = {claim["id"]: (claim, origin) for claim, origin in met}
    for place, record in enumerate(records):
        claim, origin = by_claim.get(record["claim"] if "claim" in record else met[place][0]["id"], ({}, ""))
        strengths = claim.get("strengths", {})
        expected: Fields = {"reason": "seed" if origin == "seed" else "new", "origin": origin}
        expected |= {"claim": claim.get("id"), "polarity": claim.get("polarity")}
        expected["active"] = _given(record, expected, "reason") in ("seed", "new", "stronger")
        expected["scored"] = strengths[max(strengths)] if strengths else None
        expected["strength"] = _given(record, expected, "scored")
        expected |= others.get(claim.get("id"), {})
        changed.append(change(record, Evidence, expected))
        whole.append(fill_in(record, Evidence, expected))
    return changed, whole


def _trace(
    change: Change, trace: Fields, like: Fields, records: Sequence[Fields], replaced: Sequence[Fields] = ()
) -> Fields:
    """Return a changed trace: the belief is as before, and an item is as the record that it is of.

    Args:
        like: the trace of another listener.
        records: newcomers, of which the active ones are expected to count from now on.
        replaced: records that they replaced, which are expected to count no more.
    """
    if like and (not trace or _is_same(trace, like)):
        return like if change is fill_in else {}
    before = fill_in(trace.get("before", {}), Readout, like.get("before", {}))
    is_like = bool(like) and before == fill_in(like["before"], Readout, {})
    after = like["after"] if is_like else before
    changed: Fields = {"before": change(trace.get("before", {}), Readout, like.get("before", {}))}
    changed["after"] = change(trace.get("after", {}), Readout, after)
    items, by_claim = [], {record["claim"]: record for record in (*records, *replaced)}
    likely = [record["claim"] for record in (*filter(itemgetter("active"), records), *replaced)]
    weight, others = 0.0, {item["source"]: item for item in like.get("items", ())}
    usual: list[Fields] = like.get("items", [])
    given = _given(trace, {"items": usual}, "items")
    for place, item in enumerate(given):
        source = item["source"] if "source" in item else likely[place]
        record = by_claim.get(source, {})
        expected = {"source": likely[place] if place < len(likely) else None, "weight": weight}
        expected |= {entry: record[entry] for entry in ("origin", "polarity", "strength") if record}
        expected |= {"why": record["reason"]} if record else {}
        if record and record["scored"] != record["strength"]:
            expected["scored"] = record["scored"]
        expected |= {**others.get(source, {}), "source": expected["source"]}
        items.append(change(item, Item, expected))
        weight = _given(item, expected, "weight")
    changed["items"] = given if _is_same(given, usual) else items
    return change({**trace, **changed}, Trace, {"before": {}, "after": {}, "items": usual})


def damaged_event(path: Path, number: int, error: DamagedLogError) -> DamagedLogError:
    """Return the error that names the line of an event that could not be read."""
    return DamagedLogError(f"{path}: event {number} (line {number + 1}) {error.message}")
