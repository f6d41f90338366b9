"""``doxa new``: the skeleton of a scenario, or of a plug-in package that installs and conforms as it is.

A kernel, a policy and a data set are written from the texts below. A system is the Delphi panel of ``examples/`` under
another name: a task, a script, an offline skill, hooks, one scenario and one test; a layer of judgement, a measure, a
ranker and a model are the umpire, the abacus, the usher and the Sibyl beside it.
"""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

import doxa
from doxa.app.catalogue import GROUPS
from doxa.app.commands.init import write_new_files
from doxa.errors import ScenarioError
from doxa.experiments.shipped import builtin_scenarios, find_scenario
from doxa.protocols.registry import protocol_names
from doxa.records.plugins import NOUNS, plugin_names, systems

Kind = Literal["scenario", "kernel", "policy", "dataset", "judge-layer", "measure", "ranker", "model", "system"]


def new(
    kind: Annotated[Kind, Parameter(help="What to write.")],
    name: Annotated[str, Parameter(help="Its name: lower case, words joined by - or _.")],
    /,
    *,
    out: Annotated[Path, Parameter(help="The folder to write into.")] = Path("."),
) -> None:
    """Write the skeleton of a scenario, or of a package with a plug-in."""
    if not name.replace("-", "_").isidentifier():
        raise ScenarioError(f"{name!r} cannot be a name", hint="Use letters, digits, - and _; begin with a letter.")
    _free(kind, name)
    if kind == "scenario":
        files = {Path(f"{name}.toml"): find_scenario("compulsory-voting").read_text(encoding="utf-8")}
    elif kind in PACKAGES:
        files = plugin_files(kind, name)
    else:
        files = system_files(name, EXAMPLES[kind])
    write_new_files({out / path: text for path, text in files.items()}, "Choose another name or --out.")


def _free(kind: Kind, name: str) -> None:
    """Refuse a name that is already in use.

    Raises:
        ScenarioError: a built-in scenario or an installed plug-in, system or protocol has this name.
    """
    taken = {*(system.name for system in systems()), *protocol_names()}
    if kind == "system" and plugin_name(name) in taken:
        raise ScenarioError(
            f"there is a system or a protocol {plugin_name(name)!r} already",
            hint=f"Choose another name; taken are {', '.join(sorted(taken))}.",
        )
    if kind in GROUPS and plugin_name(name) in (names := plugin_names(GROUPS[kind])):
        raise ScenarioError(
            f"there is a {NOUNS[GROUPS[kind]]} {plugin_name(name)!r} already",
            hint=f"Choose another name; taken are {', '.join(names)}.",
        )
    if kind == "scenario" and name in builtin_scenarios():
        raise ScenarioError(
            f"there is a scenario {name!r} already, which comes with doxa",
            hint=f"Choose another name. To start from that one: doxa scenarios {name} > mine.toml",
        )


PYPROJECT = """\
[project]
name = "doxa-{dashed}"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = ["doxa"]

[project.entry-points."{group}"]
{snake} = "doxa_{snake}:{thing}"

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
"""

MODULE = '''\
"""Kernel ``{snake}``: say here what the rule is, its equation, and its source.

This one moves the stance S toward the mean polarity of the active records, each of n by rate·(p − S) / n: replace it
by your rule. docs/extending.md describes what else a kernel may offer, such as contributions and weights.
"""

from dataclasses import dataclass
from typing import ClassVar

from doxa import Evidence, Item, Readout, Trace
from doxa.plugin import Items, Met, Need, Prior, Settings, Unit


class {camel}Settings(Settings):
    """The keys of a scenario's [belief] table."""

    rate: Unit = 0.1
    """How far the stance moves in one batch, in [0, 1]."""


@dataclass(frozen=True, kw_only=True)
class {camel}State:
    """Only what the next step needs."""

    stance: float = 0.0


class {camel}:
    """See the module."""

    Settings: ClassVar[type[{camel}Settings]] = {camel}Settings
    needs: ClassVar[frozenset[Need]] = frozenset({{"claims"}})
    items: ClassVar[Items] = Items(unit="S")
    """The items of a step are parts of the stance: they add up to its move."""

    def __init__(self, settings: {camel}Settings) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[{camel}State, Trace]:
        state = {camel}State(stance=prior.stance or 0.0)
        return state, Trace(before=self.readout({camel}State()), after=self.readout(state))

    def step(self, state: {camel}State, met: Met) -> tuple[{camel}State, Trace]:
        active = [record for record in met.evidence if record.active]
        pulls = [self.settings.rate * (record.polarity - state.stance) / len(active) for record in active]
        now = {camel}State(stance=state.stance + sum(pulls))
        items = tuple(
            Item(source=record.claim, origin=record.origin, polarity=record.polarity, after=pull)
            for record, pull in zip(active, pulls, strict=True)
        )
        return now, Trace(items=items, before=self.readout(state), after=self.readout(now))

    def readout(self, state: {camel}State) -> Readout:
        return Readout(stance=state.stance)
'''

