"""Every output that users keep: the commands that write them, and the hashes of what they write.

``python -m outputs`` (in tests/) prints which outputs changed, and rewrites the hashes.

Numbers are rounded to six digits before they are hashed, and hashes inside of files left out, as the last digit of a
logarithm differs between processors. Drawings are left out: their numbers are in CSV files beside them.
"""

import contextlib
import csv
import hashlib
import io
import os
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from unittest import mock

from doxa.app.cli import app
from doxa.experiments.shipped import builtin_scenarios
from outputs.arithmetic import plain_arithmetic

HASHES = Path(__file__).with_name("hashes.txt")

FEWER = {
    "million": ("--set", "script.listeners=2000"),
    "feed-audience": ("--set", "script.audience.listeners=1000"),
    "feed": ("--set", "script.rounds=5"),
    "compulsory-voting": ("--set", "script.rounds=6"),
}
"""Scenario → what makes it quick."""

QUICK = ("compulsory-voting", "feed", "land", "puzzles/anchor", "union")
"""A scenario of each system."""

PAPERS = {
    "belief-engine": ("--set", "script.rounds=1"),
    "cambridge-union": (),
    "policy-prompts": ("--set", "script.rounds=3"),
    "really-debate": (),
    "simswarm": ("--set", "script.rounds=3"),
}
"""Paper → what makes its reproduction quick."""

TEXTS = {".csv", ".md", ".html", ".json", ".jsonl", ".toml"}
"""Endings of files that are hashed; others are drawings, locks, caches and calls, which hold times."""

NUMBER = re.compile(r"-?\d+\.\d{7,}(?:e[-+]?\d+)?|-?\d+(?:\.\d+)?e-\d+")
HASH = re.compile(r"\b[0-9a-f]{16,64}\b")
TIMES = {"began", "began_s", "seconds"}
TIME = re.compile(
    r'"(?:began|began_s|seconds)": ?[\d.]+,?|(?<=, )\d+ s of calls|(?<= calls, )\d{4}-\d\d-\d\d(?: to \d{4}-\d\d-\d\d)?'
)
DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
PAGE = re.compile(
    r"<(script|style)(?![^>]*application/json)[^>]*>.*?</\1>|<meta [^>]*Content-Security[^>]*>", re.DOTALL
)
"""Script and style of a page, whose build has tests of its own."""


