"""doxa: a laboratory for deliberation among language-model agents whose beliefs can be inspected.

The names below are the public interface: functions, and the types that they take and return. What methods, belief
rules, models and data sets from outside are made of is in ``doxa.plugin``. Names load on first use, so that
``import doxa`` stays light; ``__init__.pyi`` says where each is, to type checkers and to this module.
"""

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

__version__ = "0.1.0"


def _offer(module: str, path: str) -> tuple[dict[str, str], Callable[[str], object]]:
    """Return public name → the module that has it, from the stub beside a module, and the module's ``__getattr__``."""
    statements = ast.parse(Path(path).with_suffix(".pyi").read_text(encoding="utf-8")).body
    imports = [statement for statement in statements if isinstance(statement, ast.ImportFrom)]
    homes = {alias.name: str(statement.module) for statement in imports for alias in statement.names}

    def load(name: str) -> object:
        """Return a public name, imported now."""
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if homes[name] == "doxa":
            return import_module(f"doxa.{name}")
        thing = getattr(import_module(homes[name]), name)
        import_module("doxa.records.attributes").document_attributes(thing)
        return thing

    return homes, load


_HOMES, __getattr__ = _offer(__name__, __file__)
__all__ = sorted([*_HOMES, "__version__"])


def __dir__() -> list[str]:
    return __all__
