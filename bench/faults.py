"""How many faults are noticed, and what faults of the disk, of services and of the machine do, as found/all of a kind.

- Single edits of logs that ``doxa verify`` finds: plain, or forged with every hash made anew (tests/log/edits.py).
- Places at which the disk fails: the states tried, and those in which something was lost (tests/log/disk_faults.py).
- Wrong answers of services, in every interface, that are handled rightly (bench/provider_faults.py).
- Odd files in the place of a run's own, copies of runs, base URLs that cannot be used, and proxies for a server on this
  machine: those that are refused, or change nothing, as they should (tests/log/machine_faults.py,
  tests/servers/base_urls.py).

    python bench/faults.py [--sample 200] [--whole] [--only edits|disk|providers|machine] [--kinds dialogue,feed]
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Container, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from provider_faults import show_right

from doxa.experiments.sitting import run
from doxa.experiments.sweeping import Sweep, run_sweep
from doxa.records.base import JsonValue, group_by
from log.disk_faults import faults_of, make_reference, try_faults
from log.disk_kinds import KINDS
from log.edits import Edit, edits_of, forgeries_of, is_found
from log.kinds import MAKERS
from log.machine_faults import COUNTS, ODD_FILES, fault_of_copies, fault_of_odd_file, without_waiting
from log.remembering import remembering
from servers.base_urls import BASE_URLS, PROXIES, SERVED, fault_of_proxy, fault_of_url
from servers.openai_server import KEYS, OpenAIServer
from servers.provider_faults import DIALECTS

Drawn = TypeVar("Drawn")

EACH = 3
"""Forgeries of one field in one kind of line."""


def count_found(run: Path, edits: Sequence[Edit], *, forged: bool) -> int:
    """Return how many edits verification finds, and print the others."""
    with remembering():
        unseen = [edit for edit in edits if not is_found(run, edit, forged=forged)]
    for edit in unseen:
        print(f"    not found: {edit}{' (forged)' if forged else ''}")
    return len(edits) - len(unseen)


def main() -> None:
    """Print found/all for every kind of run, and their sum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=200, help="edits of each kind of run; of disk faults a quarter")
    parser.add_argument("--whole", action="store_true", help="all edits and all disk faults (an hour and a half)")
    parser.add_argument("--only", choices=("edits", "disk", "providers", "machine"))
    parser.add_argument("--kinds", default="", help="kinds of runs, with commas between; all where it is left out")
    options = parser.parse_args()
    kinds = {kind for kind in options.kinds.split(",") if kind} or {*MAKERS, *KINDS}
    if unknown := kinds - {*MAKERS, *KINDS}:
        parser.error(f"there is no kind of run {', '.join(sorted(unknown))}; there are {', '.join([*MAKERS, *KINDS])}")
    if options.only in (None, "edits"):
        show_edits(None if options.whole else options.sample, kinds)
    if options.only in (None, "disk"):
        show_disk_faults(None if options.whole else max(1, options.sample // 4), kinds)
    if options.only == "providers" or (options.only is None and not options.kinds):
        show_right(DIALECTS)
    if options.only == "machine" or (options.only is None and not options.kinds):
        show_machine_faults()


def show_edits(sample: int | None, kinds: Container[str]) -> None:
    """Print how many edits of each kind of run verification finds; of all edits where ``sample`` is None."""
    totals = [0, 0, 0, 0]
    print(f"{'kind of run':16} {'edits found':>16} {'forgeries found':>16}")
    for kind, make in MAKERS.items():
        if kind not in kinds:
            continue
        with tempfile.TemporaryDirectory() as folder:
            run = make(Path(folder) / "run")
            every = (list(edits_of(run)), list(forgeries_of(run, EACH)))
            counts: list[int] = []
            for edits, forged in zip(every, (False, True), strict=True):
                chosen = draw(edits, sample, kind)
                counts += [count_found(run, chosen, forged=forged), len(chosen)]
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        print(f"{kind:16} {f'{counts[0]}/{counts[1]}':>16} {f'{counts[2]}/{counts[3]}':>16}", flush=True)
    print(f"{'all':16} {f'{totals[0]}/{totals[1]}':>16} {f'{totals[2]}/{totals[3]}':>16}\n")


def show_disk_faults(sample: int | None, kinds: Container[str]) -> None:
    """Print at how many places of each kind of run the disk failed, and where something was lost."""
    states = violations = 0
    print(f"{'disk faults':16} {'states tried':>16} {'of':>16} {'violations':>16}")
    for kind in (kind for kind in KINDS if kind in kinds):
        reference = make_reference(kind)
        faults = faults_of(kind, reference)
        tried = try_faults(kind, reference, draw(faults, sample, kind))
        for violation in tried.violations:
            print(f"    {violation}")
        states, violations = states + tried.states, violations + tried.failed
        print(f"{kind:16} {tried.states:>16} {len(faults):>16} {tried.failed:>16}", flush=True)
    print(f"{'all':16} {states:>16} {'':>16} {violations:>16}\n")


def show_machine_faults() -> None:
    """Print how many faults of each kind, in a run's files, its copies and its settings, are met rightly."""
    totals = [0, 0]
    print(f"{'machine faults':20} {'right':>12}")
    for kind, faults in group_by(machine_faults(), lambda met: met[0]).items():
        wrong = [f"{name}: {fault}" for _, name, fault in faults if fault]
        for line in wrong:
            print(f"    {kind}, {line}")
        totals = [totals[0] + len(faults) - len(wrong), totals[1] + len(faults)]
        print(f"{kind:20} {f'{len(faults) - len(wrong)}/{len(faults)}':>12}", flush=True)
    print(f"{'all':20} {f'{totals[0]}/{totals[1]}':>12}\n")


def machine_faults() -> Iterator[tuple[str, str, str]]:
    """Yield the kind and name of every fault of the machine, and what doxa does wrong with it."""
    with tempfile.TemporaryDirectory() as name:
        finished = run("compulsory-voting", out=Path(name) / "run", changes={"script.rounds": 1}).path
        for odd in ODD_FILES:
            with tempfile.TemporaryDirectory() as folder, without_waiting():
                yield odd.kind, str(odd), fault_of_odd_file(odd, finished, Path(folder))
        changes = {"script.rounds": 1}
        grid: dict[str, list[JsonValue]] = {"belief.u": [0.2, 0.8]}
        swept = Path(name) / "sweep"
        run_sweep(Sweep(scenario="counter-arguments", grid=grid, replicates=3, out=swept, changes=changes))
        for count in COUNTS:
            with tempfile.TemporaryDirectory() as folder:
                yield "copies", count, fault_of_copies(count, swept, Path(folder))
    for service, url in product(SERVED, BASE_URLS):
        yield "base URL", f"{service}, {url!r}", fault_of_url(service, url)
    os.environ |= dict.fromkeys(KEYS, "sk-secret-key-of-the-bench")
    with OpenAIServer() as server:
        for service, variable in product(SERVED, PROXIES):
            yield "proxy", f"{service}, {variable}", fault_of_proxy(server, service, variable)


def draw(faults: Sequence[Drawn], sample: int | None, seed: str) -> Sequence[Drawn]:
    """Return a seeded sample of faults; all of them where ``sample`` is None or more than there are."""
    return faults if sample is None or sample >= len(faults) else Random(seed).sample(faults, sample)


if __name__ == "__main__":
    main()
