"""What methods, belief rules, prompt rules, models and data sets from outside are made of, and the check of them.

With ``doxa`` this is all that a plug-in needs; docs/extending.md explains it. A name stays where it is, and keeps its
meaning, within a major version of doxa. As in ``doxa``, names load on first use.
"""

from doxa import _offer

_HOMES, __getattr__ = _offer(__name__, __file__)
__all__ = sorted(_HOMES)


def __dir__() -> list[str]:
    return __all__
