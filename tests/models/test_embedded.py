"""The sentence embedder: it agrees with the original numbers, and a text's vector depends on that text alone."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from doxa.evidence.vectors import cosines, integers
from doxa.models.embedded import Embedder
from doxa.models.embedded.weights import PEAK, TensorFile, packed

REFERENCE = json.loads((Path(__file__).parent / "embedded_reference.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def embedder():
    return Embedder()


def test_vectors_agree_with_the_original_weights(embedder):
    expected = np.array(REFERENCE["vectors"])
    vectors = embedder.embed(REFERENCE["texts"][: len(expected)])
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert (vectors * expected).sum(axis=1).min() >= 0.9999


def test_similarities_agree_with_the_original_weights(embedder):
    vectors = embedder.embed(REFERENCE["texts"]).astype(float)
    assert np.abs(vectors @ vectors.T - np.array(REFERENCE["cosines"])).max() <= 0.002


def test_a_text_has_the_same_bits_alone_and_in_company():
    texts = REFERENCE["texts"]
    together = Embedder().embed(texts)
    alone = [Embedder().embed([text])[0] for text in texts]
    turned = Embedder().embed(texts[::-1])[::-1]
    assert all(one.tobytes() == other.tobytes() for one, other in zip(together, alone, strict=True))
    assert together.tobytes() == np.ascontiguousarray(turned).tobytes()


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "x" * 100_000,
        "word " * 20_000,
        "🙂🙂",
        "\ud800 lone",
        "\x00\x01",
        "<script>alert(1)</script>",
        "日本語",
    ],
    ids=["empty", "blank", "long word", "long text", "emoji", "surrogate", "control", "script", "japanese"],
)
def test_every_text_has_a_finite_vector(embedder, text):
    vector = embedder.embed([text])[0]
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5)


def test_only_the_first_256_tokens_count(embedder):
    first, second = embedder.embed(["vote " * 254 + "cat", "vote " * 254 + "dog"])
    assert first.tobytes() == second.tobytes()


def test_no_texts_give_no_rows(embedder):
    assert embedder.embed([]).shape == (0, 384)
    assert embedder.rows([]) == ()


def test_rows_keep_the_similarities(embedder):
    vectors = embedder.embed(REFERENCE["texts"]).astype(float)
    rows = np.array([integers(blob) for blob in embedder.rows(REFERENCE["texts"])])
    assert cosines(rows[3], rows) == pytest.approx(vectors @ vectors[3], abs=1e-3)


def test_a_returned_array_is_the_callers_own(embedder):
    embedder.embed(["journalism"])[:] = 0
    assert np.linalg.norm(embedder.embed(["journalism"])[0]) == pytest.approx(1.0, abs=1e-5)


def test_packed_weights_are_within_half_a_step():
    matrix = np.random.default_rng(1).normal(size=(40, 64)).astype(np.float32)
    matrix[3] = 0
    table = packed(matrix)
    step = np.abs(matrix).max(axis=1) / PEAK
    assert (np.abs(table.full() - matrix) <= 0.501 * step[:, None] + 1e-12).all()
    assert (table.rows(np.array([5, 2])) == table.full()[[5, 2]]).all()


def test_weights_stored_as_they_are_can_be_read_too():
    matrix = np.random.default_rng(2).normal(size=(20, 8)).astype(np.float32)
    weights = TensorFile({"m": matrix})
    assert (weights.matrix("m") == matrix).all()
    assert np.abs(weights.table("m").full() - matrix).max() < 1e-2


def test_weights_load_only_when_a_text_comes():
    code = (
        "import doxa.models.embedded as embedded; from doxa.models.embedded.trunk import trunk;"
        "loaded = [one.__wrapped__.cache_info().currsize for one in (trunk, embedded.polarity, embedded.strength)];"
        "print(embedded.embedder() is embedded.embedder(), *loaded)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert told == ["True", "0", "0", "0"]
