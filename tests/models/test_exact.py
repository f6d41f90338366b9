"""The arithmetic of the shipped networks: whole numbers as Python computes them, and the same bytes on every kernel."""

import hashlib
import json
import math
import os
import signal
import subprocess
import sys
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from doxa.models.embedded.exact import (
    DEPTH,
    REACH,
    code,
    dot,
    exact_product,
    exponential,
    gelu,
    logarithm,
    sigmoid,
    sum_halves,
)
from doxa.models.embedded.network import HIDDEN, Norm
from doxa.models.embedded.weights import packed

FLOAT32_HOLDS = 2**24

READINGS = """
import hashlib, json, numpy as np
from threadpoolctl import threadpool_info
from doxa.models.embedded import anchored_strength, embedder, message_polarity, polarity, strength
from doxa.models.embedded.positions import position_reader
from doxa.models.hearing.roles import read_roles

motion = "We should introduce compulsory voting"
message = (
    "Compulsory voting makes parliaments represent the poor. Critics say that it takes freedom away, but a fine of "
    "20 dollars is no prison! In Australia, where it has been the law since 1924, nine in ten citizens vote."
)
texts = ["", "Yes.", "Forcing people to vote takes away their freedom.", message, "word " * 300]
embedder = embedder()
readings = embedder.read_texts(texts)
arrays = {
    "vectors": embedder.embed(texts),
    "states": np.concatenate([reading.states for reading in readings]),
    "means": np.stack([reading.means for reading in readings]),
    "polarity": polarity().logits(motion, texts, embedder),
    "message polarity": message_polarity().logits(motion, texts, embedder),
    "strength": strength().raw(motion, texts, embedder),
    "anchored strength": anchored_strength().strengths(motion, texts, embedder),
    "positions": [position_reader().no_position(text, embedder) for text in texts],
    "roles": [list(vars(role).values()) for role in read_roles(motion, message, embedder)[2]],
}
sums = {name: hashlib.sha256(np.asarray(array).tobytes()).hexdigest() for name, array in arrays.items()}
draw = np.random.default_rng(3)
floats = (draw.normal(size=(64, 384)) @ draw.normal(size=(384, 256))).tobytes()
kernels = sorted(pool["architecture"] for pool in threadpool_info() if pool["user_api"] == "blas")
print(json.dumps({"sums": sums, "floats": hashlib.sha256(floats).hexdigest(), "kernels": kernels}))
"""

KERNELS = ("Prescott", "Nehalem", "Sandybridge", "Haswell", "SkylakeX", "ARMV8", "NEOVERSEN1")
"""Names of OpenBLAS for the processors whose kernels differ."""


def read_under(kernel: str, *, features: bool = True) -> dict | None:
    """Return hashes of what the networks say in a process with a kernel; None where this processor lacks it."""
    enabled = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    environment = dict(os.environ, OPENBLAS_CORETYPE=kernel, OPENBLAS_NUM_THREADS="1" if kernel else "2")
    if not features:
        environment["NPY_DISABLE_CPU_FEATURES"] = " ".join(enabled)
    done = subprocess.run([sys.executable, "-c", READINGS], env=environment, capture_output=True, text=True)
    if done.returncode == -signal.SIGILL:
        return None
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_networks_have_the_same_bytes_under_every_kernel_and_without_features_of_the_processor():
    readings = [read_under(""), read_under("", features=False), *(read_under(kernel) for kernel in KERNELS)]
    able = [reading for reading in readings if reading]
    assert len({json.dumps(reading["sums"]) for reading in able}) == 1
    if len({tuple(reading["kernels"]) for reading in able}) > 2:
        assert len({reading["floats"] for reading in able}) > 1, "the kernels do not differ: this shows nothing"


def drawn(rows: int, inner: int, outer: int, spread: float = 1.0):
    """Return rows, weights and a bias; one channel is far wider than others."""
    draw = np.random.default_rng([inner, outer])
    values = draw.normal(size=(rows, inner)) * spread
    values[:, 3] *= 20
    weights = draw.normal(size=(outer, inner)) / np.sqrt(inner)
    return values.astype(np.float32), weights.astype(np.float32), draw.normal(size=outer).astype(np.float32)


@pytest.mark.parametrize(("inner", "outer"), [(HIDDEN, 40), (4 * HIDDEN, 12), (256, 1)])
def test_a_product_is_that_of_whole_numbers_as_python_computes_it(inner, outer):
    rows, weights, bias = drawn(3, inner, outer)
    product = exact_product(packed(weights), bias)
    parts, _, depth = product.codes.shape
    coded, worth = code(rows.reshape(3, parts, depth))
    for row, row_codes in enumerate(coded):
        for column in range(outer):
            total = np.float32(0)
            for values, codes in zip(row_codes, product.codes[:, column], strict=True):
                whole = sum(int(value) * int(weight) for value, weight in zip(values, codes, strict=True))
                total += np.float32(whole)
                assert int(np.float32(whole)) == whole
            expected = total * worth[row, 0, 0] * product.columns[column] + bias[column]
            assert product(rows)[row, column] == expected


