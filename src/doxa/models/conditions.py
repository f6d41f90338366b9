"""Run conditions of model calls: what may differ between two sittings of one run without changing its events.

Timeouts, retry bounds, rates, concurrency and base URLs are here. Keys are never recorded: they are read from the
environment when a provider is used.
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
    base_urls: dict[str, str] = Field(default_factory=dict)
    """Provider name → base URL, which overrides the one in the environment."""
    corpora: dict[str, str] = Field(default_factory=dict)
    """The name of a corpus in the scenario → the path of its file, found beside the scenario."""
    prices: str | None = None
    """A price file of your own, which overrides the shipped one."""

    @field_validator("base_urls")
    @classmethod
    def _without_credentials(cls, urls: dict[str, str]) -> dict[str, str]:
        """Refuse URLs that contain a password or a key, as conditions are recorded with a run."""
        for name, url in urls.items():
            if "@" in urlsplit(url).netloc or urlsplit(url).query:
                raise ValueError(
                    f"the base URL of {name} contains credentials or a query; keys belong in the environment"
                )
        return urls
