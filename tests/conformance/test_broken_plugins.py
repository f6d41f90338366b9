"""An unusable plug-in is reported, with its fault, where its name is looked up, and does not affect other plug-ins.

Packages are installed with the files that pip writes: some fail when imported, some register a name that another
package registers, too.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

import doxa
from conformance.packages import DELPHI, DELPHI_GROUPS, STUBBORN, STUBBORN_GROUPS, Packages
from doxa.app import cli
from doxa.app.commands.listing import scenarios
from doxa.beliefs.base import kernel_class, kernel_names
from doxa.errors import DoxaError, PluginError, UnknownNameError
from doxa.evaluation.models import list_models as models
from doxa.experiments.reproductions import reproduction_named, reproduction_names
from doxa.experiments.shipped import builtin_scenarios, find_scenario
from doxa.humans.data.registry import dataset_named
from doxa.models.setup import describe, factory_named
from doxa.policies.registry import rule_named, schedule_named
from doxa.protocols.registry import protocol_named, protocol_names
from doxa.records.plugins import shelf_of
from doxa.tasks.registry import task_named, task_names

BROKEN = "import nowhere_to_be_found\n"
ERROR = "cannot be loaded: ModuleNotFoundError: No module named 'nowhere_to_be_found'"

LOOKUPS: dict[str, Callable[[str], object]] = {
    "doxa.kernels": kernel_class,
    "doxa.models": factory_named,
    "doxa.policies": rule_named,
    "doxa.datasets": dataset_named,
}

SYSTEM_LOOKUPS: dict[str, Callable[[str], object]] = {
    "protocol": protocol_named,
    "task": task_named,
    "reproduction": reproduction_named,
    "scenario": find_scenario,
}


@pytest.mark.parametrize("group", LOOKUPS)
def test_a_broken_plug_in_is_named_with_its_error_also_where_another_name_is_unknown(
    packages: Packages, group: str
) -> None:
    packages.install("doxa-halving", BROKEN, {group: {"halving": "doxa_halving:Halving"}})
    with pytest.raises(PluginError, match=rf"'halving' of doxa-halving 0\.1\.0 {ERROR}") as refused:
        LOOKUPS[group]("halving")
    assert "python -c 'import doxa_halving'" in refused.value.hint
    with pytest.raises(UnknownNameError) as unknown:
        LOOKUPS[group]("nonsense")
    assert f"'halving' of doxa-halving 0.1.0 {ERROR}." in unknown.value.hint


def test_a_schedule_is_not_offered_where_a_rule_is_missing(packages: Packages) -> None:
    with pytest.raises(UnknownNameError) as unknown:
        rule_named("ligth")
    assert unknown.value.hint == "Did you mean 'light'? Installed: light, none, struct."
    assert schedule_named("fixed").weights


@pytest.mark.parametrize("what", SYSTEM_LOOKUPS)
def test_a_broken_system_is_named_by_its_own_name_and_in_every_hint(packages: Packages, what: str) -> None:
    packages.install("doxa-delphi", BROKEN, DELPHI_GROUPS)
    failure = rf"the system 'delphi' of doxa-delphi 0\.1\.0 {ERROR}"
    with pytest.raises(PluginError, match=failure):
        SYSTEM_LOOKUPS[what]("delphi")
    with pytest.raises(DoxaError, match=rf"(?s)no .*'nonsense'.*(?i:{failure})"):
        SYSTEM_LOOKUPS[what]("nonsense")


def test_everything_else_works_beside_a_broken_system(packages: Packages, tmp_path: Path) -> None:
    packages.install("doxa-delphi", BROKEN, DELPHI_GROUPS)
    assert doxa.run("compulsory-voting", out=tmp_path / "run", changes={"script.rounds": 1}).finished


def test_only_the_part_of_a_system_that_does_not_load_is_refused(packages: Packages) -> None:
    later = DELPHI.replace('tasks={"estimate": ESTIMATE}', 'tasks={"estimate": Later("doxa_delphi.tasks:ESTIMATE")}')
    packages.install(
        "doxa-delphi",
        f"{later}\nfrom doxa.records.plugins import Later\n".replace(
            "from doxa.system import System\n",
            "from doxa.records.plugins import Later\nfrom doxa.system import System\n",
        ),
        DELPHI_GROUPS,
    )
    assert protocol_named("delphi").script
    with pytest.raises(
        PluginError, match=r"the task 'estimate' of the system 'delphi' of doxa-delphi 0\.1\.0 cannot be loaded"
    ) as refused:
        task_named("estimate")
    assert "Its entry is 'doxa_delphi.tasks:ESTIMATE'" in refused.value.hint
    assert {"estimate", "respond"} <= set(task_names())
    assert task_named("respond").speaks


def test_a_whole_kind_that_does_not_load_is_named_in_its_hints(packages: Packages) -> None:
    module = DELPHI.replace('offline={"estimate": estimate}', 'offline={}, reproductions=Later("doxa_delphi:NONE")')
    module = module.replace("from doxa.system", "from doxa.records.plugins import Later\nfrom doxa.system")
    packages.install("doxa-delphi", module, DELPHI_GROUPS)
    assert protocol_named("delphi").script
    assert reproduction_names(), "the others' are there"
    with pytest.raises(UnknownNameError, match=r"What the system 'delphi' of doxa-delphi 0\.1\.0 brings as 'reprod"):
        reproduction_named("nonsense")


def test_what_is_of_another_type_is_refused_by_name(packages: Packages) -> None:
    packages.install(
        "doxa-delphi", DELPHI.replace('tasks={"estimate": ESTIMATE}', 'tasks={"estimate": 7}'), DELPHI_GROUPS
    )
    with pytest.raises(PluginError, match=r"task 'estimate' of doxa-delphi 0\.1\.0 is not a Task but of type int"):
        task_named("estimate")


def test_two_kernels_of_one_name_refuse_that_name_alone(packages: Packages) -> None:
    packages.install("doxa-stubborn", STUBBORN, STUBBORN_GROUPS)
    packages.install("doxa-mule", STUBBORN, {"doxa.kernels": {"stubborn": "doxa_mule:Stubborn"}}, version="2.0")
    with pytest.raises(
        PluginError, match=r"two installed packages bring the kernel 'stubborn': doxa-\w+ [\d.]+ and doxa-\w+ [\d.]+"
    ) as refused:
        kernel_class("stubborn")
    assert all(package in refused.value.message for package in ("doxa-stubborn 0.1.0", "doxa-mule 2.0"))
    assert "Uninstall one of them" in refused.value.hint
    assert kernel_class("log_odds")
    assert kernel_names().count("stubborn") == 1


def test_two_systems_that_bring_one_name_refuse_that_name_alone(packages: Packages) -> None:
    packages.install("doxa-delphi", DELPHI, DELPHI_GROUPS)
    other = DELPHI.replace('protocols={"delphi"', 'protocols={"panel"').replace('name="delphi"', 'name="oracle"')
    packages.install("doxa-oracle", other, {"doxa.systems": {"oracle": "doxa_oracle:SYSTEM"}})
    assert protocol_named("delphi").script
    assert protocol_named("panel").script
    with pytest.raises(
        PluginError,
        match=r"two installed packages bring the task 'estimate': doxa-delphi 0\.1\.0 and doxa-oracle 0\.1\.0",
    ):
        task_named("estimate")
    assert task_named("respond").speaks
    assert {"delphi", "panel", "dialogue"} <= set(protocol_names())


class TestListings:
    """Lists of plug-ins are complete and mark unusable ones."""

    SCENARIO = 'description = "Mine."\nproposition = "We should adopt atheism"\n[agents.a]\n[agents.b]\n'

    def test_models(self, packages: Packages, capsys: pytest.CaptureFixture[str]) -> None:
        packages.install("doxa-echo", BROKEN, {"doxa.models": {"echo": "doxa_echo:make"}})
        (echo,) = [status for status in describe() if status.name == "echo"]
        assert not echo.ready
        models()
        assert ERROR in capsys.readouterr().out.replace("\n", " ")

    def test_scenarios(self, packages: Packages, capsys: pytest.CaptureFixture[str]) -> None:
        for name in ("delphi", "oracle"):
            self._with_scenario(packages, name)
        packages.install("doxa-broken", BROKEN, {"doxa.systems": {"broken": "doxa_broken:SYSTEM"}})
        assert "compulsory-voting" in builtin_scenarios()
        with pytest.raises(PluginError, match="two installed packages bring the scenario 'mine'"):
            find_scenario("mine")
        scenarios()
        shown = capsys.readouterr()
        assert "compulsory-voting" in shown.out
        assert "left out: two installed packages bring the scenario 'mine'" in shown.err
        assert f"left out: the system 'broken' of doxa-broken 0.1.0 {ERROR}" in shown.err

    def _with_scenario(self, packages: Packages, name: str) -> None:
        folder = packages.folder / f"{name}_files" / "scenarios"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").touch()
        (folder / "mine.toml").write_text(self.SCENARIO, encoding="utf-8")
        system = f'System(name="{name}", protocols={{}}, scenarios="{name}_files")'
        module = f"from doxa.system import System\n\nSYSTEM = {system}\n"
        packages.install(f"doxa-{name}", module, {"doxa.systems": {name: f"doxa_{name}:SYSTEM"}})


class TestCommands:
    """The command line, built again with the installed packages."""

    MODULE = """\
