"""A scenario: one TOML file, validated by one model; unknown keys are refused with line and nearest valid name.

The same dotted paths work in the file, in ``--set`` and ``--grid``, in what-ifs and in forks. The tables ``[belief]``,
``[memory]``, ``[policy]`` and ``[prior]`` apply to every agent; an agent's own table overrides them. A relative path in
a scenario is resolved beside its file, wherever a run is started.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    Field,
    PrivateAttr,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    create_model,
    field_validator,
)

from doxa.engine.gate import Budget
from doxa.errors import DoxaError, ScenarioError
from doxa.experiments.contributions import brought_for, check_owned, imported
from doxa.experiments.overrides import DEFAULT_RULE, apply
from doxa.experiments.panel import PanelScenario, seat_panel
from doxa.experiments.places import located
from doxa.experiments.shipped import find_file, find_scenario
from doxa.models.conditions import Conditions
from doxa.models.declared import DECLARED_BY_PACKAGE
from doxa.protocols.registry import default_protocol
from doxa.records.base import JsonValue, Settings, Unit
from doxa.records.claims import Scale
from doxa.records.outside import file_name, parse_toml
from doxa.records.questions import SurveyQuestion
from doxa.records.recorded import Side
from doxa.records.spec import ClaimText, Hearing, ModelSettings, SpeechCheck, SpeechRules
from doxa.records.validating import keys_at, scenario_error, settled

Table = TypeVar("Table", bound=Settings)

Part = dict[str, JsonValue]

AgentId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=64)]
"""Letters, digits, - and _: an id is part of step keys."""


class HearingScenario(Hearing):
    """How messages become claims. A scenario that does not name a scale has the anchored one, and one that does not
    say otherwise leaves unclear what contradicts its side."""

    claims: ClaimText = "said"
    """What the text of a claim is: the words of the message that the extractor quotes, whose own sentence is a note
    (``said``), or this sentence, as in the published system (``canonical``). In both, a claim is refused that is the
    motion or its negation, a whole long message, or a duplicate. ``unchecked`` takes each sentence of the extractor
    for a claim, as runs from before this setting do."""
    unplaced: Literal["drop", "keep"] = "drop"
    """What becomes of a claim whose quoted words the message does not contain: it is refused (``drop``), or counts with
    the extractor's sentence and has no ``place`` (``keep``)."""
    scale: Scale = "anchored"
    """What a strength means: five anchors say it (``anchored``), or it is the earlier scale (``percentile``), on which
    the offline scorer gives the share of debate-portal posts that a text beats. Runs from before the anchors have the
    earlier one."""
    contradicted: Literal["unclear", "turned"] = "unclear"
    """With ``direction = "speaker"``: what becomes of a message of which more decided readings are against its side
    than with it. Its claims are left unclear and the message is flagged (``unclear``), or they are turned to the side
    all the same, as in runs that do not name this (``turned``). What is conceded, takes no side or is labelled does not
    count."""


class SpeechScenario(SpeechRules):
    """How the words of models are checked before they count. A scenario that says nothing has the strict check."""

    check: SpeechCheck = "strict"
    """What happens to an answer that is no speech (an echo, a loop, somebody else's lines): it is asked for again and
    then is a turn without words, of the status ``unfit`` (``strict``); it is kept as it is and flagged (``mark``); or
    nobody looks (``off``). Recorded words and offline performers are not checked."""


class AgentScenario(Settings):
    """One agent."""

    name: str | None = None
    """Display name; the table's name, capitalised, when absent."""
    side: Side = "neutral"
    """Which side it starts on: pro, con or neutral."""
    persona: str = ""
    """Who the agent is, in a sentence or two, for its prompt."""
    count: int = Field(default=1, ge=1, le=100_000)
    """How many agents this table stands for; more than one are called ID-1, ID-2, …"""
    spread: float = Field(default=0.0, ge=0, le=2)
    """Priors of these agents are drawn uniformly from ``prior.stance`` ± ``spread``, within [−1, 1]."""
    plays: Literal["itself", "counter-arguments", "moderator"] = "itself"
    """``counter-arguments``: the agent has no belief and plays corpus arguments of its side in a fixed random order.
    ``moderator``: it has no belief and takes no turns; after each round of a dialogue but the last it lets it go on,
    ends it, or puts a question to an agent, up to three times."""
    kernel: str | None = None
    """This agent's belief rule, when it is not the scenario's."""
    knowledge: str | None = None
    """Its knowledge base: a folder of Markdown, text or PDF files, or a shipped one such as ``land/farmer``. In a union
    debate a speaker's folder (bio, writings, interviews, speeches), or a shipped one such as ``platforms/imani``."""
    model: str | None = None
    """This agent's own speaker model, as ``provider:model``."""
    belief: Part = Field(default_factory=dict)
    """Its own kernel settings, over the shared ``[belief]``."""
    memory: Part = Field(default_factory=dict)
    """Its own memory settings, over the shared ``[memory]``."""
    policy: Part = Field(default_factory=dict)
    """Its own policy, over the shared ``[policy]``."""
    prior: Part = Field(default_factory=dict)
    """Its own prior, over the shared ``[prior]``."""
    variables: dict[str, str] = Field(default_factory=dict)
    """What a wording of your own can say of it, ``{{ actor.variables.NAME }}``; a row of a panel has its columns."""


