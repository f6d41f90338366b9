"""Third-party kernels: one that breaks the contract is refused, with the part and the remedy; others pass."""

import pytest

from conformance import strange_kernels as strange
from doxa.conformance import check_kernel


@pytest.mark.parametrize("kind", [strange.Pulling, strange.Tallying, strange.Wordless])
def test_a_kernel_that_keeps_to_the_contract_passes(kind: type) -> None:
    check_kernel(kind)


BROKEN = {
    "items add up to the move": {
        strange.Understated: r"step: items add up to .* S, but S went from .*Items\.own",
        strange.Unsaid: r"step: items add up to .*give an item for everything that moves it",
        strange.Overcounting: r"contributions add up to .* but S is .*Items\.own",
    },
    "items come from what the kernel was given": {
        strange.Rumour: "comes from 'rumour of r1/ann#1', which the kernel was not given",
        strange.Invented: r"the agent gave none \(met\.self_report is None\)",
    },
    "an item begins where the last one of its source stopped": {
        strange.Unchained: r"begins at \+0\.400000, but the last item of that source ended at \+0\.000000",
    },
    "weights are declared": {strange.Unweighed: r"write items = Items\(unit=…, weighed=True\)"},
    "a kernel starts at a stance under every prior": {
        strange.StartsAtNaN: r"under Prior\(mode='target', stance=0\.0\) with 0 seeds",
        strange.StartsBeyond: r"under Prior\(stance=0\.999\) [\s\S]*Begin at a finite stance in \[-1, 1\]",
        strange.StartsFromOdds: r"under Prior\(stance=1\.0\) .*ZeroDivisionError",
    },
    "a kernel keeps nothing outside its state": {
        strange.KeepsStart: r"KeepsStart\.init changed self\.start: .*put what the next step needs into the state",
        strange.KeepsHero: r"KeepsHero\.step changed self\.hero",
        strange.KeepsHeroBeside: r"KeepsHeroBeside\.step changed conformance\.strange_kernels\.HEROES",
        strange.KeepsLatest: "gives another answer to the same state and batch when asked in another order",
        strange.ChangesState: "must not change the state that it was given: return a new one",
    },
}
"""Rule of the contract → a kernel that breaks it → the words that refuse it."""


CASES = [(rule, kind, words) for rule, kinds in BROKEN.items() for kind, words in kinds.items()]


@pytest.mark.parametrize(("rule", "kind", "words"), CASES)
def test_a_kernel_that_breaks_a_rule_is_refused(
    rule: str, kind: type, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strange, "HEROES", [])
    with pytest.raises(AssertionError, match=words):
        check_kernel(kind)
