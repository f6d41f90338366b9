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
    """Who sits on the panel."""

    size: int = Field(default=3, ge=1)
    agenda: FileBeside = ""
    rooms: dict[str, Room] = Field(default_factory=dict)


class PanelSettings(Settings):
    panel: Panel = Panel()


class Seat(Record):
    number: int


class Summary(Record):
    text: str


SUM_UP = Task(
    name="sum_up",
    role="facilitator",
    Inputs=Seat,
    Reply=Summary,
    stable="You lead a panel on: {{ proposition.text }}",
    request='Sum up what seat {{ inputs.number }} said. Answer with {"text": "..."}.',
)


def script(spec):
    panel = PanelSettings.model_validate(spec.script).panel
    seats = range(1, panel.size + 1)
    steps = tuple(Step(key=f"seat-{n}", actor="-", task="sum_up", inputs={"number": n}) for n in seats)
    floor = yield Batch(steps=steps, note="the panel")
    return {"said": [one.reply["text"] for one in floor.outcomes if one.ok]}


def sum_up(request, library):
    return reply(Summary(text=f"seat {inputs_of(request, Seat).number}"))


def plan_panel(scenario, spec):
    panel = scenario.table("panel", Panel) or Panel()
    return spec.model_copy(update={"script": {"panel": panel.model_dump(mode="json")}})