TEST = '''\
"""doxa's own conformance test, run over this kernel."""

from doxa.plugin import check
from doxa_{snake} import {camel}


def test_conforms() -> None:
    check({camel})
'''


POLICY = '''\
"""Rule ``{snake}``: say here what form of answer it asks for, and its source.

A rule is a pure function from a prompt policy to the instructions that end a prompt, in their order. This one asks for
one claim and one reason: replace it by your rule. A policy may also be a schedule, ``Schedule(weights=function)``, from
the first weights and the round to the weights of that round: see docs/extending.md.
"""

from doxa.plugin import Instruction, PromptPolicy, Rule


def ask(policy: PromptPolicy) -> tuple[Instruction, ...]:
    """Return instructions for one claim with one reason."""
    return (
        Instruction(
            asks="{snake}",
            text="Make one claim, and give one reason for it.",
            why="Rule {snake}: a claim and a reason.",
        ),
        Instruction(
            asks="at_most",
            text=f"Use no more than {{policy.sentences}} sentence{{'s' * (policy.sentences > 1)}}.",
            why="Rule {snake}: a limit on length.",
            most=policy.sentences,
        ),
    )


{upper} = Rule(asks=ask)
'''

POLICY_TEST = '''\
"""doxa's own conformance test, run over this policy."""

from doxa.plugin import check
from doxa_{snake} import {upper}


def test_conforms() -> None:
    check({upper})
'''

DATASET = '''\
"""Data set ``{snake}``: say here who these people are, what they did, under which licence, and where the files are.

This one reads a CSV file with a row for each message that a person met: replace the columns by those of your files.
``help(doxa.plugin.PersonRound)`` describes the form; a row that cannot be used is dropped with a remark, never guessed.
"""

import csv
from collections import defaultdict
from pathlib import Path

from doxa import errors
from doxa.plugin import Dataset, MetMessage, People, PersonRound, Remark

COLUMNS = ("participant", "motion", "before", "after", "author", "message")
LOW, HIGH = 0.0, 100.0
"""The ends of the scale on which people stated their stances."""


def read(path: Path | None) -> People:
    """Return the people of a file.

    Raises:
        errors.CorpusError: the file cannot be read, lacks a column, or has no usable round.
    """
    if path is None:
        raise errors.CorpusError("{snake} needs its file", hint="doxa replay {snake} --path FILE.csv")
    rows: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in _rows(path):
        rows[row["participant"], row["motion"]].append(row)
    rounds, remarks = [], []
    for (person, motion), messages in rows.items():
        try:
            rounds.append(_round(person, motion, messages))
        except ValueError as error:
            remarks.append(Remark(where=f"{{path.name}}, {{person}}", why=str(error)))
    if not rounds:
        raise errors.CorpusError(f"{{path}} has no usable round", hint=f"It needs the columns {{', '.join(COLUMNS)}}.")
    about = f"The people of {{path.name}}."
    return People(name="{snake}", about=about, rounds=tuple(rounds), remarks=tuple(remarks))


def recognises(path: Path) -> bool:
    """Return whether a path is a file of this layout."""
    try:
        return path.is_file() and bool(_rows(path))
    except errors.CorpusError:
        return False


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
            rows = [] if missing else list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise errors.CorpusError(f"{{path}} cannot be read: {{error}}") from None
    if missing:
        raise errors.CorpusError(f"{{path}} lacks the column {{missing[0]!r}}", hint=f"It has {{', '.join(COLUMNS)}}.")
    return rows


def _round(person: str, motion: str, rows: list[dict[str, str]]) -> PersonRound:
    first = rows[0]
    return PersonRound(
        id=f"{{person}}/{{motion}}",
        person=person,
        proposition=motion,
        group=person,
        initial=_stance(first["before"]),
        final=_stance(first["after"]),
        messages=tuple(
            MetMessage(key=f"{{person}}/{{motion}}/{{place}}", speaker=row["author"], text=row["message"])
            for place, row in enumerate(rows, 1)
        ),
    )


def _stance(cell: str) -> float:
    """Return the stance, in [-1, 1], of a number between the ends of the scale."""
    if not LOW <= float(cell) <= HIGH:
        raise ValueError(f"{{cell}} is not between {{LOW:g}} and {{HIGH:g}}")
    return 2.0 * (float(cell) - LOW) / (HIGH - LOW) - 1.0


{upper} = Dataset(read=read, recognises=recognises)
'''

