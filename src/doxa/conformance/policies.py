"""The check of a policy plug-in, a rule or a schedule, against its contract."""

from itertools import product

from doxa.policies.instructions import Instruction, Weights
from doxa.policies.registry import Rule, Schedule
from doxa.records.outside import has_words
from doxa.records.spec import PromptPolicy

ROUNDS = range(1, 41)
"""The rounds in which a schedule is asked."""

LEVELS = (0.0, 0.5, 1.0, 2.0)
"""First weights from which a schedule begins."""


def check_policy(policy: Rule | Schedule) -> None:
    """Raise where a policy breaks its contract: the same answer every time, instructions in words, weights in [0, 2].

    Raises:
        AssertionError: the policy breaks the contract.
    """
    assert isinstance(policy, Rule | Schedule), f"a policy is a Rule or a Schedule, not {type(policy).__name__}"
    if isinstance(policy, Rule):
        _check_rule(policy)
    else:
        _check_schedule(policy)


def _check_rule(rule: Rule) -> None:
    for sentences, points in product((1, 5), ("unwritten", "free")):
        policy = PromptPolicy.model_validate({"sentences": sentences, "points": points})
        instructions = rule.asks(policy)
        assert isinstance(instructions, tuple), "a rule returns a tuple of instructions"
        assert rule.asks(policy) == instructions, "a rule returns the same instructions for the same policy"
        for instruction in instructions:
            assert isinstance(instruction, Instruction), f"a rule returns instructions, not {instruction!r}"
            assert has_words(instruction.asks), "an instruction has a word for what it asks"
            assert has_words(instruction.text), f"the instruction {instruction.asks!r} has no text"
            assert has_words(instruction.why), f"the instruction {instruction.asks!r} does not say why it is there"
            assert instruction.most is None or instruction.most >= 1, "a limit is of one sentence or more"
        asked = [instruction.asks for instruction in instructions]
        assert len(asked) == len(set(asked)), f"two instructions of a rule ask the same: {', '.join(asked)}"


def _check_schedule(schedule: Schedule) -> None:
    for task, dialogue, knowledge in product(LEVELS, repeat=3):
        first = Weights(T=task, M=dialogue, D=knowledge)
        for number in ROUNDS:
            try:
                weights = schedule.weights(first, number)
            except ValueError as error:
                raise AssertionError(f"round {number} from {first}: {error}") from None
            assert isinstance(weights, Weights), f"a schedule returns Weights, not {type(weights).__name__}"
            assert schedule.weights(first, number) == weights, "a schedule returns the same weights for the same round"
