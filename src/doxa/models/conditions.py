"""Run conditions of model calls: what may differ between two sittings of one run without changing its events.

Timeouts, retry bounds, rates, concurrency and base URLs are here. Keys are in no record at all: they are read
from the environment when a provider is used.
"""

from urllib.parse import urlsplit

from pydantic import Field, field_validator

from doxa.records.base import Settings


class Conditions(Settings):
    """How calls are made; never part of a run's hash."""

    timeout_s: float = Field(default=120.0, gt=0)
    """Seconds for one whole request, from sending it to the last byte of its body."""
    connect_timeout_s: float = Field(default=10.0, gt=0)
    """Seconds to open a connection."""
    tries: int = Field(default=5, ge=1, le=100)
    """How often one call is tried in all before it is given up."""
    first_wait_s: float = Field(default=0.5, gt=0)
    """The wait after the first try that fails; it doubles with each further one, with jitter."""
    longest_wait_s: float = Field(default=60.0, gt=0)
    """No wait is longer, also where a server asks for more."""
    give_up_after: int = Field(default=5, ge=1)
    """A run stops, resumably, when this many calls in a row were given up: the model is then out of reach."""
    concurrency: int = Field(default=16, ge=1)
    """The most calls at once to one endpoint; fewer after it said that it is too many."""
    requests_per_minute: float | None = Field(default=None, gt=0)
    """The most requests a minute to one endpoint."""
    tokens_per_minute: float | None = Field(default=None, gt=0)
    """The most input and output tokens a minute to one endpoint."""
    longest_reply: int = Field(default=1_000_000, gt=0)
    """Characters; a longer reply is given up as ``too_long``."""
    population_workers: int = Field(default=0, ge=0)
    """Workers of a Ray cluster that move a population's listeners; 0: this process does."""
    base_urls: dict[str, str] = Field(default_factory=dict)
    """Provider name → base URL, over the one in the environment."""
    corpora: dict[str, str] = Field(default_factory=dict)
    """Corpus, as the scenario names it → where its file lies; found beside the scenario."""
    prices: str | None = None
    """A price file of your own, read over the shipped one."""

    @field_validator("base_urls")
    @classmethod
    def _without_credentials(cls, urls: dict[str, str]) -> dict[str, str]:
        """Conditions are written down with a run: a URL that carries a password or a key is refused."""
        for name, url in urls.items():
            if "@" in urlsplit(url).netloc or urlsplit(url).query:
                raise ValueError(
                    f"the base URL of {name} carries credentials or a query; keys belong in the environment"
                )
        return urls
