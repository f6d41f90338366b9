"""The performer of a trained encoder: directions or strengths by the encoder, everything else by offline rules.

An encoder of polarity or of messages answers ``classify``, behind the guards of the offline judge; the strengths and
tags with its directions, and the claims themselves, come from the offline performer. An encoder of messages reads
claims in the message in which they were said, where it is given. An encoder of strength answers ``score``.
"""

from dataclasses import replace
from functools import cached_property

import numpy as np

from doxa.errors import ModelSetupError
from doxa.models.embedded import embedder
from doxa.models.encoder.folder import MESSAGES, Folder, revision
from doxa.models.encoder.reading import DECIMALS, EncoderNetwork, uncalibrated
from doxa.models.offline.answers import FREE, REVISION, inputs_of
from doxa.models.offline.classifying import judge_claims
from doxa.models.offline.directing import DirectionReader, read_directions
from doxa.models.offline.performer import OfflinePerformer
from doxa.models.port import Request, Response
from doxa.records.base import Record, canonical
from doxa.records.spec import ModelSettings
from doxa.tasks import classify, score

CLASSIFYING = ("classify", "classify_anchored")
SCORING = ("score", "score_anchored")
"""The tasks of both scales: an encoder has the scale that it learned."""

HEARING = ("extract", "extract_concessions", *CLASSIFYING)

ANSWERS = {"polarity": HEARING, MESSAGES: HEARING, "strength": SCORING}
"""Task of training → tasks that its encoder carries out."""


class EncoderPerformer:
    """The performer of one trained encoder."""

    def __init__(self, folder: Folder, rules: OfflinePerformer) -> None:
        self._folder = folder
        self._rules = rules
        self._network = EncoderNetwork(folder)

    async def perform(self, request: Request) -> Response:
        """Return the answer to a request.

        Raises:
            ModelSetupError: the encoder was not trained for this task, or was not calibrated.
        """
        able = ANSWERS.get(self._folder.told.task, ())
        if request.task.name not in able:
            raise ModelSetupError(
                f"{self._folder.path} contains an encoder of {self._folder.told.task}; it cannot {request.task.name}",
                hint=f"It can {' and '.join(able) or 'do nothing'}; set models.{request.task.role}.model to another.",
            )
        if request.task.name in SCORING:
            return self._score_claims(inputs_of(request, score.Inputs))
        plain = replace(request, settings=ModelSettings(corpus=request.settings.corpus))
        if request.task.name not in CLASSIFYING:
            return await self._rules.perform(plain)
        return self._classify_claims(plain, request.settings.sure)

    async def close(self) -> None:
        """Do nothing: no resource is open."""

    def _classify_claims(self, request: Request, sure: float | None) -> Response:
        """Return the encoder's directions with the strengths and tags of the rules."""
        inputs = inputs_of(request, classify.Inputs)
        directions = read_directions(
            inputs.proposition,
            inputs.claims,
            embedder(),
            message=inputs.message if self._network.reads_messages else "",
            reader=DirectionReader(claims=self._network, windows=self._network),
            sure=sure,
        )
        judged = judge_claims(request, directions, self._rules.library)
        return self._answer(judged, beside=REVISION)

    def _score_claims(self, inputs: score.Inputs) -> Response:
        knots = self._folder.told.calibration.knots
        if len(knots) < 2:
            raise uncalibrated(self._folder)
        scores = self._network.scores(inputs.proposition, inputs.claims)
        shares = np.interp(scores, knots, np.linspace(0.0, 1.0, len(knots)))
        reply = score.Reply(strengths=tuple(round(float(share), DECIMALS) for share in shares))
        return self._answer(reply)

    def _answer(self, reply: Record, beside: str = "") -> Response:
        named = f"encoder/{self._revision}" + (f"+{beside}" if beside else "")
        return Response(text=canonical(reply), usage=FREE, cost=0.0, revision=named)

    @cached_property
    def _revision(self) -> str:
        return revision(self._folder.path)
