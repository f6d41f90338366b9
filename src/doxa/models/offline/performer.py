"""The offline performer: one plain function a task, chosen by the task's name; systems bring the functions of theirs.

It reads the typed inputs and the scene and ignores the prompt. The same request always gets the same answer.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial

from doxa.errors import ModelSetupError, did_you_mean
from doxa.models.computing import compute
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.embedded import Embedder, embedder
from doxa.models.embedded.weights import one_at_a_time
from doxa.models.offline import claims
from doxa.models.offline.answering import answer_survey
from doxa.models.offline.answers import inputs_of, rows, words
from doxa.models.offline.judging import judge_stance
from doxa.models.offline.shelf import Library
from doxa.models.offline.vectors_cache import cached_rows
from doxa.models.port import Request, Response
from doxa.records.plugins import beside, of_system, shelf_of, systems
from doxa.records.spec import ModelSettings
from doxa.tasks import embed, recite
from doxa.tasks.answering import ANSWER_SURVEY

Skill = Callable[[Request, Library], Response]

OFFLINE = "offline"


def recite_line(request: Request, library: Library) -> Response:
    """Return the prepared line, unchanged."""
    return words(inputs_of(request, recite.Inputs).text)


def embed_texts(request: Request, library: Library) -> Response:
    """Return one int8 row a text, by the small sentence encoder; rows of lasting texts are cached on disk."""
    inputs = inputs_of(request, embed.Inputs)
    model = library.embedder
    return rows(cached_rows(inputs.texts, model) if inputs.lasting else model.rows(inputs.texts))


GROUND: dict[str, Skill] = {
    "recite": recite_line,
    "extract": claims.extract_claims,
    "extract_concessions": claims.extract_claims,
    "classify": claims.classify_claims,
    "extract_many": claims.extract_messages,
    "extract_concessions_many": claims.extract_messages,
    "classify_many": claims.classify_messages,
    "score": claims.score_claims,
    "classify_anchored": claims.classify_claims,
    "classify_many_anchored": claims.classify_messages,
    "score_anchored": claims.score_claims,
    "embed": embed_texts,
    "self_update": claims.update_stance,
    "judge_stance": judge_stance,
    ANSWER_SURVEY.name: answer_survey,
}


def skills() -> dict[str, Skill]:
    """Return the functions that carry tasks out offline, by task."""
    return {**GROUND, **shelf_of("offline").sound()}


@Declaration(kind="simulation", speaks=True, hears=True, priced=False)
def make(settings: ModelSettings, conditions: Conditions) -> "OfflinePerformer":
    """Return the offline performer; all roles of a process share it and its embedder.

    Raises:
        ModelSetupError: the model is neither ``offline`` nor a model that a system brings.
        PluginError: two systems bring a model of that name.
    """
    model, offline_models = settings.model, shelf_of("offline_models")
    if refusal := offline_models.refusal(model):
        raise refusal
    if model == OFFLINE or model in offline_models:
        return _load_performer(tuple(sorted(conditions.corpora.items())))
    near, names = did_you_mean(model, offline_models), ", ".join(offline_models)
    hint = [f"{near}Offline: 'offline', and for single systems {names}.", *offline_models.notes]
    raise ModelSetupError(f"there is no offline model {model!r}", hint=" ".join(hint))


@one_at_a_time
@cache
def _load_performer(places: tuple[tuple[str, str], ...]) -> "OfflinePerformer":
    return OfflinePerformer(places=dict(places))


def _refused(model: str, task: str) -> str:
    """Return why a model of one system does not carry out a task; '' where it does. Every model answers questions."""
    if task == ANSWER_SURVEY.name:
        return ""
    for system in systems():
        if model in of_system(system, "offline_models") and task not in of_system(system, "tasks"):
            return f"{model} {of_system(system, 'offline_models')[model]} only; it cannot carry out {task!r}"
    return ""


class OfflinePerformer:
    """The offline performer, over ``settings.corpus`` (ArgKP-2021 when unset)."""

    def __init__(self, model: Embedder | None = None, places: Mapping[str, str] | None = None) -> None:
        self.library = Library(model or embedder(), places)
        """What its functions read: the embedder, and the corpora."""

    async def perform(self, request: Request) -> Response:
        """Return the answer to a request.

        Raises:
            ModelSetupError: the task cannot be performed offline, or not on this motion.
            CorpusError: the corpus cannot be read.
        """
        task = request.task
        if request.settings.model != OFFLINE and (refused := _refused(request.settings.model, task.name)):
            raise ModelSetupError(refused, hint=f"Set models.{task.role}.model to 'offline', or to a provider's.")
        skill = GROUND.get(task.name) or beside("offline", "tasks", task.name)
        if skill is None:
            raise ModelSetupError(
                f"the task {task.name!r} cannot be performed offline",
                hint=f"Offline: {', '.join(sorted({*GROUND, *shelf_of('offline')}))}. For others set "
                f"models.{task.role}.model to a provider's, such as openai:… or ollama:…",
            )
        answer: Response = await compute(partial(skill, request, self.library), request)
        return answer

    async def close(self) -> None:
        """Do nothing: no resource is open."""
