"""What a service means by an error: one rule over its status and its words, for every service and interface.

In this order, and by families of words (``fault_words.toml``), since services share neither codes nor wordings:

    an account or a key is closed              key        stops
    the content is refused                     content    refuses this call alone, whatever the status
    no money is left, or 402                   unpaid     stops
    408, 409, 423 to 425, 429, 498, 5xx        busy, timeout, server: asked again (a prompt too long: context)
    the model wrote what cannot be used        server     asked again
    a limit of output is too high              setting    stops
    404, 405, 410                              model      stops
    there is no place now, whatever the status busy       asked again
    a prompt is too long, or 413               context    fails this call alone
    a setting is not taken                     setting    stops
    the model is unknown                       model      stops
    401, 403, or the key may not               key        stops
    anything else                              unknown    asked again, then fails this call alone

An error inside a 200 is read by the status that it names; one that names none, and no family, is the server's. A page
of HTML is nobody's words: a proxy wrote it, or a guard before the service.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from functools import cache
from importlib.resources import files
from time import time
from typing import Any, Literal

import httpx2

from doxa.models.providers.endpoints import Family
from doxa.records.outside import parse_json, read_number

Kind = Literal[
    "key", "content", "unpaid", "busy", "timeout", "server", "setting", "offer", "model", "context", "unknown"
]

WAITING = {409, 423, 424, 425, 429, 498, 529}
"""Statuses of a service that has no place now; 424 is a dependency of its own that failed."""
LATE = {408, 504, 522, 524}
ABSENT = {404, 405, 410}

LONGEST_TEXT = 2_000
"""The most characters of one text of a body that are read for its meaning."""

ANSWERS: dict[Family, tuple[str, ...]] = {
    "openai": ("choices", "data"),
    "anthropic": ("content",),
    "google": ("candidates", "promptFeedback", "embeddings", "embedding"),
}
"""Family → the fields of which an answer has one."""

_ADDRESS = re.compile(r"\bhttps?://\S+|\bwww\.\S+|\btype\.googleapis\.com\S+")
_NAME = re.compile(r"\b(?=[\w.:/-]{0,80}\d)(?=[\w:/-]{0,80}[.:/-])[\w.:/-]{3,}")
"""A name with digits and marks, such as a model's: one word, whatever it is made of."""
_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT = re.compile(r"n['’]t\b")
_WORD = re.compile(r"[^\W_]+")
_APART = 8


class ServiceError(httpx2.HTTPError):
    """An error that a service answered with: its status (that which it names, inside a 200) and its texts."""

    def __init__(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
        self.texts = tuple(dict.fromkeys(text for text in _texts_of(body) if text.strip()))
        self.status = status
        self.words = [
            words for text in self.texts if (words := _words_of(text)) and not says("generic", words, whole=True)
        ]
        self.retry_after = _retry_after(headers or {}, body)
        super().__init__(f"{status} {'; '.join(self.texts)[: LONGEST_TEXT * 10] or 'without an explanation'}")


def read_error(response: httpx2.Response, content: bytes) -> ServiceError:
    """Return the error of a response whose status is one."""
    text = content.decode(errors="replace").strip()
    body: object = "" if text.startswith("<") else text
    with suppress(ValueError):
        body = parse_json(content)
    return ServiceError(response.status_code, body, response.headers)


def error_inside(body: Mapping[str, Any], family: Family) -> ServiceError | None:
    """Return the error that a body with the status 200 is or contains; None where it is an answer, or says nothing."""
    answers = [body.get(name) for name in ANSWERS[family]]
    first = next((entries[0] for entries in answers if isinstance(entries, list) and entries), None)
    for holder in (body, first):
        if isinstance(holder, dict) and (inner := holder.get("error")):
            said = inner if isinstance(inner, dict) else holder
            return ServiceError(_status_of(said), said)
    error = None if any(answers) else ServiceError(_status_of(body.get("base_resp") or body), body)
    return error if error and (error.status != 200 or kind_of(error) != "server") else None


def kind_of(error: ServiceError) -> Kind:
    """Return what an error means."""
    status, words = error.status, error.words
    if says("sanctioned", *words):
        return "key"
    if any(says("content", text) and not says("named", text) for text in words):
        return "content"
    if status == 402 or (says("unpaid", *words) and not says("later", *words)) or _is_spent(error):
        return "unpaid"
    is_busy, is_long = says("busy", *words), says("long", *words)
    if status == 501:
        return "offer"
    if status in LATE:
        return "timeout"
    if status in WAITING or status >= 500:
        if is_long and not is_busy:
            return "context"
        return "busy" if is_busy or status in WAITING else "server"
    if says("failed", *words):
        return "server"
    if says("output", *words) and not says("prompt", *words):
        return "setting"
    if status in ABSENT:
        return "model"
    if is_busy:
        return "busy"
    if is_long or status == 413:
        return "context"
    if says("setting", *words) or says("named", *words):
        return "setting"
    if says("model", *words):
        return "model"
    if status == 401 or (status == 403 and words) or says("key", *words):
        return "key"
    return "server" if status < 400 else "unknown"


def says(family: str, *texts: str, whole: bool = False) -> bool:
    """Return whether a text meets a family of words; with ``whole``, whether the family is all that it says."""
    pattern = _family(family)
    return any((pattern.fullmatch if whole else pattern.search)(text) for text in texts)


def read_ending(word: str) -> str:
    """Return what a service's own word for the end of an answer means: refusal, length, failed, or '' for another."""
    words = _words_of(word)
    if says("content", words):
        return "refusal"
    return "length" if says("cut_ending", words) else "failed" if says("broken_ending", words) else ""


def _is_spent(error: ServiceError) -> bool:
    """Return whether a quota is used up without a time at which the service can be asked again."""
    is_named = error.retry_after is not None or says("returns", *error.words)
    return says("spent", *error.words) and not is_named


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files(__package__).joinpath("fault_words.toml").read_text(encoding="utf-8"))


