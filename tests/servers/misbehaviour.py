"""The ways in which the test server answers wrongly, each as the bytes (and the manner) of one HTTP reply."""

import json
from dataclasses import dataclass
from typing import Any, Literal

Manner = Literal["whole", "reset", "stall", "drip"]


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What goes over the wire, and how."""

    head: bytes = b""
    body: bytes = b""
    manner: Manner = "whole"


def http(status: str, body: bytes, *, kind: str = "application/json", headers: str = "", length: int = -1) -> Reply:
    """Return a reply with its head; ``length`` lies about the body's."""
    said = len(body) if length < 0 else length
    head = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {said}\r\n{headers}\r\n"
    return Reply(head=head.encode(), body=body)


def error(status: str, message: str, code: str | None = None, kind: str | None = None, headers: str = "") -> Reply:
    body = {"error": {"message": message, "type": kind, "param": None, "code": code}}
    return http(status, json.dumps(body).encode(), headers=headers)


def wrong(name: str, completion: dict[str, Any], key: str) -> Reply:
    """Return the reply of one misbehaviour.

    Args:
        completion: the right answer, of which some misbehaviours are spoiled copies.
        key: what the request's Authorization header carried.
    """
    if name in _ERRORS:
        return error(**_ERRORS[name])
    if name == "key_echo":
        return error("401 Unauthorized", f"Incorrect API key provided: {key}. Bearer {key}", "invalid_api_key")
    if name == "key_in_error":
        return error("500 Internal Server Error", f"cannot reach upstream with {key}")
    if name == "garbage":
        return Reply(head=b"SSH-2.0-OpenSSH_9.6\r\n\r\n\x00\x01", manner="reset")
    if name in ("reset", "stall"):
        return Reply(manner=name)  # type: ignore[arg-type]
    if name == "drip":
        whole = http("200 OK", b" " * 100_000)
        return Reply(head=whole.head, body=whole.body, manner="drip")
    return _spoiled(name, completion)


def _spoiled(name: str, completion: dict[str, Any]) -> Reply:
    choice = completion["choices"][0]
    right = json.dumps(completion).encode()
    match name:
        case "truncated":
            return http("200 OK", right[: len(right) // 2])
        case "cut_off":
            whole = http("200 OK", right[: len(right) // 2], length=len(right))
            return Reply(head=whole.head, body=whole.body, manner="reset")
        case "wrong_shape":
            return http("200 OK", b'{"choices": 5, "hello": [1, 2]}')
        case "not_an_object":
            return http("200 OK", b'["not", "an", "object"]')
        case "nested":
            return http("200 OK", b'{"choices": ' + b"[" * 100_000 + b"]" * 100_000 + b"}")
        case "html":
            return http("200 OK", b"<html>a portal</html>", kind="text/html")
        case "utf16":
            return http("200 OK", right.decode().encode("utf-16"))
        case "invalid_utf8":
            return http("200 OK", right.replace(b"assistant", b"\xff\xfe\xc3assistant"))
        case "no_choices":
            return _with(completion, choices=[])
        case "empty":
            return _with(completion, choices=[_saying(choice, "")])
        case "huge":
            return _with(completion, choices=[_saying(choice, "word " * 1_000_000)])
        case "surrogate":
            return http("200 OK", right.replace(b'"content": "', b'"content": "\\ud83d '))
        case "half_json":
            said = choice["message"]["content"]
            return _with(completion, choices=[_saying(choice, said[: len(said) // 2]) | {"finish_reason": "length"}])
        case "other_json":
            return _with(completion, choices=[_saying(choice, '{"answer": 42}')])
        case "prose":
            return _with(completion, choices=[_saying(choice, "Certainly! Here is what I think about that.")])
        case "refusal":
            message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
            return _with(completion, choices=[choice | {"message": message}])
    raise ValueError(f"no misbehaviour is named {name!r}")


def _with(completion: dict[str, Any], **changed: Any) -> Reply:
    return http("200 OK", json.dumps(completion | changed).encode())


def _saying(choice: dict[str, Any], text: str) -> dict[str, Any]:
    return choice | {"message": {"role": "assistant", "content": text}}


_ERRORS: dict[str, dict[str, Any]] = {
    "rate_limited": {"status": "429 Too Many Requests", "message": "slow down", "code": "rate_limit_exceeded"},
    "rate_limited_after": {
        "status": "429 Too Many Requests",
        "message": "slow down",
        "code": "rate_limit_exceeded",
        "headers": "retry-after: 0.15\r\n",
    },
    "rate_limited_long": {
        "status": "429 Too Many Requests",
        "message": "slow down",
        "code": "rate_limit_exceeded",
        "headers": "retry-after: 86400\r\n",
    },
    "server_error": {"status": "500 Internal Server Error", "message": "oops"},
    "unavailable": {"status": "503 Service Unavailable", "message": "later"},
    "request_timeout": {"status": "408 Request Timeout", "message": "too slow"},
    "quota": {"status": "429 Too Many Requests", "message": "You exceeded your quota", "code": "insufficient_quota"},
    "payment": {"status": "402 Payment Required", "message": "no credit"},
    "forbidden": {"status": "403 Forbidden", "message": "not your model"},
    "not_found": {"status": "404 Not Found", "message": "no such model", "code": "model_not_found"},
    "unsupported": {
        "status": "400 Bad Request",
        "message": "Unsupported parameter: 'seed' is not supported with this model.",
        "code": "unsupported_parameter",
        "kind": "invalid_request_error",
    },
    "context": {
        "status": "400 Bad Request",
        "message": "This model's maximum context length is 8192 tokens.",
        "code": "context_length_exceeded",
    },
    "filtered": {"status": "400 Bad Request", "message": "flagged by the filter", "code": "content_filter"},
}

WRONGS = (
    *_ERRORS,
    *("key_echo", "garbage", "reset", "stall", "drip", "truncated", "cut_off", "wrong_shape", "not_an_object", "html"),
    *("nested", "utf16", "invalid_utf8", "no_choices", "empty", "huge", "surrogate"),
    "refusal",
    "half_json",
    "other_json",
    "prose",
)
