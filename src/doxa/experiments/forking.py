"""A fork: a new run that shares a parent's past up to a batch and asks anew from there, with other settings.

The fork's spec is the parent's plus amendments. The parent's calls before that batch are copied into the fork's
journal, so that driving the fork asks a model only from that batch on. A fork that is forked again at the same batch
keeps its changes there, except those that are changed anew.
"""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from doxa.analysis.missing import require_plugins
from doxa.beliefs.base import build_kernel
from doxa.engine.drive import Watcher
from doxa.engine.gate import Budget
from doxa.errors import BeliefError, DivergedError, LogError, ScenarioError
from doxa.evidence.admission import Admission
from doxa.experiments.discarding import discard_run, kept_hint
from doxa.experiments.dry_runs import Forecast, imitate, is_asked, merge_uses, read_rehearsal, use_of
from doxa.experiments.named_models import with_new_defaults
from doxa.experiments.recordings import with_recorded_words
from doxa.experiments.sitting import MakePerformer, Terms, last_terms, sit
from doxa.experiments.starting import check_start
from doxa.log.disk import rename
from doxa.log.rundir import RunLike, RunLog, blames_damage, open_run, writing
from doxa.models.callables import AgentFunction, with_callables
from doxa.models.setup import performer_for
from doxa.protocols.registry import protocol_named
from doxa.records.amend import MIDWAY, amended_spec, covers, is_rule, part_of
from doxa.records.base import JsonValue, Record
from doxa.records.events import BatchOpened
from doxa.records.spec import Amendment, Parent, RunSpec
from doxa.records.validating import settled
from doxa.tasks.answering import KEY