@cache
def _family(name: str) -> re.Pattern[str]:
    family = _words()[name]
    alternatives = [_pattern(family.get("words", []))] if "words" in family else []
    if "of" in family:
        of, said, gap = _pattern(family["of"]), _pattern(family["said"]), rf"\w*(?: \w+){{0,{_APART - 1}}}? "
        alternatives += [f"{of}{gap}{said}", f"{said}{gap}{of}"]
    return re.compile("|".join(alternatives))


def _pattern(entries: list[str]) -> str:
    """Return the pattern of any of some beginnings of words, where $ ends a word (or the text, after ^)."""
    ended = [
        entry if entry.startswith("^") else rf"\b{entry[:-1]}\b" if entry.endswith("$") else rf"\b{entry}"
        for entry in entries
    ]
    return f"(?:{'|'.join(ended)})"


def _words_of(text: str) -> str:
    """Return a text as lower-case words, each a space from the next."""
    plain = _NOT.sub(" not", _SEAM.sub(" ", _NAME.sub(" id ", _ADDRESS.sub(" ", text[:LONGEST_TEXT])))).lower()
    return " ".join(_WORD.findall(plain))


def _texts_of(body: object, depth: int = 0) -> Iterator[str]:
    """Yield the texts of an error's body that are the service's own words, messages first."""
    if isinstance(body, str):
        yield body
    elif isinstance(body, list) and depth < 8:
        for entry in body:
            yield from _texts_of(entry, depth + 1)
    elif isinstance(body, Mapping) and isinstance(place := body.get("loc"), list) and "msg" in body:
        yield f"{'.'.join(map(str, place))}: {body['msg']}"
    elif isinstance(body, Mapping) and depth < 8:
        for name in _words()["fields"]["words"]:
            yield from _texts_of(body.get(name), depth + 1)


def _status_of(error: object) -> int:
    """Return the HTTP status that an error inside a 200 names; 200 where it names none."""
    if isinstance(error, Mapping):
        for name in ("code", "status", "status_code"):
            with suppress(TypeError, ValueError):
                if 400 <= (status := int(error.get(name, 0))) < 600:
                    return status
    return 200


def _retry_after(headers: Mapping[str, str], body: object) -> float | None:
    """Return the seconds that a service asks to wait: from its headers, or from the body as Google does."""
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        said = headers.get(name)
        if said is None:
            continue
        with suppress(ValueError):
            return read_number(said, 0) * scale
        with suppress(ValueError, TypeError):
            return max(0.0, parsedate_to_datetime(said).timestamp() - time())
    with suppress(LookupError, TypeError, AttributeError, ValueError):
        delays = [entry["retryDelay"] for entry in body["error"]["details"] if "retryDelay" in entry]  # type: ignore[index]
        return read_number(delays[0].removesuffix("s"), 0)
    return None
