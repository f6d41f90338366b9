"""A system's own tables and model roles in scenarios: a third party's work end to end, nobody else's are taken."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.packages import Packages
from doxa.errors import DoxaError, PluginError, ScenarioError
from doxa.experiments.overrides import parse_sets
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import run
from doxa.models.port import Performer
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings

PLUGIN = '''
from pydantic import Field

from doxa.experiments.scenario import FileBeside
from doxa.models.offline.answers import inputs_of, reply
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.steps import Batch, Step
from doxa.system import PlanHooks, Role, System, named
from doxa.tasks.base import Task


class Room(Settings):
    light: bool = True


class Panel(Settings):
    """Who sits on the council."""

    size: int = Field(default=3, ge=1)
    agenda: FileBeside = ""
    rooms: dict[str, Room] = Field(default_factory=dict)


class PanelSettings(Settings):
    council: Panel = Panel()


class Seat(Record):
    number: int


class Summary(Record):
    text: str


SUM_UP = Task(
    name="sum_up",
    role="facilitator",
    Inputs=Seat,
    Reply=Summary,
    stable="You lead a council on: {{ proposition.text }}",
    request='Sum up what seat {{ inputs.number }} said. Answer with {"text": "..."}.',
)


def script(spec):
    council = PanelSettings.model_validate(spec.script).council
    seats = range(1, council.size + 1)
    steps = tuple(Step(key=f"seat-{n}", actor="-", task="sum_up", inputs={"number": n}) for n in seats)
    floor = yield Batch(steps=steps, note="the council")
    return {"said": [one.reply["text"] for one in floor.outcomes if one.ok]}


def sum_up(request, library):
    return reply(Summary(text=f"seat {inputs_of(request, Seat).number}"))


def plan_council(scenario, spec):
    council = scenario.table("council", Panel) or Panel()
    return spec.model_copy(update={"script": {"council": council.model_dump(mode="json")}})


SYSTEM = System(
    name="councils",
    protocols={"council": Protocol(Settings=PanelSettings, script=script, roles=("facilitator",))},
    tasks=named(SUM_UP),
    offline={"sum_up": sum_up},
    tables={"council": Panel},
    roles={"facilitator": Role(defaults={"temperature": 0.2})},
    plans={"council": PlanHooks(tables=("council",), planned=plan_council)},
)
'''

SCENARIO = """\
proposition = "We should introduce compulsory voting"
protocol = "council"
kernel = "fixed"

[agents.violet]

[council]
size = 2
agenda = "agenda.txt"

[models.facilitator]
max_tokens = 50
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    installed = Packages(tmp_path / "site", monkeypatch)
    yield installed
    monkeypatch.undo()
    installed.forget()


def install(packages: Packages, name: str, code: str) -> None:
    packages.install(f"doxa-{name}", code, {"doxa.systems": {name: f"doxa_{name}:SYSTEM"}})


@pytest.fixture
def council(tmp_path: Path, packages: Packages) -> Path:
    """Install the system, and return a scenario of its protocol."""
    install(packages, "councils", PLUGIN)
    (tmp_path / "agenda.txt").write_text("1. Voting", encoding="utf-8")
    return written(tmp_path, SCENARIO)


def written(folder: Path, text: str) -> Path:
    path = folder / "council.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path | str, **changes: object) -> ScenarioError:
    with pytest.raises(ScenarioError) as error:
        plan(load_scenario(path, {name.replace("__", "."): value for name, value in changes.items()}))
    return error.value


def test_a_third_partys_table_and_role_stand_in_the_spec(council: Path) -> None:
    spec = plan(load_scenario(council))
    assert spec.script["council"] == {"size": 2, "agenda": str(council.with_name("agenda.txt")), "rooms": {}}
    assert spec.roles["facilitator"] == ModelSettings(model="offline", temperature=0.2, max_tokens=50, corpus="argkp")


def test_both_are_set_by_their_paths(council: Path) -> None:
    changes = parse_sets(["council.size=4", "models.facilitator.model=openai:gpt-4o-mini"])
    spec = plan(load_scenario(council, changes))
    assert spec.script["council"]["size"] == 4
    assert spec.roles["facilitator"] == ModelSettings(model="openai:gpt-4o-mini", temperature=0.2, max_tokens=50)


def test_the_script_reads_the_table_and_the_role_is_asked(council: Path, tmp_path: Path) -> None:
    asked = []

    def make(settings: object, conditions: object) -> Performer:
        asked.append(settings)
        return performer_for(settings, conditions)

    log = run(council, out=tmp_path / "run", changes={"council.size": 4}, make=make)
    assert log.ended.result["said"] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    assert log.spec.roles["facilitator"] in asked
    assert {one.model for one in log.calls()} == {"offline"}


