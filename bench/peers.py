"""doxa beside inspect_ai, Mesa and NDlib: a logged turn, and an edge or an encounter of the classic rules.

    python bench/peers.py [--pairs 5] [--environments FOLDER] [--only inspect_ai|mesa|ndlib]

Each peer is installed by pip into a virtual environment of its own below FOLDER, by default a folder that is thrown
away. A measurement is a process of its own, with one BLAS thread, that does its work once before it counts. doxa and
the peer take turns, so that other work on the machine meets both. Figures are medians of CPU time over the pairs, with
the lowest and the highest; a ratio is the median of the pairs' ratios.

- A turn: a mock model gives the same 60 words a turn, and nobody hears claims. inspect_ai has one sample, whose solver
  generates a turn and answers "Go on."; doxa has a dialogue of two voices whose stances are fixed. Both write logs.
- DeGroot: everybody takes the mean of the own opinion and those of 20 neighbours, all at once.
- Hegselmann–Krause: the mean of the opinions within a bound. NDlib lets N drawn agents, one after the other, compute
  the mean of the others, without their own, and then moves the last alone (6.0.1: the assignment is behind the loop).
- Friedkin–Johnsen: a tenth of where everybody began, and nine of the mean of the neighbours.
- Deffuant–Weisbuch (NDlib's AlgorithmicBiasModel without bias) and voter: N encounters, one after the other.

Beside each rule stands how far the peer's opinions and doxa's are apart after some rounds on the same graph, from the
same start and with the same draws, which NDlib is given in place of its own.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from peer_rules import cpu_of, doxa_beside_ndlib, doxa_degroot, mesa_degroot, ndlib_rules

# a peer's interpreter runs this file too, so that doxa and the peers are imported where they are measured

PEERS = {"inspect_ai": ("inspect-ai",), "mesa": ("mesa",), "ndlib": ("ndlib", "six", "scikit-learn")}
"""Peer → what pip installs for it; NDlib 6.0.1 imports six and scikit-learn, and does not name them."""

TURNS, WORDS, VOCABULARY = 100, 60, 5_000
MOTION = "We should introduce compulsory voting"

DIALOGUE = f"""
proposition = "{MOTION}"
protocol = "dialogue"
kernel = "fixed"
[agents.ana]
side = "pro"
[agents.ben]
side = "con"
[script]
rounds = {TURNS // 2}
"""

Measured = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--environments", type=Path, help="where the peers are, or are to be, installed")
    parser.add_argument("--only", choices=PEERS, help="only this peer")
    parser.add_argument("--measure", choices=MEASURES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(MEASURES[options.measure]()))
        return
    with tempfile.TemporaryDirectory() as folder:
        for peer in [options.only] if options.only else PEERS:
            if interpreter := install(peer, options.environments or Path(folder)):
                compare(peer, interpreter, options.pairs)


def install(peer: str, folder: Path) -> Path | None:
    """Return the interpreter of a peer's environment, made where there is none; None, and a line, where pip fails."""
    interpreter = folder / peer / "bin" / "python"
    if not interpreter.exists():
        subprocess.run([sys.executable, "-m", "venv", folder / peer], check=True)
    pip = subprocess.run(
        [interpreter, "-m", "pip", "install", "--quiet", *PEERS[peer]], capture_output=True, text=True, check=False
    )
    if pip.returncode:
        print(f"{peer}: not measured, pip cannot install {' '.join(PEERS[peer])}: {pip.stderr.strip()[-300:]}")
        return None
    return interpreter


def compare(peer: str, interpreter: Path, pairs: int) -> None:
    """Print the figures of a peer and of doxa, and the median ratio of their pairs."""
    ours: list[dict[str, Any]] = []
    theirs: list[dict[str, Any]] = []
    for number in range(pairs):
        turn = [(ours, Path(sys.executable), f"doxa beside {peer}"), (theirs, interpreter, peer)]
        for measured, python, name in turn if number % 2 else reversed(turn):
            measured.append(measure(python, name))
    print(f"{peer} {theirs[0].pop('version')}")
    reached = [measured[0].pop("opinions", {}) for measured in (ours, theirs)]
    for rule, opinions_there in reached[1].items():
        apart = max(abs(here - there) for here, there in zip(reached[0][rule], opinions_there, strict=True))
        print(f"  {rule:45} {len(opinions_there):,} opinions apart by {apart:.1e} at most")
    for row in theirs[0]:
        mine, other = ([float(one[row]) for one in measured] for measured in (ours, theirs))
        ratio = statistics.median(there / here for here, there in zip(mine, other, strict=True))
        print(
            f"  {row:45} doxa {statistics.median(mine):9.2f} ({min(mine):.2f}–{max(mine):.2f})   "
            f"{peer} {statistics.median(other):9.2f} ({min(other):.2f}–{max(other):.2f})   "
            f"{peer} / doxa {ratio:.2f}",
            flush=True,
        )
    for row in ours[0].keys() - theirs[0].keys():
        print(f"  {row:45} doxa {statistics.median(float(one[row]) for one in ours):9.2f}")


def measure(python: Path, name: str) -> dict[str, Any]:
    """Return what a process of its own measures, by one BLAS thread."""
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [python, __file__, "--measure", name], env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def speeches() -> Iterator[str]:
    """Yield speeches of words drawn by a seed, the same for everybody who asks."""
    random = Random(1)
    vocabulary = ["".join(random.choices("aeioulnrst", k=random.randint(3, 9))) for _ in range(VOCABULARY)]
    while True:
        yield " ".join(random.choices(vocabulary, k=WORDS)).capitalize() + "."


def compressed(folder: Path) -> tuple[int, int]:
    """Return the bytes of a folder's files, and those that zlib makes of them."""
    contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return sum(map(len, contents)), sum(len(zlib.compress(content)) for content in contents)


TURN, LOG, PLAIN = (
    "turn without hearing, ms of CPU",
    "log, bytes a turn, compressed",
    "log, bytes a turn, not compressed",
)


def doxa_turn() -> Measured:
    """Return what a turn of a dialogue takes in which nobody hears claims."""
    from doxa.experiments.sitting import run
    from doxa.models.scripted import ScriptedPerformer

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "dialogue.toml").write_text(DIALOGUE, encoding="utf-8")

        def hold(out: Path) -> None:
            said = speeches()
            log = run(folder / "dialogue.toml", out=out, make=lambda *_: ScriptedPerformer(lambda _: next(said)))
            assert log.finished
            assert len(list(log.calls())) == TURNS

        hold(folder / "first")
        taken = cpu_of(lambda: hold(folder / "run"))
        plain, small = compressed(folder / "run")
    return {TURN: 1e3 * taken / TURNS, LOG: small / TURNS, PLAIN: plain / TURNS}


