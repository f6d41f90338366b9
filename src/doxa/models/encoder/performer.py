"""The performer of a trained encoder: directions or strengths by the encoder, everything else by offline rules.

An encoder of polarity or of messages answers ``classify``, behind the guards of the offline judge; the strengths and
tags with its directions, and the claims themselves, come from the offline performer. An encoder of messages reads
claims in the message in which they were said, where it is given. An encoder of strength answers ``score``.

    p(for | motion) = σ(score / T)

T and the threshold below which a direction is unclear were fitted in training.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from doxa.errors import ModelSetupError
from doxa.models.computing import compute
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.embedded import Embedder, embedder
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.polarity import probability_of
from doxa.models.embedded.strength import DECIMALS, share_beaten
from doxa.models.embedded.weights import one_at_a_time
from doxa.models.encoder.folder import FROM_TRAINING, MESSAGES, Folder, lacking_torch, open_folder, revision
from doxa.models.offline.answers import REVISION, inputs_of, reply
from doxa.models.offline.claims import judge_claims
from doxa.models.offline.directing import DirectionReader, read_claims
from doxa.models.offline.performer import OfflinePerformer, make as make_offline
from doxa.models.port import Request, Response
from doxa.records.plugins import install_command
from doxa.records.spec import ModelSettings
from doxa.tasks import classify, score

if TYPE_CHECKING:
    from doxa.models.encoder.network import Encoder

CLASSIFYING = ("classify", "classify_anchored")
SCORING = ("score", "score_anchored")
"""The tasks of both scales: an encoder has the scale that it learned."""

HEARING = ("extract", "extract_concessions", *CLASSIFYING)

ANSWERS = {"polarity": HEARING, MESSAGES: HEARING, "strength": SCORING}
"""Task of training → tasks that its encoder carries out."""


@Declaration(
    kind="instrument",
    speaks=False,
    hears=True,
    priced=False,
    lacking=lambda: install_command("train") if lacking_torch() else "",
)
def make(settings: ModelSettings, conditions: Conditions) -> "EncoderPerformer":
    """Return the performer of ``encoder:DIR``; all roles of a process that name the folder share one performer.

    Raises:
        ModelSetupError: torch is missing, or the folder contains no encoder that doxa trained.
    """
    return _load_performer(settings.model, tuple(sorted(conditions.corpora.items())))


@one_at_a_time
@cache
def _load_performer(model: str, places: tuple[tuple[str, str], ...]) -> "EncoderPerformer":
    rules = make_offline(ModelSettings(), Conditions(corpora=dict(places)))
    return EncoderPerformer(open_folder(model.partition(":")[2]), rules)


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
            return await compute(partial(self._score_claims, inputs_of(request, score.Inputs)), request)
        plain = replace(request, settings=ModelSettings(corpus=request.settings.corpus))
        if request.task.name not in CLASSIFYING:
            return replace(await self._rules.perform(plain), revision=f"{self._revision}+{REVISION}")
        return await compute(partial(self._classify_claims, plain, request.settings.sure), request)

    async def close(self) -> None:
        """Do nothing: no resource is open."""

    def _classify_claims(self, request: Request, sure: float | None) -> Response:
        """Return the encoder's directions with the strengths and tags of the rules."""
        inputs = inputs_of(request, classify.Inputs)
        readings = read_claims(
            inputs.proposition,
            inputs.claims,
            embedder(),
            message=inputs.message if self._folder.told.task == MESSAGES else "",
            reader=DirectionReader(claims=self._network, windows=self._network),
            sure=sure,
        )
        judged = reply(judge_claims(request, inputs, readings, self._rules.library))
        return replace(judged, revision=f"{self._revision}+{REVISION}")

    def _score_claims(self, inputs: score.Inputs) -> Response:
        knots = self._folder.told.calibration.knots
        if len(knots) < 2:
            raise _uncalibrated(self._folder)
        shares = share_beaten(self._network.scores(inputs.proposition, inputs.claims), knots)
        strengths = tuple(round(float(share), DECIMALS) for share in shares)
        return replace(reply(score.Reply(strengths=strengths)), revision=self._revision)

    @cached_property
    def _revision(self) -> str:
        return f"encoder/{revision(self._folder.path)}"


class EncoderNetwork:
    """An encoder as a network of directions, behind the same guards as doxa's own; loaded when it is first asked."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def probabilities(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return for each text the probability in [0, 1] that it speaks for a proposition, to four decimals.

        A text without a letter or digit has 0.5.

        Raises:
            ModelSetupError: the encoder was not calibrated.
        """
        temperature, _ = self._calibration
        return [
            probability_of(raw / temperature) if any(map(str.isalnum, claim)) else 0.5
            for claim, raw in zip(claims, self.scores(proposition, claims), strict=True)
        ]

    def clear(self, probability: float) -> bool:
        """Return whether a probability is enough for a direction."""
        _, threshold = self._calibration
        return max(probability, 1.0 - probability) >= threshold

    def scores(self, proposition: str, claims: Sequence[str]) -> list[float]:
        """Return the raw scores of texts, in their order."""
        about = (canonical(proposition),) if self._folder.told.pair else ()
        return self._encoder.answers([(*about, sentence(claim)) for claim in claims])

    @property
    def _calibration(self) -> tuple[float, float]:
        fitted = self._folder.told.calibration
        if fitted.temperature is None or fitted.threshold is None:
            raise _uncalibrated(self._folder)
        return fitted.temperature, fitted.threshold

    @cached_property
    def _encoder(self) -> "Encoder":
        # torch takes seconds to import: whoever only lists models does not wait for it
        from doxa.models.encoder.network import restored

        return restored(self._folder)


def _uncalibrated(folder: Folder) -> ModelSetupError:
    """Return the error of an encoder whose training fitted nothing that turns its scores into answers."""
    return ModelSetupError(f"{folder.path} contains an encoder that was not calibrated", hint=FROM_TRAINING)
