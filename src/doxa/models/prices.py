"""The cost of calls in US dollars, from a dated price file. An unknown price is None, never zero.

cost = (input − cached)·p_input + cached·p_cached + output·p_output, per million tokens; a call whose input
is longer than a model's ``long.from`` costs its ``long`` prices as a whole.
"""

import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from doxa.errors import ScenarioError
from doxa.models.port import Usage
from doxa.records.base import Record
from doxa.records.outside import parse_toml

VARIABLE = "DOXA_PRICES"
FREE = ("arrays", "encoder", "lmstudio", "local", "offline", "ollama", "recorded", "scripted", "simswarm")
"""Providers that run on your own machine."""

BATCHED = 0.5
"""The share of the listed price that OpenAI, Anthropic and Google take for an answer by batch (their price lists)."""

_MILLION = 1_000_000
_DATED = re.compile(r"(-\d{4}-\d{2}-\d{2}|-\d{8}|-latest)$")


Dollars = Annotated[float, Field(ge=0, le=1e6)]
"""A price that somebody could ask: a dollar a token is the highest."""


class Rate(Record):
    """US dollars per million tokens."""

    input: Dollars
    output: Dollars
    cached: Dollars | None = None
    """The price of input read from the provider's cache; that of ``input`` where absent."""

    def cost(self, usage: Usage) -> float | None:
        """Return the cost of a call, or None where the provider did not report its tokens."""
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        cached = min(usage.cached_tokens or 0, usage.input_tokens)
        read = self.input if self.cached is None else self.cached
        total = (usage.input_tokens - cached) * self.input + cached * read + usage.output_tokens * self.output
        return total / _MILLION


class LongRate(Rate):
    """The rate of calls with a long input."""

    above: int = Field(alias="from", gt=0)
    """The number of input tokens above which this rate applies."""


class Price(Rate):
    """One model's rates."""

    long: LongRate | None = None

    def cost(self, usage: Usage) -> float | None:
        if self.long is not None and (usage.input_tokens or 0) > self.long.above:
            return self.long.cost(usage)
        return super().cost(usage)


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

    The price is looked up by the model's name and then by its name without a date.

    Args:
        share: the share of the listed price that was paid, in (0, 1].
    """
    if model.partition(":")[0] in FREE:
        return 0.0
    listed = price_list() if prices is None else prices
    price = listed.get(model) or listed.get(_DATED.sub("", model))
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