@blames_damage
def fork(
    parent: RunLike,
    *,
    at: str | None = None,
    changes: Mapping[str, JsonValue],
    out: Path | str | None = None,
    agents: Mapping[str, AgentFunction] | None = None,
    budget: Budget | None = None,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> RunLog:
    """Fork a run at the batch that contains a step, drive the fork to its end and return its log.

    Args:
        at: a step key, such as ``r07/violet``; its whole batch is asked anew. When absent, the fork begins at the
            first step that failed and, without changes, keeps what else was answered in its batch.
        changes: dotted path → value. Belief, memory, policy, hearing and models change at that batch;
            everything else acts from the start and must leave every earlier step unchanged.
        agents: the Python callables that speak for agents in the parent.
        budget: for the whole run, including the shared past; the parent's when absent.

    Raises:
        LogError: the parent has no such step, or none that failed.
        MissingPluginError: the parent needs a plug-in that is not installed, or cannot be used.
        ScenarioError: a path or value is not valid.
        ModelSetupError: a budget in money is given and the price of a model is unknown, or a model is not set up.
        UnknownNameError: no model provider of that name is installed.
        DivergedError: a change that acts from the start would alter an earlier step.
    """
    log = open_run(parent)
    at, earlier = fork_start(log, at, changes)
    spec = forked_spec(log, at, changes)
    make = with_callables(spec, agents, make)
    path = Path(out) if out else fork_directory(log, spec)
    fresh = not (path / "spec.json").exists()
    last = last_terms(log.path)
    terms = Terms(conditions=last.conditions, budget=last.budget if budget is None else budget)
    check_start(spec, path, terms, make)  # before the past is copied
    if fresh:
        _copy_past(log, path, spec, earlier)
    try:
        return sit(spec, path, terms, watch=watch, make=make)
    except (DivergedError, ScenarioError, BeliefError) as error:
        if fresh and discard_run(path, copied_from=log.path):
            error.hint = error.hint.replace(kept_hint(path), "").rstrip()  # what it had is in the parent
        raise


def fork_start(log: RunLog, at: str | None, changes: Mapping[str, JsonValue]) -> tuple[str, set[str]]:
    """Return the step at which a fork begins, and the keys of all steps whose calls it keeps.

    Args:
        at: a step key; None for the first step that failed.

    Raises:
        LogError: as ``fork``.
    """
    if at is not None:
        return at, steps_before(log, at)
    at, answered = first_failed_step(log)
    before = steps_before(log, at) if at != SEEDING else set()
    return at, before if changes else before | answered


def forked_spec(log: RunLog, at: str, changes: Mapping[str, JsonValue]) -> RunSpec:
    """Return the parent's spec with the changes: those that act midway as an amendment, the others applied at once.

    Raises:
        MissingPluginError, ScenarioError: as ``fork``.
    """
    require_plugins(log)
    _check_rules(changes)
    changes = with_new_defaults(log.spec, changes)
    midway = {path: setting for path, setting in changes.items() if at != SEEDING and part_of(path) in MIDWAY}
    parent = _write_out_script(log.spec, changes)
    _check_settings(amended_spec(parent, changes))  # before anything is written
    spec = amended_spec(parent, {path: setting for path, setting in changes.items() if path not in midway})
    batch = _batch_of(log, at)
    kept = tuple(amendment for amendment in log.spec.amendments if amendment.at not in batch)
    before = {
        path: setting
        for amendment in log.spec.amendments
        if amendment.at in batch
        for path, setting in amendment.set.items()
    }
    changed = {
        path: setting for path, setting in before.items() if not any(covers(new, path) for new in midway)
    } | midway
    amendments = (*kept, Amendment(at=at, set=changed)) if changed else kept
    spec = spec.model_copy(
        update={"amendments": amendments, "parent": Parent(spec=log.spec_hash, last=log.last_hash, at=at)}
    )
    return with_recorded_words(spec)


def _write_out_script(spec: RunSpec, changes: Mapping[str, JsonValue]) -> RunSpec:
    """Return the spec with those script settings written out that changes name and a spec leaves out as defaults."""
    settings = settled(protocol_named(spec.protocol).Settings, spec.script, "script")
    names = {path.split(".")[1] for path in changes if path.startswith("script.")} - spec.script.keys()
    values = {name: getattr(settings, name) for name in sorted(names & type(settings).model_fields.keys())}
    plain = {
        name: value.model_dump(mode="json") if isinstance(value, Record) else value for name, value in values.items()
    }
    return spec.model_copy(update={"script": {**spec.script, **plain}})


@dataclass(frozen=True, kw_only=True)
class Inherited:
    """A change that a parent, itself a fork, made at a step, and whether its fork keeps the change."""

    at: str
    path: str
    value: JsonValue
    stays: bool


def inherited_changes(log: RunLog, spec: RunSpec) -> tuple[Inherited, ...]:
    """Return every change that a parent made midway, in order; a fork keeps those that it does not make anew.

    Args:
        spec: the fork's, as ``forked_spec`` returns it.
    """
    kept = [(amendment.at, amendment.set) for amendment in spec.amendments]
    return tuple(
        Inherited(
            at=amendment.at,
            path=path,
            value=value,
            stays=any(
                changed.get(path) == value and (at == amendment.at or at in _batch_of(log, amendment.at))
                for at, changed in kept
            ),
        )
        for amendment in log.spec.amendments
        for path, value in amendment.set.items()
    )


def _check_rules(changes: Mapping[str, JsonValue]) -> None:
    for path in filter(is_rule, changes):
        raise ScenarioError(
            f"{path}: a fork keeps the belief rules of its parent; only their settings can change in a run",
            hint=f"The same words under the other rule: doxa whatif DIR --set {path}={changes[path]}     Other words: "
            f"doxa run … --set {path}={changes[path]}",
        )


def _check_settings(spec: RunSpec) -> None:
    """Raise where the protocol, a kernel or the memory does not accept its settings."""
    protocol = protocol_named(spec.protocol)
    settled(protocol.Settings, spec.script, "script")
    if protocol.check is not None:
        protocol.check(spec)
    for participant in spec.participants:
        if participant.kernel is not None:
            build_kernel(participant.kernel, participant.belief)
            settled(Admission, participant.memory, f"agents.{participant.id}.memory")


def fork_directory(log: RunLog, spec: RunSpec) -> Path:
    """Return a fork's default directory, beside its parent."""
    return log.path.parent / f"{log.path.name}-fork-{spec.hash[:8]}"


def steps_before(log: RunLog, at: str) -> set[str]:
    """Return the keys of all steps, chained ones included, recorded before the batch that contains ``at``."""
    keys: set[str] = set()
    batches: list[str] = []
    for event in log.events:
        if isinstance(event, BatchOpened):
            batches += event.body.keys
            if at in event.body.keys:
                return keys
        elif event.kind == "outcome":
            keys.add(event.key)
    near = ", ".join(batches[:6])
    raise LogError(f"{log.path} has no step {at!r}", hint=f"Its steps are named like {near} … (see `doxa explain`).")


def _batch_of(log: RunLog, at: str) -> tuple[str, ...]:
    """Return the step keys of the batch that contains a step; the step alone where no batch contains it."""
    batches = (event.body.keys for event in log.events if isinstance(event, BatchOpened))
    return next((keys for keys in batches if at in keys), (at,))


def _copy_past(log: RunLog, path: Path, spec: RunSpec, keys: set[str]) -> None:
    if path.exists() and any(path.iterdir()):
        raise ScenarioError(f"{path} is not empty: a fork needs a new directory", hint="Choose another --out.")
    # copied elsewhere and renamed when complete: an interrupted copy must not pass for a fork
    part = path.with_name(f"{path.name}.part")
    if not discard_run(part, copied_from=log.path):
        raise ScenarioError(f"{part} is in the way: it holds calls or files of its own", hint="Move it elsewhere.")
    with writing(part, spec) as run:
        for name in log.blobs.vectors():
            run.blobs.put_vector(log.blobs.vector(name))
        for call in log.calls():
            if call.step in keys:
                for name in call.blocks:
                    run.blobs.put_block(log.blobs.block(name))
                if call.reply_schema:
                    run.blobs.put_schema(log.blobs.schema(call.reply_schema))
                run.journal.add(call)
        run.sync()
    rename(part, path)


SEEDING = ""
"""Stands for the step of a fork that begins before the first batch, while the seeds are prepared."""


def first_failed_step(log: RunLog) -> tuple[str, set[str]]:
    """Return where a fork can begin anew what failed first, and the answered steps of that batch, which it can keep.

    First failed the first step whose call was given up; where there is none, the first that ended without an answer.
    A fork begins at a step of its batch; at ``SEEDING`` where it failed before the first batch. Chained steps are kept
    too where their answers do not depend on the failed one.

    Raises:
        LogError: every step of the run was answered, or a fork cannot begin at the batch of the first that was not.
    """
    failed = {call.step for call in log.calls() if call.status != "ok" and not call.step.startswith(KEY)}
    batches = [event.body.keys for event in log.events if isinstance(event, BatchOpened)]
    unanswered = {outcome.key for outcome in log.outcomes if not outcome.ok and not outcome.key.startswith(KEY)}
    places = {key: _batch_number(key, batches) for key in failed or unanswered}
    if not places:
        raise LogError(f"no step of {log.path} failed", hint="Begin a fork at a step of your choice: --at KEY.")
    answered = {call.step for call in log.calls()} - failed - unanswered
    key = min(places, key=lambda step: (places[step], step))
    if places[key] == 0:
        return SEEDING, answered
    keys = batches[places[key] - 1]
    if not keys:
        raise LogError(f"step {key} of {log.path} failed where no fork can begin", hint="Give another step: --at KEY.")
    return keys[0], {step for step in answered if _is_of(step, keys)}


def _batch_number(key: str, batches: list[tuple[str, ...]]) -> int:
    """Return the number of the batch that a step belongs to; 0 for steps that prepare the seeds."""
    for number, keys in enumerate(batches, 1):
        if _is_of(key, keys) or key.startswith(f"b{number:03d}/"):
            return number
    return 0


def _is_of(key: str, keys: tuple[str, ...]) -> bool:
    """Return whether a step is one of these, or hears the message of one."""
    return any(key == step or key.startswith(f"{step}/") for step in keys)


def estimate_fork(log: RunLog, at: str | None, changes: Mapping[str, JsonValue]) -> Forecast:
    """Return what a fork of a run would take; the shared past costs nothing.

    Args:
        at: a step key; None for the first step that failed.

    Raises:
        DoxaError: as ``fork``; or it cannot be driven offline.
    """
    start, earlier = fork_start(log, at, changes)
    spec = forked_spec(log, start, changes)
    conditions = last_terms(log.path).conditions
    with tempfile.TemporaryDirectory() as folder:
        rehearsed = sit(spec, Path(folder) / "fork", Terms(conditions=conditions), make=imitate)
        calls = read_rehearsal(rehearsed)
        asked = [made for made in calls if made.call.step not in earlier and is_asked(made.call.model)]
        return Forecast(runs=1, models=merge_uses(use_of(made, conditions) for made in asked))
