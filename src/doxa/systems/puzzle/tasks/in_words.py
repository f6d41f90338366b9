"""Replies of a debate over a puzzle in words."""

from typing import Any


def describe_assignment(reply: Any) -> str:
    """Return all roles, the confidence and the reasoning in words."""
    roles = ", ".join(f"{assignment.name} {assignment.role}" for assignment in reply.players)
    sure = "No confidence stated" if reply.confidence is None else f"Confidence {reply.confidence} of 10"
    return f"{roles}. {sure}. {reply.reasoning}".strip()


def describe_argument(reply: Any) -> str:
    """Return the role of the debated player, and agreement and disagreement with reasons, in words."""
    sentences = [f"{reply.player} is a {reply.role}."]
    for word, whom, why in (
        ("Agrees", reply.agree_with, reply.agree_why),
        ("Disagrees", reply.disagree_with, reply.disagree_why),
    ):
        if whom:
            sentences.append(f"{word} with {', '.join(whom)}: {why or 'no reason given'}")
    return " ".join(sentences)


def describe_order(reply: Any) -> str:
    """Return the order of the players in words."""
    return f"Debate in this order: {', '.join(reply.order)}."
