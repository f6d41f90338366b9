"""The turns of a finished discussion measured again, by other definitions than those of its run.

The script of the round table is driven again with the outcomes of the log, so that a turn is compared with the same
words, vectors and passages as during the run, and no model is asked.
"""

from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.records.events import OutcomeReached
from doxa.records.steps import Floor
from doxa.systems.round_table.measures.comparing import ComparedTurn
from doxa.systems.round_table.protocol.debating import RoundTableResult, TableState, compare_turns, hold_discussion


def compared_in(log: RunLog, result: RoundTableResult) -> dict[str, ComparedTurn]:
    """Return every turn of a discussion with what it is compared with, by step key.

    Raises:
        LogError: today's script takes other steps than those of the log.
    """
    compared = compare_turns(_drive_again(log))
    if compared.keys() != result.turns.keys():
        raise _differs(log)
    return {
        key: ComparedTurn(turn=result.turns[key], before=turn.before, cosine=turn.cosine, passages=turn.passages)
        for key, turn in compared.items()
    }


def _drive_again(log: RunLog) -> TableState:
    outcomes = {event.key: event.body for event in log.events if isinstance(event, OutcomeReached)}
    script = hold_discussion(log.spec)
    try:
        batch = next(script)
        while True:
            batch = script.send(Floor(outcomes=tuple(outcomes[step.key] for step in batch.steps), rows=log.blobs.row))
    except StopIteration as end:
        state: TableState = end.value
        return state
    except KeyError:
        raise _differs(log) from None


def _differs(log: RunLog) -> LogError:
    return LogError(
        f"{log.path} was made by another version of the script, so its turns cannot be measured anew",
        hint="Leave out --overlap, --opening-penalty, --phrase-words and --first-turn to see what the run measured.",
    )
