"""The checks that every plug-in must pass; doxa's own tests run them on all installed plug-ins, and yours can too."""

import inspect
from pathlib import Path
from types import FunctionType

from doxa.conformance.kernels import check_kernel
from doxa.conformance.plugins import (
    check_dataset,
    check_judge_layer,
    check_measure,
    check_model,
    check_policy,
    check_ranker,
)
from doxa.conformance.systems import check_protocol, check_system
from doxa.policies.registry import Rule, Schedule
from doxa.records.judge_layers import JudgeLayer
from doxa.system import System

__all__ = [
    "check", "check_dataset", "check_judge_layer", "check_kernel", "check_measure", "check_model", "check_policy",
    "check_protocol", "check_ranker", "check_system",
]  # fmt: skip


def check(plugin: object, sample: Path | None = None) -> None:
    """Raise where a plug-in breaks the contract of its kind.

    Args:
        plugin: a system, a rule or a schedule of prompts, a data set, the class of a belief rule, a layer of judgement,
            the function of a measure or of a ranker, or the name of a model such as ``lab:small``; of a package that is
            installed.
        sample: a small file in the layout of a data set; the directory of a run that a measure is for.

    Raises:
        AssertionError: it breaks the contract; the message says which part, and what to do.
    """
    match plugin:
        case System():
            check_system(plugin)
        case Rule() | Schedule():
            check_policy(plugin)
        case str():
            check_model(plugin)
        case type():
            check_kernel(plugin)
        case JudgeLayer():
            check_judge_layer(plugin)
        case FunctionType() if [*inspect.signature(plugin).parameters][:3] == ["posts", "reader", "round"]:
            check_ranker(plugin)
        case FunctionType():
            check_measure(plugin, sample)
        case _:
            check_dataset(plugin, sample)
