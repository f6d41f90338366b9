"""Check that names describe their values; `make check` runs this.

python tools/check_names.py [--all]

A local name such as `one`, `found` or `told` does not say what the value is; a function named by a bare participle
(`held`, `made`) does not say what it returns. The limits below are shares of all local bindings and of all functions.
`--all` lists every place; without it the worst files are named when a limit is exceeded.
"""

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "src" / "doxa"

VAGUE = frozenset(
    """
    one found told known shown own said made given held here there rest some each what thing things it them these those
    item value x data info res ret result tmp obj val entry element elem
    """.split()  # noqa: SIM905
)
"""Local names that could stand for anything."""

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

MOST_VAGUE = 0.06
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


@dataclass
class Survey:
    """The counts over all modules."""

    names: Counter[str] = field(default_factory=Counter)
    functions: int = 0
    participles: int = 0
    places: list[str] = field(default_factory=list)
    """Path, line and name of everything that counts against the limits."""

    def add(self, path: Path) -> None:
        """Count one module."""
        tree, where = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT.parent)
        for name in bindings(tree):
            self.names[name.id] += 1
            if name.id in VAGUE:
                self.places.append(f"{where}:{name.lineno} {name.id}")
        for function in functions(tree):
            self.functions += 1
            if function.name.strip("_") in PARTICIPLES:
                self.participles += 1
                self.places.append(f"{where}:{function.lineno} def {function.name}")

    def shares(self) -> dict[str, tuple[float, float]]:
        """Return what is measured → (its share, the largest share that is accepted)."""
        total = self.names.total()
        commonest, times = self.names.most_common(1)[0]
        return {
            "vague local names": (sum(self.names[name] for name in VAGUE) / total, MOST_VAGUE),
            "functions named by a bare participle": (self.participles / self.functions, MOST_PARTICIPLES),
            f"the commonest local name, {commonest!r}": (times / total, MOST_OF_ONE_NAME),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="list every place")
    list_all = parser.parse_args().all
    survey = Survey()
    for path in sorted(ROOT.rglob("*.py")):
        survey.add(path)
    if list_all:
        print("\n".join(survey.places))
    for what, (share, limit) in survey.shares().items():
        print(f"{what}: {share:.1%} (at most {limit:.0%})")
    if any(share > limit for share, limit in survey.shares().values()):
        worst = Counter(place.partition(":")[0] for place in survey.places).most_common(5)
        print("most in " + ", ".join(f"{path} ({count})" for path, count in worst), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
