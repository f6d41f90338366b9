"""The cost of calls in US dollars, from a dated price file. An unknown price is None, never zero.

``declared`` says what a price is, and which models cost nothing.
"""

import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from doxa.errors import ScenarioError
from doxa.models.declared import Price, declaration_of
from doxa.models.port import Usage
from doxa.records.base import Record
from doxa.records.outside import parse_toml

VARIABLE = "DOXA_PRICES"
SCRIPTED = "scripted"
"""A performer that is handed to a run, and that nobody installs."""

BATCHED = 0.5
"""The share of the listed price that OpenAI, Anthropic and Google take for an answer by batch (their price lists)."""

_DATED = re.compile(r"(-\d{4}-\d{2}-\d{2}|-\d{8}|-latest)$")


class _PriceFile(Record):
    models: dict[str, Price]


Prices = dict[str, Price]


def price_list(path: str | None = None) -> Prices:
    """Return the shipped prices, overridden by those of a user's own file.

    Args:
        path: the user's file; the file that DOXA_PRICES names when absent.

    Raises:
        ScenarioError: the file cannot be read or is not a price file.
    """
    return _price_list(path or os.environ.get(VARIABLE, "").strip() or None)


def cost(model: str, usage: Usage, prices: Prices | None = None, *, share: float = 1.0) -> float | None:
    """Return what a call of ``provider:model`` cost in US dollars; None when that is unknown.

    The price is looked up by the model's name and then by its name without a date, and last in what its package states.

    Args:
        share: the share of the listed price that was paid, in (0, 1].

    Raises:
        PluginError: the model's package declares nothing, or cannot be loaded.
    """
    provider, _, name = model.partition(":")
    declaration = declaration_of(model)
    if provider == SCRIPTED or (declaration and not declaration.priced):
        return 0.0
    listed = price_list() if prices is None else prices
    stated = declaration.prices.get(name) if declaration else None
    price = listed.get(model) or listed.get(_DATED.sub("", model)) or stated
    full = None if price is None else price.cost(usage)
    return None if full is None else share * full


@cache
def _price_list(path: str | None) -> Prices:
    shipped = _parsed(files("doxa.models").joinpath("prices.toml").read_text(encoding="utf-8"), "prices.toml")
    if path is None:
        return shipped
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise ScenarioError(f"the price file {path} cannot be read: {error}", hint="Check the path.") from None
    return shipped | _parsed(text, path)


def _parsed(text: str, path: str) -> Prices:
    try:
        return _PriceFile.model_validate(parse_toml(text)).models
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ScenarioError(
            f"the price file {path}: {where}: {first['msg']}",
            hint='A price reads: [models."compatible:my-model"] with input = 0.5 and output = 1.5.',
        ) from None
    except ValueError as error:
        raise ScenarioError(f"the price file {path} is not TOML: {error}") from None
