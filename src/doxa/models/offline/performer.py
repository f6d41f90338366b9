"""The offline performer: one plain function a task, chosen by the task's name.

It reads the typed inputs and the scene and ignores the prompt. The same request always gets the same answer.
"""

from collections.abc import Callable, Mapping

from doxa.errors import ModelSetupError
from doxa.models.embedded import Embedder, embedder
from doxa.models.offline.classifying import classify
from doxa.models.offline.embedding import embed
from doxa.models.offline.extracting import extract
from doxa.models.offline.judging import judge_stance
from doxa.models.offline.reciting import recite
from doxa.models.offline.scoring import score
from doxa.models.offline.self_updating import self_update
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.dialogue.offline.speaking import respond
from doxa.systems.feed.offline.acting import act_on_feed
from doxa.systems.puzzle.offline import answering
from doxa.systems.puzzle.offline.rating import rate_reasoning
from doxa.systems.round_table.offline.discussing import discuss
from doxa.systems.round_table.offline.judging_responses import judge_response
from doxa.systems.union.offline import DEBATING
from doxa.systems.union.offline.judging import UNION_JUDGING

Skill = Callable[[Request, Library], Response]

REASONING: dict[str, Skill] = {
    "propose_roles": answering.propose_roles,
    "rank_players": answering.rank_players,
    "debate_role": answering.debate_role,
    "adjust_roles": answering.adjust_roles,
    "decide_roles": answering.decide_roles,
    "supervise_roles": answering.supervise_roles,
    "rate_reasoning": rate_reasoning,
}
"""What reasoners do, each as strongly as its profile allows; plain ``offline`` is the middling one."""

SKILLS: dict[str, Skill] = {
    **REASONING,
    **DEBATING,
    **UNION_JUDGING,
    "respond": respond,
    "discuss": discuss,
    "recite": recite,
    "extract": extract,
    "classify": classify,
    "score": score,
    "embed": embed,
    "self_update": self_update,
    "judge_stance": judge_stance,
    "judge_response": judge_response,
    "act_on_feed": act_on_feed,
}


class OfflinePerformer:
    """Carries tasks out over ``settings.corpus`` (ArgKP-2021 when unset)."""

    def __init__(self, model: Embedder | None = None, places: Mapping[str, str] | None = None) -> None:
        self._library = Library(model or embedder(), places)

    async def perform(self, request: Request) -> Response:
        """Answer a request.

        Raises:
            ModelSetupError: the task or the motion is not one that can be performed offline.
            CorpusError: the corpus cannot be read.
        """
        if request.settings.model != "offline" and request.task.name not in REASONING:
            raise ModelSetupError(
                f"{request.settings.model} reasons about puzzles only; it cannot carry out {request.task.name!r}",
                hint=f"Set models.{request.task.role}.model to 'offline', or to a provider's.",
            )
        skill = SKILLS.get(request.task.name)
        if skill is None:
            raise ModelSetupError(
                f"the task {request.task.name!r} cannot be performed offline",
                hint=f"Offline: {', '.join(sorted(SKILLS))}. For others set models.{request.task.role}.model to a "
                "provider's, such as openai:… or ollama:…",
            )
        return skill(request, self._library)

    async def close(self) -> None:
        """Nothing is held open."""
