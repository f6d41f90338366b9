"""Settings and measures in words."""

import re
from pathlib import Path

import pytest

from doxa.analysis.labels import SETTINGS, name_level, name_measure, name_setting

NAMES = {"violet": "Violet Marsh"}


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("belief.u", "openness (u)"),
        ("agents.violet.belief.a", "Violet Marsh: anchoring (a)"),
        ("agents.cobalt.belief.u", "cobalt: openness (u)"),
        ("agents.*.belief.u", "everybody: openness (u)"),
        ("belief.own_weight", "own weight"),
        ("script.audience.listeners", "audience: listeners"),
        ("team.preset", "team: preset"),
        ("seed", "seed"),
    ],
)
def test_a_setting_is_named_in_words(path: str, words: str) -> None:
    assert name_setting(path, NAMES) == words


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("stance.violet", "Violet Marsh: final stance"),
        ("stance.cobalt", "cobalt: final stance"),
        ("spread of stances", "spread of stances"),
        ("length.violet_words", "length: violet words"),
    ],
)
def test_a_measure_is_named_in_words(measure: str, words: str) -> None:
    assert name_measure(measure, NAMES) == words


def test_a_combination_of_values_is_named_in_words() -> None:
    assert name_level(("belief.u", "kernel"), ("0.2", "degroot")) == "openness (u) = 0.2, belief rule = degroot"


def test_the_studio_calls_settings_as_figures_and_reports_do():
    source = (Path(__file__).parents[2] / "viewer" / "src" / "studio" / "names.ts").read_text()
    tables = (re.search(rf"const {table}[^=]*= \{{(.*?)\}};", source, re.DOTALL) for table in ("NAMES", "LETTERS"))
    names, letters = (dict(re.findall(r'"?([\w.]+)"?: "([^"]+)"', table[1])) for table in tables)
    shared = [path for path in names if path in SETTINGS]
    assert len(shared) >= 8
    for path in shared:
        letter = f" ({letters[path]})" if path in letters else ""
        assert SETTINGS[path] == f"{names[path]}{letter}"
