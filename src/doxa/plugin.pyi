"""The public names of ``doxa.plugin`` and where they are: the one list, as in ``__init__.pyi``."""

from doxa.analysis.hooks import Hooks as Hooks, Shown as Shown
from doxa.beliefs.base import Items as Items, Met as Met, Need as Need
from doxa.conformance import check as check
from doxa.experiments.plan_hooks import PlanHooks as PlanHooks, Role as Role
from doxa.humans.data.people import (
    MetMessage as MetMessage,
    People as People,
    PersonRound as PersonRound,
    Remark as Remark,
)
from doxa.humans.data.registry import Dataset as Dataset
from doxa.models.declared import Declaration as Declaration, Price as Price
from doxa.models.offline.answers import inputs_of as inputs_of, reply as reply
from doxa.models.port import Request as Request, Response as Response, Usage as Usage
from doxa.policies.instructions import Instruction as Instruction, Weights as Weights
from doxa.policies.registry import Rule as Rule, Schedule as Schedule
from doxa.protocols.registry import Protocol as Protocol
from doxa.records.base import (
    Record as Record,
    Sentence as Sentence,
    Settings as Settings,
    Unit as Unit,
    stream as stream,
)
from doxa.records.judge_layers import JudgeLayer as JudgeLayer
from doxa.records.plugins import Later as Later
from doxa.records.spec import Prior as Prior, PromptPolicy as PromptPolicy
from doxa.records.steps import Batch as Batch, Script as Script
from doxa.system import System as System
from doxa.tasks.base import FreeText as FreeText, Task as Task
from doxa.terminal.progress import RoundLines as RoundLines

_HOMES: dict[str, str]

def __dir__() -> list[str]: ...
