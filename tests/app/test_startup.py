"""Starting stays light: only what the list of commands needs is imported, and no system's own code."""

import subprocess
import sys

RECORDS = ("doxa.system", "doxa.records.plugins", "doxa.errors", "doxa.experiments.plan_hooks")
"""What a system's record is written with."""


def imported(statement: str) -> set[str]:
    """Return the modules that a new interpreter has imported after a statement."""
    program = f"import sys\n{statement}\nprint(*sys.modules, sep='\\n')"
    shown = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    return set(shown.split())


def own(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "doxa"}


def is_light(name: str) -> bool:
    """Return whether a module only registers or describes: a record, the help of commands, or what a record needs."""
    return name in RECORDS or name.endswith((".system", ".helps", ".commands", ".records.extras"))


def with_parents(names: set[str]) -> set[str]:
    return {name.rsplit(".", cut)[0] for name in names for cut in range(name.count(".") + 1)}


def test_importing_doxa_imports_nothing_else():
    assert own(imported("import doxa")) == {"doxa"}


def test_the_list_of_commands_imports_records_and_helps_alone():
    modules = imported("import doxa.app.cli")
    light = {name for name in own(modules) if is_light(name)}
    assert own(modules) == with_parents(light | {"doxa.app.cli"})
    assert len([name for name in light if name.endswith(".system")]) >= 7
    assert not modules & {"numpy", "pydantic", "jinja2", "networkx", "tokenizers"}
