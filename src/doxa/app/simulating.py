"""The line below the results of a run that says what was simulated."""

from doxa.analysis.who_does import describe_recorded_words, is_done_offline
from doxa.log.rundir import RunLog
from doxa.terminal.hooks import terminal_hooks

OFFLINE = (("speaker", "words simulated"), ("extractor", "claims judged simply"))


def simulating(log: RunLog) -> str:
    """Return a line on the code that performed in place of models; '' where none did."""
    hooks = terminal_hooks(log.spec.protocol)
    if hooks and hooks.stand_ins and (line := hooks.stand_ins(log)):
        return line
    calls = log.calls()
    recorded = f"{describe_recorded_words(log.spec)} " if log.spec.recorded else ""
    words = [word for role, word in OFFLINE if is_done_offline(role, calls)]
    return f"{recorded}Offline: {', '.join(words)} (docs/offline.md)." if words else recorded.strip()
