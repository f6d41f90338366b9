"""Run conditions of model calls: what may differ between two sittings of one run without changing its events.

Timeouts, retry bounds, rates, concurrency and base URLs are here. Keys are never recorded: they are read from the
environment when a provider is used.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from doxa.records.base import Settings

BATCHED = 100_000
"""The calls at once where they wait for batches."""


class Conditions(Settings):
    """How calls are made; never part of a run's hash."""

    timeout_s: float = Field(default=120.0, gt=0)
    """Seconds for one whole request, from sending it to the last byte of its body."""
    connect_timeout_s: float = Field(default=10.0, gt=0)
    """Seconds to open a connection."""
    tries: int = Field(default=5, ge=1, le=100)
    """The most times that one call is tried."""
    first_wait_s: float = Field(default=0.5, gt=0)
    """Seconds to wait after the first failed try; the wait doubles with each further one, with jitter."""
    longest_wait_s: float = Field(default=60.0, gt=0)
    """The longest wait in seconds, also where a server asks for more."""
    give_up_after: int = Field(default=5, ge=1)
    """A run stops, and can be resumed, after this many given-up calls in a row: the model is then out of reach."""
    concurrency: int = Field(default=16, ge=1)
    """The most calls at once to one endpoint; fewer after the endpoint answered that there are too many."""
    requests_per_minute: float | None = Field(default=None, gt=0)
    """The most requests a minute to one endpoint."""
    tokens_per_minute: float | None = Field(default=None, gt=0)
    """The most input and output tokens a minute to one endpoint."""
    longest_reply: int = Field(default=1_000_000, gt=0)
    """The most characters of a reply; a longer one is given up as ``too_long``."""
    population_workers: int = Field(default=0, ge=0)
    """Workers of a Ray cluster that compute a population's beliefs; 0: this process computes them."""
    batch: bool = False
    """Whether services are asked through their batch interfaces: at half the price, within a day (``--batch``)."""
    batch_check_s: float = Field(default=30.0, gt=0)
    """Seconds before the first look at a batch; each later wait is half as long again, up to ten minutes."""
    base_urls: dict[str, str] = Field(default_factory=dict)
    """Provider name → base URL, which overrides the one in the environment."""
    corpora: dict[str, str] = Field(default_factory=dict)
    """The name of a corpus in the scenario → the path of its file, found beside the scenario."""
    files: dict[str, str] = Field(default_factory=dict)
    """The name of a file in ``[script]`` → its path, found beside the scenario."""
    prices: str | None = None
    """A price file of your own, which overrides the shipped one."""

    @model_validator(mode="before")
    @classmethod
    def _all_at_once(cls, conditions: Any) -> Any:
        """Let all calls of a batch wait together, where nobody says how many may."""
        is_open = isinstance(conditions, dict) and conditions.get("batch") is True and "concurrency" not in conditions
        return {**conditions, "concurrency": BATCHED} if is_open else conditions

    @field_validator("base_urls")
    @classmethod
    def _without_credentials(cls, urls: dict[str, str]) -> dict[str, str]:
        """Refuse URLs that contain a password or a key, as conditions are recorded with a run."""
        for name, url in urls.items():
            if fault := fault_of_url(url):
                raise ValueError(f"the base URL of {name} {fault}")
        return urls

    def with_places(self, place: Callable[[str], str]) -> "Conditions":
        """Return the conditions with each path of a file replaced by what ``place`` makes of it."""
        tables = {"corpora": self.corpora, "files": self.files}
        return self.model_copy(
            update={
                table: {name: place(path) for name, path in paths.items()} for table, paths in tables.items() if paths
            }
        )


def fault_of_url(url: str) -> str:
    """Return why a base URL cannot be used, in words that follow its name; '' where it can. It shows no secret."""
    if not url.isprintable() or " " in url:
        return "has a space or a control character in it"
    try:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
            return "is not one: it begins with http:// or https://, and a host follows"
    except ValueError as error:
        return f"is not one: {error}"
    if "@" in parts.netloc or parts.query or parts.fragment:
        return "contains a user, a password or a query; keys belong in the environment, in a variable of their own"
    return ""


def is_loopback(url: str) -> bool:
    """Return whether a URL is one of this machine, which no proxy can reach in our place."""
    host = urlsplit(url).hostname or ""
    return host in ("localhost", "::1", "0.0.0.0", "::") or host.startswith("127.")
