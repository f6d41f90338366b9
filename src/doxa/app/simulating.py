"""What of a run was simulated, as every command that shows its results says below them."""

from doxa.log.rundir import RunLog
from doxa.systems.puzzle.exhibits.ballots import is_debate, is_vote
from doxa.systems.puzzle.terminal import simulated

OFFLINE = (("speaker", "words simulated"), ("extractor", "claims judged simply"))


def simulating(log: RunLog) -> str:
    """Say what stood in for models; '' where nothing did."""
    if (is_debate(log) or is_vote(log)) and (told := simulated(log.spec)):
        return told
    roles = {name.partition("@")[0] for name, one in log.spec.roles.items() if one.model == "offline"}
    words = [word for role, word in OFFLINE if role in roles]
    return f"Offline: {', '.join(words)} (docs/offline.md)." if words else ""
