"""``--model`` and ``--hear`` as changes of a scenario: who speaks, who hears, and whose sampling settings hold."""

from pathlib import Path

import pytest

from doxa.experiments.named_models import name_models
from doxa.experiments.reproductions import Order
from doxa.experiments.scenario import load_scenario
from doxa.records.spec import ModelSettings

SPEAKER, EXTRACTOR = "models.speaker", "models.extractor"


@pytest.mark.parametrize(
    ("model", "hear", "named"),
    [
        (None, None, {}),
        ("openai:a", None, {SPEAKER: "openai:a", EXTRACTOR: "openai:a"}),
        ("openai:a", "offline", {SPEAKER: "openai:a", EXTRACTOR: "offline"}),
        ("openai:a", "ollama:b", {SPEAKER: "openai:a", EXTRACTOR: "ollama:b"}),
        (None, "ollama:b", {EXTRACTOR: "ollama:b"}),
        ("offline", None, {SPEAKER: "offline", EXTRACTOR: "offline"}),
        ("offline:weak", None, {SPEAKER: "offline:weak", EXTRACTOR: "offline"}),
        ("simswarm", None, {SPEAKER: "simswarm"}),
    ],
)
def test_a_language_model_that_speaks_also_hears_unless_another_is_named(model, hear, named):
    assert name_models(model, hear) == named


@pytest.mark.parametrize("path", [EXTRACTOR, f"{EXTRACTOR}.model"])
def test_what_is_set_by_path_wins(path):
    changes = name_models("openai:a", "offline", {path: "ollama:b", "models.scorer": "openai:c"})
    models = load_scenario("compulsory-voting", changes).models
    assert (models.extractor.model, models.scorer.model, models.embedder.model) == ("ollama:b", "openai:c", "offline")


def written(path: Path, models: str) -> Path:
    """Write a scenario with a table of models, and return its path."""
    path.write_text(
        f'name = "s"\nproposition = "We should introduce compulsory voting"\n[agents.a]\n[agents.b]\n{models}\n'
    )
    return path


@pytest.mark.parametrize(
    ("table", "model", "speaker", "extractor"),
    [
        (
            "[models.speaker]\nmodel = 'openai:b'\ntemperature = 1.4\nseed = 3",
            "openai:a",
            {"model": "openai:a", "temperature": 1.4, "seed": 3},
            {"model": "openai:a", "temperature": 0.0},
        ),
        (
            "[models.extractor]\ntemperature = 0.3\nmax_tokens = 900",
            "openai:a",
            {"model": "openai:a", "temperature": 0.7},
            {"model": "openai:a", "temperature": 0.3, "max_tokens": 900},
        ),
        (
            "[models]\nspeaker = 'openai:b'",
            None,
            {"model": "openai:b", "temperature": 0.7},
            {"model": "offline", "temperature": 0.0},
        ),
    ],
)
def test_who_is_named_keeps_the_settings_of_its_own_role_in_a_scenario(tmp_path, table, model, speaker, extractor):
    models = load_scenario(written(tmp_path / "s.toml", table), name_models(model, None)).models
    assert (models.speaker, models.extractor) == (ModelSettings(**speaker), ModelSettings(**extractor))


def test_a_model_that_takes_no_temperature_gets_none_as_extractor_either():
    changes = name_models("openai:a", None, {"models.speaker.temperature": "provider"})
    assert load_scenario("compulsory-voting", changes).models.extractor.temperature is None


def test_an_order_of_a_reproduction_says_who_hears():
    order = Order(out=Path("runs"), models=("openai:a",))
    assert order.name_models("openai:a") == name_models("openai:a", None)
    assert Order(out=Path("runs"), hear="offline").name_models("openai:a")[EXTRACTOR] == "offline"
