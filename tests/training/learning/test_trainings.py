"""Whole trainings on few rows: what they leave, that debates are kept apart, and that the result can be used."""

import asyncio
import json
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from safetensors.numpy import load_file

from doxa.corpora.message_sets import DebateMessage
from doxa.errors import ModelSetupError, ScenarioError
from doxa.experiments.named_models import context_of
from doxa.models.conditions import Conditions
from doxa.models.embedded import embedder
from doxa.models.embedded.polarity import polarity
from doxa.models.encoder.performer import make
from doxa.models.port import Request
from doxa.records.spec import ModelSettings, Participant, Proposition
from doxa.records.steps import Step
from doxa.tasks import classify, extract, score
from doxa.tasks.base import Scene
from doxa_train import quality as ordering
from doxa_train.messages import motions_part, train_cross_messages, train_messages
from doxa_train.orders import (
    CROSS,
    CROSS_MESSAGES,
    MESSAGES,
    POLARITY,
    QUALITY,
    TAUGHT,
    TAUGHT_MIX,
    CrossMessageOrder,
    CrossOrder,
    MessageOrder,
    PolarityOrder,
    QualityOrder,
    TrainingPlace,
    unwatched,
)
from doxa_train.polarity import train_cross, train_polarity
from doxa_train.quality import groups, train_quality

WRITTEN = {"settings.json", "figures.json", "MODEL_CARD.md"}


def place(folder):
    return TrainingPlace(out=folder, threads=1, precision="float32")


def cross(backbone, folder, **changed):
    recipe = replace(CROSS, epochs=12, rate=5e-3, batch=8, dropout=0.0)
    return CrossOrder(place=place(folder), backbone=str(backbone), recipe=recipe, train_words=True, **changed)


def asked(folder, task, inputs):
    """Ask the judge ``encoder:DIR`` for one reply."""
    settings = ModelSettings(model=f"encoder:{folder}")
    request = Request(
        step=Step(key="k", actor="a", task=task.name, inputs=inputs.model_dump(mode="json")),
        inputs=inputs,
        scene=Scene(actor=Participant(id="a", name="A"), proposition=Proposition(text="P"), names={"a": "A"}),
        task=task,
        prompt=(),
        settings=settings,
        seed=1,
    )
    response = asyncio.run(make(settings, Conditions()).perform(request))
    return task.Reply.model_validate_json(response.text), response


def test_polarity_learns_what_there_is_to_learn(small_sets, rows, tmp_path):
    seen = []
    recipe = replace(POLARITY, epochs=3, batch=8, rate=5e-4, keep=0.5)
    figures = train_polarity(PolarityOrder(place=place(tmp_path), recipe=recipe), seen.append)
    training = [float(one.note.rpartition(" ")[2]) for one in seen if one.stage == "training"]
    assert training[-1] < 0.8 * training[0]
    assert figures["parts"]["all tests"]["accuracy"] == 1.0
    assert {file.name for file in tmp_path.iterdir()} == WRITTEN | {"weights.safetensors", "calibration.json"}
    told = polarity(tmp_path).probabilities(rows[0].proposition, [rows[0].claim, rows[1].claim], embedder())
    assert told[0] < 0.5 < told[1]
    settings = json.loads((tmp_path / "settings.json").read_text())
    assert settings["order"]["recipe"]["epochs"] == 3
    assert str(tmp_path) not in json.dumps(settings)


def test_the_same_seed_gives_the_same_weights(small_sets, tmp_path):
    recipe = replace(POLARITY, epochs=1, batch=20)
    made = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        order = PolarityOrder(place=replace(place(tmp_path / name), seed=seed), recipe=recipe)
        train_polarity(order, unwatched)
        made.append((tmp_path / name / "weights.safetensors").read_bytes())
    assert made[0] == made[1] != made[2]