@pytest.mark.parametrize(
    ("line", "wrong", "message", "hint"),
    [
        ("[council]", "[counicl]", "council.toml:7: counicl: there is no such key", "Did you mean 'council'?"),
        ("size = 2", "sise = 2", "council.toml:8: council.sise: there is no such key", "Did you mean 'size'?"),
        ("size = 2", "rooms.hall.ligth = true", "council.toml:8: council.rooms.hall.ligth", "Did you mean 'light'?"),
        ("size = 2", "size = 0", "council.toml:8: council.size: input should be greater", ""),
        (
            "[models.facilitator]",
            "[models.facilitater]",
            "council.toml:11: models.facilitater: there is no such key",
            "Did you mean 'facilitator'?",
        ),
        (
            "max_tokens = 50",
            "max_token = 50",
            "council.toml:12: models.facilitator.max_token: there",
            "Did you mean 'max_tokens'?",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(council: Path, line: str, wrong: str, message: str, hint: str) -> None:
    error = refused(written(council.parent, SCENARIO.replace(line, wrong)))
    assert message in error.message
    assert hint in error.hint


def test_every_key_that_may_stand_there_is_listed_once(council: Path) -> None:
    hint = refused(council, zzz=1).hint
    assert [hint.count(name) for name in ("council", "models", "team")] == [1, 1, 0]


def test_what_belongs_to_another_system_is_refused_and_says_whose_it_is(council: Path) -> None:
    for noun, change, message in (
        ("table", {"council__size": 3}, "--set council: the protocol dialogue has no council"),
        (
            "role",
            {"models__facilitator": "offline"},
            "--set models.facilitator: the protocol dialogue has no role facilitator",
        ),
    ):
        error = refused("compulsory-voting", **change)
        hint = f"The {noun} belongs to the system councils. Set protocol = 'council', or leave it out."
        assert (error.message, error.hint) == (message, hint)


def test_tables_of_doxas_own_systems_are_theirs_as_well(council: Path) -> None:
    assert refused(council, team__size=3).hint.startswith(
        "The table belongs to the system puzzle. Set protocol = 'puzz"
    )
    assert "the protocol council has no role coach" in refused(council, models__coach="offline").message
    assert "the protocol population has no network" in refused("million", network__file="x").message


def test_a_table_that_two_systems_bring_is_each_ones_own(council: Path, packages: Packages) -> None:
    other = (
        PLUGIN.replace('name="councils"', 'name="juries"')
        .replace('{"council": P', '{"jury": P')
        .replace("size", "width")
    )
    install(packages, "juries", other.replace('tables={"jury"', 'tables={"council"').replace('"sum_up"', '"conclude"'))
    assert plan(load_scenario(council)).script["council"]["size"] == 2
    path = written(council.parent, SCENARIO.replace('"council"', '"jury"').replace("size", "width"))
    assert plan(load_scenario(path)).script["council"]["width"] == 2


def test_a_table_that_every_scenario_has_cannot_be_brought(tmp_path: Path, packages: Packages) -> None:
    greedy = PLUGIN.replace('tables={"council"', 'tables={"seeds"').replace('tables=("council",)', 'tables=("seeds",)')
    install(packages, "greedy", greedy)
    with pytest.raises(DoxaError, match="the system councils brings a table 'seeds', which all scenarios have already"):
        load_scenario(written(tmp_path, SCENARIO.replace("[council]", "[seeds]")))


def test_a_hook_that_cannot_be_imported_is_told_with_its_place(tmp_path: Path, packages: Packages) -> None:
    later = PLUGIN.replace("planned=plan_council", 'planned=Later("doxa_broken:plan")')
    install(packages, "broken", later.replace("from doxa.system import", "from doxa.system import Later,"))
    scenario = load_scenario(written(tmp_path, SCENARIO))
    with pytest.raises(
        PluginError, match="the hook that plans scenarios of the protocol 'council' cannot be loaded: AttributeErr"
    ):
        plan(scenario)


def test_a_role_that_no_system_brings_is_told_to_its_author(tmp_path: Path, packages: Packages) -> None:
    install(packages, "roleless", PLUGIN.replace('roles={"facilitator"', 'roles={"leader"'))
    scenario = load_scenario(written(tmp_path, SCENARIO.replace("[models.facilitator]", "[models.leader]")))
    with pytest.raises(DoxaError, match="the protocol council needs the model role 'facilitator', which its system"):
        plan(scenario)


def test_reading_a_scenario_imports_nothing_of_other_systems() -> None:
    code = (
        "import sys; from doxa.experiments.scenario import load_scenario; load_scenario('compulsory-voting'); "
        "print(*(name for name in sys.modules if name.startswith('doxa.systems.')))"
    )
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {name.split(".")[3] for name in modules if name.count(".") > 2} <= {"system", "commands", "helps"}


def test_a_wrong_key_of_a_network_is_told() -> None:
    error = refused("feed", network__fil="edges.csv")
    assert "network.fil: there is no such key" in error.message
    assert "Did you mean 'file'?" in error.hint
