"""The checks of a protocol against its contract, and of a system: its parts load, its scenarios run and are shown.

``check_system`` imports all that a record names and runs each built-in scenario offline in a temporary folder.
"""

import inspect
import json
import math
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from doxa.analysis.building import view_of
from doxa.analysis.explain import explain
from doxa.analysis.hooks import Hooks
from doxa.analysis.tabulating import tabulate
from doxa.analysis.verify import verify
from doxa.errors import StoppedError
from doxa.experiments.contributions import imported
from doxa.experiments.planning import plan
from doxa.experiments.scenario import ROLES, load_scenario
from doxa.experiments.shipped import builtin_scenarios
from doxa.experiments.sitting import run
from doxa.log.rundir import RunLog
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, Settings
from doxa.records.encounters import Encounter
from doxa.records.events import OutcomeReached
from doxa.records.plugins import Later, of_system, systems
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Outcome, Prompt
from doxa.records.transcripts import Debate
from doxa.system import Command, PlanHooks, Role, System
from doxa.tasks.base import TEMPLATES, Task
from doxa.tasks.examples import examples_of, is_placeholder, parts_of
from doxa.terminal.report import render

LAZY = (
    "protocols", "tasks", "offline", "offline_models", "hooks", "commands", "reproductions", "tables", "roles", "plans",
)  # fmt: skip
"""Fields of a record that map names to values."""


def check_system(system: System) -> int:
    """Raise where a system breaks the contract of ``doxa.system``.

    Returns:
        The number of its built-in scenarios, all of which were run.

    Raises:
        AssertionError: the system breaks the contract; the message says which part, and what to do.
        PluginError: nothing would read a part of it, or the part cannot be loaded.
    """
    installed = [other.name for other in systems()]
    assert system.name in installed, (
        f"the system {system.name!r} is not installed: pip install its package, whose pyproject.toml has a line under "
        f'[project.entry-points."doxa.systems"]; installed are {", ".join(installed)}'
    )
    for field in LAZY:
        _check_field(system, field)
    _check_tasks(of_system(system, "tasks"))
    if system.scenarios:
        _check_roles(system)
    names = _scenarios(system) if system.scenarios else []
    for name in names:
        _check_scenario(system, name)
    return len(names)


def _check_field(system: System, field: str) -> None:
    """Load every value of one field and check its type."""
    kinds: dict[str, type | tuple[type, ...]] = {
        "protocols": Protocol, "tasks": Task, "offline_models": str, "hooks": Hooks, "commands": Command,
        "tables": type, "roles": Role, "plans": PlanHooks,
    }  # fmt: skip
    offers = of_system(system, field)
    for name in offers:
        try:
            offer = offers[name]
        except Exception as error:
            raise AssertionError(f"{field}[{name!r}] cannot be loaded: {type(error).__name__}: {error}") from error
        kind = kinds.get(field)
        assert kind is None or isinstance(offer, kind), f"{field}[{name!r}] is {offer!r}, no {kind}"
        if field == "commands":
            _check_command(name, offer)
        if field == "offline":
            assert callable(offer), f"offline[{name!r}] is {offer!r}, no function of (request, library)"
        if field == "tables":
            assert issubclass(offer, Settings), f"tables[{name!r}] is no Settings"
        if field == "plans":
            _check_plans(system, name, offer)


def _check_plans(system: System, protocol: str, plans: PlanHooks) -> None:
    """Raise where a protocol's plan hooks name something that the system does not have."""
    unknown = set(plans.tables) - set(system.tables)
    assert not unknown, f"plans[{protocol!r}] allow the tables {sorted(unknown)}, which this system does not bring"
    for name in ("seated", "knowledge", "planned"):
        hook = getattr(plans, name)
        if hook is not None:
            hook = imported(hook, protocol)
            assert callable(hook), f"plans[{protocol!r}].{name} is {hook!r}, no function"


def _check_roles(system: System) -> None:
    """Raise where protocols or tasks name model roles that do not exist: a scenario could not set them."""
    roles = {*ROLES, *system.roles}
    tasks = of_system(system, "tasks").values()
    protocols = of_system(system, "protocols").values()
    named = {*(task.role for task in tasks), *(role for protocol in protocols for role in protocol.roles)}
    missing = sorted(named - roles)
    assert not missing, f"tasks or protocols name the roles {missing}, which the system does not bring (roles=…)"


def _check_command(name: str, command: Command) -> None:
    assert command.help.strip(), f"commands[{name!r}] has no help: doxa --help would show nothing"
    try:
        Later(command.at).load()
    except Exception as error:
        raise AssertionError(f"commands[{name!r}] cannot be loaded from {command.at!r}: {error}") from error


def _check_tasks(tasks: Mapping[str, Task[Any, Any]]) -> None:
    for name, task in tasks.items():
        assert task.name == name, f"tasks[{name!r}] calls itself {task.name!r}: a log names a task by its own name"
        for template in (task.stable, task.request):
            TEMPLATES.from_string(template)
        task.schema()


def _scenarios(system: System) -> list[str]:
    """Return the names of a system's built-in scenarios."""
    protocols = set(of_system(system, "protocols"))
    names = [name for name in builtin_scenarios() if load_scenario(name).protocol in protocols]
    assert names, f"{system.scenarios} has no scenario of this system: put TOML files into its folder scenarios/"
    return names