def test_an_encoder_of_ones_own_is_a_judge_and_a_teacher(small_sets, rows, backbone, tmp_path):
    large = tmp_path / "large"
    assert train_cross(cross(backbone, large), unwatched)["parts"]["all tests"]["accuracy"] == 1.0
    assert WRITTEN | {"config.json", "head.safetensors", "encoder.json"} <= {file.name for file in large.iterdir()}
    claims = (rows[0].claim, rows[1].claim)
    reply, response = asked(large, classify.CLASSIFY, classify.Inputs(proposition=rows[0].proposition, claims=claims))
    assert [one.polarity for one in reply.judgements] == ["against", "for"]
    assert response.revision.startswith("encoder/")
    assert response.cost == 0.0
    extracted, _ = asked(large, extract.EXTRACT, extract.Inputs(proposition=rows[0].proposition, text=claims[0]))
    assert extracted.claims
    with pytest.raises(ModelSetupError, match="it cannot score"):
        asked(large, score.SCORE, score.Inputs(proposition="P", claims=claims))
    seen = []
    small = PolarityOrder(
        place=place(tmp_path / "small"), recipe=replace(TAUGHT, epochs=1), mix=TAUGHT_MIX, teacher=large
    )
    train_polarity(small, seen.append)
    assert {one.stage for one in seen} >= {"asking the teacher", "training"}
    again = []
    train_polarity(replace(small, recipe=replace(TAUGHT, epochs=1, rate=1e-5)), again.append)
    assert "asking the teacher" not in {one.stage for one in again}


def test_a_training_goes_on_from_another_with_the_rows_after_its_own(small_sets, rows, backbone, tmp_path, monkeypatch):
    teacher, first, later = tmp_path / "large", tmp_path / "first", tmp_path / "later"
    train_cross(cross(backbone, teacher), unwatched)
    asked_for = []
    monkeypatch.setattr(
        "doxa_train.polarity.epoch_rows", lambda mix, seed, epoch, pool: asked_for.append(epoch) or rows
    )
    order = PolarityOrder(place=place(first), recipe=replace(TAUGHT, epochs=2), teacher=teacher)
    train_polarity(order, unwatched)
    assert set(asked_for) == {0, 1}
    asked_for.clear()
    stood_still = replace(order, place=place(later), recipe=replace(TAUGHT, epochs=1, rate=1e-12), start=first)
    seen = []
    train_polarity(stood_still, seen.append)
    assert set(asked_for) == {2}
    assert "asking the teacher" not in {one.stage for one in seen}, "its answers came along"
    before, after = (load_file(folder / "weights.safetensors") for folder in (first, later))
    assert all(np.allclose(before[name], after[name], atol=1e-6) for name in before)
    assert "a training of 2 epochs, for 1 more" in (later / "MODEL_CARD.md").read_text().replace("\n", " ")
    assert json.loads((later / "settings.json").read_text())["order"]["behind"] == 2


def test_there_is_nothing_to_go_on_from_in_another_folder(small_sets, backbone, tmp_path):
    teacher = tmp_path / "large"
    train_cross(cross(backbone, teacher), unwatched)
    order = PolarityOrder(place=place(tmp_path / "later"), recipe=replace(TAUGHT, epochs=1), teacher=teacher)
    for folder in (tmp_path / "nowhere", teacher):
        with pytest.raises(ModelSetupError, match="contains no polarity training to continue"):
            train_polarity(replace(order, start=folder), unwatched)


def test_another_teacher_s_answers_are_refused(small_sets, backbone, tmp_path):
    order = PolarityOrder(place=place(tmp_path / "small"), recipe=replace(POLARITY, epochs=1))
    for seed in (1, 2):
        made = cross(backbone, tmp_path / f"large{seed}")
        train_cross(replace(made, place=replace(made.place, seed=seed)), unwatched)
    train_polarity(replace(order, teacher=tmp_path / "large1"), unwatched)
    with pytest.raises(ModelSetupError, match="another teacher"):
        train_polarity(replace(order, teacher=tmp_path / "large2"), unwatched)
    with pytest.raises(ModelSetupError, match="contains no encoder"):
        train_polarity(replace(order, teacher=tmp_path), unwatched)


def test_frozen_layers_stay_and_too_many_are_refused(small_sets, backbone, tmp_path):
    train_cross(replace(cross(backbone, tmp_path), frozen_layers=1, train_words=False), unwatched)
    before, after = load_file(backbone / "model.safetensors"), load_file(tmp_path / "model.safetensors")
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    assert any(name.startswith("encoder.layer.1.") for name in changed)
    assert not any(name.startswith(("encoder.layer.0.", "embeddings.")) for name in changed)
    with pytest.raises(ModelSetupError, match="2 layers of DebertaV2Model cannot be frozen"):
        train_cross(cross(backbone, tmp_path / "more", frozen_layers=2), unwatched)


