"""A model of another package declares what it is: it is then asked, priced, heard and reported as doxa's own are."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import doxa
from conformance.packages import Packages
from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.analysis.who_does import speakers_of
from doxa.engine.turn import hash_request
from doxa.errors import ModelCallError, ModelSetupError, PluginError, ScenarioError, StoppedError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.forking import fork
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import resume
from doxa.exports.checklist import write_checklist
from doxa.exports.frames import Frames
from doxa.judging.ballots.judged import JudgeFindings
from doxa.judging.exhibits.captions import describe_simulation
from doxa.log.blobs import Schema
from doxa.log.rundir import RunLog, list_simulated, open_run
from doxa.models.conditions import Conditions
from doxa.models.declared import declaration_of
from doxa.models.setup import describe, performer_for
from doxa.records.spec import ModelSettings
from doxa.studio.shelf import kind_of_words
from doxa.tasks.registry import task_named

LAB = '''\
"""A model of a laboratory: doxa's offline performer answers in its place, with what happens to some calls."""

from dataclasses import replace

from doxa.errors import ModelCallError, ModelSetupError
from doxa.models.declared import Declaration
from doxa.models.offline import performer as offline
from doxa.models.port import Response, Usage
from doxa.records.spec import ModelSettings

ASKED = []
HAPPENS = []
"""What happens to the next calls: an exception, or None for an answer."""


class Lab:
    place = "lab.example"

    def __init__(self, settings, conditions):
        self.within = offline.make(ModelSettings(), conditions)

    async def perform(self, request):
        ASKED.append(request)
        if HAPPENS and (fault := HAPPENS.pop(0)):
            raise fault
        settings = ModelSettings(corpus="argkp")
        answer = await self.within.perform(replace(request, settings=settings))
        usage = Usage(input_tokens=1000, output_tokens=100)
        return Response(text=answer.text, vectors=answer.vectors, usage=usage, revision="lab-1")

    async def close(self):
        ASKED.append("closed")


@Declaration(KIND)
def make(settings, conditions):
    return Lab(settings, conditions)
