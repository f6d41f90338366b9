"""Teams by name: the model of each agent, so that a scenario can vary size and composition as two settings.

Presets are those of Table 2 of *Can LLM Agents Really Debate?*, strongest first. ``reasoners`` casts them with declared
offline profiles of the same levels of performance and confidence; ``published`` names the models of the table, which
need the providers' keys. The table's reasoning effort of gpt-5 models is not a setting that doxa has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from doxa.errors import ScenarioError, did_you_mean
from doxa.records.base import JsonValue, Settings
from doxa.records.spec import ModelSettings
from doxa.records.validating import settled

NAMES = ("amber", "cobalt", "teal", "violet", "ochre", "indigo", "russet", "jade", "coral", "slate", "umber", "azure")
"""Ids of the agents of a team, in order; their names are the same, capitalised."""

SUPERVISOR = "offline:reasoner-strong"
"""The supervisor of a team of reasoners."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A team of Table 2."""

    title: str
    reasoners: tuple[str, ...]
    published: tuple[str, ...]


def _reasoners(*names: str) -> tuple[str, ...]:
    return tuple(f"offline:reasoner-{name}" for name in names)


_LITE, _MINI = "google:gemini-2.5-flash-lite", "openai:gpt-4.1-mini"
_FLASH, _NANO, _FIVE = "google:gemini-2.5-flash", "openai:gpt-5-nano", "openai:gpt-5-mini"
_TURBO, _QWEN = "compatible:qwen-turbo-latest", "compatible:qwen-flash"

PRESETS: dict[str, Preset] = {
    "het-mix-a": Preset(
        title="Het-Mix A (balance)",
        reasoners=_reasoners("strong", "middling", "weak"),
        published=(_NANO, _TURBO, _LITE),
    ),
    "het-mix-b": Preset(
        title="Het-Mix B (stress)",
        reasoners=_reasoners("strong-doubtful", "middling-doubtful", "weak"),
        published=(_FIVE, _QWEN, _LITE),
    ),
    "het-mix-c": Preset(
        title="Het-Mix C (diversity)",
        reasoners=_reasoners("strong-certain", "middling-doubtful", "weak"),
        published=(_FLASH, _QWEN, _MINI),
    ),
    "het-mix-d": Preset(
        title="Het-Mix D (strong)",
        reasoners=_reasoners("strong-certain", "strong", "strong-doubtful"),
        published=(_FLASH, _NANO, _FIVE),
    ),
    "hom-strong": Preset(
        title="Hom-Mix Strong", reasoners=_reasoners("strong", "strong", "strong"), published=(_NANO,) * 3
    ),
    "hom-weak": Preset(title="Hom-Mix Weak", reasoners=_reasoners("weak", "weak", "weak"), published=(_MINI,) * 3),
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


def fill_agents(raw: Mapping[str, Any], *, cast: bool = True) -> dict[str, Any]:
    """Return a scenario's plain tables with a table for each agent of its team; agents' own settings stay.

    Args:
        cast: whether agents get the team's models; if not, each speaks by the model of the role ``speaker``.

    Raises:
        ScenarioError: the team is not valid.
    """
    if not isinstance(raw.get("team"), dict):
        return dict(raw)
    models = models_of(settled(TeamScenario, raw["team"], "team"))
    agent_tables = raw.get("agents", {})
    agents = {
        name: {**({"model": model} if cast else {}), **agent_tables.get(name, {})}
        for name, model in zip(NAMES, models, strict=False)
    }
    return {**raw, "agents": {**agents, **{name: table for name, table in agent_tables.items() if name not in agents}}}


def seat_agents(raw: Mapping[str, Any], changes: Mapping[str, JsonValue]) -> dict[str, Any]:
    """Return a scenario's plain tables with the agents of its team; a changed role ``speaker`` applies to all agents.

    Raises:
        ScenarioError: the team is not valid.
    """
    changes_team = any(path.split(".")[0] == "team" for path in changes)
    changes_speaker = "models.speaker" in changes or "models.speaker.model" in changes
    return fill_agents(raw, cast=changes_team or not changes_speaker)


def supervisor_settings(supervisor: ModelSettings, first: ModelSettings) -> ModelSettings:
    """Return a supervisor that names no model with the first agent's, or a strong reasoner where that is simulated."""
    if first.simulated:
        return supervisor.model_copy(update={"model": SUPERVISOR})
    temperature = supervisor.temperature if first.temperature is not None else None
    return supervisor.model_copy(update={"model": first.model, "temperature": temperature})
