"""``doxa list`` and ``doxa show`` tell what is installed, and shells complete doxa's commands."""

import json
import subprocess
import tomllib

import pytest

from doxa.app.catalogue import find_entries, list_entries
from doxa.app.cli import app
from doxa.app.commands.listing import list_installed, show
from doxa.errors import UnknownNameError
from doxa.experiments.shipped import builtin_scenarios
from doxa.records.plugins import plugin_names


def test_every_scenario_and_plugin_is_listed_with_a_line():
    entries = list_entries()
    by_kind = {kind: {entry.name for entry in entries if entry.kind == kind} for kind in {e.kind for e in entries}}
    assert by_kind["scenario"] == set(builtin_scenarios())
    assert by_kind["kernel"] == set(plugin_names("doxa.kernels"))
    assert by_kind["policy"] == set(plugin_names("doxa.policies"))
    assert by_kind["dataset"] == set(plugin_names("doxa.datasets"))
    assert {"system", "protocol", "model", "reproduction", "format"} <= set(by_kind)
    assert [f"{entry.kind} {entry.name}" for entry in entries if not entry.about or "\n" in entry.about] == []


def test_one_kind_is_listed_by_its_plural_and_an_unknown_kind_names_all(capsys):
    list_installed("kernels", json=True)
    listed = json.loads(capsys.readouterr().out)
    assert {entry["kind"] for entry in listed} == {"kernel"}
    assert {entry["package"] for entry in listed} == {"doxa"}
    with pytest.raises(UnknownNameError) as caught:
        list_entries("kernals")
    assert "kernels" in str(caught.value.hint)


def test_a_shown_scenario_is_a_file_to_begin_with(capsys):
    show("compulsory-voting")
    text = capsys.readouterr().out
    assert tomllib.loads(text) == tomllib.loads(builtin_scenarios()["compulsory-voting"].read_text(encoding="utf-8"))
    assert text.startswith("# scenario compulsory-voting, of doxa: ")


def test_a_shown_kernel_has_its_settings_its_use_and_its_source(capsys):
    show("log_odds")
    text = capsys.readouterr().out
    assert "u (default 0.2)  Evidence uptake" in text
    assert "--set kernel=log_odds" in text
    assert "log_odds.py" in text


def test_a_name_of_several_kinds_shows_them_all_unless_one_is_chosen(capsys):
    assert {entry.kind for entry in find_entries("fixed")} == {"kernel", "policy"}
    show("fixed", kind="policy")
    assert "kernel fixed" not in capsys.readouterr().out


def test_an_unknown_name_gets_the_nearest():
    with pytest.raises(UnknownNameError) as caught:
        find_entries("log_odd")
    assert "log_odds" in str(caught.value.hint)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_the_commands_and_their_options(shell):
    script = app.generate_completion(prog_name="doxa", shell=shell)
    for word in ("whatif", "landscape", "install-completion", "max-usd"):
        assert word in script


def test_bash_completes_a_command(tmp_path):
    script = tmp_path / "doxa"
    script.write_text(app.generate_completion(prog_name="doxa", shell="bash"), encoding="utf-8")
    call = f"source {script}; COMP_WORDS=(doxa what); COMP_CWORD=1; _doxa; echo ${{COMPREPLY[*]}}"
    done = subprocess.run(["bash", "--norc", "-c", call], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["whatif"]
