"""Damaged scenarios, seeded: each is planned or refused with an error that names what is wrong."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.shipped import builtin_scenarios
from fuzzing.mutating import damage_bytes, damage_value, find_violation

NAMES = ("compulsory-voting", "counter-arguments", "land-beliefs", "puzzles/anchor", "feed", "feed-audience", "union")

ALL, SAMPLE = 2000, 12
PARTS = 20


def read_damaged(number: int, folder: Path) -> str:
    """Return the violation of one damaged scenario; '' where it is planned or refused."""
    random = Random(f"scenario {number}")
    source = builtin_scenarios()[random.choice(NAMES)]
    if random.random() < 0.3:
        path = folder / f"{number}.toml"
        path.write_bytes(damage_bytes(source.read_bytes(), random))
        return find_violation(lambda: plan(load_scenario(path)))
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    changed = damage_value(tables, random)
    # through --set, which takes any value: a file cannot hold all of them
    changes = {
        name: changed[name] for name in changed if name not in tables or repr(changed[name]) != repr(tables[name])
    }
    return find_violation(lambda: plan(load_scenario(source, changes)))


def find_violations(numbers: range, folder: Path) -> dict[int, str]:
    violations = {number: read_damaged(number, folder) for number in numbers}
    return {number: violation for number, violation in violations.items() if violation}


def test_a_sample_of_damaged_scenarios_is_planned_or_refused(tmp_path: Path) -> None:
    assert find_violations(range(SAMPLE), tmp_path) == {}


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_damaged_scenarios_are_planned_or_refused(part: int, tmp_path: Path) -> None:
    numbers = range(part * ALL // PARTS, (part + 1) * ALL // PARTS)
    assert find_violations(numbers, tmp_path) == {}
