"""Training the readers of roles and positions: what teaches, what is left out, and that the run-time reads the same."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from doxa.corpora.message_sets import POSITIONS, ROLE_MESSAGES, RoleMessage, RoleSentence
from doxa.models.embedded import embedder
from doxa.models.embedded.positions import PositionReader, position_features
from doxa.models.hearing.roles import ROLES, read_roles, role_reader
from doxa_train import readers
from doxa_train.orders import PositionOrder, RoleOrder, TrainingPlace, unwatched

MOTION = "The town should plant more trees"


def message(*parts: tuple[str, str], breaks: bool = False) -> RoleMessage:
    sentences = tuple(RoleSentence(text=text, role=role, breaks=breaks) for text, role in parts)
    return RoleMessage(motion=MOTION, writer=1, side=1, sentences=sentences, part="train")


def test_a_sentence_of_several_roles_teaches_nothing() -> None:
    view, labels = readers.labelled_sentences(
        message(("It costs money,", "concedes"), ("but it cools the street.", "argues"), ("Thanks!", "nothing"))
    )
    assert view == "It costs money, but it cools the street. Thanks!"
    assert labels == [None, "nothing"]


def test_items_of_a_list_have_the_roles_of_their_parts() -> None:
    _, labels = readers.labelled_sentences(
        message(("## Our case", "nothing"), ("- Trees cool.", "argues"), ("- Roots hold soil.", "argues"), breaks=True)
    )
    assert labels[-2:] == ["argues", "argues"]


def test_what_is_written_is_what_the_run_time_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(
        replace(one, writer=number % 2 + 1, part="test" if number % 5 == 0 else "train")
        for number, one in enumerate(ROLE_MESSAGES.read()[::40])
    )
    monkeypatch.setattr(readers, "ROLE_MESSAGES", SimpleNamespace(read=lambda: few))
    order = RoleOrder(place=TrainingPlace(out=tmp_path), claims=5, steps=50)
    figures = readers.train_roles(order, unwatched)
    assert {file.name for file in tmp_path.iterdir()} == {
        "weights.safetensors", "settings.json", "figures.json", "MODEL_CARD.md",
    }  # fmt: skip
    assert json.loads((tmp_path / "figures.json").read_text())["messages"] == len(few)
    assert figures["claims"] == 15
    assert figures["writers left out"]["right"] > figures["writers left out"]["always the commonest"]
    _, _, read = read_roles(MOTION, "Trees cool a street in summer.", embedder(), role_reader(tmp_path))
    assert len(read) == 1


def test_a_writer_left_out_has_no_part_in_what_guesses_their_sentences() -> None:
    random = np.random.default_rng(1)
    count = 120
    rows = readers.RoleRows(
        features=random.normal(size=(count, 6)),
        roles=random.integers(0, len(ROLES), count),
        writers=np.repeat([1, 2, 3], count // 3),
        tested=np.zeros(count, dtype=bool),
    )
    order = RoleOrder(place=TrainingPlace(out=Path("nowhere")))
    guesses = readers.leave_writers_out(rows.features, rows.roles, rows.writers, order, unwatched)
    spoilt = np.where(rows.writers == 2, 0, rows.roles)
    again = readers.leave_writers_out(rows.features, spoilt, rows.writers, order, unwatched)
    assert np.array_equal(guesses[rows.writers == 2], again[rows.writers == 2])


def test_figures_of_roles_by_hand() -> None:
    rows = readers.RoleRows(
        features=np.zeros((4, 1)), roles=np.array([0, 0, 1, 2]), writers=np.ones(4, dtype=int), tested=np.zeros(4, bool)
    )
    figures = readers.role_figures(rows, np.array([0, 1, 1, 0]), np.ones(4, dtype=bool))
    assert figures["right"] == 0.5
    assert figures["always the commonest"] == 0.5
    assert figures["roles"][ROLES[0]] == {"sentences": 2, "found": 0.5, "right": 0.5}
    assert figures["roles"][ROLES[3]] == {"sentences": 0, "found": None, "right": None}


def test_positions_learn_a_planted_difference_and_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = POSITIONS.read()[::10]
    monkeypatch.setattr(readers, "POSITIONS", SimpleNamespace(read=lambda: few))
    figures = readers.train_positions(PositionOrder(place=TrainingPlace(out=tmp_path)), unwatched)
    assert figures["writers left out"]["right"] > figures["writers left out"]["always a position"]
    features = position_features([row.text for row in few], embedder())
    silent = np.array([row.stance == 0 for row in few])
    kept = readers.learn(features, silent, PositionOrder(place=TrainingPlace(out=tmp_path)))
    weights, bias = kept.weights[:, 0], float(kept.bias[0])
    read = PositionReader(weights, bias).no_position(few[0].text, embedder())
    assert read == pytest.approx(1 / (1 + np.exp(-(features[0] @ weights + bias))), abs=1e-4)


def test_figures_of_positions_by_hand() -> None:
    silent, guesses = np.array([True, True, False, False]), np.array([True, False, False, True])
    assert readers.position_figures(silent, guesses) == {
        "statements": 4, "right": 0.5, "always a position": 0.5, "found": 0.5, "taken for none": 0.5,
    }  # fmt: skip
