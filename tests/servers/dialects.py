"""The interfaces of Anthropic and Google, as far as the test server speaks them: translated to and from OpenAI's."""

from typing import Any

ANTHROPIC_ENDINGS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "content_filter": "refusal",
    "tool_calls": "tool_use",
}
GOOGLE_ENDINGS = {
    "stop": "STOP",
    "length": "MAX_TOKENS",
    "content_filter": "SAFETY",
    "tool_calls": "UNEXPECTED_TOOL_CALL",
}
GOOGLE_COUNTS = {
    "promptTokenCount": "prompt_tokens",
    "candidatesTokenCount": "completion_tokens",
    "totalTokenCount": "total_tokens",
}


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
    choice = completion["choices"][0]
    fields = {
        "id": completion["id"],
        "type": "message",
        "role": "assistant",
        "model": completion["model"],
        "content": [{"type": "text", "text": choice["message"]["content"]}],
        "stop_sequence": None,
    }
    fields |= _ended(choice, "stop_reason", ANTHROPIC_ENDINGS)
    return fields | _used(completion, "usage", {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens"})


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
    choice = completion["choices"][0]
    content = {"role": "model", "parts": [{"text": choice["message"]["content"]}]}
    candidate = {"content": content, "index": choice["index"], "avgLogprobs": choice.get("logprobs")}
    fields = {
        "candidates": [candidate | _ended(choice, "finishReason", GOOGLE_ENDINGS)],
        "modelVersion": completion["model"],
        "responseId": completion["id"],
    }
    return fields | _used(completion, "usageMetadata", GOOGLE_COUNTS)


def _ended(choice: dict[str, Any], name: str, words: dict[str, str]) -> dict[str, Any]:
    """Return the field that says why an answer ended; none where the completion leaves it out."""
    if "finish_reason" not in choice:
        return {}
    return {name: words.get(choice["finish_reason"], choice["finish_reason"])}


def _used(completion: dict[str, Any], name: str, counts: dict[str, str]) -> dict[str, Any]:
    """Return the field that says what an answer used; none where the completion leaves it out."""
    if "usage" not in completion:
        return {}
    usage = completion["usage"]
    if not isinstance(usage, dict):
        return {name: usage}
    return {name: {theirs: usage[ours] for theirs, ours in counts.items()}}