class ScenarioArgument(Settings):
    """One argument of your own on the motion."""

    text: str = Field(min_length=1)
    """The argument, in a sentence or two."""
    side: Literal["pro", "con"]
    """Whether it speaks for the motion (pro) or against it (con)."""
    strength: Unit | None = None
    """From 0.1 (says nothing) to 0.9 (hard to answer), on the scale of ``hearing.scale``; when absent the judge reads
    it."""


class SeedsScenario(Settings):
    """The arguments that agents start with, and those that a fixed opponent plays."""

    arguments: tuple[ScenarioArgument, ...] = ()
    """Arguments of your own, in place of a corpus: a table ``[[seeds.arguments]]`` for each, with ``text``, ``side``
    (pro or con) and, unless the judge is to read it, ``strength``. Agents start with ``per_side`` of them, and offline
    speakers say them."""
    corpus: str = "argkp"
    """A shipped corpus, or the path of a CSV or JSON lines file (proposition, text, polarity[, strength]). Strengths
    are on the scale of ``hearing.scale``; ``doxa check FILE`` shows them beside the judge's."""
    per_side: int = Field(default=10, ge=0, le=10000)
    """The number of seed arguments of each side in use."""
    sides: Literal["own", "both", "prior"] = "own"
    """Whether an agent starts with arguments of its own side or of both; a neutral agent has both. ``prior``: of the
    side of its ``prior.stance``, and of none where that is 0."""
    drawn: Literal["each", "once"] = "each"
    """Whether each agent draws its own arguments of a side, or all have the same ones."""


class ModelsScenario(Settings):
    """The model of each role: ``provider:model``, or a table with its sampling settings.

    These roles are common to all protocols; the scenarios of a system may have further roles (``scenario_type``).
    """

    speaker: ModelSettings = ModelSettings(temperature=0.7)
    extractor: ModelSettings = ModelSettings(temperature=0.0)
    scorer: ModelSettings = ModelSettings(temperature=0.0)
    embedder: ModelSettings = ModelSettings()
    judge: ModelSettings = ModelSettings(temperature=0.0)

    @field_validator("*", mode="before")
    @classmethod
    def _over_defaults(cls, value: Any, info: ValidationInfo) -> Any:
        """Return a role's defaults overridden by a model's name or a table: a name alone keeps the temperature."""
        table = {"model": value} if isinstance(value, str) else value
        if isinstance(table, dict) and "sure" in table and info.field_name != "extractor":
            raise ValueError("only who hears can be asked to be surer; set models.extractor.sure")
        if isinstance(table, dict) and "declared" in table:
            raise ValueError(DECLARED_BY_PACKAGE)
        default = cls.model_fields[str(info.field_name)].default.model_dump(exclude_none=True)
        return {**default, **table} if isinstance(table, dict) else table


ROLES = tuple(ModelsScenario.model_fields)
"""The model roles that every protocol may use."""


