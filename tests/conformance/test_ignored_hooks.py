"""A hook, a skill, a table or a field of a system that nothing would read is refused by its name, with a sentence."""

from pathlib import Path

import pytest

import doxa
from conformance.packages import DELPHI, DELPHI_GROUPS, Packages
from doxa.analysis.hooks import Shown, hooks_of
from doxa.app.cli import app
from doxa.errors import PluginError
from doxa.experiments.contributions import brought_for
from doxa.protocols.registry import protocol_named
from doxa.records.plugins import shelf_of

IMPORTS = "from doxa.plugin import Hooks, Later, PlanHooks, Settings\n"
SYSTEM = 'SYSTEM = System(\n    name="delphi",\n'
SCENARIO = """
name = "panel"
protocol = "delphi"
proposition = "Plant trees"
seeds.per_side = 0
prior.mode = "seeds"

[agents.ana]

[agents.ben]
"""


def install(packages: Packages, field: str) -> None:
    """Install the Delphi system with a further field."""
    assert SYSTEM in DELPHI
    module = DELPHI.replace("from doxa.models", f"{IMPORTS}from doxa.models", 1)
    module = module.replace(SYSTEM, f'HOOKS = {{"delphy": Hooks()}}\n{SYSTEM}    {field},\n')
    packages.install("doxa-delphi", module, DELPHI_GROUPS)


@pytest.mark.parametrize(
    ("field", "load", "what"),
    [
        ('hooks={"delphy": Hooks()}', lambda: hooks_of("delphi"), "hooks of the protocol 'delphy'"),
        ('hooks=Later("doxa_delphi:HOOKS")', lambda: hooks_of("delphi"), "hooks of the protocol 'delphy'"),
        ('plans={"delphy": PlanHooks()}', lambda: brought_for("delphi"), "plan hooks of the protocol 'delphy'"),
        ('tables={"panel": Settings}', lambda: brought_for("delphi"), "scenario table 'panel'"),
    ],
)
def test_what_nothing_would_read_is_refused_by_its_name(packages: Packages, field: str, load, what: str) -> None:
    install(packages, field)
    with pytest.raises(PluginError) as caught:
        load()
    assert f"the {what} of the system 'delphi' of doxa-delphi 0.1.0 would be ignored: " in caught.value.message
    assert caught.value.hint


def test_a_run_is_refused_before_it_begins(packages: Packages, tmp_path: Path) -> None:
    install(packages, 'hooks={"delphy": Hooks()}')
    (tmp_path / "panel.toml").write_text(SCENARIO, encoding="utf-8")
    with pytest.raises(PluginError, match=r"'delphy' .* would be ignored"):
        app(["run", str(tmp_path / "panel.toml"), "--out", str(tmp_path / "run")])
    assert not (tmp_path / "run").exists()


def test_an_unknown_field_is_refused_by_its_name(packages: Packages) -> None:
    install(packages, "hoks={}")
    with pytest.raises(PluginError, match=r"the system 'delphi' .* unexpected keyword argument 'hoks'"):
        protocol_named("delphi")
    install(packages, 'hooks={"delphi": Hooks(measure=len)}')
    with pytest.raises(PluginError, match="unexpected keyword argument 'measure'"):
        protocol_named("delphi")


def test_an_entry_that_is_no_system_is_refused(packages: Packages) -> None:
    packages.install("doxa-delphi", DELPHI, {"doxa.systems": {"delphi": "doxa_delphi"}})
    assert any("the system 'delphi' of doxa-delphi 0.1.0" in error.message for error in shelf_of("protocols").broken)


@pytest.mark.parametrize(("places", "words"), [((), r"on=\(\)"), (("page", "termnal"), "termnal")])
def test_an_exhibit_that_no_place_shows_is_refused(places, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Shown(lambda log: (), on=places)


def test_every_system_of_doxa_is_read_whole() -> None:
    for kind in ("protocols", "tasks", "hooks", "plans", "offline", "tables", "roles", "commands"):
        assert shelf_of(kind).broken == []
    assert doxa.__version__
