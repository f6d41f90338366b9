"""What is known of a model is kept by its identity: read back whole, or not at all."""

import pytest

from doxa.errors import LogError
from doxa.models.cache import VARIABLE
from doxa.models.conditions import Conditions
from doxa.models.known import identity_of, keep, recall, recalled_from
from doxa.records.base import Record


class Speed(Record):
    tokens: float


class Voice(Record):
    fit: int


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def test_what_is_kept_of_one_model_is_not_anothers():
    keep(Speed(tokens=3.5), "one")
    keep(Voice(fit=7), "one")
    assert recall(Speed, "one") == Speed(tokens=3.5)
    assert recall(Voice, "one") == Voice(fit=7)
    assert recall(Speed, "two") is None


def test_a_damaged_file_says_nothing():
    place = keep(Speed(tokens=3.5), "one")
    place.write_text('{"tokens": "fast"}')
    assert recall(Speed, "one") is None


def test_what_a_folder_keeps_takes_the_place_of_the_cache(tmp_path):
    keep(Speed(tokens=3.5), "one")
    keep(Voice(fit=7), "one")
    keep(Speed(tokens=0.5), "one", tmp_path / "runs")
    with recalled_from(tmp_path / "runs"):
        assert recall(Speed, "one") == Speed(tokens=0.5)
        assert recall(Voice, "one") == Voice(fit=7), "of which the folder keeps nothing"
    assert recall(Speed, "one") == Speed(tokens=3.5)


def test_what_cannot_be_read_beside_runs_is_an_error_and_stays(tmp_path):
    keep(Speed(tokens=3.5), "one")
    place = keep(Speed(tokens=0.5), "one", tmp_path / "runs")
    place.write_text('{"tokens": "fast"}')
    with recalled_from(tmp_path / "runs"), pytest.raises(LogError, match=f"{place.name} cannot be read"):
        recall(Speed, "one")
    assert place.read_text() == '{"tokens": "fast"}'
    place.unlink()
    place.mkdir()
    with recalled_from(tmp_path / "runs"), pytest.raises(LogError, match=f"{place.name} cannot be read"):
        recall(Speed, "one")


def test_where_a_model_is_served_is_part_of_its_identity():
    here, there = (Conditions(base_urls={"compatible": f"http://{place}/v1"}) for place in ("here", "there"))
    assert identity_of("compatible:one", here) != identity_of("compatible:one", there)
    assert identity_of("offline", here) == identity_of("offline", there)
