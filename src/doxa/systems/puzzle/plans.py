"""Teams by name: the model of each agent, so that a scenario can vary size and composition as two settings.

Presets are those of Table 2 of *Can LLM Agents Really Debate?*, strongest first. ``reasoners`` casts them with declared
offline profiles of the same levels of performance and confidence; ``published`` names the models of the table, which
need the providers' keys. The table's reasoning effort of gpt-5 models is not a setting that doxa has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from doxa.errors import DoxaError, ScenarioError, did_you_mean
from doxa.experiments.scenario import Scenario
from doxa.experiments.shipped import find_file
from doxa.records.base import JsonValue, Settings
from doxa.records.spec import ModelSettings, RunSpec
from doxa.records.validating import settled
from doxa.systems.puzzle.files import FiledPuzzle, read_puzzle_file
from doxa.systems.puzzle.protocol.team import PuzzleChoice, choose_puzzle
from doxa.systems.puzzle.puzzles.puzzle import solve

NAMES = ("amber", "cobalt", "teal", "violet", "ochre", "indigo", "russet", "jade", "coral", "slate", "umber", "azure")
"""Ids of the agents of a team, in order; their names are the same, capitalised."""

SUPERVISOR = "offline:reasoner-strong"
"""The supervisor of a team of reasoners."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A team of Table 2."""

    reasoners: tuple[str, ...]
    published: tuple[str, ...]


def _reasoners(*names: str) -> tuple[str, ...]:
    return tuple(f"offline:reasoner-{name}" for name in names)


_LITE, _MINI = "google:gemini-2.5-flash-lite", "openai:gpt-4.1-mini"
_FLASH, _NANO, _FIVE = "google:gemini-2.5-flash", "openai:gpt-5-nano", "openai:gpt-5-mini"
_TURBO, _QWEN = "compatible:qwen-turbo-latest", "compatible:qwen-flash"

PRESETS: dict[str, Preset] = {
    "het-mix-a": Preset(
        reasoners=_reasoners("strong", "middling", "weak"),
        published=(_NANO, _TURBO, _LITE),
    ),
    "het-mix-b": Preset(
        reasoners=_reasoners("strong-doubtful", "middling-doubtful", "weak"),
        published=(_FIVE, _QWEN, _LITE),
    ),
    "het-mix-c": Preset(
        reasoners=_reasoners("strong-certain", "middling-doubtful", "weak"),
        published=(_FLASH, _QWEN, _MINI),
    ),
    "het-mix-d": Preset(
        reasoners=_reasoners("strong-certain", "strong", "strong-doubtful"),
        published=(_FLASH, _NANO, _FIVE),
    ),
    "hom-strong": Preset(reasoners=_reasoners("strong", "strong", "strong"), published=(_NANO,) * 3),
    "hom-weak": Preset(reasoners=_reasoners("weak", "weak", "weak"), published=(_MINI,) * 3),
}


class TeamScenario(Settings):
    """A team in place of a table for each agent."""

    preset: str = ""
    """A team by name: het-mix-a, het-mix-b, het-mix-c, het-mix-d, hom-strong, hom-weak."""
    models: tuple[str, ...] = ()
    """Models of your own in place of a preset's, as ``provider:model``, the strongest first."""
    size: int | None = Field(default=None, ge=1, le=len(NAMES))
    """How many agents there are; beyond the team's number, the strongest is added again."""
    cast: Literal["reasoners", "published"] = "reasoners"
    """Which models a preset uses: declared offline profiles, or the models that the text names."""


def models_of(team: TeamScenario) -> tuple[str, ...]:
    """Return the model of each agent of a team.

    Raises:
        ScenarioError: there is no such preset, or neither a preset nor models.
    """
    if team.preset and team.preset not in PRESETS:
        raise ScenarioError(
            f"team.preset: there is no team {team.preset!r}",
            hint=f"{did_you_mean(team.preset, PRESETS)}Teams: {', '.join(PRESETS)}.",
            key="team.preset",
        )
    if not (team.models or team.preset):
        raise ScenarioError(
            "team: neither a preset nor models are given",
            hint=f"Set team.preset to one of {', '.join(PRESETS)}.",
            key="team",
        )
    listed = team.models or getattr(PRESETS[team.preset], team.cast)
    size = team.size or len(listed)
    if size > len(NAMES):
        raise ScenarioError(f"team: {size} agents; a team has at most {len(NAMES)}", key="team")
    return (*listed, *([listed[0]] * (size - len(listed))))[:size]


