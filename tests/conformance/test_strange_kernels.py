"""Third-party kernels: one that breaks the contract is refused, with the part and the remedy; others pass."""

import pytest

from conformance import strange_kernels as strange
from doxa.conformance import check_kernel


@pytest.mark.parametrize("kind", [strange.Pulling, strange.Tallying, strange.Wordless])
def test_a_kernel_that_keeps_to_the_contract_passes(kind: type) -> None:
    check_kernel(kind)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (strange.Understated, r"step: items add up to .* S, but S went from .*Items\.own"),
        (strange.Unsaid, r"step: items add up to .*give an item for everything that moves it"),
        (strange.Overcounting, r"contributions add up to .* but S is .*Items\.own"),
    ],
)
def test_items_add_up_to_the_move(kind: type, part: str) -> None:
    with pytest.raises(AssertionError, match=part):
        check_kernel(kind)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (strange.Rumour, "comes from 'rumour of r1/ann#1', which the kernel was not given"),
        (strange.Invented, r"the agent gave none \(met\.self_report is None\)"),
    ],
)
def test_items_come_from_what_the_kernel_was_given(kind: type, part: str) -> None:
    with pytest.raises(AssertionError, match=part):
        check_kernel(kind)


def test_an_item_begins_where_the_last_one_of_its_source_stopped() -> None:
    with pytest.raises(
        AssertionError, match=r"begins at \+0\.400000, but the last item of that source ended at \+0\.000000"
    ):
        check_kernel(strange.Unchained)


def test_weights_are_declared() -> None:
    with pytest.raises(AssertionError, match=r"write items = Items\(unit=…, weighed=True\)"):
        check_kernel(strange.Unweighed)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (strange.StartsAtNaN, r"under Prior\(mode='target', stance=0\.0\) with 0 seeds"),
        (strange.StartsBeyond, r"under Prior\(stance=0\.999\) [\s\S]*Begin at a finite stance in \[-1, 1\]"),
        (strange.StartsFromOdds, r"under Prior\(stance=1\.0\) .*ZeroDivisionError"),
    ],
)
def test_a_kernel_starts_at_a_stance_under_every_prior(kind: type, part: str) -> None:
    with pytest.raises(AssertionError, match=part):
        check_kernel(kind)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (strange.KeepsStart, r"KeepsStart\.init changed self\.start: .*put what the next step needs into the state"),
        (strange.KeepsHero, r"KeepsHero\.step changed self\.hero"),
        (strange.KeepsHeroBeside, r"KeepsHeroBeside\.step changed conformance\.strange_kernels\.HEROES"),
        (strange.KeepsLatest, "gives another answer to the same state and batch when asked in another order"),
        (strange.ChangesState, "must not change the state that it was given: return a new one"),
    ],
)
def test_a_kernel_keeps_nothing_outside_its_state(kind: type, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strange, "HEROES", [])
    with pytest.raises(AssertionError, match=part):
        check_kernel(kind)
