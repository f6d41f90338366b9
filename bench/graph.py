"""How fast the surviving arguments of a debate of 500 claims are computed, beside pygarg (a SAT-based solver).

python bench/graph.py
For the comparison: pip install pygarg python-sat
"""

import importlib
import time
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

from doxa.judging.graph import Attacks, attacks, grounded, standings

CLAIMS, REBUTTALS, UNDERMINING = 500, 600, 0.4
SMALLER = 5
"""pygarg scans lists: it gets a debate a fifth as large, since it needs minutes for one answer on the whole."""

ASKED = 12
"""Arguments about which pygarg is asked; each takes about as long."""


def main() -> None:
    graph = _debate(Random(42), CLAIMS, REBUTTALS)
    known = _timed(lambda: grounded(_fresh(graph)))
    whole = _timed(lambda: standings(_fresh(graph)))
    found = standings(graph)
    print(f"{CLAIMS} claims, {REBUTTALS} rebuttals, {len(graph.pairs)} attacks")
    print(f"grounded: {known[0] * 1000:.1f} ms; {len(known[1])} hold")
    print(f"every argument under three semantics, and strengths: {whole[0] * 1000:.0f} ms")
    print(f"preferred extensions: {found.preferred:.3e}")
    if find_spec("pygarg") is None:
        print("pygarg is not installed: pip install pygarg python-sat")
        return
    _compared(_debate(Random(42), CLAIMS // SMALLER, REBUTTALS // SMALLER))


def _compared(graph: Attacks) -> None:
    print(f"a debate of {CLAIMS // SMALLER} claims, {REBUTTALS // SMALLER} rebuttals, {len(graph.pairs)} attacks:")
    ours = _timed(lambda: standings(_fresh(graph)))[0]
    ground = _timed(lambda: grounded(_fresh(graph)))[0]
    print(f"  doxa, grounded: {ground * 1000:.2f} ms; every argument under three semantics: {ours * 1000:.1f} ms")
    solver: Any = importlib.import_module("pygarg.dung.solver")
    names, pairs = list(graph.arguments), [list(one) for one in sorted(graph.pairs)]
    known = _timed(lambda: solver.compute_some_extension(names, pairs, "GR"), 1)
    print(f"  pygarg, grounded: {known[0] * 1000:.0f} ms; the same set: {set(known[1]) == grounded(graph)}")
    found = standings(graph)
    began, same = time.perf_counter(), True
    for name in Random(7).sample(names, ASKED):
        some = solver.credulous_acceptability(names, pairs, name, "ST")[0]
        every = solver.skeptical_acceptability(names, pairs, name, "ST")[0]
        share = "all" if every else "some" if some else "none"
        same &= share == found.arguments[name].stable
    each = (time.perf_counter() - began) / ASKED
    print(
        f"  pygarg, stable: {each * 1000:.0f} ms an argument, {each * len(names):.0f} s for all "
        f"({each * len(names) / ours:,.0f} times as long); the same answers: {same}"
    )


def _debate(random: Random, how_many: int, answers: int) -> Attacks:
    """Return a debate in which two thirds of the rebuttals answer a claim, the others an earlier rebuttal."""
    claims, rebuttals = [f"c{n}" for n in range(how_many)], [f"r{n}" for n in range(answers)]
    pairs: list[tuple[str, str]] = []
    for place, one in enumerate(rebuttals):
        earlier = place > 0 and random.random() < 1 / 3
        target = random.choice(rebuttals[:place] if earlier else claims)
        pairs.append((one, target))
        if random.random() >= UNDERMINING:
            pairs.append((target, one))
    return attacks([*claims, *rebuttals], pairs)


def _fresh(graph: Attacks) -> Attacks:
    """Return a copy without cached attackers, which a graph gathers once."""
    return Attacks(graph.arguments, graph.pairs)


def _timed(work: Callable[[], Any], times: int = 5) -> tuple[float, Any]:
    """Return the shortest time of several, in seconds, and what the work returned."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        found = work()
        took.append(time.perf_counter() - began)
    return min(took), found


if __name__ == "__main__":
    main()
