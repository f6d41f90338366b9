"""The report: how many mutants of each draw and room the tests killed, and what was made of those that survived."""

import datetime
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from mutants.draw import ROOMS, Mutant
from mutants.suite import Suite
from mutants.trial import Trial, show_change

VERDICTS = Path(__file__).parent / "verdicts.toml"


@dataclass(frozen=True)
class Verdict:
    """What was made of a mutant that survived: a test, or why none can tell it apart, or why there is none."""

    test: str = ""
    elsewhere: str = ""
    """A test that was there before and kills it, but that the recording leaves out."""
    equivalent: str = ""
    left: str = ""


@dataclass(frozen=True)
class Draw:
    """One sample, as far as it was tried."""

    seed: int
    of: int
    """How many mutants there are to draw from."""
    size: int
    trials: Sequence[tuple[Mutant, Trial]]


def read_verdicts() -> dict[str, Verdict]:
    """Verdicts by the key of their mutant."""
    return {key: Verdict(**verdict) for key, verdict in tomllib.loads(VERDICTS.read_text()).items()}


def check_named_tests(verdicts: Mapping[str, Verdict], suite: Suite) -> None:
    """Hold verdicts to tests that are there: pytest also fails where it does not find one.

    Raises:
        RuntimeError: a test is not there.
    """
    present = {name.partition("[")[0] for name in suite.present}
    for key, verdict in verdicts.items():
        for test in filter(None, (verdict.test, verdict.elsewhere)):
            if test not in present and not (suite.tree / test.partition("::")[0]).match("tests/crash/*"):
                raise RuntimeError(f"{VERDICTS.name}, {key}: there is no test {test}")


def _commit(root: Path) -> str:
    """The last commit that changed a source."""
    asking = ["git", "log", "-1", "--format=%h", "--", "src/doxa"]
    return subprocess.run(asking, cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def write_report(path: Path, draw: Draw, verdicts: Mapping[str, Verdict], root: Path) -> None:
    """Write the report of a draw to `path`."""
    path.write_text("\n".join(_lines(draw, verdicts, root)) + "\n")


def _lines(draw: Draw, verdicts: Mapping[str, Verdict], root: Path) -> Iterator[str]:
    today = datetime.datetime.now(datetime.UTC).date()
    trials = draw.trials
    yield "# What the tests notice\n"
    yield f"Written by `make mutants` on {today} with Cosmic Ray {version('cosmic-ray')}, of the sources and lines"
    yield f"of commit {_commit(root)};"
    yield "edit `tools/mutants/verdicts.toml` instead. A mutant is one small fault in a core room; it is killed when a"
    yield "test that executes its line fails."
    yield "A mutant that no test executes counts as survived. One whose tests do not end is killed, and listed.\n"
    yield f"## Seed {draw.seed}: {draw.size} of {draw.of:,} mutants\n"
    if len(trials) < draw.size:
        yield f"So far {len(trials)} were tried.\n"
    yield from _headline(trials, verdicts)
    yield from _table(trials, verdicts)
    yield from _section("Survived", _of_fate(trials, "survived"), verdicts, root)
    new = [(mutant, trial) for mutant, trial in trials if trial.fate != "survived" and _came_of_it(mutant, verdicts)]
    yield from _section("Killed by a test that came of it", new, verdicts, root)
    yield from _section("Timed out", _of_fate(trials, "timed out"), verdicts, root)


def _headline(trials: Sequence[tuple[Mutant, Trial]], verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    killed = [mutant for mutant, trial in trials if trial.fate != "survived"]
    first = [mutant for mutant in killed if not _came_of_it(mutant, verdicts)]
    if first == killed:
        yield f"Killed: {_share(killed, trials)}. No test was written for this draw.\n"
        return
    yield f"Killed before tests came of it: {_share(first, trials)}."
    yield f"Killed with the tests that came of it: {_share(killed, trials)}.\n"


def _came_of_it(mutant: Mutant, verdicts: Mapping[str, Verdict]) -> bool:
    return bool(verdicts.get(mutant.key, Verdict()).test)


def _of_fate(trials: Iterable[tuple[Mutant, Trial]], fate: str) -> list[tuple[Mutant, Trial]]:
    return [(mutant, trial) for mutant, trial in trials if trial.fate == fate]


def _share(part: Sequence[object], whole: Sequence[object]) -> str:
    return f"{len(part)} of {len(whole)} ({len(part) / len(whole):.1%})"


def _table(trials: Sequence[tuple[Mutant, Trial]], verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    yield "| room | drawn | killed | timed out | of these by new tests | survived | of these equivalent |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for room in (*ROOMS, "all"):
        yield _row(room, [pair for pair in trials if room in (pair[0].room, "all")], verdicts)
    yield ""


def _row(room: str, trials: Sequence[tuple[Mutant, Trial]], verdicts: Mapping[str, Verdict]) -> str:
    killed, late, survived = (_of_fate(trials, fate) for fate in ("killed", "timed out", "survived"))
    new = [mutant for mutant, _ in killed + late if _came_of_it(mutant, verdicts)]
    same = [mutant for mutant, _ in survived if verdicts.get(mutant.key, Verdict()).equivalent]
    counts = (len(trials), len(killed), len(late), len(new), len(survived), len(same))
    return f"| {room} | " + " | ".join(map(str, counts)) + " |"


def _section(
    title: str, trials: Sequence[tuple[Mutant, Trial]], verdicts: Mapping[str, Verdict], root: Path
) -> Iterator[str]:
    if trials:
        yield f"### {title}\n"
    for mutant, trial in trials:
        verdict = verdicts.get(mutant.key, Verdict())
        yield f"`{mutant.path}:{mutant.line}` ({mutant.function or 'outside functions'}, {mutant.key})\n"
        yield "\n".join(["```diff", *show_change(mutant, (root / mutant.path).read_text()), "```\n"])
        yield _say(verdict, trial) + "\n"


def _say(verdict: Verdict, trial: Trial) -> str:
    if verdict.test and trial.fate != "survived":
        return f"`{verdict.test}` kills it."
    if trial.fate == "timed out":
        return f"None of {trial.tests} tests failed within the limit of time."
    if verdict.equivalent:
        return f"Equivalent: {verdict.equivalent}"
    ran = f"{trial.tests} of {trial.executing} tests passed."
    return f"{verdict.left} {ran}" if verdict.left else f"Not tested: {ran}"
