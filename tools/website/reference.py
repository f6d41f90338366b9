"""The page of the Python reference: every public name of `doxa`, which mkdocstrings fills from docstrings."""

import inspect

import doxa
from doxa import plugin

INTRODUCTION = """\
# Python

Everything below is imported from `doxa`: functions, and the types that they take and return; what plug-ins are made of
is imported from `doxa.plugin` and described in [Extending doxa](extending.md). These names are stable: within a major
version each stays and keeps its meaning. Other modules may change with every version.

```python
import doxa

log = doxa.run("compulsory-voting", out="runs/short", changes={"script.rounds": 2})
print(doxa.explain(log, "violet").sentence)
```
"""


def reference_page() -> str:
    """Return the page in Markdown: functions first, then types, each by name, and those of plug-ins."""
    names = [name for name in dir(doxa) if not name.startswith("_")]
    functions = [name for name in names if inspect.isfunction(getattr(doxa, name))]
    types = [name for name in names if name not in functions]
    parts = [INTRODUCTION, "## Functions\n", *map(_entry, functions), "## Types\n", *map(_entry, types)]
    parts += ["## doxa.plugin\n", *(f"::: {home}.{name}\n" for name, home in sorted(plugin._HOMES.items()))]
    return "\n".join(parts)


def _entry(name: str) -> str:
    return f"::: {doxa._HOMES[name]}.{name}\n"