def inspect_turn() -> dict[str, Any]:
    """Return what a turn of a sample takes whose solver lets a mock model speak."""
    inspect: Any = import_module("inspect_ai")
    models: Any = import_module("inspect_ai.model")
    dataset: Any = import_module("inspect_ai.dataset")
    solvers: Any = import_module("inspect_ai.solver")

    def outputs() -> Iterator[Any]:
        for words in speeches():
            output = models.ModelOutput.from_content("mockllm/model", words)
            # without a usage inspect_ai fetches a tokenizer from the network to count
            output.usage = models.ModelUsage(input_tokens=100, output_tokens=80, total_tokens=180)
            yield output

    @solvers.solver  # type: ignore[untyped-decorator]
    def debate() -> Any:
        async def solve(state: Any, generate: Any) -> Any:
            for _ in range(TURNS):
                state = await generate(state)
                state.messages.append(models.ChatMessageUser(content="Go on."))
            return state

        return solve

    def hold(folder: Path) -> None:
        (log,) = inspect.eval(
            inspect.Task(dataset=[dataset.Sample(input=MOTION)], solver=debate()),
            model=models.get_model("mockllm/model", custom_outputs=outputs(), memoize=False),
            log_dir=str(folder),
            display="none",
        )
        assert log.status == "success", log.error

    with tempfile.TemporaryDirectory() as name:
        hold(Path(name) / "first")
        taken = cpu_of(lambda: hold(Path(name) / "run"))
        (written,) = (Path(name) / "run").glob("*.eval")
        small = written.stat().st_size
    return {"version": version("inspect-ai"), TURN: 1e3 * taken / TURNS, LOG: small / TURNS}


MEASURES: dict[str, Callable[[], dict[str, Any]]] = {
    "inspect_ai": inspect_turn,
    "mesa": mesa_degroot,
    "ndlib": ndlib_rules,
    "doxa beside inspect_ai": doxa_turn,
    "doxa beside mesa": doxa_degroot,
    "doxa beside ndlib": doxa_beside_ndlib,
}

if __name__ == "__main__":
    main()
