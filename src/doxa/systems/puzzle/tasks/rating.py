"""Rate reasoning: how sound an agent's reasons to agree and to disagree were, by a judge who sees the solution.

Can LLM Agents Really Debate, Figure 6 and appendix D: marks from 0 (does not apply) to 4 (sound); 3 and 4 are high.
"""

from typing import Annotated

from pydantic import ConfigDict, Field

from doxa.records.base import Record
from doxa.systems.puzzle.puzzles.worlds import Role
from doxa.systems.puzzle.tasks.record import Opinion, Solution
from doxa.systems.puzzle.tasks.rules import RATER
from doxa.tasks.base import Task
from doxa.tasks.known import Known

Mark = Annotated[int, Field(ge=0, le=4)]


class RatingInputs(Record):
    game: str
    solution: dict[str, Role]
    player: str
    held: tuple[Solution, ...] = ()
    """Where every agent stood before the debate about the player."""
    opinion: Opinion
    """What the agent in question said in the debate."""


class RatingReply(Record):
    model_config = ConfigDict(title="Reply")

    agreement: Mark
    disagreement: Mark


def check_marks(inputs: RatingInputs, reply: RatingReply) -> str:
    """Return what is wrong with marks, or '': 0 is given exactly where there is nobody to agree or disagree with."""
    for word, mark, whom in (
        ("agree", reply.agreement, inputs.opinion.agree_with),
        ("disagree", reply.disagreement, inputs.opinion.disagree_with),
    ):
        if whom and not mark:
            return f"The agent did {word} with somebody: that mark is from 1 to 4."
        if mark and not whom:
            return f"The agent did not {word} with anybody: that mark is 0."
    return ""


def _known(inputs: RatingInputs) -> Known:
    given, none = {"minimum": 1}, {"const": 0}
    return {
        "agreement": given if inputs.opinion.agree_with else none,
        "disagreement": given if inputs.opinion.disagree_with else none,
    }


RATE_REASONING = Task(
    name="rate_reasoning",
    role="judge",
    Inputs=RatingInputs,
    Reply=RatingReply,
    stable=RATER,
    check=check_marks,
    known=_known,
    request="""\
The puzzle:
{{ inputs.game }}

The solution: {% for name, role in inputs.solution.items() %}{{ name }} {{ role }}{{ ", " if not loop.last }}\
{% endfor %}.

The player that was debated: {{ inputs.player }}. Before the debate the agents held:
{% for one in inputs.held %}
- {{ one.agent }}: {{ one.roles[inputs.player] if one.roles and inputs.player in one.roles else "nothing valid" }}\
{{ ". Reasoning: " ~ one.reasoning if one.reasoning }}
{% endfor %}

The agent to be judged: {{ inputs.opinion.agent }}. It now takes {{ inputs.player }} for a \
{{ inputs.opinion.role or "role that it did not name" }}.
It agrees with: {{ inputs.opinion.agree_with | join(", ") or "nobody" }}.
<said>
{{ inputs.opinion.agree_why | quotation }}
</said>
It disagrees with: {{ inputs.opinion.disagree_with | join(", ") or "nobody" }}.
<said>
{{ inputs.opinion.disagree_why | quotation }}
</said>
Give both marks.\
""",
)
