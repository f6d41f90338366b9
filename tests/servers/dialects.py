"""The interfaces of Anthropic and Google, as far as the test server speaks them: translated to and from OpenAI's."""

from typing import Any


def is_anthropic(path: str) -> bool:
    return path.partition("?")[0].endswith("/messages")


def is_google(path: str) -> bool:
    return ":generateContent" in path or ":batchEmbedContents" in path


def from_anthropic(asked: dict[str, Any]) -> dict[str, Any]:
    """Return a chat completion request for a Messages request."""
    system = asked.get("system") or ""
    text = system if isinstance(system, str) else "".join(part["text"] for part in system)
    schema = (asked.get("output_config") or {}).get("format", {}).get("schema")
    return {
        "model": asked["model"],
        "messages": [{"role": "system", "content": text}, *asked["messages"]],
        "response_format": {"json_schema": {"schema": schema}} if schema else None,
    }


def to_anthropic(completion: dict[str, Any]) -> dict[str, Any]:
    choice, usage = completion["choices"][0], completion["usage"]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": completion["model"],
        "content": [{"type": "text", "text": choice["message"]["content"]}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": usage["prompt_tokens"], "output_tokens": usage["completion_tokens"]},
    }


def from_google(asked: dict[str, Any], path: str) -> dict[str, Any]:
    """Return a chat completion request for a generateContent request."""
    system = "".join(part["text"] for part in (asked.get("systemInstruction") or {}).get("parts", []))
    user = "\n".join(part["text"] for content in asked.get("contents", []) for part in content["parts"])
    settings = asked.get("generationConfig") or {}
    schema = settings.get("responseJsonSchema") or settings.get("responseSchema")
    return {
        "model": path.partition("/models/")[2].partition(":")[0],
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
        "response_format": {"json_schema": {"schema": schema}} if schema else None,
    }


def to_google(completion: dict[str, Any]) -> dict[str, Any]:
    choice, usage = completion["choices"][0], completion["usage"]
    parts = [{"text": choice["message"]["content"]}]
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "modelVersion": completion["model"],
        "usageMetadata": {
            "promptTokenCount": usage["prompt_tokens"],
            "candidatesTokenCount": usage["completion_tokens"],
            "totalTokenCount": usage["total_tokens"],
        },
    }
