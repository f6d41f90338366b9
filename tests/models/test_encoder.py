"""``encoder:DIR`` where torch is not installed, and what is said of folders that hold no encoder."""

import asyncio
import json
from dataclasses import replace

import pytest

from doxa.errors import ModelSetupError
from doxa.models.encoder import folder as folders
from doxa.models.encoder.folder import open_folder, revision
from doxa.models.encoder.performer import EncoderPerformer
from doxa.models.offline.performer import OfflinePerformer
from doxa.models.setup import describe, performer_for
from doxa.records.spec import ModelSettings
from doxa.tasks.classify import Reply
from models.offline_scenes import scene_request

TOLD = {"task": "polarity", "pair": True, "max_tokens": 80, "calibration": {"temperature": 1.2, "threshold": 0.6}}


@pytest.fixture
def with_torch(monkeypatch):
    monkeypatch.setattr(folders, "lacking_torch", list)


def written(place, told):
    (place / "encoder.json").write_text(told if isinstance(told, str) else json.dumps(told))
    (place / "head.safetensors").write_bytes(b"head")
    (place / "model.safetensors").write_bytes(b"model")
    return place


def test_without_torch_it_says_what_to_install(monkeypatch, tmp_path):
    found = folders.importlib.util.find_spec  # a module that is first imported meanwhile keeps what stands here
    monkeypatch.setattr(folders.importlib.util, "find_spec", lambda name: None if name == "torch" else found(name))
    with pytest.raises(ModelSetupError, match="needs torch and transformers") as caught:
        performer_for(ModelSettings(model=f"encoder:{tmp_path}"))
    assert caught.value.hint == "pip install 'doxa[train]'"
    (status,) = [one for one in describe() if one.name == "encoder"]
    assert (status.ready, status.example, status.todo) == (False, "encoder:DIR", ("pip install 'doxa[train]'",))


def test_a_folder_is_read_with_its_calibration(with_torch, tmp_path):
    found = open_folder(written(tmp_path, TOLD))
    assert (found.told.task, found.told.pair) == ("polarity", True)
    assert found.told.calibration.threshold == 0.6


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("{", "its JSON"),
        ({**TOLD, "max_tokens": 0}, "max_tokens"),
        ({**TOLD, "calibration": {"temperature": -1}}, "calibration.temperature"),
        ({**TOLD, "more": 1}, "more"),
    ],
)
def test_settings_that_are_damaged_are_named(with_torch, tmp_path, told, said):
    with pytest.raises(ModelSetupError, match=f"encoder.json cannot be read: {said}") as caught:
        open_folder(written(tmp_path, told))
    assert "doxa train" in caught.value.hint


def test_other_folders_are_refused(with_torch, tmp_path):
    with pytest.raises(ModelSetupError, match="contains no encoder"):
        open_folder(tmp_path)
    with pytest.raises(ModelSetupError, match="says where it is"):
        open_folder("")


def test_the_revision_is_that_of_weights_and_settings(tmp_path):
    before = revision(written(tmp_path, TOLD))
    assert revision(tmp_path) == before
    (tmp_path / "model.safetensors").write_bytes(b"other")
    assert revision(tmp_path) != before


class Firm:
    """A network that finds every text for the proposition with one probability."""

    def probabilities(self, proposition, claims, embedder):
        return [0.8] * len(claims)

    def clear(self, probability):
        return max(probability, 1.0 - probability) >= 0.6


@pytest.mark.parametrize(("sure", "direction"), [(None, "for"), (0.75, "for"), (0.85, "unclear")])
def test_directions_come_from_the_encoder_alone(with_torch, tmp_path, monkeypatch, sure, direction):
    def asked(*_, **__):
        raise AssertionError("the rules' directions are not needed")

    monkeypatch.setattr("doxa.models.offline.claims.read_claims", asked)
    performer = EncoderPerformer(open_folder(written(tmp_path, TOLD)), OfflinePerformer())
    performer._network = Firm()
    inputs = {"proposition": "Buses should be free", "claims": ["Free buses empty the roads because people ride."]}
    request = scene_request("classify", inputs)
    settings = ModelSettings(model=f"encoder:{tmp_path}", sure=sure)
    response = asyncio.run(performer.perform(replace(request, settings=settings)))
    (judgement,) = Reply.model_validate_json(response.text).judgements
    assert judgement.polarity == direction
    assert "consequence" in judgement.tags
    assert judgement.strength > 0


def test_a_hosted_model_cannot_be_asked_to_be_surer(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with pytest.raises(ModelSetupError, match="states no probability") as caught:
        performer_for(ModelSettings(model="openai:gpt-4o-mini", sure=0.9))
    assert "--hear offline" in caught.value.hint
