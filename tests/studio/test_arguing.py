"""Arguments of one's own: what they would do is what a fork with these words computes."""

from pathlib import Path

import pytest

from doxa.errors import DoxaError, LogError, ScenarioError, UsageError
from doxa.experiments.arguing import OwnArgument, estimate_argument, try_argument
from doxa.experiments.forking import fork
from doxa.log.rundir import RunLog, open_run
from doxa.models.conditions import Conditions
from doxa.models.port import Performer, Request, Response
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from doxa.studio.shelf import handle_of
from studio.asking import Application

WORDS = "Fines for staying at home fall on the poor, who already have the least time. A forced vote is a careless vote."


class Saying:
    """The run's own performer, but for one turn that says given words."""

    def __init__(self, own: Performer, key: str) -> None:
        self.own, self.key = own, key

    async def perform(self, request: Request) -> Response:
        if request.step.key == self.key and request.task.speaks:
            return Response(text=WORDS, cost=0.0)
        return await self.own.perform(request)

    async def close(self) -> None:
        await self.own.close()


def turns(log: RunLog) -> list[str]:
    return [event.key for event in log.events if event.kind == "heard"]


def forked(parent: Path, key: str, out: Path, changes: dict[str, float] | None = None) -> RunLog:
    def make(settings: ModelSettings, conditions: Conditions) -> Performer:
        return Saying(performer_for(settings, conditions), key)

    return fork(parent, at=key, changes=changes or {}, out=out, make=make)


def stances_in(log: RunLog, key: str) -> dict[str, float | None]:
    """Return the recorded stances after the batch of a turn."""
    after: dict[str, float | None] = {}
    seen = False
    for event in log.events:
        if event.kind == "batch" and seen:
            break
        seen |= event.kind == "heard" and event.key == key
        if event.kind in ("seeded", "moved"):
            after[event.body.listener] = event.body.trace.after.stance
    return after


@pytest.mark.parametrize("place", [0, 2, -1])
def test_an_argument_does_what_a_fork_with_its_words_computes(finished: Path, tmp_path: Path, place: int) -> None:
    log = open_run(finished)
    key = turns(log)[place]
    speaker = next(event.body.speaker for event in log.events if event.kind == "heard" and event.key == key)
    made = forked(finished, key, tmp_path / "fork")
    tried = try_argument(log, OwnArgument(text=WORDS, speaker=speaker, at=key))
    assert any(one.after != one.before for one in tried.effects)
    assert {one.agent: one.after for one in tried.effects} == stances_in(made, key)


def test_it_is_what_the_fork_computes_where_settings_change_at_that_turn(finished: Path, tmp_path: Path) -> None:
    key = turns(open_run(finished))[2]
    parent = fork(finished, at=key, changes={"belief.u": 0.3}, out=tmp_path / "parent")
    speaker = next(event.body.speaker for event in parent.events if event.kind == "heard" and event.key == key)
    made = forked(tmp_path / "parent", key, tmp_path / "fork")
    tried = try_argument(parent, OwnArgument(text=WORDS, speaker=speaker, at=key))
    assert {one.agent: one.after for one in tried.effects} == stances_in(made, key)


def test_the_recorded_words_at_their_own_turn_do_what_they_did(finished: Path) -> None:
    log = open_run(finished)
    for event in [event for event in log.events if event.kind == "heard"][:3]:
        tried = try_argument(log, OwnArgument(text=event.body.text, speaker=event.body.speaker, at=event.key))
        assert {one.agent: one.after for one in tried.effects} == stances_in(log, event.key)


def test_at_the_end_it_begins_where_the_run_ended(finished: Path) -> None:
    log = open_run(finished)
    assert log.ended
    tried = try_argument(log, OwnArgument(text=WORDS, speaker=log.spec.participants[0].id))
    assert {one.agent: one.before for one in tried.effects} == log.ended.stances
    assert tried.cost == 0


def test_who_does_not_hear_it_stays(finished: Path) -> None:
    log = open_run(finished)
    speaker, other = (participant.id for participant in log.spec.participants[:2])
    tried = try_argument(log, OwnArgument(text=WORDS, speaker=speaker, heard_by=()))
    apart = next(one for one in tried.effects if one.agent == other)
    assert apart.status == "apart"
    assert apart.after == apart.before
    assert not apart.admitted


def test_nothing_of_the_run_is_written(finished: Path) -> None:
    before = {file.name: file.read_bytes() for file in finished.iterdir()}
    log = open_run(finished)
    try_argument(log, OwnArgument(text=WORDS, speaker=log.spec.participants[0].id))
    assert {file.name: file.read_bytes() for file in finished.iterdir()} == before


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"speaker": "nobody"}, LogError),
        ({"at": "r99/nobody"}, LogError),
        ({"text": "  "}, ScenarioError),
        ({"text": "x" * 30_000}, ScenarioError),
        ({"heard_by": ("nobody",)}, LogError),
    ],
)
def test_what_cannot_be_said_is_told(finished: Path, wrong: dict[str, object], kind: type[DoxaError]) -> None:
    log = open_run(finished)
    argument = OwnArgument.model_validate({"text": WORDS, "speaker": log.spec.participants[0].id} | wrong)
    with pytest.raises(kind):
        try_argument(log, argument)


def hosted(log: RunLog) -> RunLog:
    """Return a log whose judge is a hosted model."""
    roles = log.spec.roles | {"extractor": ModelSettings(model="openai:gpt-4o-mini")}
    return RunLog(**{**vars(log), "spec": log.spec.model_copy(update={"roles": roles})})


def test_a_hosted_judge_is_asked_only_where_that_is_said_and_its_cost_is_told(finished: Path) -> None:
    log = hosted(open_run(finished))
    argument = OwnArgument(text=WORDS, speaker=log.spec.participants[0].id)
    with pytest.raises(UsageError, match="openai:gpt-4o-mini"):
        try_argument(log, argument)
    (use,) = estimate_argument(log, argument)
    assert use.model == "openai:gpt-4o-mini"
    assert use.calls >= 2
    assert use.cost


def test_the_page_asks_for_it(finished: Path) -> None:
    application = Application(finished.parent)
    run = handle_of(finished.name)
    log = open_run(finished)
    speaker = log.spec.participants[0].id
    answer = application.ask(f"/api/runs/{run}/argue", "POST", {"text": WORDS, "speaker": speaker})
    assert answer.status == 200, answer.body
    expected = try_argument(log, OwnArgument(text=WORDS, speaker=speaker))
    shown = {one["agent"]: one["after"] for one in answer.json["effects"]}
    assert shown == {one.agent: one.after for one in expected.effects}
    assert "doxa.argue(" in answer.json["python"]
    assert application.ask(f"/api/runs/{run}/argue", "POST", {"text": "", "speaker": speaker}).status == 400