@pytest.mark.parametrize(("inner", "outer"), [(HIDDEN, 40), (4 * HIDDEN, 12), (256, 1)])
@pytest.mark.parametrize("spread", [1e-20, 1.0, 1e12])
def test_a_product_comes_near_that_of_real_numbers(inner, outer, spread):
    rows, weights, bias = drawn(30, inner, outer, spread)
    table = packed(weights)
    expected = rows.astype(float) @ table.full().T.astype(float)
    found = exact_product(table, np.zeros_like(bias))(rows)
    if spread > 1e-12:
        assert np.std(found - expected) < 0.004 * np.std(expected)
    assert np.isfinite(found).all()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0, 12), st.sampled_from([1, 7, DEPTH]))
def test_no_sum_of_products_exceeds_what_float32_holds(seed, power, size):
    """The worst sum takes every product as positive."""
    draw = np.random.default_rng(seed)
    heavy = np.sign(draw.normal(size=(2, 3, size))) * draw.random((2, 3, size)) ** power
    left, right = code(heavy.astype(np.float32))[0].astype(float)
    assert (np.abs(left) @ np.abs(right).T).max() < FLOAT32_HOLDS
    assert np.linalg.norm(left, axis=1).max() <= REACH + math.sqrt(size) / 2 + 1


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=700))
def test_sums_by_halves_are_sums(values):
    assert sum_halves(np.array(values)) == pytest.approx(math.fsum(values), abs=1e-8 * (1 + sum(map(abs, values))))
    whole = [round(value) for value in values]
    assert sum_halves(np.array(whole, dtype=float)) == sum(whole)


def test_exponentials_come_near_those_of_decimal_numbers():
    points = [0.0, -1e-9, -0.3, -1.0, -4.0, -17.5, -60.0]
    with localcontext(prec=40):
        expected = np.array([float(Decimal(point).exp()) for point in points])
    assert np.abs(exponential(np.array(points)) - expected).max() < 1e-7
    assert np.abs(exponential(np.array(points, dtype=np.float32)) - expected).max() < 2e-5
    assert 0 < exponential(np.array([-1e30]))[0] < 1e-27
    assert sigmoid(2.0) == pytest.approx(float(1 / (1 + Decimal(-2).exp())), rel=1e-15)
    assert logarithm(10) == 2.302585092994046


def error_function(x: Fraction) -> float:
    """Return erf by its series in fractions (Abramowitz and Stegun 1964, 7.1.5)."""
    term, total = x, Fraction(0)
    for power in range(1, 80):
        total += term / (2 * power - 1)
        term *= -x * x / power
    return float(2 * total) / math.sqrt(math.pi)


def test_gelu_comes_near_its_series_and_stays_finite():
    points = np.linspace(-4, 4, 33, dtype=np.float32)
    roots = [Fraction(float(point)) * Fraction(70710678118654752, 10**17) for point in points]
    expected = [float(point) * (1 + error_function(root)) / 2 for point, root in zip(points, roots, strict=True)]
    assert np.abs(gelu(points.copy()) - expected).max() < 2e-6
    assert gelu(np.array([-1e9, -50, 50, 1e9], dtype=np.float32)) == pytest.approx([0, 0, 50, 1e9])


def test_a_norm_has_mean_zero_and_variance_one():
    rows, _, _ = drawn(5, HIDDEN, 1)
    normed = Norm(np.ones(HIDDEN, dtype=np.float32), np.zeros(HIDDEN, dtype=np.float32))(rows)
    assert normed.mean(axis=1) == pytest.approx(0, abs=1e-6)
    assert normed.std(axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("through", ["product", "gelu", "exponential", "dot"])
def test_a_row_has_the_same_bits_whatever_rows_stand_beside_it(through):
    rows, weights, bias = drawn(200, 4 * HIDDEN, 96)
    compute = {
        "product": exact_product(packed(weights), bias),
        "gelu": lambda part: gelu(part.copy()),
        "exponential": lambda part: exponential(-np.abs(part)),
        "dot": lambda part: dot(part, weights[0]),
    }[through]
    together = hashlib.sha256(compute(rows)[40:47].tobytes()).hexdigest()
    assert hashlib.sha256(compute(rows[40:47]).tobytes()).hexdigest() == together
    assert (compute(rows[40:41]) == compute(rows)[40:41]).all()