def test_an_encoder_that_is_nowhere_is_told(small_sets, tmp_path):
    with pytest.raises(ModelSetupError, match="no encoder can be loaded"):
        train_cross(cross(tmp_path / "nowhere", tmp_path / "out"), unwatched)


def test_debates_are_left_out_whole(few_arguments, backbone, tmp_path, monkeypatch):
    arguments, pairs = few_arguments
    debate_of = {one.id: one.debate for one in arguments}
    trained_on = []
    whole = groups

    def spied(arguments, pairs, without, size, random):
        made = whole(arguments, pairs, without, size, random)
        trained_on.append((frozenset(without), {debate_of[id] for one in made for id in one.members}))
        return made

    monkeypatch.setattr(ordering, "groups", spied)
    order = QualityOrder(
        place=place(tmp_path),
        backbone=str(backbone),
        dataset="ukp",
        recipe=replace(QUALITY, epochs=1, batch=8),
        folds=3,
    )
    figures = train_quality(order, unwatched)
    assert all(not without & seen for without, seen in trained_on)
    assert {len(without) for without, _ in trained_on} == {1}
    assert figures["held_out"]["pairs"] == len(pairs)
    assert set(figures["test"]["debates"]) == {arguments[-1].debate}
    # finished folds are not trained again
    again = []
    train_quality(order, lambda now: again.append(now.stage))
    assert not any(stage.startswith("fold ") for stage in again)
    reply, _ = asked(tmp_path, score.SCORE, score.Inputs(proposition="P", claims=("It is good.", "They harm people.")))
    assert all(0 <= one <= 1 for one in reply.strengths)
    with pytest.raises(ModelSetupError, match="it cannot classify"):
        asked(tmp_path, classify.CLASSIFY, classify.Inputs(proposition="P", claims=("It is good.",)))


def test_groups_hold_pairs_of_one_side(few_arguments):
    arguments, pairs = few_arguments
    side_of = {one.id: one.side for one in arguments}
    for one in groups(arguments, pairs, (), 5, Random(1)):
        assert len({side_of[id] for id in one.members}) == 1
        assert 0 < len(one.members) <= 5
        for better, worse in one.pairs:
            assert (one.members[better], one.members[worse]) in pairs


def test_an_encoder_learns_ratings(backbone, tmp_path):
    file = tmp_path / "aqr.csv"
    lines = ["argument,topic,set,WA"]
    for part, topic in (("train", "cars"), ("dev", "uniforms"), ("test", "gambling")):
        for number in range(40):
            word, rating = ("good", 0.9) if number % 2 else ("bad", 0.1)
            lines.append(f"It is {word} because they help people,We should ban {topic},{part},{rating}")
    file.write_text("\n".join(lines) + "\n")
    out = tmp_path / "out"
    order = QualityOrder(
        place=place(out),
        backbone=str(backbone),
        dataset="aqr",
        path=file,
        recipe=replace(QUALITY, epochs=6, rate=5e-3, batch=8, dropout=0.0),
    )
    assert train_quality(order, unwatched)["parts"]["test"]["pearson"] > 0.9
    about = score.Inputs(
        proposition="We should ban cars", claims=("It is good because they help people.", "It is bad.")
    )
    reply, _ = asked(out, score.SCORE, about)
    assert reply.strengths[0] > reply.strengths[1]
    with pytest.raises(ScenarioError, match="does not ship"):
        train_quality(replace(order, path=None), unwatched)


DEBATED = ("we should ban cars", "we should ban gambling", "it is good")


def debates(part=None):
    """Messages whose side is that of one word."""
    return tuple(
        DebateMessage(
            id=f"{motion}/{side}/{number}",
            motion=motion,
            kind="policy",
            style="chat",
            side=side,
            text=f"It is {'good' if side > 0 else 'bad'} because they help people {number}.",
            part="train",
        )
        for motion in DEBATED
        for side in (1, -1)
        for number in range(6)
    )


@pytest.fixture
def small_debates(monkeypatch, rows):
    written = SimpleNamespace(read=debates)
    valid = [SimpleNamespace(motion=one.motion, side=one.side, text=one.text, valid=True) for one in debates()]
    said = [
        SimpleNamespace(proposition=one.motion, side=one.side, text=one.text, writer="persuader") for one in debates()
    ]
    monkeypatch.setattr("doxa_train.messages.WRITTEN_DEBATES", written)
    for name, messages in (
        ("WRITTEN_DEBATES", written),
        ("OWN_MESSAGES", written),
        ("MODEL_MESSAGES", SimpleNamespace(read=lambda: valid)),
        ("CONVERSATIONS", SimpleNamespace(read=lambda: said)),
    ):
        monkeypatch.setattr(f"doxa_train.message_figures.{name}", messages)
    monkeypatch.setattr("doxa_train.messages.labelled_rows", lambda: {"argkp": rows})