DATASET_TEST = '''\
"""doxa's own conformance test, run over this data set on a small file of its layout."""

from pathlib import Path

from doxa.plugin import check
from doxa_{snake} import {upper}


def test_conforms() -> None:
    check({upper}, Path(__file__).with_name("sample.csv"))
'''

SAMPLE = """\
participant,motion,before,after,author,message
p1,We should plant more street trees,40,65,p2,Shade lowers the heat of a street in summer by several degrees.
p1,We should plant more street trees,40,65,p2,Trees hold back rain that would flood the drains.
p2,We should plant more street trees,80,75,p1,Roots break pavements and the repair is expensive.
"""


def plugin_name(name: str) -> str:
    """Return the name that a plug-in, or a system with its protocol and scenario, is registered under."""
    return name.replace("-", "_").lower()


PACKAGES = {
    "kernel": ("{camel}", MODULE, TEST),
    "policy": ("{upper}", POLICY, POLICY_TEST),
    "dataset": ("{upper}", DATASET, DATASET_TEST),
}
"""Kind of plug-in → templates: the object that the entry point names, the module and its test."""


def plugin_files(kind: str, name: str) -> dict[Path, str]:
    """Return the files of a plug-in's package by path; those of a data set with a small file of its layout."""
    thing, module, test = PACKAGES[kind]
    snake = plugin_name(name)
    names = {
        "snake": snake,
        "dashed": snake.replace("_", "-"),
        "camel": "".join(word.capitalize() for word in snake.split("_")),
        "upper": snake.upper(),
    }
    root = Path(f"doxa-{names['dashed']}")
    return {
        root / "pyproject.toml": PYPROJECT.format(**names, group=GROUPS[kind], thing=thing.format(**names)),
        root / f"doxa_{snake}.py": module.format(**names),
        root / "test_conformance.py": test.format(**names),
        **({root / "sample.csv": SAMPLE} if kind == "dataset" else {}),
    }


EXAMPLE = Path(doxa.__file__).parent / "examples" / "delphi"

EXAMPLES = {
    "judge-layer": EXAMPLE.with_name("umpire"),
    "measure": EXAMPLE.with_name("abacus"),
    "model": EXAMPLE.with_name("sibyl"),
    "ranker": EXAMPLE.with_name("usher"),
    "system": EXAMPLE,
}
"""Kind → the package that a new one is copied from."""

KINDS = {".csv", ".py", ".toml"}
"""Endings of an example's files."""


def system_files(name: str, example: Path = EXAMPLE) -> dict[Path, str]:
    """Return the files of an example's package under another name, by path: those of a system by default."""
    snake, old = plugin_name(name), example.name
    camel = "".join(word.capitalize() for word in snake.split("_"))
    root = Path(f"doxa-{snake.replace('_', '-')}")
    changes = {f"doxa-{old}": root.name, old.upper(): snake.upper(), old.capitalize(): camel, old: snake}
    return {
        root / _renamed(str(path.relative_to(example)), changes): _renamed(path.read_text(encoding="utf-8"), changes)
        for path in sorted(path for path in example.rglob("*") if path.suffix in KINDS)
    }


def _renamed(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        text = text.replace(old, new)
    return text
