"""The line below the results of a run that says what was simulated."""

from doxa.log.rundir import RunLog
from doxa.terminal.hooks import terminal_hooks

OFFLINE = (("speaker", "words simulated"), ("extractor", "claims judged simply"))


def simulating(log: RunLog) -> str:
    """Return a line on the code that performed in place of models; '' where none did."""
    hooks = terminal_hooks(log.spec.protocol)
    if hooks and hooks.stand_ins and (line := hooks.stand_ins(log)):
        return line
    roles = {name.partition("@")[0] for name, settings in log.spec.roles.items() if settings.model == "offline"}
    words = [word for role, word in OFFLINE if role in roles]
    return f"Offline: {', '.join(words)} (docs/offline.md)." if words else ""