SYSTEM = System(
    name="panels",
    protocols={"panel": Protocol(Settings=PanelSettings, script=script, roles=("facilitator",))},
    tasks=named(SUM_UP),
    offline={"sum_up": sum_up},
    tables={"panel": Panel},
    roles={"facilitator": Role(defaults={"temperature": 0.2})},
    plans={"panel": PlanHooks(tables=("panel",), planned=plan_panel)},
)
'''

SCENARIO = """\
proposition = "We should introduce compulsory voting"
protocol = "panel"
kernel = "fixed"

[agents.violet]

[panel]
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
def panel(tmp_path: Path, packages: Packages) -> Path:
    """Install the system, and return a scenario of its protocol."""
    install(packages, "panels", PLUGIN)
    (tmp_path / "agenda.txt").write_text("1. Voting", encoding="utf-8")
    return written(tmp_path, SCENARIO)


def written(folder: Path, text: str) -> Path:
    path = folder / "panel.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path | str, **changes: object) -> ScenarioError:
    with pytest.raises(ScenarioError) as error:
        plan(load_scenario(path, {name.replace("__", "."): value for name, value in changes.items()}))
    return error.value


def test_a_third_partys_table_and_role_stand_in_the_spec(panel: Path) -> None:
    spec = plan(load_scenario(panel))
    assert spec.script["panel"] == {"size": 2, "agenda": str(panel.with_name("agenda.txt")), "rooms": {}}
    assert spec.roles["facilitator"] == ModelSettings(model="offline", temperature=0.2, max_tokens=50, corpus="argkp")


def test_both_are_set_by_their_paths(panel: Path) -> None:
    changes = parse_sets(["panel.size=4", "models.facilitator.model=openai:gpt-4o-mini"])
    spec = plan(load_scenario(panel, changes))
    assert spec.script["panel"]["size"] == 4
    assert spec.roles["facilitator"] == ModelSettings(model="openai:gpt-4o-mini", temperature=0.2, max_tokens=50)


def test_the_script_reads_the_table_and_the_role_is_asked(panel: Path, tmp_path: Path) -> None:
    asked = []

    def make(settings: object, conditions: object) -> Performer:
        asked.append(settings)
        return performer_for(settings, conditions)

    log = run(panel, out=tmp_path / "run", changes={"panel.size": 4}, make=make)
    assert log.ended.result["said"] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    assert log.spec.roles["facilitator"] in asked
    assert {one.model for one in log.calls()} == {"offline"}


@pytest.mark.parametrize(
    ("line", "wrong", "message", "hint"),
    [
        ("[panel]", "[panle]", "panel.toml:7: panle: there is no such key", "Did you mean 'panel'?"),
        ("size = 2", "sise = 2", "panel.toml:8: panel.sise: there is no such key", "Did you mean 'size'?"),
        ("size = 2", "rooms.hall.ligth = true", "panel.toml:8: panel.rooms.hall.ligth", "Did you mean 'light'?"),
        ("size = 2", "size = 0", "panel.toml:8: panel.size: input should be greater", ""),
        (
            "[models.facilitator]",
            "[models.facilitater]",
            "panel.toml:11: models.facilitater: there is no such key",
            "Did you mean 'facilitator'?",
        ),
        (
            "max_tokens = 50",
            "max_token = 50",
            "panel.toml:12: models.facilitator.max_token: there",
            "Did you mean 'max_tokens'?",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(panel: Path, line: str, wrong: str, message: str, hint: str) -> None:
    error = refused(written(panel.parent, SCENARIO.replace(line, wrong)))
    assert message in error.message
    assert hint in error.hint


def test_every_key_that_may_stand_there_is_listed_once(panel: Path) -> None:
    hint = refused(panel, zzz=1).hint
    assert [hint.count(name) for name in ("panel", "models", "team")] == [1, 1, 0]


def test_what_belongs_to_another_system_is_refused_and_says_whose_it_is(panel: Path) -> None:
    for noun, change, message in (
        ("table", {"panel__size": 3}, "--set panel: the protocol dialogue has no panel"),
        (
            "role",
            {"models__facilitator": "offline"},
            "--set models.facilitator: the protocol dialogue has no role facilitator",
        ),
    ):
        error = refused("compulsory-voting", **change)
        hint = f"The {noun} belongs to the system panels. Set protocol = 'panel', or leave it out."
        assert (error.message, error.hint) == (message, hint)


def test_tables_of_doxas_own_systems_are_theirs_as_well(panel: Path) -> None:
    assert refused(panel, team__size=3).hint.startswith("The table belongs to the system puzzle. Set protocol = 'puzz")
    assert "the protocol panel has no role coach" in refused(panel, models__coach="offline").message
    assert "the protocol population has no network" in refused("million", network__file="x").message


def test_a_table_that_two_systems_bring_is_each_ones_own(panel: Path, packages: Packages) -> None:
    other = (
        PLUGIN.replace('name="panels"', 'name="juries"').replace('{"panel": P', '{"jury": P').replace("size", "width")
    )
    install(packages, "juries", other.replace('tables={"jury"', 'tables={"panel"').replace('"sum_up"', '"conclude"'))
    assert plan(load_scenario(panel)).script["panel"]["size"] == 2
    path = written(panel.parent, SCENARIO.replace('"panel"', '"jury"').replace("size", "width"))
    assert plan(load_scenario(path)).script["panel"]["width"] == 2


def test_a_table_that_every_scenario_has_cannot_be_brought(tmp_path: Path, packages: Packages) -> None:
    greedy = PLUGIN.replace('tables={"panel"', 'tables={"seeds"').replace('tables=("panel",)', 'tables=("seeds",)')
    install(packages, "greedy", greedy)
    with pytest.raises(DoxaError, match="the system panels brings a table 'seeds', which all scenarios have already"):
        load_scenario(written(tmp_path, SCENARIO.replace("[panel]", "[seeds]")))


def test_a_hook_that_cannot_be_imported_is_told_with_its_place(tmp_path: Path, packages: Packages) -> None:
    later = PLUGIN.replace("planned=plan_panel", 'planned=Later("doxa_broken:plan")')
    install(packages, "broken", later.replace("from doxa.system import", "from doxa.system import Later,"))
    scenario = load_scenario(written(tmp_path, SCENARIO))
    with pytest.raises(
        PluginError, match="the hook that plans scenarios of the protocol 'panel' cannot be loaded: AttributeErr"
    ):
        plan(scenario)


def test_a_role_that_no_system_brings_is_told_to_its_author(tmp_path: Path, packages: Packages) -> None:
    install(packages, "roleless", PLUGIN.replace('roles={"facilitator"', 'roles={"leader"'))
    scenario = load_scenario(written(tmp_path, SCENARIO.replace("[models.facilitator]", "[models.leader]")))
    with pytest.raises(DoxaError, match="the protocol panel needs the model role 'facilitator', which its system"):
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
