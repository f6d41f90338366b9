"""The page of the Python reference: every public name of `doxa`, which mkdocstrings fills from docstrings."""

import inspect

import doxa

INTRODUCTION = """\
# Python

Everything below is imported from `doxa`: functions, and the types that they take and return. What plug-ins implement is
described in [Extending doxa](extending.md).

```python
import doxa

log = doxa.run("compulsory-voting", out="runs/short", changes={"script.rounds": 2})
print(doxa.explain(log, "violet").sentence)
```
"""


def reference_page() -> str:
    """Return the page in Markdown: functions first, then types, each by name."""
    names = [name for name in doxa.__all__ if not name.startswith("_")]
    functions = [name for name in names if inspect.isfunction(getattr(doxa, name))]
    types = [name for name in names if name not in functions]
    parts = [INTRODUCTION, "## Functions\n", *map(_entry, functions), "## Types\n", *map(_entry, types)]
    return "\n".join(parts)


def _entry(name: str) -> str:
    return f"::: {doxa._HOMES[name]}.{name}\n"
