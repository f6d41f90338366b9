"""Changes of a scenario's text by places: comments and the order of keys stay, and the text says what was wanted."""

import tomllib
from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, InlineTable

from doxa.errors import ScenarioError
from doxa.records.base import JsonValue
from doxa.studio.schemas import Place, path_of


def read_text(text: str) -> dict[str, Any]:
    """Return the plain tables of a text; nothing of one that is not TOML."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def change_text(text: str, place: Place, value: JsonValue, *, as_table: bool = False) -> str:
    """Return a text with one value changed, written or, for None, taken out with what is in it.

    Args:
        as_table: whether several values are written as a table of their own, where the text allows it.

    Raises:
        ScenarioError: the text has no place for it.
    """
    if place[-1] == "model" and isinstance(_found(read_text(text), place[:-1]), str):
        place = place[:-1]  # a model that stands there by its name alone
    try:
        changed = _changed(text, place, value, as_table=as_table)
    except (TOMLKitError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ScenarioError(f"the text has no place for {path_of(place)}: {error}") from None
    if _found(read_text(changed), place) != value and value is not None:
        raise ScenarioError(f"the text has no place for {path_of(place)}", hint="Write it into the text by hand.")
    return changed


def _changed(text: str, place: Place, value: JsonValue, *, as_table: bool) -> str:
    document = tomlkit.parse(text)
    *above, last = place
    table: Any = document
    holder: tuple[Any, str | int] | None = None
    for depth, name in enumerate(above):
        if isinstance(name, str) and isinstance(table.get(name), str):  # a model by its name alone
            table[name] = tomlkit.inline_table().append("model", table[name])
        elif isinstance(name, str) and name not in table:
            if value is None:
                return text
            table[name] = tomlkit.table(is_super_table=depth + 1 < len(above) or as_table)
        holder = table, name
        table = table[name]
    is_inline = not as_table or isinstance(table, InlineTable | Array)
    if value is None:
        _take_out(table, last, holder)
    elif isinstance(last, int) and last == len(table):
        table.append(_item(value, inline=is_inline))
    elif not (isinstance(last, str) and last not in table) and _is_same(table[last], value):
        return text
    else:
        table[last] = _item(value, inline=is_inline)
    return tomlkit.dumps(document)


def _take_out(table: Any, last: str | int, holder: tuple[Any, str | int] | None) -> None:
    """Take a value out, and with its last row the whole list."""
    if not isinstance(last, int):
        table.pop(last, None)
    elif len(table) == 1 and last == 0 and holder is not None:
        holder[0].pop(holder[1])
    else:
        del table[last]


def add_table(text: str, place: Place, content: Mapping[str, JsonValue]) -> str:
    """Return a text with a new table: by its name, as the next row of a list, or one that was absent.

    Args:
        place: of the table; a row has the next free number.

    Raises:
        ScenarioError: there is such a table already, or the text has no place for it.
    """
    if _found(read_text(text), place) is not None:
        raise ScenarioError(f"the text has {path_of(place)} already", hint="Choose another name.")
    if isinstance(place[-1], int) and place[-1] == 0 and _found(read_text(text), place[:-1]) is None:
        return change_text(text, place[:-1], [dict(content)], as_table=True)
    return change_text(text, place, dict(content), as_table=True)


def _item(content: JsonValue, *, inline: bool) -> Any:
    if isinstance(content, Mapping):
        table = tomlkit.inline_table() if inline else tomlkit.table()
        for name, inner in content.items():
            table[name] = _item(inner, inline=True)
        return table
    if isinstance(content, list) and content and all(isinstance(row, Mapping) for row in content) and not inline:
        rows = tomlkit.aot()
        for row in content:
            rows.append(_item(row, inline=False))
        return rows
    return tomlkit.item([_item(inner, inline=True) for inner in content] if isinstance(content, list) else content)


def _is_same(old: Any, wanted: JsonValue) -> bool:
    return bool(old == wanted) and isinstance(old, bool) == isinstance(wanted, bool)


def _found(plain: Any, place: Place) -> Any:
    for part in place:
        inner: Any = plain if isinstance(plain, list | Mapping) else {}
        try:
            plain = inner[part]
        except (LookupError, TypeError):
            return None
    return plain
