"""The conditions under which two camps meet: the original's behaviour, doxa's, and doxa's without bot or event."""

from dataclasses import dataclass, field

from doxa.records.base import JsonValue

SCENARIO = "feed"
TRIALS = 4
"""The source prints no experiment, so the number of runs is ours."""


@dataclass(frozen=True, kw_only=True)
class FeedCondition:
    """One condition: the scenario with some settings changed."""

    name: str
    changes: dict[str, JsonValue] = field(default_factory=dict)


ORIGINAL: dict[str, JsonValue] = {"script.fidelity": "original", "belief.fidelity": "original"}

CONDITIONS = (
    FeedCondition(name="original", changes={**ORIGINAL, "models.judge": "simswarm"}),
    FeedCondition(name="original, stance toward the proposition", changes=ORIGINAL),
    FeedCondition(name="doxa"),
    FeedCondition(name="doxa, without the bot", changes={"script.bots": {}}),
    FeedCondition(name="doxa, without the event", changes={"script.events": []}),
)
