"""A plug-in that cannot be loaded is told with its name and what failed, and spoils nothing but itself."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from doxa.beliefs import registry as kernels
from doxa.errors import DoxaError, UnknownNameError
from doxa.policies import registry as policies
from doxa.records import plugins


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a rule that its module lacks, and a kernel whose module divides by zero."""
    (tmp_path / "lacking_rule.py").write_text("")
    (tmp_path / "failing_kernel.py").write_text("HALF = 1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    more = [
        EntryPoint(name="question", group=policies.GROUP, value="lacking_rule:QUESTION"),
        EntryPoint(name="halving", group=kernels.GROUP, value="failing_kernel:Halving"),
    ]
    others = plugins.entry_points

    def found(group: str, name: str | None = None) -> list[EntryPoint]:
        known = [*others(group=group), *(one for one in more if one.group == group)]
        return [one for one in known if name in (None, one.name)]

    monkeypatch.setattr(plugins, "entry_points", found)
    policies.rule_named.cache_clear()
    yield
    policies.rule_named.cache_clear()


def test_it_is_told_with_its_name_and_what_failed(broken: None) -> None:
    with pytest.raises(DoxaError, match=r"'question' of doxa\.policies cannot be loaded: AttributeError") as rule:
        policies.rule_named("question")
    assert "python -c 'import lacking_rule'" in rule.value.hint
    with pytest.raises(DoxaError, match=r"'halving' of doxa\.kernels cannot be loaded: ZeroDivisionError: division"):
        kernels.kernel_class("halving")


def test_the_others_of_its_group_are_found_and_named(broken: None) -> None:
    assert policies.rule_named("light").asks
    with pytest.raises(UnknownNameError) as unknown:
        policies.rule_named("ligth")
    assert unknown.value.hint == "Did you mean 'light'? Installed: light, none, struct."
