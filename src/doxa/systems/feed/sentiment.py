"""The judge of the original SimSwarm: a text's sentiment as its stance, by VADER (extra ``simswarm``).

It performs ``judge_stance`` alone and reads the sentiment of a text, not its direction: praise of what a proposition
would end counts as support. It serves to reproduce the original, as ``models.judge = "simswarm"``.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.port import Request, Response, Usage
from doxa.records.base import canonical
from doxa.records.plugins import install_command
from doxa.records.spec import ModelSettings
from doxa.tasks.judge_stance import Inputs, Reply

SIMSWARM = "simswarm"
"""The name of this model."""

REVISION = "vader"

FREE = Usage(input_tokens=0, output_tokens=0, cached_tokens=0)


class Sentiment:
    """Reads every text's compound sentiment, in [−1, 1]."""

    def __init__(self, analyser: Any) -> None:
        self._analyser = analyser

    async def perform(self, request: Request) -> Response:
        """Return the stance of one statement.

        Raises:
            ModelSetupError: the request is for another task.
        """
        if not isinstance(request.inputs, Inputs):
            raise ModelSetupError(
                f"simswarm reads sentiment and cannot carry out {request.task.name!r}",
                hint="Set it as models.judge alone; other roles take offline or a provider's model.",
            )
        return Response(
            text=canonical(Reply(stance=float(self._analyser.polarity_scores(request.inputs.text)["compound"]))),
            usage=FREE,
            cost=0.0,
            revision=REVISION,
        )

    async def close(self) -> None:
        """Do nothing: no connection is open."""


@Declaration(
    kind="instrument",
    speaks=False,
    hears=False,
    priced=False,
    lacking=lambda: "" if find_spec("vaderSentiment") else install_command(SIMSWARM),
)
def make(settings: ModelSettings, conditions: Conditions) -> Sentiment:
    """Return the judge.

    Raises:
        ModelSetupError: VADER is not installed.
    """
    try:
        vader: Any = import_module("vaderSentiment.vaderSentiment")
    except ImportError:
        raise ModelSetupError(
            "the judge simswarm needs VADER, which is not installed", hint=install_command("simswarm")
        ) from None
    return Sentiment(vader.SentimentIntensityAnalyzer())
