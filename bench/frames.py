"""How long a sweep takes to become Parquet, and how much memory that needs, beside two ways without doxa's frames.

    python bench/frames.py [RUNS …]      # 100 and 1,000 runs unless told otherwise

The runs are copies of one dialogue with every trouble, with seeds of their own. ``by hand`` reads the same lines with
``json`` and puts stances, messages and calls, three of the nine tables, into lists; ``pandas`` builds data frames of
these three and writes them to Parquet. Each way runs in a process of its own, whose peak memory is read at its end.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
SIZES = (100, 1000)
WAYS = ("doxa", "pandas", "by hand")


def main() -> None:
    if sys.argv[1:2] == ["--way"]:
        measure(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
        return
    sizes = [int(word) for word in sys.argv[1:]] or SIZES
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            runs = Path(folder) / str(size)
            make_runs(runs, size)
            for way in WAYS:
                place = str(Path(folder) / f"{size}-{way}")
                call = [sys.executable, __file__, "--way", way, str(runs), place]
                subprocess.run(call, check=True)


def make_runs(folder: Path, count: int) -> None:
    """Make runs that differ in their seeds, with hashes that hold, from one dialogue."""
    sys.path.insert(0, str(ROOT / "tests"))
    from doxa.records.base import canonical_line, digest
    from doxa.records.events import EVENTS, RunEnded, sealed

    original = import_module("log.kinds").make_troubled_run(folder / "original")
    spec = json.loads((original / "spec.json").read_bytes())
    lines = (original / "events.jsonl").read_bytes().splitlines(keepends=True)
    links = [json.loads(line)["prev"].encode() for line in lines]
    shared = {name: (original / name).read_bytes() for name in ("calls.jsonl", "blobs.jsonl")}
    for number in range(count):
        path = folder / "runs" / f"{number:05d}"
        path.mkdir(parents=True)
        spec["seed"], spec["replicate"] = number // 2, number % 2
        content = canonical_line(spec)
        (path / "spec.json").write_bytes(content)
        for name, kept in shared.items():
            (path / name).write_bytes(kept)
        with (path / "events.jsonl").open("wb") as file:
            for line, link in zip(lines[:-1], links, strict=False):
                content = line.replace(link, digest(content).encode())
                file.write(content)
            end = EVENTS.validate_json(lines[-1]).model_copy(update={"prev": digest(content)})
            assert isinstance(end, RunEnded)
            file.write(canonical_line(sealed(end)))


def measure(way: str, runs: Path, out: Path) -> None:
    """Convert the runs one way, and print time and peak memory of this process."""
    began, used = time.perf_counter(), time.process_time()
    rows = {"doxa": by_doxa, "pandas": by_pandas, "by hand": by_hand}[way](runs / "runs", out)
    seconds, busy = time.perf_counter() - began, time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    count = sum(1 for _ in (runs / "runs").iterdir())
    assert rows > 10 * count, "the runs could not be read"
    print(
        f"{way:8} {count:6,} runs  {rows:9,} rows  {seconds:6.1f} s ({busy:.1f} s of CPU)  peak {peak:,.0f} MB",
        flush=True,
    )


def by_doxa(runs: Path, out: Path) -> int:
    """Write all nine tables."""
    from doxa.exports.files import write_tables
    from doxa.exports.frames import Frames

    return sum(write_tables(Frames(runs), out, to="parquet").values())


def by_hand(runs: Path, out: Path) -> int:
    """Read three tables into lists."""
    return sum(map(len, read_by_hand(runs).values()))


def by_pandas(runs: Path, out: Path) -> int:
    """Write three tables from data frames of pandas."""
    pandas = import_module("pandas")
    out.mkdir()
    tables = read_by_hand(runs)
    for name, rows in tables.items():
        pandas.DataFrame(rows).to_parquet(out / f"{name}.parquet")
    return sum(map(len, tables.values()))


def read_by_hand(runs: Path) -> dict[str, list[dict[str, object]]]:
    """Return stances, messages and calls as rows, without hashes, links, or what lines leave out."""
    tables: dict[str, list[dict[str, object]]] = {"stances": [], "messages": [], "calls": []}
    for path in sorted(runs.iterdir()):
        batch = 0
        for line in (path / "events.jsonl").open("rb"):
            event = json.loads(line)
            body = event["body"]
            if event["kind"] == "batch":
                batch += 1
            elif event["kind"] in ("moved", "seeded"):
                trace = body.get("trace", {})
                after = {**trace.get("before", {}), **trace.get("after", {})}
                row = {"run": path.name, "agent": event["key"].rpartition("/")[2], "batch": batch}
                tables["stances"].append(row | {"stance": after.get("stance"), "log_odds": after.get("log_odds")})
            elif event["kind"] == "outcome" and body.get("text"):
                said = {"run": path.name, "message": event["key"], "speaker": body["actor"], "text": body["text"]}
                tables["messages"].append(said)
        for line in (path / "calls.jsonl").open("rb"):
            call = json.loads(line)
            if "id" in call:
                row = {"run": path.name, "call": call["id"], "model": call.get("model"), "cost": call.get("cost")}
                tables["calls"].append(row)
    return tables


if __name__ == "__main__":
    main()
