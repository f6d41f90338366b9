"""Student's t: its quantiles are those of tables, and its intervals cover as often as they say, few values or many."""

import numpy as np
import pytest

from doxa.errors import BeliefError
from doxa.scoring.bootstrap import difference_interval, mean_interval
from doxa.scoring.student import t_interval, t_quantile


@pytest.mark.parametrize(
    ("freedom", "level", "printed"),
    [
        (1, 0.95, 12.706), (2, 0.95, 4.303), (3, 0.95, 3.182), (4, 0.95, 2.776), (9, 0.95, 2.262), (30, 0.95, 2.042),
        (120, 0.95, 1.980), (1, 0.5, 1.000), (5, 0.99, 4.032), (10, 0.8, 1.372), (100_000, 0.95, 1.960),
    ],
)  # fmt: skip
def test_quantiles_are_those_of_printed_tables(freedom: int, level: float, printed: float) -> None:
    assert t_quantile(freedom, level) == pytest.approx(printed, abs=0.0006)


def test_an_interval_by_hand() -> None:
    # values 1 … 5: s = √2.5, t(4) = 2.776, half-width 2.776·√2.5/√5 = 1.963; d_z = 3/√2.5
    interval = t_interval([1, 2, 3, 4, 5])
    assert (interval.estimate, interval.low, interval.high) == pytest.approx((3.0, 3 - 1.96324, 3 + 1.96324), abs=1e-4)
    assert interval.standardised == pytest.approx(3 / 2.5**0.5)


def test_values_that_do_not_vary_have_no_effect_size() -> None:
    interval = t_interval([0.1, 0.1, 0.1])
    assert interval.low == pytest.approx(interval.high)
    assert interval.standardised is None


@pytest.mark.parametrize("values", [[], [1.0], [1.0, float("nan")]])
def test_one_value_has_no_interval(values: list[float]) -> None:
    with pytest.raises(BeliefError, match="two or more finite values"):
        t_interval(values)


@pytest.mark.parametrize(("freedom", "level"), [(0, 0.95), (3, 1.0), (3, 0.0)])
def test_a_quantile_that_does_not_exist_is_refused(freedom: int, level: float) -> None:
    with pytest.raises(BeliefError):
        t_quantile(freedom, level)


def coverage(n: int, trials: int, truth: float = 0.3) -> dict[str, float]:
    """Return how often each interval contains a true effect of 0.3, in blocks whose common part varies ten times as
    much as their differences; and how wide the unpaired interval, the trivial baseline, is beside the paired one.
    """
    random = np.random.default_rng(26)
    hits = {"t": 0, "bootstrap": 0, "unpaired": 0}
    widths = {"t": 0.0, "unpaired": 0.0}
    for _ in range(trials):
        common = random.normal(0, 1.0, n)
        first, second = common + truth + random.normal(0, 0.1, n), common + random.normal(0, 0.1, n)
        paired = t_interval([float(one - two) for one, two in zip(first, second, strict=True)])
        drawn = mean_interval(list(first - second), resamples=400)
        apart = difference_interval(list(first), list(second), resamples=400)
        for name, interval in (("t", paired), ("bootstrap", drawn), ("unpaired", apart)):
            hits[name] += interval.low <= truth <= interval.high
        widths["t"] += paired.high - paired.low
        widths["unpaired"] += apart.high - apart.low
    return {**{name: count / trials for name, count in hits.items()}, "ratio": widths["unpaired"] / widths["t"]}


@pytest.mark.parametrize("n", [3, 5, 12])
def test_the_paired_interval_covers_a_known_effect_as_often_as_it_says(n: int) -> None:
    """3 standard errors of a share of 0.95 over 1,500 trials are 0.017; the bootstrap of three values covers 0.7."""
    found = coverage(n, 1_500)
    assert found["t"] == pytest.approx(0.95, abs=0.017)
    if n == 3:
        assert found["bootstrap"] < 0.85, "why the t interval is the one that tables show"
    if n == 12:
        assert found["unpaired"] > 0.9
        assert found["ratio"] > 5, "the trivial baseline covers too, and is many times as wide"


def test_the_monte_carlo_error_is_the_spread_of_the_ends_over_seeds() -> None:
    values = list(np.random.default_rng(4).normal(0, 1, 20))
    intervals = [mean_interval(values, resamples=1_000, seed=seed) for seed in range(200)]
    spread = max(np.std([interval.low for interval in intervals]), np.std([interval.high for interval in intervals]))
    told = np.mean([interval.monte_carlo_error for interval in intervals])
    assert told == pytest.approx(spread, rel=0.2)
    more = mean_interval(values, resamples=16_000)
    assert more.monte_carlo_error == pytest.approx(told / 4, rel=0.35), "it falls with the root of the resamples"


def test_the_monte_carlo_error_is_not_part_of_what_logs_store() -> None:
    assert "monte_carlo_error" not in mean_interval([1.0, 2.0]).model_dump()
