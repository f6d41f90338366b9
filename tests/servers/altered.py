"""Right answers that are altered in one thing, in OpenAI's interface; ``dialects`` translates them into the others."""

from copy import deepcopy
from typing import Any

Completion = dict[str, Any]

THOUGHT = "The user wants a turn at level 9. Let me think about costs first."

ENDINGS: dict[str, Any] = {
    "no_finish": "absent",
    "null_finish": None,
    "empty_finish": "",
    "odd_finish": "guardrail_intervened",
    "tool_finish": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
    "sensitive_finish": "sensitive",
    "error_finish": "error",
    "network_finish": "network_error",
    "abort_finish": "abort",
    "resource_finish": "insufficient_system_resource",
}
"""Name → the reason that the answer says it ended for; ``absent`` leaves it out."""

WRAPPED: dict[str, str] = {
    "thinking": f"<think>{THOUGHT}</think>\n\n{{}}",
    "thinking_upper": f"<THINKING>{THOUGHT}</THINKING>{{}}",
    "thinking_prefilled": f"{THOUGHT}\n</think>\n\n{{}}",
    "thinking_twice": f"<think>{THOUGHT} <think>again</think></think>{{}}",
    "thinking_mistral": f"[THINK]{THOUGHT}[/THINK]{{}}",
    "thinking_kimi": f"◁think▷{THOUGHT}◁/think▷{{}}",
    "thinking_channels": (
        f"<|channel|>analysis<|message|>{THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>{{}}"
    ),
    "thinking_bare_channels": f"analysis{THOUGHT}assistantfinal{{}}",
    "zero_width_edges": "\ufeff\u200b{}\u200b",
}
"""Name → a form of the words that leaves the same words to be spoken."""

INSTEAD: dict[str, tuple[str, str]] = {
    "unclosed_thinking": (f"<think>{THOUGHT}", "stop"),
    "unclosed_thinking_limit": (f"<think>{THOUGHT}", "length"),
    "thinking_limit": ("", "length"),
    "zero_width": ("\u200b\u2060\ufeff", "stop"),
    "tool_preamble": ('Let me look that up. <tool_call>{"name": "search", "arguments": {}}</tool_call>', "stop"),
    "tool_mistral": ('[TOOL_CALLS][{"name": "search", "arguments": {}}]', "stop"),
}
"""Name → the words and the ending of an answer that says nothing."""

AROUND: dict[str, str] = {
    "introduced_object": "Here is the JSON that you asked for:\n\n{}",
    "explained_object": "{}\n\nLet me know whether I should say more.",
    "fenced_object": "Sure.\n\n```json\n{}\n```\nThis is my reading of it.",
    "thought_object": f"<think>{THOUGHT}</think>\nThe answer:\n{{}}",
}
"""Name → what stands around the JSON object that was asked for."""

USAGES: dict[str, Any] = {
    "no_usage": None,
    "null_usage": {"prompt_tokens": None, "completion_tokens": None, "total_tokens": None},
    "half_usage": {"prompt_tokens": 40, "completion_tokens": None, "total_tokens": None},
    "fractional_usage": {"prompt_tokens": 40.5, "completion_tokens": 12.0, "total_tokens": 52.5},
    "text_usage": {"prompt_tokens": "forty", "completion_tokens": "12", "total_tokens": "many"},
    "negative_usage": {"prompt_tokens": -40, "completion_tokens": 12, "total_tokens": -28},
    "absurd_usage": {"prompt_tokens": 10**15, "completion_tokens": 10**15, "total_tokens": 2 * 10**15},
    "infinite_usage": {"prompt_tokens": float("inf"), "completion_tokens": 3, "total_tokens": float("nan")},
    "endless_usage": {"prompt_tokens": 10**400, "completion_tokens": 12, "total_tokens": 10**400},
    "list_usage": [1, 2, 3],
}
"""Name → what the answer says that it used; None leaves it out."""

LABELS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "other_model": ({"model": "another-7b"}, {}, {}),
    "numeric_model": ({"model": 4.5}, {}, {}),
    "true_model": ({"model": True}, {}, {}),
    "null_model": ({"model": None}, {}, {}),
    "listed_model": ({"model": ["tiny", 7]}, {}, {}),
    "numeric_id": ({"id": 7}, {}, {}),
    "null_labels": ({"id": None, "created": None, "object": None}, {"index": None}, {"role": None}),
    "odd_times": ({"created": 10**20, "object": 3}, {}, {}),
    "text_time": ({"created": "2026-01-01T00:00:00Z"}, {}, {}),
    "odd_service": ({"system_fingerprint": 5, "service_tier": 4, "moderation": 1}, {}, {}),
    "odd_choice": ({}, {"index": "first", "logprobs": "none"}, {"role": "bot", "annotations": 4, "refusal": False}),
}
"""Name → labels of an answer, of its choice and of its message that say nothing of the words."""

NAMES = (*ENDINGS, *WRAPPED, *AROUND, *INSTEAD, *USAGES, *LABELS)


def altered(name: str, completion: Completion) -> Completion:
    """Return a copy of the right completion, altered as the name says."""
    changed = deepcopy(completion)
    choice = changed["choices"][0]
    if name in ENDINGS:
        choice["finish_reason"] = ENDINGS[name]
        if ENDINGS[name] == "absent":
            del choice["finish_reason"]
    elif form := WRAPPED.get(name) or AROUND.get(name):
        choice["message"]["content"] = form.replace("{}", choice["message"]["content"])
    elif name in INSTEAD:
        choice["message"]["content"], choice["finish_reason"] = INSTEAD[name]
    elif name in LABELS:
        for holder, labels in zip((changed, choice, choice["message"]), LABELS[name], strict=True):
            holder |= labels
    elif USAGES[name] is None:
        del changed["usage"]
    else:
        changed["usage"] = USAGES[name]
    return changed
