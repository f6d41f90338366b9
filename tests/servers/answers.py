"""What the test server answers: sensible, valid content that is a function of the request body alone.

It recognises doxa's tasks by their system prompts and falls back on the JSON schema of the response format, so
that whole debates run against it and the same request always receives the same answer.
"""

import hashlib
import json
import re
from typing import Any

DIMENSIONS = 64

CLAIMS = """it lowers costs, it protects people, it has worked well, it takes choices away, it creates paperwork,
it rewards effort, it shifts the harm, it keeps public trust, it is hard to enforce, it gives children"""
PLACES = """for ordinary households, without much fuss, in small towns, that few can carry, where nobody looks,
among the old, for careful firms, along the coast, in crowded schools, beyond all habit"""
TIMES = """within a few years, once attention fades, long before winter, as neighbours report, every single week,
after the harvest, since the reform, while prices rise, until courts decide, wherever we asked"""
REASONS = [re.split(r",\s+", parts) for parts in (CLAIMS, PLACES, TIMES)]
"""The parts of a reason; together they make so many that no turn repeats an earlier one."""


def number(*parts: object) -> int:
    """Return a large integer that only depends on the parts."""
    return int.from_bytes(hashlib.sha256("\x1f".join(map(str, parts)).encode()).digest()[:8], "big")


def unit(*parts: object) -> float:
    return round(number(*parts) % 1000 / 999, 3)


def answer(body: dict[str, Any]) -> str:
    """Return the assistant's words for one chat completion request."""
    system = "\n".join(_text(one) for one in body["messages"] if one["role"] in ("system", "developer"))
    user = "\n".join(_text(one) for one in body["messages"] if one["role"] == "user")
    for cue, make in _TASKS:
        if cue in system + user:
            return make(user)
    schema = _schema(body)
    if schema is not None:
        return json.dumps(from_schema(schema, schema.get("$defs", {}), user))
    return _speech(system + user)


def embedding(text: str) -> list[float]:
    """Return a bag-of-words vector: texts that share words are near each other."""
    row = [0.0] * DIMENSIONS
    for word in re.findall(r"\w+", text.lower()) or ["empty"]:
        place = number("word", word)
        row[place % DIMENSIONS] += 1.0 if place >> 32 & 1 else -1.0
        row[place // 7 % DIMENSIONS] += 0.5
    length = sum(x * x for x in row) ** 0.5 or 1.0
    return [round(x / length, 6) for x in row] if any(row) else [1.0, *row[1:]]


def from_schema(schema: dict[str, Any], defs: dict[str, Any], salt: object) -> Any:
    """Return a small valid value of a JSON schema."""
    if "$ref" in schema:
        return from_schema(defs[schema["$ref"].rsplit("/", 1)[1]], defs, salt)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][number(salt) % len(schema["enum"])]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return from_schema(schema[union][0], defs, salt)
    match schema.get("type"):
        case "object":
            fields = schema.get("properties", {})
            return {name: from_schema(one, defs, (salt, name)) for name, one in fields.items()}
        case "array":
            count = max(1, schema.get("minItems", 1))
            return [from_schema(schema.get("items", {}), defs, (salt, place)) for place in range(count)]
        case "integer":
            low = schema.get("minimum", 0)
            return low + number(salt) % (schema.get("maximum", low + 9) - low + 1)
        case "number":
            low, high = schema.get("minimum", -1.0), schema.get("maximum", 1.0)
            return round(low + (high - low) * unit(salt), 2)
        case "boolean":
            return bool(number(salt) % 2)
        case "null":
            return None
    return f"word{number(salt) % 1000}"


def _text(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def _schema(body: dict[str, Any]) -> dict[str, Any] | None:
    wanted = body.get("response_format") or {}
    found: dict[str, Any] | None = wanted.get("json_schema", {}).get("schema")
    return found


def _speech(prompt: str) -> str:
    told = re.search(r'tilt (against|towards) it|(reject|against|towards|for|support) "', prompt)
    high = (told[1] or told[2]) in ("towards", "for", "support") if told else number(prompt) % 2 == 0
    first, second = (_reason(prompt, place) for place in (1, 2))
    side = "for" if high else "against"
    return f"To me {first}. Besides, {second}, so I am {side} this motion."


def _reason(*salt: object) -> str:
    return " ".join(parts[number(*salt, row) % len(parts)] for row, parts in enumerate(REASONS))


def _extract(user: str) -> str:
    found = re.search(r"<message>\n(.*?)\n</message>", user, re.DOTALL)
    sentences = [one.strip() for one in re.split(r"(?<=[.!?])\s+", found[1] if found else "") if one.strip()]
    points = [one for one in sentences if len(one.split()) > 3][:3]
    return json.dumps({"claims": [{"claim": one, "snippet": one} for one in points]})


def _listed(user: str) -> list[str]:
    return re.findall(r"^\d+\. (.*)$", user, re.MULTILINE)


def _classify(user: str) -> str:
    return json.dumps({"judgements": [_judgement(claim) for claim in _listed(user)]})


def _judgement(claim: str) -> dict[str, Any]:
    cue = " against " in claim or "takes" in claim or "hard to" in claim or "paperwork" in claim
    return {"polarity": "against" if cue else "for", "strength": unit("strength", claim), "tags": ["consequence"]}


def _score(user: str) -> str:
    return json.dumps({"strengths": [unit("score", claim) for claim in _listed(user)]})


def _stance(user: str) -> str:
    return json.dumps({"stance": round(unit("stance", user) * 2 - 1, 2)})


def _extract_many(user: str) -> str:
    texts = re.findall(r"<message number=.*?>\n(.*?)\n</message>", user, re.DOTALL)
    entries = [json.loads(_extract(f"<message>\n{text}\n</message>")) for text in texts]
    return json.dumps({"messages": [{"message": number, **entry} for number, entry in enumerate(entries, 1)]})


def _classify_many(user: str) -> str:
    judgements = [{"claim": number, **_judgement(claim)} for number, claim in enumerate(_listed(user), 1)]
    return json.dumps({"judgements": judgements})


_TASKS = (
    ("for each of several messages of a discussion by itself", _extract_many),
    ("every claim by itself", _classify_many),
    ("list the points that one message of a discussion makes", _extract),
    ("You judge claims against one proposition", _classify),
    ("You rate how good arguments", _score),
    ("say how far it supports a proposition", _stance),
    ("you are asked in private where you stand", _stance),
)
