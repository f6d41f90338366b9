"""What the models of a provider are, can do and cost: one declaration, which planning, prices and pages ask.

A factory in the entry-point group ``doxa.models`` has it as its decorator; that of a service follows from its row. A
log states the kind of every model that doxa does not bring (``ModelSettings.declared``): what reads a log asks that,
and never what is installed.

    cost = (input − cached)·p_input + cached·p_cached + output·p_output, per million tokens

A call whose input is longer than a model's ``long.from`` costs its ``long`` prices as a whole.
"""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import Field

from doxa.errors import ModelSetupError, PluginError, ScenarioError
from doxa.log.journal import CallRecord
from doxa.models.port import Usage
from doxa.models.providers.endpoints import SERVICES, installed, service_of
from doxa.records.base import Record
from doxa.records.model_kinds import ModelKind, is_simulated
from doxa.records.plugins import install_command, plugin, plugin_names, point_bringing, whose
from doxa.records.spec import ModelSettings

GROUP = "doxa.models"

LANGUAGE: ModelKind = "language model"

DECLARED_BY_PACKAGE = "what a model is its own package declares; leave this out"

Factory = TypeVar("Factory", bound=Callable[..., Any])

WORK = {"speaker": ("speaks", "speak"), "extractor": ("hears", "hear")}
"""Model role → the field of a declaration that it needs, and its verb."""


_MILLION = 1_000_000

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


class Declaration(Record):
    """What all models of a provider are and can do."""

    kind: ModelKind
    """``language model``: answers any prompt in words; ``simulation``: plain code in a model's place; ``instrument``:
    neither, such as an encoder."""
    speaks: bool
    """Whether it can be a speaker."""
    hears: bool
    """Whether it can be the extractor, which takes claims out of messages and reads their directions."""
    priced: bool
    """Whether somebody is paid for its calls."""
    logprobs: bool = False
    """Whether its performers are ``Weigher``: they state log-probabilities of first tokens."""
    prices: dict[str, Price] = Field(default_factory=dict)
    """Name after the colon ('' for none) → US dollars per million tokens; a price file of the user's counts first."""
    at_once: int | None = Field(default=None, ge=1)
    """The most calls at once where nobody sets ``conditions.concurrency``; None: as for any endpoint."""
    lacking: Callable[[], str] = str
    """Returns what is to be done before any of its models can be asked, as a command; '' for nothing."""

    def __call__(self, factory: Factory) -> Factory:
        """Return a factory with this declaration, as its decorator."""
        factory.declaration = self  # type: ignore[attr-defined]
        return factory


def declaration_of(model: str) -> Declaration | None:
    """Return what a model declares, by its name as ``provider:model``; None where no such provider is installed.

    Raises:
        PluginError: the provider cannot be loaded, or declares nothing.
    """
    if service := service_of(model):
        return Declaration(
            kind=LANGUAGE,
            speaks=True,
            hears=True,
            priced=not service.free,
            logprobs=service.family == "openai",
            lacking=lambda: "" if installed(service) else install_command(service.name),
        )
    return _declaration_by(model.partition(":")[0])


@cache
def _declaration_by(provider: str) -> Declaration | None:
    if provider not in plugin_names(GROUP):
        return None
    declaration = getattr(plugin(GROUP, provider, ""), "declaration", None)
    if isinstance(declaration, Declaration):
        return declaration
    point = point_bringing(GROUP, provider)
    raise PluginError(
        f"the model provider {provider!r}{whose(point) if point else ''} does not declare what its models are",
        name=provider,
        hint='Its author writes one line above its factory: @Declaration(kind="language model", speaks=True, '
        "hears=True, priced=True) (doxa docs extending).",
    )


def is_language_model(model: str) -> bool:
    """Return whether a model answers prompts in words, as what is installed here declares; errors as above."""
    declaration = declaration_of(model)
    return declaration is not None and declaration.kind == LANGUAGE


def takes_prompts(asked: ModelSettings | CallRecord) -> bool:
    """Return whether a model answers prompts in words, and so does any task, by its name and what a log states."""
    return asked.declared == LANGUAGE if asked.declared else service_of(asked.model) is not None


def is_simulated_here(model: str) -> bool:
    """Return whether plain code performs in place of a model, by what is installed here; errors as above."""
    return is_simulated(model, declared_outside(model))


def declared_outside(model: str) -> ModelKind | None:
    """Return what a model is that doxa does not bring; None for doxa's own, whose names say it, and for unknown ones.

    Raises:
        PluginError: as ``declaration_of``.
    """
    provider = model.partition(":")[0]
    if provider in SERVICES or not (service_of(model) or _is_outside(provider)):
        return None
    declaration = declaration_of(model)
    return declaration.kind if declaration else None


@cache
def _is_outside(provider: str) -> bool:
    return point_bringing(GROUP, provider) is not None


def check_ability(role: str, settings: ModelSettings) -> None:
    """Raise where a model cannot do what is asked of it.

    Args:
        role: that of the settings; '' where it is not known.

    Raises:
        ScenarioError: it does not speak or hear, or states no probabilities that are asked for.
        ModelSetupError: the same, where the role is not known.
        PluginError: as ``declaration_of``.
    """
    part = role.partition("@")[0]
    field, verb = WORK.get(part, ("kind", ""))  # which every declaration has
    declaration = declaration_of(settings.model)
    if declaration is None:
        return
    faults = {
        f"cannot be the {part}: it does not {verb}": not getattr(declaration, field),
        "states no probabilities, so that its directions cannot be read from them": not declaration.logprobs
        and settings.weighing is not None
        and settings.weighing.model == settings.model,
        "states no probability of its directions, so that it cannot be asked to be surer": settings.sure is not None
        and declaration.kind == LANGUAGE,
    }
    for fault, is_met in faults.items():
        if is_met:
            hint = "Name another model (doxa models), leave weighing or --sure out, or hear offline: --hear offline."
            if not role:
                raise ModelSetupError(f"{settings.model} {fault}", hint=hint)
            raise ScenarioError(f"models.{role}: {settings.model} {fault}", hint=hint, key=f"models.{role}")
