"""Check that names describe their values; `make check` runs this.

python tools/check_names.py [FOLDER ...] [--all]

A local name or a parameter such as `one`, `found` or `told` does not say what the value is; a function named by a bare
participle (`held`, `made`) does not say what it returns; a class name that stands twice has two meanings. The limits
below are shares of all local bindings, of all parameters and of all functions. `--all` lists every place; without it
the worst files are named when a limit is exceeded.
"""

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = (ROOT / "src" / "doxa", ROOT / "packages" / "train" / "src" / "doxa_train")

VAGUE = frozenset(
    """
    one found told known shown own said made given held here there rest some each what thing things it them these those
    item value x data info res ret result tmp obj val entry element elem
    """.split()  # noqa: SIM905
)
"""Names of locals and parameters that could stand for anything."""

PARTICIPLES = frozenset(
    """
    held told made met stood ran said shown found known given drawn heard seen taken kept left read written sent set put
    brought begun built born come done gone grown laid led lent lost meant paid sold spent spoken stated split stuck
    taught thought thrown understood won worn judged asked called changed checked closed counted cut dated decided
    dropped ended fitted folded framed gathered hidden joined listed looked marked measured mended missed moved named
    numbered opened ordered placed planned posted printed ranked rated recorded replayed rested rounded sampled scored
    served shared sorted spread started stopped styled summed timed tried turned used voted weighed
    """.split()  # noqa: SIM905
)
"""Names of functions that do not say what they return."""

REPEATABLE = frozenset({"Inputs", "Reply"})
"""Class names that every task may use; all other public class names stand once."""

MOST_VAGUE = 0.06
MOST_VAGUE_PARAMETERS = 0.02
MOST_PARTICIPLES = 0.02
MOST_OF_ONE_NAME = 0.03
"""The largest shares that are accepted."""


def bindings(tree: ast.Module) -> Iterator[ast.Name]:
    """Yield every local name where it is bound."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function and method."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def parameters(tree: ast.Module) -> Iterator[ast.arg]:
    """Yield every parameter of functions, methods and lambdas but self and cls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.arg not in {"self", "cls"}:
            yield node


def public_classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Yield every class, nested ones too, whose name has no leading underscore and may not repeat."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in REPEATABLE:
            yield node


@dataclass
class Survey:
    """The counts over the modules of one folder or several."""

    names: Counter[str] = field(default_factory=Counter)
    parameters: Counter[str] = field(default_factory=Counter)
    functions: int = 0
    participles: int = 0
    classes: dict[str, list[str]] = field(default_factory=dict)
    """Public class name → where classes of the name are defined."""
    places: list[str] = field(default_factory=list)
    """Path, line and name of everything that counts against the limits."""

    def add(self, path: Path, folder: Path) -> None:
        """Count one module of a folder."""
        tree, where = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(folder.parent)
        for name in bindings(tree):
            self.names[name.id] += 1
            if name.id in VAGUE:
                self.places.append(f"{where}:{name.lineno} {name.id}")
        for parameter in parameters(tree):
            self.parameters[parameter.arg] += 1
            if parameter.arg in VAGUE:
                self.places.append(f"{where}:{parameter.lineno} parameter {parameter.arg}")
        for definition in public_classes(tree):
            self.classes.setdefault(definition.name, []).append(f"{where}:{definition.lineno}")
        for function in functions(tree):
            self.functions += 1
            if function.name.strip("_") in PARTICIPLES:
                self.participles += 1
                self.places.append(f"{where}:{function.lineno} def {function.name}")

    def shares(self) -> dict[str, tuple[float, float]]:
        """Return what is measured → (its share, the largest share that is accepted)."""
        commonest, times = max(self.names.items(), key=lambda name_and_times: name_and_times[1], default=("", 0))
        return {
            "vague local names": (_vague_share(self.names), MOST_VAGUE),
            "vague parameters": (_vague_share(self.parameters), MOST_VAGUE_PARAMETERS),
            "functions named by a bare participle": (self.participles / max(self.functions, 1), MOST_PARTICIPLES),
            f"the commonest local name, {commonest!r}": (times / max(self.names.total(), 1), MOST_OF_ONE_NAME),
        }

    def repeated_classes(self) -> dict[str, list[str]]:
        """Return the public class names that several classes share → where these are defined."""
        return {name: places for name, places in sorted(self.classes.items()) if len(places) > 1}


def _vague_share(names: Counter[str]) -> float:
    return sum(names[name] for name in VAGUE) / max(names.total(), 1)


def survey_of(*folders: Path) -> Survey:
    """Return the counts over all modules below some folders."""
    survey = Survey()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            survey.add(path, folder)
    return survey


def faults_of(survey: Survey) -> list[str]:
    """Return a sentence for every limit that is exceeded."""
    faults = [
        f"the class name {name} stands {len(places)} times: {', '.join(places)}"
        for name, places in survey.repeated_classes().items()
    ]
    if any(share > limit for share, limit in survey.shares().values()):
        worst = Counter(place.partition(":")[0] for place in survey.places).most_common(5)
        faults.append("most in " + ", ".join(f"{path} ({count})" for path, count in worst))
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, help="whose modules are read (default: doxa and doxa_train)")
    parser.add_argument("--all", action="store_true", help="list every place")
    options = parser.parse_args()
    survey = survey_of(*(folder.resolve() for folder in options.folders or PACKAGES))
    if options.all:
        print("\n".join(survey.places))
    for what, (share, limit) in survey.shares().items():
        print(f"{what}: {share:.1%} (at most {limit:.0%})")
    print(f"public class names that stand twice: {len(survey.repeated_classes())} (at most 0)")
    if faults := faults_of(survey):
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