def seat_agents(raw: Mapping[str, Any], changes: Mapping[str, JsonValue]) -> dict[str, Any]:
    """Return a scenario's plain tables with a table for each agent of its team; agents' own settings stay.

    A changed role ``speaker`` applies to all agents: they then get no models of the team.

    Raises:
        ScenarioError: the team is not valid.
    """
    if not isinstance(raw.get("team"), dict):
        return dict(raw)
    changes_team = any(path.split(".")[0] == "team" for path in changes)
    changes_speaker = "models.speaker" in changes or "models.speaker.model" in changes
    cast = changes_team or not changes_speaker
    models = models_of(settled(TeamScenario, raw["team"], "team"))
    own = raw.get("agents", {})
    agents = {
        name: {**({"model": model} if cast else {}), **own.get(name, {})}
        for name, model in zip(NAMES, models, strict=False)
    }
    return {**raw, "agents": {**agents, **{name: table for name, table in own.items() if name not in agents}}}


def plan_puzzle(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the puzzle's text, and with the model of a supervisor that names none.

    Raises:
        ScenarioError: the puzzle cannot be used, or none can be made with these settings.
    """
    script = {**spec.script, **_take_from_file(scenario, spec)}
    choice = {name: script[name] for name in PuzzleChoice.model_fields if name in script}
    text, puzzle, _ = choose_puzzle(PuzzleChoice.model_validate(choice), spec.stream_seed)
    script |= {"puzzle": text, "size": len(puzzle.players)}
    return spec.model_copy(update={"script": script, "roles": _cast_supervisor(scenario, spec.roles)})


def _take_from_file(scenario: Scenario, spec: RunSpec) -> dict[str, Any]:
    """Return the settings that put a puzzle of a file into the spec; none where the scenario names no file."""
    named = str(spec.script.get("puzzles") or "")
    if not named and spec.script.get("line") is not None:
        raise ScenarioError("script.line: there is no file of puzzles", hint="Set script.puzzles.", key="script.line")
    if not named:
        return {}
    if spec.script.get("puzzle"):
        raise ScenarioError(
            "script.puzzles: script.puzzle is set too",
            hint="Give the text of one puzzle, or a file of puzzles.",
            key="script.puzzles",
        )
    try:
        filed = _choose_line(read_puzzle_file(find_file(named, scenario.folder)), spec, named)
    except ScenarioError:
        raise
    except DoxaError as error:
        raise ScenarioError(f"script.puzzles: {error.message}", hint=error.hint, key="script.puzzles") from None
    other = filed.solution is not None and solve(filed.puzzle) != [filed.solution]
    oddities = (f"game_id {filed.puzzle.game_id}", filed.remarks, "the file gives another solution" if other else "")
    remarks = ". ".join(filter(None, oddities))
    return {"puzzle": filed.text, "puzzles": filed.file, "line": filed.line, "remarks": remarks}


def _choose_line(puzzles: tuple[FiledPuzzle, ...], spec: RunSpec, named: str) -> FiledPuzzle:
    number = spec.script.get("line")
    if number is None and spec.replicate < len(puzzles):
        return puzzles[spec.replicate]
    if number is None:
        raise ScenarioError(
            f"script.puzzles: {named} has {len(puzzles)} puzzles, and replicate {spec.replicate} would have number "
            f"{spec.replicate + 1}",
            hint=f"Make at most {len(puzzles)} replicates, or name a line: script.line.",
            key="script.puzzles",
        )
    if chosen := next((puzzle for puzzle in puzzles if puzzle.line == number), None):
        return chosen
    raise ScenarioError(
        f"script.line: line {number} of {named} is no puzzle",
        hint=f"Its puzzles are in lines {puzzles[0].line} to {puzzles[-1].line}.",
        key="script.line",
    )


def _cast_supervisor(scenario: Scenario, roles: dict[str, ModelSettings]) -> dict[str, ModelSettings]:
    """Return the roles; a supervisor that names no model has the first agent's, or a strong reasoner."""
    supervisor = roles.get("supervisor")
    if supervisor is None or supervisor.model:
        return roles
    first = roles.get(f"speaker@{next(iter(scenario.agents))}", roles["speaker"])
    cast: dict[str, Any] = {"model": SUPERVISOR}
    if not first.simulated:
        cast = {"model": first.model, "temperature": None if first.temperature is None else supervisor.temperature}
    return {**roles, "supervisor": supervisor.model_copy(update=cast)}
