"""The offline performer: one plain function a task, chosen by the task's name; systems bring the functions of theirs.

It reads the typed inputs and the scene and ignores the prompt. The same request always gets the same answer.
"""

from collections.abc import Callable, Mapping

from doxa.errors import ModelSetupError, did_you_mean
from doxa.models.embedded import Embedder, embedder
from doxa.models.offline.classifying import classify
from doxa.models.offline.embedding import embed
from doxa.models.offline.extracting import extract
from doxa.models.offline.joining import classify_messages, extract_messages
from doxa.models.offline.judging import judge_stance
from doxa.models.offline.reciting import recite
from doxa.models.offline.scoring import score
from doxa.models.offline.self_updating import self_update
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.plugins import beside, of_system, shelf_of, systems

Skill = Callable[[Request, Library], Response]

OFFLINE = "offline"

GROUND: dict[str, Skill] = {
    "recite": recite,
    "extract": extract,
    "extract_concessions": extract,
    "classify": classify,
    "extract_many": extract_messages,
    "extract_concessions_many": extract_messages,
    "classify_many": classify_messages,
    "score": score,
    "classify_anchored": classify,
    "classify_many_anchored": classify_messages,
    "score_anchored": score,
    "embed": embed,
    "self_update": self_update,
    "judge_stance": judge_stance,
}


def skills() -> dict[str, Skill]:
    """Return the functions that carry tasks out offline, by task."""
    return {**GROUND, **shelf_of("offline").sound()}


def check_model(model: str) -> None:
    """Raise where no system brings an offline model.

    Raises:
        ModelSetupError: there is no model of that name.
        PluginError: two systems bring a model of that name.
    """
    offline_models = shelf_of("offline_models")
    if refusal := offline_models.refusal(model):
        raise refusal
    if model == OFFLINE or model in offline_models:
        return
    hint = (
        f"{did_you_mean(model, offline_models)}Offline: 'offline', and for single systems {', '.join(offline_models)}."
    )
    hint = " ".join([hint, *offline_models.notes])
    raise ModelSetupError(f"there is no offline model {model!r}", hint=hint)


def _refused(model: str, task: str) -> str:
    """Return why a model of one system does not carry out a task; '' where it does."""
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
        answer: Response = skill(request, self.library)
        return answer

    async def close(self) -> None:
        """Do nothing: no resource is open."""
