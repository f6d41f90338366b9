"""Docstrings of attributes in ``help``: Python forgets the string below a field, so that it is read from the source.

Only what ``help`` shows of a class changes; a JSON schema describes a class without them (``records.base``).
"""

import ast
import inspect
import sys
from contextlib import suppress
from functools import cache
from itertools import pairwise

HEAD = "\n\nAttributes:\n"


@cache
def _docs_in(module: str) -> dict[str, dict[str, str]]:
    """Return class → field → the docstring below it, on one line, of the classes of a module."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {
        node.name: {
            field.target.id: " ".join(after.value.value.split())
            for field, after in pairwise(node.body)
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if isinstance(after.value.value, str)
        }
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def attribute_docs(kind: type) -> dict[str, str]:
    """Return field → its docstring, of a class of doxa and of those that it inherits from."""
    bases = [base for base in reversed(kind.__mro__) if base.__module__.startswith("doxa.")]
    return {name: text for base in bases for name, text in _docs_in(base.__module__).get(base.__name__, {}).items()}


def document_attributes(thing: object) -> None:
    """Let ``help`` show the docstrings of a class's attributes; nothing changes for anything else."""
    if not inspect.isclass(thing) or HEAD in (thing.__doc__ or ""):
        return
    with suppress(OSError):  # without its source
        lines = [f"    {name}: {text}" for name, text in attribute_docs(thing).items()]
        if lines:
            thing.__doc__ = inspect.cleandoc(thing.__doc__ or "") + HEAD + "\n".join(lines)
