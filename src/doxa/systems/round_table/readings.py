"""The reading in which a judge decides whether each utterance of a discussion responds and opposes."""

from doxa.experiments.readings import reading
from doxa.experiments.runner import Job
from doxa.experiments.sitting import Terms
from doxa.log.rundir import RunLog
from doxa.records.spec import ModelSettings
from doxa.systems.round_table.exhibits.discussion import spoken_in
from doxa.systems.round_table.protocol.judging_responses import Exchange, JudgingResponsesSettings


def judging_responses(log: RunLog, judge: ModelSettings, terms: Terms) -> Job:
    """Plan the reading in which a judge reads every utterance of a discussion beside the one before it.

    Raises:
        LogError: the run is not a finished discussion at a round table.
    """
    turns = {spoken_turn.key: spoken_turn.turn for spoken_turn in spoken_in(log)}
    exchanges = tuple(
        Exchange(
            key=key,
            previous=turns[turn.previous].text,
            speaker=log.spec.participant(turns[turn.previous].agent).name,
            text=turn.text,
        )
        for key, turn in turns.items()
        if turn.previous
    )
    return reading(
        log,
        suffix="responses-judged",
        protocol="judging_responses",
        settings=JudgingResponsesSettings(exchanges=exchanges),
        judge=judge,
        terms=terms,
    )
