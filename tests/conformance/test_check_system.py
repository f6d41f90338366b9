"""check_system names the part of a system that breaks the contract; check_protocol names the spec that it was given."""

import pytest

from conformance.packages import DELPHI, DELPHI_GROUPS, Packages
from doxa.conformance import check_protocol, check_system
from doxa.errors import PluginError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.protocols.registry import Protocol, protocol_named
from doxa.records.base import Record, Settings
from doxa.records.plugins import systems

END = "    offline={"


def installed(packages: Packages, changes: dict[str, str]):
    """Install the Delphi system with part of its source replaced, and return its record."""
    source = DELPHI
    for old, new in changes.items():
        assert old in source
        source = source.replace(old, new)
    packages.install("doxa-delphi", source, DELPHI_GROUPS)
    return next(system for system in systems() if system.name == "delphi")


def test_a_system_that_keeps_to_it_passes_and_says_how_many_scenarios_ran(packages: Packages) -> None:
    assert check_system(installed(packages, {})) == 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {'{"estimate": ESTIMATE}': '{"guess": ESTIMATE}', '{"estimate": estimate}': '{"guess": estimate}'},
            "tasks.'guess'. calls itself 'estimate'",
        ),
        (
            {'offline={"estimate": estimate}': 'offline={"guess": estimate}'},
            "offline skill of the task 'guess' .* would be ignored",
        ),
        ({'offline={"estimate": estimate}': 'offline={"estimate": 3}'}, "offline.'estimate'. is 3"),
        ({END: '    hooks={"delphi": None},\n' + END}, "hooks.'delphi'. is None"),
        (
            {
                "import Task\n": "import Task\nfrom doxa.analysis.hooks import Hooks\n",
                END: '    hooks={"panel": Hooks()},\n' + END,
            },
            "hooks of the protocol 'panel' .* would be ignored: the system brings no protocol of this name",
        ),
        (
            {
                "import Task\n": "import Task\nfrom doxa.records.plugins import Later\n",
                '"delphi": Protocol(Settings=DelphiSettings, script=script)': '"delphi": Later("nowhere:SCRIPT")',
            },
            "protocols.'delphi'. cannot be loaded: .*nowhere",
        ),
        (
            {'role="speaker"': 'role="facilitator"', END: '    scenarios="doxa_delphi",\n' + END},
            r"name the roles .'facilitator'., which the system does not bring",
        ),
        (
            {
                "import System\n": "import PlanHooks, System\n",
                END: '    plans={"delphi": PlanHooks(tables=("panel",))},\n' + END,
            },
            r"allow the tables .'panel'., which this system does not bring",
        ),
        ({END: '    scenarios="doxa_delphi",\n' + END}, "has no scenario of this system"),
    ],
)
def test_what_is_wrong_is_named(packages: Packages, changes: dict[str, str], words: str) -> None:
    with pytest.raises((AssertionError, PluginError), match=words):
        check_system(installed(packages, changes))


def test_a_system_that_is_not_installed_says_how_to_install_it(packages: Packages) -> None:
    system = installed(packages, {})
    packages.uninstall("doxa-delphi")
    with pytest.raises(AssertionError, match="'delphi' is not installed: pip install"):
        check_system(system)


def test_a_spec_of_another_protocol_is_said_to_be_one() -> None:
    spec = plan(load_scenario("compulsory-voting"))
    with pytest.raises(AssertionError, match="follows the protocol 'dialogue', and its script table does not fit"):
        check_protocol(protocol_named("feed"), spec)


def test_a_script_returns_what_its_protocol_declares() -> None:
    class Declared(Record):
        rounds: int

    class Nothing(Settings):
        pass

    def script(spec):
        yield from ()
        return {"round": 1}

    spec = plan(load_scenario("compulsory-voting")).model_copy(update={"script": {}})
    with pytest.raises(AssertionError, match="the script returned no Declared"):
        check_protocol(Protocol(Settings=Nothing, script=script, Result=Declared), spec)
