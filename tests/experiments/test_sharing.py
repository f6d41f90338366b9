"""One budget for many runs: its parts, what a stopped sweep says, and that the same call goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from doxa.engine.gate import Budget, BudgetWarning, uncounted
from doxa.errors import ModelSetupError, StoppedError
from doxa.experiments.forking import fork
from doxa.experiments.runner import share_budget, used_in
from doxa.experiments.sitting import resume, run
from doxa.experiments.sweeping import Sweep, jobs_of, run_sweep
from doxa.log.journal import CallRecord, Journal
from doxa.models.offline.performer import OfflinePerformer
from doxa.models.port import Response, Usage
from doxa.models.scripted import ScriptedPerformer
from doxa.terminal.outcome import conclude

SHORT = {"script.rounds": 1, "seeds.per_side": 4}
ASKED = {
    "id": "r01/a#1",
    "role": "speaker",
    "model": "m",
    "request": "",
    "blocks": (),
    "reply_schema": "",
    "status": "ok",
}


def planned(out: Path, **budget) -> Sweep:
    return Sweep(
        scenario="counter-arguments",
        grid={"belief.u": [0.2, 0.8]},
        replicates=2,
        out=out,
        changes=SHORT,
        budget=Budget(**budget),
    )


def spending(path: Path, cost: float, tokens: int) -> None:
    """Write down a call in a run directory."""
    call = CallRecord(**ASKED, input_tokens=tokens // 4, output_tokens=tokens - tokens // 4, cost=cost)
    path.mkdir(parents=True)
    (path / "calls.jsonl").write_text(call.model_dump_json() + "\n")


def test_each_run_has_an_equal_part_of_what_is_left_on_top_of_its_own(tmp_path):
    jobs = jobs_of(planned(tmp_path))
    spending(jobs[0].path, 1.0, 100)
    spending(tmp_path / "styles", 1.0, 100)
    parts = share_budget(jobs, Budget(usd=6.0, tokens=1000), tmp_path, larger="--max-usd")
    # 6 − 2 dollars and 1,000 − 200 tokens are left for four runs; what a run used counts against its own budget
    assert [one.terms.budget for one in parts] == [Budget(usd=2.0, tokens=300), *[Budget(usd=1.0, tokens=200)] * 3]
    with pytest.raises(StoppedError, match=r"the budget of \$2 and the budget of 200 tokens is spent") as stop:
        share_budget(jobs, Budget(usd=2.0, tokens=200), tmp_path, larger="--max-usd")
    assert "larger --max-usd" in stop.value.hint


def test_a_call_that_was_made_again_counts_twice_after_the_run_was_opened_again(tmp_path):
    call = CallRecord(**ASKED, input_tokens=7, cost=0.5)
    journal = Journal(tmp_path / "calls.jsonl")
    journal.add(call)
    journal.add(call)
    journal.close()
    again = Journal(tmp_path / "calls.jsonl")
    assert (again.cost, again.tokens, len(again.calls)) == (journal.cost, journal.tokens, 1) == (1.0, 14, 1)
    again.close()


def test_a_budget_of_the_scenario_stays_the_smaller_one(tmp_path):
    (job, *_) = jobs_of(planned(tmp_path))
    own = replace(job, terms=replace(job.terms, budget=Budget(tokens=5)))
    (part,) = share_budget([own], Budget(usd=1.0, tokens=900), tmp_path, larger="--max-usd")
    assert part.terms.budget == Budget(usd=1.0, tokens=5)


class Wordy(OfflinePerformer):
    """Says that each answer took a thousand tokens."""

    async def perform(self, request):
        return replace(await super().perform(request), usage=Usage(input_tokens=900, output_tokens=100))


def wordy(settings, conditions):
    return Wordy()


def test_a_sweep_stops_at_its_budget_and_the_same_call_goes_on(tmp_path):
    whole = run_sweep(planned(tmp_path / "whole"), make=wordy)
    calls = used_in(tmp_path / "whole").tokens // 1000
    assert calls % 4 == 0, "the four runs ask equally often"
    with pytest.raises(StoppedError, match="0 of 4 runs are finished") as stop:
        run_sweep(planned(tmp_path / "poor", tokens=8000), make=wordy)
    assert "larger --max-tokens" in stop.value.hint
    assert used_in(tmp_path / "poor").tokens <= 8000 + 4 * 4000, "nothing but what was under way passes it"
    assert run_sweep(planned(tmp_path / "poor", tokens=1000 * calls), make=wordy)[0].stances == whole[0].stances
    assert used_in(tmp_path / "poor") == used_in(tmp_path / "whole"), "nothing is asked twice"


@pytest.mark.parametrize(
    ("model", "budget", "why"),
    [
        ("compatible:test", {"usd": 1.0}, "price of compatible:test is unknown"),
        ("openai:gpt-4o", {}, "model 'openai:gpt-4o' cannot be used yet"),
    ],
)
def test_a_sweep_whose_models_cannot_be_paid_or_used_is_refused_before_anything_runs(
    tmp_path, monkeypatch, model, budget, why
):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelSetupError, match=why):
        run_sweep(replace(planned(tmp_path / "sweep", **budget), changes={**SHORT, "models.speaker": model}))
    assert not (tmp_path / "sweep").exists()


def test_a_fork_has_its_parents_budget_or_one_of_its_own(tmp_path):
    changes = {**SHORT, "script.rounds": 2, "budget.tokens": 50_000}
    parent = run("counter-arguments", out=tmp_path / "parent", changes=changes, make=wordy)
    past = [one for one in parent.calls() if not one.step.startswith(("r02", "h/r02"))]
    poor = Budget(tokens=1000 * len(past))
    with pytest.raises(StoppedError, match=r"budget of \d+ tokens is spent"):
        fork(parent.path, at="r02/violet", changes={}, out=tmp_path / "fork", budget=poor, make=wordy)
    assert resume(tmp_path / "fork", budget=Budget(tokens=50_000), make=wordy).finished
    assert fork(parent.path, at="r02/violet", changes={}, out=tmp_path / "rich", make=wordy).finished


CROWD = """
proposition = "We should adopt atheism"
kernel = "fixed"
models.speaker = "compatible:test"
script = {rounds = 2, turns = "simultaneous"}
agents.ada.count = 3
budget.tokens = 10000
"""


def told(path: Path, usage: Usage, capsys: pytest.CaptureFixture[str]) -> str:
    (path / "crowd.toml").write_text(CROWD)
    answer = Response(text="Nobody knows.", usage=usage)
    log = run(path / "crowd.toml", out=path / "run", make=lambda *_: ScriptedPerformer(lambda _: answer))
    conclude(log, json=False, quiet=False)
    return capsys.readouterr().out


def test_a_model_that_does_not_say_what_it_used_is_told_on_at_once_and_in_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.warns(BudgetWarning, match="compatible:test does not say what an answer used"):
        assert "did not say what they used: 6 of compatible:test. The budget" in told(tmp_path, Usage(), capsys)


def test_a_model_that_says_so_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "did not say" not in told(tmp_path, Usage(input_tokens=1, output_tokens=1), capsys)


@pytest.mark.parametrize(
    ("budget", "call", "missed"),
    [
        (Budget(), {}, 0),
        (Budget(tokens=1), {}, 1),
        (Budget(tokens=1), {"input_tokens": 0}, 0),
        (Budget(tokens=1), {"status": "timeout"}, 0),
        (Budget(usd=1), {"cost": 0.0}, 0),  # what runs on one's own machine costs nothing, however many tokens
        (Budget(usd=1), {"input_tokens": 9}, 1),
    ],
)
def test_what_a_budget_does_not_count(budget: Budget, call: dict[str, object], missed: int) -> None:
    asked = {"id": "a#1", "role": "speaker", "model": "m", "request": "", "blocks": (), "reply_schema": ""}
    assert uncounted(budget, [CallRecord(**asked | {"status": "ok"} | call)]).total() == missed
