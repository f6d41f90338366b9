"""Settings and measures in words."""

import pytest

from doxa.analysis.labels import name_level, name_measure, name_setting

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
