"""Changes of a spec by dotted paths, as ``--set``, what-ifs and forks use them.

``belief.u`` (every believer) · ``agents.violet.belief.u`` (one agent) · ``memory.theta`` · ``policy.retrieved`` ·
``prior.stance`` · ``models.speaker`` or ``models.speaker.temperature`` · ``hearing.strength`` · ``script.rounds``.

A path has one meaning wherever it changes something, in a run, a sweep, a what-if or a fork: without ``agents.ID`` the
setting is everybody's, also of agents that a file gives their own; only a change that names an agent is stronger.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from doxa.errors import ScenarioError, did_you_mean
from doxa.records.base import JsonValue, Settings
from doxa.records.spec import ModelSettings, Participant, RunSpec
from doxa.records.validating import keys_of

SHARED = ("belief", "memory", "policy", "prior")
"""Parts of a participant that a path without ``agents.ID`` changes for every believer."""

FOLDED = ("belief", "memory", "prior", "hearing", "kernel")
"""Settings that a what-if may change, which keeps every message and recomputes beliefs."""

MIDWAY = ("belief", "memory", "policy", "hearing", "speech", "models")
"""Settings that a fork may change at a batch; all others apply from the start."""


def amended_spec(spec: RunSpec, changes: Mapping[str, JsonValue]) -> RunSpec:
    """Return the spec with all changes; of two changes to one setting, the one for fewer agents wins.

    Raises:
        ScenarioError: a path does not exist, or its value is not valid.
    """
    plain = spec.model_dump(mode="json")
    # independent of the order given, since a log stores changes with their paths sorted
    for path in sorted(changes, key=narrowness):
        _change(plain, spec, path, changes[path])
    try:
        return RunSpec.model_validate(plain)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = _named_path(spec, keys_of(first["loc"], plain))
        raise ScenarioError(f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None


def _named_path(spec: RunSpec, place: Sequence[int | str]) -> str:
    """Return the dotted path of a place in a plain spec, with agents by id and roles under ``models``."""
    match place:
        case ["participants", int(number), *inner] if number < len(spec.participants):
            return ".".join(["agents", spec.participants[number].id, *map(str, inner)])
        case ["roles", *inner]:
            return ".".join(["models", *map(str, inner)])
        case _:
            return ".".join(map(str, place))


def stages_of(spec: RunSpec) -> Iterator[tuple[str, RunSpec]]:
    """Yield (step, spec): the settings at the start, with an empty step, and those from each amendment's step on."""
    yield "", spec
    for amendment in spec.amendments:
        spec = amended_spec(spec, amendment.set)
        yield amendment.at, spec


def models_of(spec: RunSpec) -> tuple[ModelSettings, ...]:
    """Return the settings of every role's model, each once: those at the start and those of amendments."""
    return tuple(dict.fromkeys(settings for _, stage in stages_of(spec) for settings in stage.roles.values()))


def part_of(path: str) -> str:
    """Return what kind of setting a path changes: belief, memory, policy, prior, models, hearing, script …"""
    names = path.split(".")
    return names[2] if names[0] == "agents" and len(names) > 2 else names[0]


def is_rule(path: str) -> bool:
    """Return whether a path names a belief rule: ``kernel``, or ``agents.ID.kernel``."""
    return _split_path(path)[1] == "kernel"


def covers(path: str, other: str) -> bool:
    """Return whether a change by one path fully replaces that by another: one setting, of at least the same agents."""
    (who, setting), (whose, another) = _split_path(path), _split_path(other)
    return setting == another and who in ("*", whose)


def _split_path(path: str) -> tuple[str, str]:
    """Return (agent, setting) of a path; the agent is * for everybody."""
    first, _, remainder = path.partition(".")
    if first != "agents":
        return "*", path
    who, _, setting = remainder.partition(".")
    return who, setting


def narrowness(path: str) -> int:
    """Return how narrow a path is: 0 for all believers, 1 for ``agents.*``, 2 for one agent; wider ones act first."""
    names = path.split(".")
    if names[0] != "agents":
        return 0
    return 1 if names[1:2] == ["*"] else 2


def _change(plain: dict[str, Any], spec: RunSpec, path: str, value: JsonValue) -> None:
    names = path.split(".")
    match names:
        case ["agents", who, part, *rest] if part in Participant.model_fields:
            places = [place for place, participant in enumerate(spec.participants) if who in ("*", participant.id)]
            _check_known(bool(places), path, who, [participant.id for participant in spec.participants])
            for place in places:
                _assign(plain["participants"][place], [part, *rest], value, path)
        case [part, _, *_] if part in SHARED:
            believers = [participant for participant in plain["participants"] if participant["kernel"]]
            # kernels differ in their settings: if some have this one, only those are changed
            for changed in [believer for believer in believers if names[1] in believer[part]] or believers:
                _assign(changed, names, value, path)
        case ["models", role, *rest]:
            _check_known(role in spec.roles, path, role, list(spec.roles))
            plain["roles"][role] = _write_out(spec.roles[role]) | plain["roles"][role]
            _assign(plain["roles"], [role, *(rest or ["model"])], value, path)
        case ["hearing" | "speech" as part, _, *_]:
            plain[part] = _write_out(getattr(spec, part)) | plain.get(part, {})
            _assign(plain, names, value, path)
        case ["script", _, *_] | ["seed"]:
            _assign(plain, names, value, path)
        case _:
            parts = ["belief", "memory", "policy", "prior", "models", "hearing", "speech", "script", "agents", "seed"]
            _check_known(False, path, names[0], parts)


def _write_out(settings: Settings) -> dict[str, Any]:
    """Return all settings by name, also those that a dump leaves out as they are by default."""
    return {name: getattr(settings, name) for name in type(settings).model_fields}


def _assign(target: dict[str, Any], names: list[str], value: JsonValue, path: str) -> None:
    *above, last = names
    for name in above:
        _check_known(name in target, path, name, list(target))
        inner = target[name]
        target = inner if isinstance(inner, dict) else {}
    _check_known(last in target, path, last, list(target))
    target[last] = value


def _check_known(exists: bool, path: str, name: str, names: list[str]) -> None:
    if not exists:
        message = f"{path}: there is no {name!r} here. {did_you_mean(name, names)}".rstrip()
        raise ScenarioError(message, hint=f"Known: {', '.join(sorted(names))}.")
