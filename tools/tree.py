"""Print the tree of the package to a depth, with files, lines and the purpose of each folder or module.

python tools/tree.py [--depth 3]        doxa, and below it the packages that are released with it
"""

import argparse
import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("src/doxa", "packages/models/src/doxa_models", "packages/train/src/doxa_train")
WIDTH = 110
"""Most characters of a line."""


def purpose(path: Path) -> str:
    """Return the first sentence of a module's or package's docstring."""
    module = path / "__init__.py" if path.is_dir() else path
    text = (ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or "") if module.exists() else ""
    return " ".join(text.split("\n\n")[0].split()).split(". ")[0].rstrip(".").replace("``", "`")


def size(path: Path) -> tuple[int, int]:
    """Return the number of Python files at a path, and of their lines."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return len(files), sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def rows(folder: Path, depth: int, level: int = 0) -> list[str]:
    """Return a line for each package of a folder, and for each top-level module."""
    printed_rows = []
    for path in sorted(folder.iterdir()):
        is_package = path.is_dir() and any(path.rglob("*.py"))
        if not (is_package or (level == 0 and path.suffix == ".py" and path.name != "__init__.py")):
            continue
        files, lines = size(path)
        row = f"{'  ' * level + path.name + '/' * is_package:<24}{files:>4}{lines:>7}  {purpose(path)}"
        printed_rows.append(row if len(row) <= WIDTH else row[: WIDTH - 1].rstrip() + "…")
        if is_package and level + 1 < depth:
            printed_rows += rows(path, depth, level + 1)
    return printed_rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=3)
    depth = parser.parse_args().depth
    print(f"{PACKAGES[0] + '/':<24}{'files':>4}{'lines':>6}")
    print("\n".join(rows(ROOT / PACKAGES[0], depth)))
    for package in PACKAGES[1:]:
        files, lines = size(ROOT / package)
        print(f"{package.partition('/src/')[0] + '/':<24}{files:>4}{lines:>7}  {purpose(ROOT / package)}")


if __name__ == "__main__":
    main()