def _check_scenario(system: System, name: str) -> None:
    """Run a scenario offline and check its log, report and explanations."""
    scenario = load_scenario(name)
    check_protocol(of_system(system, "protocols")[scenario.protocol], plan(scenario))
    with tempfile.TemporaryDirectory() as folder:
        log = run(name, out=Path(folder) / "run")
        state = verify(log.path)
        assert state.status == "verified", f"a run of {name} is {state.status}: {state.problems or state.differences}"
        check_prompts(log, of_system(system, "tasks"))
        protocol: Protocol = of_system(system, "protocols")[log.spec.protocol]
        assert protocol.Result is None or log.result(protocol.Result) is not None
        view = view_of(log)
        assert render(view)
        for believer in view.curves:
            assert explain(log, believer).sentence
        hooks = of_system(system, "hooks").get(log.spec.protocol)
        if hooks is not None:
            _check_hooks(hooks, log)


def check_prompts(log: RunLog, tasks: Mapping[str, Task[Any, Any]]) -> None:
    """Raise where an example in a prompt of a finished run has a literal that could become an answer."""
    calls = {call.id: call for call in log.calls()}
    for reached in log.events:
        if isinstance(reached, OutcomeReached) and reached.body.reply is not None and reached.body.task in tasks:
            prompt = map(log.blobs.block, calls[reached.body.calls[-1]].blocks)
            check_examples(tasks[reached.body.task], tuple(prompt), reached.body.reply)


def check_examples(task: Task[Any, Any], prompt: Prompt, reply: JsonValue) -> None:
    """Raise where an example in a prompt of a task has a literal that is neither a placeholder nor in a valid reply.

    What every reply has is no fault, such as the name of a player for whom a role is asked.
    """
    answered = list(parts_of(reply))
    for literal in (part for example in examples_of(prompt) for part in parts_of(example)):
        assert isinstance(literal, dict | list) or is_placeholder(literal) or literal in answered, (
            f"the example in the prompt of the task {task.name!r} has {json.dumps(literal)}: a model gives it back, "
            "and nobody can tell that from an answer. Write a placeholder that says what stands there: "
            '"<one sentence>" for a text, <number from 0 to 1> for anything else'
        )


def _check_hooks(hooks: Hooks, log: RunLog) -> None:
    """Call every hook with a finished run and check the type of its result."""
    spec: RunSpec = log.spec
    if hooks.introduce:
        list(hooks.introduce(spec))
    if hooks.teller:
        teller = hooks.teller(spec)
        assert all(inspect.ismethod(getattr(teller, name, None)) for name in ("tell", "close")), (
            "a teller has the methods tell and close"
        )
    for shown in hooks.exhibits:
        for exhibit in shown.exhibits(log):
            assert exhibit.name, f"an exhibit without a name: {exhibit.title!r}"
            assert tabulate(exhibit).columns
    if hooks.measures:
        values = dict(hooks.measures(log))
        assert all(math.isfinite(measure) for measure in values.values()), f"measures are finite numbers: {values}"
    if hooks.debate:
        debate = hooks.debate(log)
        assert debate is None or isinstance(debate, Debate), f"the hook debate returned {debate!r}"
    if hooks.encounters:
        encounters = hooks.encounters(log)
        assert all(isinstance(one, Encounter) for one in encounters), f"the hook encounters returned {encounters!r}"
    for text in (hooks.subject and hooks.subject(spec), hooks.stand_ins and hooks.stand_ins(log)):
        assert text is None or isinstance(text, str), f"a hook returned {text!r} where words are expected"


def check_protocol(protocol: Protocol, spec: RunSpec, most: int = 10_000) -> int:
    """Raise where a protocol breaks its contract: it ends, its step keys are unique, and failed steps do not stop it.

    Args:
        most: the most batches that it may yield.

    Returns:
        The number of batches it yielded when every step failed, until it ended or stopped because it needs an answer.

    Raises:
        AssertionError: the protocol breaks the contract.
    """
    protocol.Settings()
    _check_spec(protocol, spec)
    script = protocol.script(spec)
    keys: set[str] = set()
    batches = 0
    try:
        batch = next(script)
        while True:
            batches += 1
            assert batches <= most, f"the protocol yielded more than {most} batches"
            _check_batch(batch, keys, first=batches == 1)
            failed = tuple(
                Outcome(key=step.key, task=step.task, actor=step.actor, status="failed", reason="silence")
                for step in batch.steps
            )
            batch = script.send(Floor(outcomes=failed))
    except StopIteration as done:
        returned = done.value
    except StoppedError:
        return batches  # it needs a step's answer, says so, and can be resumed
    _check_result(protocol, returned)
    return batches


def _check_spec(protocol: Protocol, spec: RunSpec) -> None:
    """Raise where the spec is not one of this protocol: its script table must fit the protocol's Settings."""
    try:
        protocol.Settings.model_validate(spec.script)
    except ValidationError as error:
        fields = ", ".join(".".join(map(str, wrong["loc"])) or "the table" for wrong in error.errors())
        raise AssertionError(
            f"the spec follows the protocol {spec.protocol!r}, and its script table does not fit this one's Settings "
            f"({fields}): plan a scenario whose protocol is this one, such as plan(load_scenario(NAME))"
        ) from None


def _check_result(protocol: Protocol, result: object) -> None:
    """Raise where a script's result is not of the type that its protocol declares."""
    if protocol.Result is None:
        assert isinstance(result, dict), "a script returns a dict, or the record that its protocol declares as Result"
        return
    values = result.model_dump(mode="json") if isinstance(result, Record) else result
    try:
        protocol.Result.model_validate(values)
    except ValidationError as error:
        raise AssertionError(f"the script returned no {protocol.Result.__name__}: {error}") from None


def _check_batch(batch: Batch, keys: set[str], *, first: bool) -> None:
    # by an empty first batch a script gets everybody's stance before anything is said
    assert batch.steps or batch.exposures or first, "a batch has a step, or shows something to somebody"
    for step in batch.steps:
        assert step.key not in keys, f"step key {step.key!r} is used twice"
        keys.add(step.key)