'''

LANGUAGE = 'kind="language model", speaks=True, hears=True, priced=True, prices={"big": {"input": 2.0, "output": 8.0}}'
SIMULATION = 'kind="simulation", speaks=True, hears=True, priced=False'
GROUPS = {"doxa.models": {"lab": "doxa_lab:make"}}
SHORT = {"script.rounds": 1, "script.turns": "simultaneous", "speech.check": "off"}
BOTH = {"models.speaker": "lab:big", "models.extractor": "lab:big"}


def install(packages: Packages, declaration: str) -> None:
    packages.install("doxa-lab", LAB.replace("Declaration(KIND)", f"Declaration({declaration})"), GROUPS)


def lab() -> tuple[list, list]:
    """Return what the installed module was asked, and what happens to its next calls."""
    import doxa_lab

    return doxa_lab.ASKED, doxa_lab.HAPPENS


def debate(tmp_path: Path, **changes: object) -> RunLog:
    return doxa.run("compulsory-voting", out=tmp_path / "run", changes={**SHORT, **BOTH, **changes})


def checklist(log: RunLog, folder: Path) -> str:
    write_checklist(Frames(log.path), folder)
    return (folder / "checklist.md").read_text()


def test_a_language_model_hears_jointly_and_is_told_and_paid_as_one(packages: Packages, tmp_path: Path) -> None:
    install(packages, LANGUAGE)
    log = debate(tmp_path)
    tasks = {outcome.task for outcome in log.outcomes}
    assert {task for task in tasks if task.endswith("_many") or "_many_" in task}, "all messages of a round at once"
    calls = [call for call in log.calls() if call.model == "lab:big"]
    assert {round(call.cost, 6) for call in calls} == {0.0028}, "1,000 tokens at 2 dollars and 100 at 8"
    joint = next(call for call in calls if "classify_many" in call.id)
    (task,) = (task_named(outcome.task) for outcome in log.outcomes if outcome.key == joint.step)
    assert joint.reply_schema != Schema(task.schema()).id, "the schema says what is known of this reply"
    assert log.spec.roles["speaker"].max_tokens == 16_384
    assert "closed" in lab()[0]


def test_a_run_of_a_language_model_says_so_also_without_its_package(packages: Packages, tmp_path: Path) -> None:
    install(packages, LANGUAGE)
    log = debate(tmp_path)
    packages.uninstall("doxa-lab")
    log = open_run(log.path)
    assert verify(log.path).status == "verified", "hearing is joint by what the log states"
    assert set(doxa.frames(log.path).agents["kind"]) == {"model"}
    table = doxa.frames(log.path).calls
    simulated = {model for model, is_simulated in zip(table["model"], table["simulated"], strict=True) if is_simulated}
    assert simulated == {"offline"}
    assert list_simulated(log.spec) == []
    assert "Language models performed these roles: extractor, speaker." in checklist(log, tmp_path / "list")


def test_a_simulation_is_called_one_everywhere_also_without_its_package(packages: Packages, tmp_path: Path) -> None:
    install(packages, SIMULATION)
    log = debate(tmp_path)
    assert {call.cost for call in log.calls()} == {0.0}
    assert not any("_many" in outcome.task for outcome in log.outcomes)
    packages.uninstall("doxa-lab")
    log = open_run(log.path)
    assert verify(log.path).status == "verified"
    assert set(doxa.frames(log.path).agents["kind"]) == {"offline"}
    assert all(doxa.frames(log.path).calls["simulated"])
    assert len(list_simulated(log.spec)) == len(speakers_of(log, log.calls()).simulated) == 2
    assert view_of(log).badge == "Simulated"
    assert kind_of_words([settings.model_dump() for settings in log.spec.roles.values()]) == "simulated"
    text = checklist(log, tmp_path / "list")
    assert "No language model was asked." in text
    assert "performed: embedder, extractor, scorer, speaker." in text


def test_a_package_that_declares_nothing_is_refused_with_the_line_to_write(packages: Packages, tmp_path: Path) -> None:
    packages.install("doxa-lab", LAB.replace("@Declaration(KIND)\n", ""), GROUPS)
    with pytest.raises(PluginError, match=r"'lab' of doxa-lab 0.1.0 does not declare") as refused:
        debate(tmp_path)
    assert "@Declaration(kind=" in refused.value.hint
    (status,) = (status for status in describe() if status.name == "lab")
    assert "does not declare" in status.todo[0]
    packages.install("doxa-lab", LAB.replace("Declaration(KIND)", "Declaration(kind='oracle')"), GROUPS)
    with pytest.raises(PluginError, match=r"cannot be loaded.*validation errors"):
        debate(tmp_path)


@pytest.mark.parametrize(
    ("declaration", "changes", "said"),
    [
        ("speaks=False, hears=True", BOTH, "models.speaker: lab:big cannot be the speaker: it does not speak"),
        ("speaks=True, hears=False", BOTH, "models.extractor: lab:big cannot be the extractor: it does not hear"),
        (
            "speaks=True, hears=True",
            {"models.extractor": {"model": "lab:big", "weighing": {"model": "lab:big"}}},
            "models.extractor: lab:big states no probabilities",
        ),
        ("speaks=True, hears=True", {"models.judge": {"model": "lab:big", "declared": "simulation"}}, "leave this out"),
    ],
)
def test_what_a_model_cannot_do_is_refused_when_a_run_is_planned(
    declaration: str, changes: dict[str, object], said: str, packages: Packages
) -> None:
    install(packages, f'kind="language model", priced=True, {declaration}')
    with pytest.raises(ScenarioError, match=said):
        plan(load_scenario("compulsory-voting", changes))


def test_who_speaks_without_hearing_leaves_hearing_to_the_scenario(
    packages: Packages, tmp_path: Path, call_doxa: Callable[..., tuple[int, str]]
) -> None:
    install(packages, LANGUAGE)
    command = ["run", "compulsory-voting", "--model", "lab:big", "--set", "script.rounds=1", "--dry-run"]
    code, said = call_doxa(*command)
    assert (code, lab()[0]) == (0, []), "a dry run asks nobody"
    assert "about $0.0" in said
    assert "lab:big" in said
    install(packages, LANGUAGE.replace("hears=True", "hears=False"))
    assert call_doxa(*command[:-1], "--out", str(tmp_path / "run"))[0] == 0
    assert open_run(tmp_path / "run").spec.roles["extractor"].model == "offline"


def test_an_estimate_has_the_price_of_the_package_and_before_it_that_of_the_user(
    packages: Packages, tmp_path: Path
) -> None:
    install(packages, LANGUAGE)
    spec = plan(load_scenario("compulsory-voting", {**SHORT, **BOTH}))
    own = rehearse([Rehearsal(spec=spec, path=tmp_path / "none", conditions=Conditions())])
    (tmp_path / "prices.toml").write_text('[models."lab:big"]\ninput = 4.0\noutput = 16.0\n')
    conditions = Conditions(prices=str(tmp_path / "prices.toml"))
    users = rehearse([Rehearsal(spec=spec, path=tmp_path / "none", conditions=conditions)])
    assert own.cost
    assert users.cost == pytest.approx(2 * own.cost)
    unknown = plan(load_scenario("compulsory-voting", {**SHORT, "models.speaker": "lab:small"}))
    assert rehearse([Rehearsal(spec=unknown, path=tmp_path / "none", conditions=Conditions())]).cost is None


QUICK = {"conditions.first_wait_s": 0.001, "conditions.longest_wait_s": 0.002}


def test_tries_waits_and_faults_are_those_of_every_model(packages: Packages, tmp_path: Path) -> None:
    install(packages, LANGUAGE)
    lab()[1].extend(
        [
            ModelCallError("asks for fewer calls", status="rate_limited", again=True, retry_after=0.001),
            ValueError("no JSON"),
            TimeoutError(),
            None,
            ModelCallError("does not take this prompt", status="rejected"),
        ]
    )
    log = debate(tmp_path, **QUICK, **{"script.turns": "alternate", "models.extractor": "offline"})
    first, second = (call for call in log.calls() if call.role == "speaker")
    assert [tried["status"] for tried in first.tries] == ["rate_limited", "malformed", "timeout"]
    assert first.tries[0]["message"] == "lab:big asks for fewer calls"
    assert first.status == "ok"
    assert (second.status, len(second.tries)) == ("rejected", 1), "a call that is given up is not tried again"


def test_a_service_that_is_gone_stops_the_run_which_goes_on_later(packages: Packages, tmp_path: Path) -> None:
    install(packages, LANGUAGE)
    lab()[1].extend([None, *[ConnectionRefusedError("nobody listens")] * 2])
    with pytest.raises(StoppedError, match="could not be reached"):
        debate(tmp_path, **QUICK, **{"script.turns": "alternate", "conditions.tries": 2})
    assert resume(tmp_path / "run").finished


def test_a_wrong_setup_and_a_late_answer(packages: Packages, tmp_path: Path) -> None:
    install(packages, LANGUAGE)
    lab()[1].append(ModelSetupError("the key is wrong", hint="Set LAB_KEY."))
    with pytest.raises(ModelSetupError, match="the key is wrong"):
        debate(tmp_path)
    slow = LAB.replace("        ASKED.append(request)\n", "        import asyncio\n        await asyncio.sleep(9)\n")
    packages.install("doxa-lab", slow.replace("Declaration(KIND)", f"Declaration({LANGUAGE})"), GROUPS)
    limits = {"conditions.timeout_s": 0.05, "conditions.tries": 1, "conditions.give_up_after": 1}
    with pytest.raises(StoppedError, match="did not answer within timeout_s"):
        doxa.run("compulsory-voting", out=tmp_path / "late", changes={**SHORT, **BOTH, **limits})


def test_the_declared_number_of_calls_at_once_holds_where_nobody_sets_one(packages: Packages) -> None:
    install(packages, f"{LANGUAGE}, at_once=1")
    settings = ModelSettings(model="lab:big", declared="language model")
    assert performer_for(settings)._conditions.concurrency == 1
    assert performer_for(settings, Conditions(concurrency=3))._conditions.concurrency == 3


def test_a_fork_to_the_model_states_what_it_is(packages: Packages, tmp_path: Path) -> None:
    install(packages, SIMULATION)
    parent = doxa.run("compulsory-voting", out=tmp_path / "parent", changes={"script.rounds": 2})
    assert b"declared" not in (parent.path / "spec.json").read_bytes() + (parent.path / "calls.jsonl").read_bytes()
    copy = Path(shutil.copytree(parent.path, tmp_path / "copy"))
    with pytest.raises(ScenarioError, match="its own package declares"):
        fork(copy, at="r02/violet", changes={"models.speaker.declared": "simulation"}, out=tmp_path / "none")
    log = fork(parent.path, at="r02/violet", changes={"models.speaker": "lab:big"}, out=tmp_path / "fork")
    assert log.spec.amendments[0].set["models.speaker.declared"] == "simulation"
    spoken = [call for call in log.calls() if call.model == "lab:big"]
    assert spoken
    assert all(call.simulated for call in spoken)


def test_what_is_declared_is_no_part_of_a_request() -> None:
    settings = ModelSettings(model="lab:big", max_tokens=100)
    declared = settings.model_copy(update={"declared": "language model"})
    assert hash_request([], "", settings) == hash_request([], "", declared)
    assert declaration_of("offline").kind == "simulation"
    assert declaration_of("nobody:x") is None


def test_a_judgement_says_which_judge_was_a_simulation() -> None:
    findings = JudgeFindings(annotator="lab:big")
    assert describe_simulation([findings]) == ""
    declared = findings.model_copy(update={"declared": {"lab:big": "simulation"}})
    assert describe_simulation([declared]) == "Judged offline: a simulation."
    assert "declared" not in findings.model_dump()