def runs(names: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield the calls that make runs."""
    for name in names:
        yield ("run", name, "--out", f"runs/{name}", "--json", *FEWER.get(name, ()))
    yield (
        "run",
        "compulsory-voting",
        "--out",
        "runs/other",
        "--json",
        "--set",
        "belief.u=0.4",
        "--set",
        "script.rounds=6",
    )


def readings(names: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield the calls that read runs."""
    for name in names:
        run = f"runs/{name}"
        yield ("report", run)
        yield ("verify", run, "--json")
        yield ("transcript", run, "--json")
        yield ("frames", run, "--out", f"frames/{name}", "--checklist")
        yield ("explain", run, "--agent", first_agent(run), "--json")
    yield ("explain", "runs/compulsory-voting", "--agent", "violet")
    yield ("whatif", "runs/compulsory-voting", "--set", "belief.u=0.4", "--json")
    yield ("compare", "runs/compulsory-voting", "runs/other", "--out", "compare", "--json")
    yield ("transcript", "runs/union", "--out", "transcripts/union.md")
    yield ("transcript", "runs/feed", "--out", "transcripts/feed.csv")
    yield ("stances", "runs/compulsory-voting", "--json")
    yield ("metrics", "runs/land", "--json")
    if "million" in names:
        yield ("audience", "runs/million", "--json")
    yield ("judge", "runs/union", "--quiet")
    yield ("judge", "runs/compulsory-voting", "--bias", "--bias-pairs", "4", "--quiet")
    yield ("report", "runs/union", "--out", "judged.html")
    yield ("transcript", "runs/union", "--out", "transcripts/judged.md")
    yield (
        "fork",
        "runs/compulsory-voting",
        "--at",
        "r04/violet",
        "--set",
        "belief.u=0.9",
        "--out",
        "runs/fork",
        "--json",
    )
    yield ("prompt", "compulsory-voting", "--agent", "violet")


def studies() -> Iterator[tuple[str, ...]]:
    """Yield the calls that make many runs, or read labelled texts and people."""
    yield ("sweep", "compulsory-voting", "--grid", "belief.u=0.2,0.6", "--replicates", "2", "--set", "script.rounds=3",
           "--out", "sweep", "--json")  # fmt: skip
    yield ("compare", "sweep", "--by", "belief.u", "--out", "compare-by", "--json")
    yield ("frames", "sweep", "--out", "frames/sweep", "--to", "jsonl")
    yield ("ensemble", "union", "--epochs", "2", "--runs", "1", "--out", "ensemble", "--quiet")
    yield ("replay", "persuasiontrace", "--sample", "24", "--out", "replay", "--quiet")
    yield ("evaluate", "judgement", "--sample", "6", "--out", "judgement", "--quiet", "--json")
    yield ("evaluate", "judges", "--sample", "1", "--kinds", "evidence", "--out", "judges", "--quiet", "--json")
    yield ("evaluate", "duplicates", "--sample", "2", "--out", "duplicates", "--quiet", "--json")
    for paper, fewer in PAPERS.items():
        yield ("reproduce", paper, "--trials", "1", "--out", f"papers/{paper}", "--quiet", *fewer)


def first_agent(run: str) -> str:
    from doxa.log.rundir import open_run

    return open_run(Path(run)).spec.participants[0].id


def call(words: Sequence[str]) -> str:
    """Return what a command prints; its errors, which no call here should have, stand in it."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), mock.patch.object(sys, "argv", ["doxa", *words]):
        try:
            app(list(words))
        except SystemExit as ended:
            if ended.code:
                out.write(f"\nexit {ended.code}")
        except Exception as fault:
            out.write(f"\n{type(fault).__name__}: {fault}")
    return out.getvalue()


def normalise(text: str, folder: Path) -> str:
    """Return a text without what differs between processors, and without the folder in which it was written."""
    text = TIME.sub("", PAGE.sub("", DRAWING.sub("", text.replace(str(folder), ""))))
    return HASH.sub("#", NUMBER.sub(lambda number: f"{float(number[0]):.6g}", text))


def without_times(path: Path) -> str:
    """Return the text of a file; of a table without the columns of times."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return TIME.sub("", text)
    if path.suffix != ".csv" or not set(text.split("\n", 1)[0].replace('"', "").split(",")) & TIMES:
        return text
    names, *rows = csv.reader(io.StringIO(text))
    kept = [place for place, name in enumerate(names) if name not in TIMES]
    return "\n".join(repr([row[place] for place in kept]) for row in (names, *rows))


def hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def hash_files(folder: Path) -> dict[str, str]:
    """Return the hash of each file that users keep; of the runs of a study one hash together."""
    hashes: dict[str, str] = {}
    together: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in TEXTS or path.name in ("calls.jsonl", "forks.json"):
            continue
        name = str(path.relative_to(folder))
        own = hash_text(normalise(without_times(path), folder))
        if (path.parent / "spec.json").exists() and not name.startswith("runs/"):
            together.setdefault("/".join(name.split("/")[: 2 if name.startswith("papers/") else 1]), []).append(own)
        else:
            hashes[name] = own
    return hashes | {
        f"{name}: {len(parts)} files of runs": hash_text("".join(parts)) for name, parts in together.items()
    }


def write_outputs(folder: Path, *, quick: bool = False) -> dict[str, str]:
    """Write every output into an empty folder and return their hashes.

    Args:
        quick: run one scenario of each system, and leave out studies.
    """
    os.chdir(folder)
    names = QUICK if quick else sorted(builtin_scenarios())
    calls = chain(runs(names), readings(names), () if quick else studies())
    hashes: dict[str, str] = {}
    with plain_arithmetic(), mock.patch.dict(os.environ, {"DOXA_CACHE": str(folder / ".cache"), "COLUMNS": "100"}):
        for words in calls:
            hashes["$ doxa " + " ".join(words)] = hash_text(normalise(call(words), folder))
    return hashes | hash_files(folder)


def read_hashes() -> dict[str, str]:
    return {name: digest for digest, name in (line.split(" ", 1) for line in HASHES.read_text().splitlines())}


def changed_outputs(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return a line for each output that is new, gone or different."""
    words = {(True, False): "gone", (False, True): "new", (True, True): "changed"}
    return [
        f"{words[name in before, name in after]}: {name}"
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    ]
