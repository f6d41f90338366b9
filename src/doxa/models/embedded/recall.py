"""A cache of computed values for the keys that were requested last."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recall(Generic[Key, Value]):
    """A cache of up to ``most`` values; those requested longest ago are removed first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[Key, Value] = OrderedDict()

    def through(self, keys: Sequence[Key], compute: Callable[[list[Key]], Sequence[Value]]) -> list[Value]:
        """Return the values of keys, in their order; those not cached are computed together, each once."""
        fresh = self.lacking(keys)
        computed = dict(zip(fresh, compute(fresh), strict=True)) if fresh else {}
        values = [computed[key] if key in computed else self._known[key] for key in keys]
        for key, value in zip(keys, values, strict=True):
            self._known[key] = value
            self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return values

    def lacking(self, keys: Iterable[Key]) -> list[Key]:
        """Return the keys that are not cached, each once."""
        return [key for key in dict.fromkeys(keys) if key not in self._known]

    def forget(self) -> None:
        """Remove every value."""
        self._known.clear()
