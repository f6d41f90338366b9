"""Layers of judgement of other packages, by name, from the entry-point group ``doxa.judge_layers``.

A layer asks the annotator questions on a finished debate. Its ``count`` turns the answers into a number for each side,
and the larger number wins.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from doxa.records.base import JsonValue
from doxa.records.plugins import plugin
from doxa.records.transcripts import Debate

GROUP = "doxa.judge_layers"


@dataclass(frozen=True, kw_only=True)
class JudgeLayer:
    """A layer of judgement: what the annotator is asked of a debate, and what the answers count for each side."""

    about: str
    """One line."""
    task: str
    """The task of its questions, which a system of the same package brings with an offline skill."""
    questions: Callable[[Debate], Mapping[str, Mapping[str, JsonValue]]]
    """(debate) → question → Inputs of the task; its step is ``layers/LAYER/QUESTION`` in a log."""
    count: Callable[[Debate, Mapping[str, Any]], tuple[float, float]]
    """(debate, question → reply) → Proposition's and Opposition's number."""


def layer_named(name: str) -> JudgeLayer:
    """Return a layer of another package.

    Raises:
        UnknownNameError: no package brings it.
        PluginError: it cannot be used.
    """
    layer: JudgeLayer = plugin(GROUP, name, f"there is no layer {name!r}")
    return layer
