"""A round table offline."""

from doxa.systems.round_table.offline.discussing import discuss
from doxa.systems.round_table.offline.judging_responses import judge_response

SKILLS = {"discuss": discuss, "judge_response": judge_response}