class Scenario(Settings):
    """The tables and keys that every scenario file may have; systems add tables and roles for their protocols."""

    name: str
    """The run's name; the file's name when absent."""
    description: str = ""
    """One sentence for ``doxa scenarios``."""
    proposition: str = Field(min_length=1)
    """The motion, word for word."""
    protocol: str = Field(default_factory=default_protocol)
    """The script that the agents follow."""
    seed: int = 0
    """The seed that every random choice derives from."""
    kernel: str = DEFAULT_RULE
    """The belief rule of every agent that names no other. ``--set kernel=…`` is everybody's rule, also of agents that
    name one; ``belief`` tables of a rule that it replaces are ignored."""
    agents: dict[AgentId, AgentScenario] = Field(min_length=1)
    """Who takes part, by id; a panel adds one agent a row."""
    panel: PanelScenario | None = None
    """Agents from the rows of a table (docs/people.md)."""
    script: Part = Field(default_factory=dict)
    """The protocol's settings, such as ``rounds``."""
    belief: Part = Field(default_factory=dict)
    """The kernel's settings, such as ``u`` and ``a``."""
    memory: Part = Field(default_factory=dict)
    """``theta``, ``theta_self``, ``confirmation_bias``."""
    policy: Part = Field(default_factory=dict)
    """What prompts contain: ``retrieved``, ``recent``; and ``prompt``, the policy of a round table."""
    prior: Part = Field(default_factory=dict)
    """Where stances start: ``mode``, ``stance``, ``reference_a``."""
    seeds: SeedsScenario = SeedsScenario()
    hearing: HearingScenario = HearingScenario()
    speech: SpeechScenario = SpeechScenario()
    prompts: dict[str, str] = Field(default_factory=dict)
    """Task → a file with a wording of your own in place of doxa's, such as ``respond = "respond.md"``;
    ``doxa prompt SCENARIO --agent ID --wording`` prints doxa's to begin with."""
    questions: tuple[SurveyQuestion, ...] = ()
    """What agents are asked in private, before, after or between rounds (docs/people.md)."""
    models: ModelsScenario = ModelsScenario()
    conditions: Conditions = Conditions()
    """Run conditions, not part of the run's identity: timeout, retries, concurrency, rates."""
    budget: Budget = Budget()
    """Run condition: the most that a run may spend."""

    _origin: tuple[Path, str, dict[str, JsonValue]] | None = PrivateAttr(default=None)

    @property
    def located(self) -> AbstractContextManager[None]:
        """A context for planning, in which errors that name a key also name its place in the scenario's file."""
        return located(*self._origin) if self._origin else nullcontext()

    @property
    def tables(self) -> dict[str, Any]:
        """The plain tables of its file, without changes; empty for one that was made of tables."""
        return parse_toml(self._origin[1]) if self._origin else {}

    @property
    def folder(self) -> Path | None:
        """The folder of the scenario's file; None for a scenario that was not read from one."""
        return self._origin[0].parent if self._origin else None

    def table(self, name: str, kind: type[Table]) -> Table | None:
        """Return a table of the protocol's system; None where the scenario does not have it."""
        value = getattr(self, name, None)
        return value if isinstance(value, kind) else None

    def role(self, name: str) -> ModelSettings:
        """Return the settings of a model role, either common or of the protocol's system.

        Raises:
            DoxaError: the system does not bring this role.
        """
        settings = getattr(self.models, name, None)
        if not isinstance(settings, ModelSettings):
            raise DoxaError(
                f"the protocol {self.protocol} needs the model role {name!r}, which its system does not bring",
                hint=f"Its author adds it to the system: roles={{{name!r}: Role()}}.",
            )
        return settings


def load_scenario(name_or_path: str | Path, changes: Mapping[str, JsonValue] | None = None) -> Scenario:
    """Return a validated scenario, read from a file and changed by dotted path first.

    Raises:
        ScenarioError: the file is missing, not TOML, or not a scenario; it names file, line, key and nearest key.
    """
    path = find_scenario(name_or_path)
    try:
        text = path.read_text(encoding="utf-8-sig")
        raw = parse_toml(text)
    except ValueError as error:
        raise ScenarioError(f"{path}: not a TOML file: {error}") from None
    with located(path, text, changes):
        scenario = scenario_of({"name": path.stem, **raw}, changes or {}, path.parent, path.name)
    scenario._origin = (path, text, dict(changes or {}))
    return scenario


def scenario_of(tables: Mapping[str, Any], changes: Mapping[str, JsonValue], folder: Path, file: str = "") -> Scenario:
    """Return the validated scenario of plain tables, changed by dotted path first.

    Args:
        folder: where relative paths of corpora and knowledge bases are looked for first.
        file: the name of the tables' file there, which is the corpus of the arguments that it contains.

    Raises:
        ScenarioError: the tables are no scenario; the error names the key and the nearest known one.
    """
    raw = _apply_changes(tables, changes, folder)
    _place_corpora(raw, folder, file)
    _place_files(raw, folder)
    return _validated(raw, folder)


FIRST = ("panel", "seed")
"""Settings that determine which agents there are."""


def _protocol_of(raw: Mapping[str, Any]) -> str:
    """Return the protocol that plain tables name; a value that is no name is refused when they are validated."""
    name = raw.get("protocol")
    return name if isinstance(name, str) else default_protocol()


def _apply_changes(raw: Mapping[str, Any], changes: Mapping[str, JsonValue], folder: Path) -> dict[str, Any]:
    """Return a file's tables with changes applied.

    Changes to the panel and to the system's tables are applied first, as these may add agents that others concern.
    """
    protocol = _protocol_of({**raw, **changes})
    brought = brought_for(protocol)
    of_tables = {path: setting for path, setting in changes.items() if path.split(".")[0] in {*brought.tables, *FIRST}}
    tables = seat_panel(apply(raw, of_tables), folder)
    if brought.hooks.seated is not None:
        tables = imported(brought.hooks.seated, protocol)(tables, changes)
    return apply(tables, {path: setting for path, setting in changes.items() if path not in of_tables})


