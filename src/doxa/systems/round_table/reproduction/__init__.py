"""The paper on policy-parameterised prompts."""

from doxa.systems.round_table.reproduction.exhibiting import POLICY_PROMPTS

REPRODUCTIONS = {"policy-prompts": POLICY_PROMPTS}