from doxa.system import Command, System

SYSTEM = System(name="{name}", protocols={{}}, commands={{"{command}": Command(at="{at}", help="Mine.")}})


def greet():
    print("hello")
"""

    @pytest.fixture
    def call(self, packages: Packages, monkeypatch: pytest.MonkeyPatch, call_doxa):
        """Read the installed commands again, call one, and return the exit code and all output on one line."""

        def called(*words: str) -> tuple[int, str]:
            monkeypatch.setattr(cli, "BROUGHT", shelf_of("commands"))
            commands, refusals = cli._usable()
            monkeypatch.setattr(cli, "COMMANDS", commands)
            monkeypatch.setattr(cli, "REFUSALS", refusals)
            monkeypatch.setattr(cli, "app", cli._app())
            code, said = call_doxa(*words)
            return code, " ".join(said.split())

        return called

    def install(self, packages: Packages, name: str, command: str, at: str) -> None:
        module = self.MODULE.format(name=name, command=command, at=at)
        packages.install(f"doxa-{name}", module, {"doxa.systems": {name: f"doxa_{name}:SYSTEM"}})

    def test_a_command_of_a_plug_in_works(self, packages: Packages, call) -> None:
        self.install(packages, "polite", "greet", "doxa_polite:greet")
        assert call("greet") == (0, "hello")
        assert "Mine." in call("--help")[1]

    def test_one_that_does_not_load_is_named_with_its_error(self, packages: Packages, call) -> None:
        self.install(packages, "polite", "greet", "nowhere_to_be_found:greet")
        code, said = call("greet")
        assert code == 1
        assert f"the command 'greet' of the system 'polite' of doxa-polite 0.1.0 {ERROR}" in said
        assert call("--help")[0] == 0

    def test_one_that_two_bring_is_refused_and_marked(self, packages: Packages, call) -> None:
        for name in ("polite", "rude"):
            self.install(packages, name, "greet", f"doxa_{name}:greet")
        twice = "two installed packages bring the command 'greet': doxa-polite 0.1.0 and doxa-rude 0.1.0"
        code, said = call("greet")
        assert (code, twice in said) == (1, True)
        code, said = call("--help")
        assert (code, f"Left out: T{twice[1:]}." in said) == (0, True)

    @pytest.mark.parametrize("command", ["verify", "audience"])
    def test_doxas_own_commands_cannot_be_taken(self, packages: Packages, call, command: str) -> None:
        """No plug-in replaces a command of doxa; a built-in system's command is refused while two systems have it."""
        self.install(packages, "polite", command, "doxa_polite:greet")
        code, said = call(command, "--help")
        assert "hello" not in said
        assert code == (0 if command == "verify" else 1)
        assert f"'{command}'" in call("--help")[1]

    def test_an_unknown_command_comes_with_the_systems_that_do_not_load(self, packages: Packages, call) -> None:
        packages.install("doxa-polite", BROKEN, {"doxa.systems": {"polite": "doxa_polite:SYSTEM"}})
        failure = f"the system 'polite' of doxa-polite 0.1.0 {ERROR}"
        for word, expected, phrase in (
            ("greet", 2, failure),
            ("polite", 1, failure),
            ("--help", 0, f"Left out: T{failure[1:]}."),
        ):
            code, said = call(word)
            assert (code, phrase in said) == (expected, True), word