def _validated(raw: dict[str, Any], folder: Path) -> Scenario:
    """Return the scenario of plain tables, validated by the scenario type of its protocol."""
    protocol, models = _protocol_of(raw), raw.get("models")
    check_owned("table", raw.keys() - Scenario.model_fields.keys(), protocol)
    check_owned("role", models.keys() - set(ROLES) if isinstance(models, dict) else (), protocol)
    brought = brought_for(protocol)
    kind = scenario_type(protocol, frozenset(brought.tables.keys() & raw.keys()))
    try:
        return kind.model_validate(raw, context={FOLDER: folder})
    except ValidationError as error:
        places = [problem["loc"] for problem in error.errors() if problem["type"] == "extra_forbidden"]
        place = places[0][:-1] if places else ()
        keys = dict.fromkeys([*keys_at(kind, place), *(() if place else brought.hooks.tables)])
        raise scenario_error(error, "", list(keys), raw) from None


@cache
def scenario_type(protocol: str, tables: frozenset[str] = frozenset()) -> type[Scenario]:
    """Return the scenario type of a protocol: the common one, with tables and roles of the protocol's system.

    Args:
        tables: the system's tables that the scenario has; others are not imported.

    Raises:
        DoxaError: the system brings a table that all scenarios have, or a role with wrong defaults.
    """
    brought = brought_for(protocol)
    if taken := sorted(tables & Scenario.model_fields.keys()):
        raise DoxaError(f"the system {brought.system} brings a table {taken[0]!r}, which all scenarios have already")
    fields: dict[str, Any] = {name: (brought.tables[name] | None, None) for name in tables}
    if brought.roles:
        where = f"the system {brought.system}, models"
        roles: dict[str, Any] = {
            name: (ModelSettings, settled(ModelSettings, role.defaults, f"{where}.{name}"))
            for name, role in brought.roles.items()
        }
        models = create_model("ModelsScenario", __base__=ModelsScenario, **roles)
        fields["models"] = (models, models())
    return create_model("Scenario", __base__=Scenario, **fields) if fields else Scenario


def _place_corpora(raw: dict[str, Any], folder: Path, file: str) -> None:
    """Resolve corpus files beside the scenario, and take its own file for the corpus of arguments that it contains.

    A run is identified by what they contain; their paths are a run condition.
    """
    seeds = raw.get("seeds")
    if isinstance(seeds, dict) and seeds.get("arguments"):
        if "corpus" in seeds or not file:
            problem = "seeds.corpus: arguments that a scenario's file contains (seeds.arguments) take its place"
            raise ScenarioError(problem, hint="Leave out one of the two.", key="seeds.corpus")
        seeds["corpus"] = file
    for agent in raw["agents"].values() if isinstance(raw.get("agents"), dict) else ():
        named = agent.get("knowledge") if isinstance(agent, dict) else None
        if isinstance(named, str) and (folder / named).is_dir():
            agent["knowledge"] = str((folder / named).resolve())
    models = raw.get("models", {})
    for table in [seeds, *(models.values() if isinstance(models, dict) else ())]:
        name = table.get("corpus") if isinstance(table, dict) else None
        if isinstance(name, str) and (path := find_file(name, folder)).is_file() and path != Path(name):
            places = raw.setdefault("conditions", {}).setdefault("corpora", {})
            places.setdefault(name, str(path.resolve()))


def _place_files(raw: dict[str, Any], folder: Path) -> None:
    """Resolve files that tables of ``[script]`` name.

    Their paths are a run condition.
    """
    script = raw.get("script")
    tables = [table for table in script.values() if isinstance(table, dict)] if isinstance(script, dict) else []
    for name in (table["file"] for table in tables if isinstance(table.get("file"), str)):
        if (path := find_file(name, folder)).is_file():
            places = raw.setdefault("conditions", {}).setdefault("files", {})
            places.setdefault(file_name(path.name), str(path.resolve()))


FOLDER = "folder"
"""The key of the validation context that holds the folder of the scenario."""


def _beside(path: str, info: ValidationInfo) -> str:
    folder: Path | None = (info.context or {}).get(FOLDER)
    found = find_file(path, folder)
    return path if found == Path(path) else str(found.resolve())


FileBeside = Annotated[str, AfterValidator(_beside)]
"""A file's path; it becomes absolute where the file lies beside the scenario, or a built-in one."""
