"""A small puzzle, and teams that debate it by script.

By hand: Ann says that she is a knave, which neither a knight (it would be false) nor a knave (it would be true) can
say, so Ann is the spy, and lies. Ben says that she lies, which is true, and the one spy is Ann: Ben is a knight. Cas
says that Ben is a knave, which is false: Cas is a knave.
"""

import json
from collections.abc import Mapping
from typing import Any

from doxa.models.port import Request
from doxa.records.spec import ModelSettings, Participant, RunSpec
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.protocol.debating import PUZZLE
from scenes.stage import ROLES, Answer, Played, debate

GAME = """\
---
Player name: Ann
Player statement: I am a knave.
---
Player name: Ben
Player statement: Ann is lying.
---
Player name: Cas
Player statement: Ben is a knave.
---
Message from the game manager: I am the game manager and here is a hint for you: Among all players, there is exactly \
one spy.
"""
PLAYERS = ("Ann", "Ben", "Cas")
RIGHT = ("spy", "knight", "knave")
WRONG = ("knight", "knave", "spy")


def member(id: str) -> Participant:
    """An agent of a team."""
    return Participant(id=id, name=id.title(), kernel="ballot")


def puzzle(*agents: str, **script: Any) -> RunSpec:
    """The spec of a debate over the small puzzle; by three agents where nobody is named."""
    people = tuple(member(one) for one in agents or ("amber", "cobalt", "teal"))
    settings = PUZZLE.Settings(puzzle=GAME, size=3, **script).model_dump(mode="json")
    roles = {role: ModelSettings(model="scripted") for role in (*ROLES, "judge", "supervisor")}
    return debate(*people, protocol="puzzle", script=settings, roles=roles)


def whole(roles: Mapping[str, str] | tuple[str, ...], confidence: int = 5, reasoning: str = "So it is.") -> str:
    """A reply with a role for several players."""
    told = dict(zip(PLAYERS, roles, strict=True)) if isinstance(roles, tuple) else roles
    rows = [{"name": name, "role": role} for name, role in told.items()]
    return json.dumps({"reasoning": reasoning, "players": rows, "confidence": confidence})


def holding(**held: tuple[str, ...]) -> Answer:
    """Agents that hold to their roles whatever is said, and a supervisor who takes everybody for a knight."""

    def answer(request: Request) -> str:
        task, inputs = request.task.name, request.inputs
        if task == "supervise_roles":
            return whole(dict.fromkeys(inputs.asked, "knight"))
        if task == "rate_reasoning":
            return json.dumps(
                {
                    "agreement": 3 if inputs.opinion.agree_with else 0,
                    "disagreement": 2 if inputs.opinion.disagree_with else 0,
                }
            )
        if task == "rank_players":
            return json.dumps({"order": sorted(inputs.players)})
        roles = dict(zip(PLAYERS, held[request.step.actor], strict=True))
        if task == "debate_role":
            return opinion(inputs.player, roles[inputs.player], agree=inputs.others[:1], disagree=inputs.others[1:])
        asked = getattr(inputs, "asked", PLAYERS)
        return whole({name: roles[name] for name in asked})

    return answer


def opinion(player: str, role: str, agree: tuple[str, ...] = (), disagree: tuple[str, ...] = ()) -> str:
    """A reply in a debate."""
    told = {"player": player, "role": role, "agree_with": agree, "disagree_with": disagree, "confidence": 5}
    return json.dumps({**told, "agree_why": "as I", "disagree_why": "not as I"})


def at(key: str, text: str, otherwise: Answer) -> Answer:
    """The first asking of one step answered with some text, everything else as otherwise."""
    return lambda request: text if (request.step.key, request.attempt) == (key, 1) else otherwise(request)


def result(played: Played) -> dict[str, Any]:
    """What a run's script returned."""
    return played.events[-1].body.result


def sitting(played: Played) -> Sitting:
    """The sitting of a run, as the measures read it."""
    return Sitting.model_validate(result(played)["sitting"])
