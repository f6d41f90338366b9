"""Judging on a caller's loop: the judgement that the synchronous function gives, followed, cancelled and continued."""

import asyncio
from pathlib import Path

import pytest

import doxa
from doxa.judging.cases import cases_of_path, judge
from judging.test_judging_runs import ONE, performer


def test_a_debate_is_judged_as_the_synchronous_function_judges_it(transcript: Path, tmp_path: Path) -> None:
    cases, _ = cases_of_path(transcript, "", ONE, tmp_path / "synchronous")
    (expected,) = judge(cases, ONE, make=performer())
    called: list[doxa.Progress] = []

    async def main() -> doxa.Judgements:
        judging = doxa.ajudge(transcript, ONE, out=tmp_path / "out", watch=called.append, make=performer())
        followed = [progress async for progress in judging]
        assert followed == called != []
        return await judging

    assert asyncio.run(main()).judgements == {transcript.name: expected}


def test_judging_that_is_cancelled_continues_with_the_same_call(transcript: Path, tmp_path: Path) -> None:
    asked: list[str] = []

    async def main() -> doxa.Judgements:
        def score_and_cancel(request: object) -> str:
            if len(asked) == 3:
                task.cancel()
            asked.append("rubric")
            return str(answers(request))

        answers = performer()(None, None)._answer
        make = performer(score_speech=score_and_cancel)
        task = asyncio.create_task(doxa.ajudge(transcript, ONE, out=tmp_path, make=make))
        with pytest.raises(asyncio.CancelledError):
            await task
        return await doxa.ajudge(transcript, ONE, out=tmp_path, make=performer())

    (judgement,) = asyncio.run(main()).judgements.values()
    assert judgement.final.winner == "pro"