def test_a_reader_of_messages_learns_what_there_is_to_learn(small_debates, tmp_path):
    recipe = replace(MESSAGES, epochs=3, batch=8, rate=5e-4, keep=0.5)
    order = MessageOrder(place=place(tmp_path), recipe=recipe, flipped=0.0)
    figures = train_messages(order, unwatched)
    assert figures["parts"]["written debates test"]["accuracy"] == 1.0
    assert figures["parts"]["persuaders"]["accuracy_interval"] is not None
    assert {file.name for file in tmp_path.iterdir()} == WRITTEN | {"weights.safetensors", "calibration.json"}
    told = polarity(tmp_path).probabilities(DEBATED[0], [debates()[0].text, debates()[6].text], embedder())
    assert told[1] < 0.5 < told[0]


def messages_of(backbone, folder, **more):
    recipe = replace(CROSS_MESSAGES, epochs=6, rate=5e-3, batch=8, dropout=0.0)
    return CrossMessageOrder(
        place=place(folder), backbone=str(backbone), recipe=recipe, flipped=0.0, train_words=True, **more
    )


def test_an_encoder_that_learned_from_messages_reads_claims_in_theirs(small_debates, backbone, tmp_path):
    figures = train_cross_messages(messages_of(backbone, tmp_path), unwatched)
    assert figures["parts"]["written debates test"]["accuracy"] == 1.0
    assert WRITTEN | {"config.json", "head.safetensors", "encoder.json"} <= {one.name for one in tmp_path.iterdir()}
    assert context_of(f"encoder:{tmp_path}") == "message"
    claim = "They teach people to help uniforms."
    for word, direction in (("good", "for"), ("bad", "against")):
        message = f"It is {word} because they help people. It is {word}. {claim}"
        about = classify.Inputs(proposition="We should ban uniforms", claims=(claim,), message=message)
        reply, response = asked(tmp_path, classify.CLASSIFY, about)
        assert [one.polarity for one in reply.judgements] == [direction]
        assert response.revision.startswith("encoder/")


def test_guards_hold_before_any_encoder(small_debates, backbone, tmp_path):
    train_cross_messages(messages_of(backbone, tmp_path), unwatched)
    claims = ("It is good because they help people.", "Das ist gut, weil es den Menschen in der Stadt hilft.")
    about = classify.Inputs(proposition="We should not ban cars", claims=claims)
    reply, _ = asked(tmp_path, classify.CLASSIFY, about)
    assert [one.polarity for one in reply.judgements] == ["against", "unclear"]


def test_a_training_on_messages_goes_on_from_an_encoder_s_head(
    small_debates, small_sets, few_arguments, backbone, tmp_path
):
    train_cross(cross(backbone, tmp_path / "claims"), unwatched)
    still = messages_of(tmp_path / "claims", tmp_path / "still")
    train_cross_messages(replace(still, recipe=replace(still.recipe, epochs=1, rate=1e-12)), unwatched)
    before, after = (load_file(tmp_path / name / "head.safetensors") for name in ("claims", "still"))
    assert all(np.allclose(before[name], after[name], atol=1e-6) for name in before)
    quality = QualityOrder(
        place=place(tmp_path / "quality"),
        backbone=str(backbone),
        dataset="ukp",
        recipe=replace(QUALITY, epochs=1, batch=8),
        only_final=True,
    )
    train_quality(quality, unwatched)
    with pytest.raises(ModelSetupError, match="an encoder of strength, which says nothing on directions"):
        train_cross_messages(messages_of(tmp_path / "quality", tmp_path / "none"), unwatched)


def test_a_smaller_share_of_motions_lies_within_a_larger_one():
    messages = [SimpleNamespace(motion=f"Motion {number}") for number in range(40) for _ in range(2)]
    motions = [{message.motion for message in motions_part(messages, share)} for share in (0.25, 0.5, 1.0)]
    assert [len(own) for own in motions] == [10, 20, 40]
    assert motions[0] < motions[1] < motions[2]
