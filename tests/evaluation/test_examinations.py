"""Examinations of models whose right result is known: each passes, or fails at, the parts that it was made for."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.corpora.loading import load_corpus
from doxa.errors import ModelCallError, ModelSetupError, StoppedError
from doxa.evaluation.examinations import FOLDER, examine, fit_speeds
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.log.journal import CallRecord
from doxa.models.conditions import Conditions
from doxa.models.embedded import embedder
from doxa.models.examined import Examination, ExaminedTask, describe_failures, examination_of, pace
from doxa.models.known import identity_of, keep
from doxa.models.offline.directing import read_chances
from doxa.models.port import Performer, Request, Response, Usage
from doxa.models.providers.capacity import Capacity
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from doxa.models.weighing.calibration import HearingCalibration, is_weighed
from doxa.models.weighing.performer import WeighingPerformer
from doxa.records.base import JsonValue, stream
from doxa.records.spec import LetterWeighing, ModelSettings
from doxa.records.steps import rendered

MODEL = "compatible:examined"

Answer = Callable[[Request], str]


SPEECHES = {
    ("The town library should open on Sundays", "pro"): "I support Sunday opening, because nurses and drivers like "
    "me never see the reading room on a weekday. My son wants to choose his own stories, and Sunday is the day that we "
    "have. Opening the library on Sundays would be good for every working family in town.",
    ("The town library should open on Sundays", "con"): "I am against Sunday opening. It would be a bad bargain: the "
    "money for those shifts comes out of the children's shelf, and the staff would be exhausted. The library should "
    "stay closed on Sundays.",
    ("School lessons should begin at nine o'clock", "pro"): "Lessons should begin later. My pupils yawn through "
    "mathematics at eight, and tired children remember nothing. A start at nine would be healthier, and marks would "
    "improve.",
    ("School lessons should begin at nine o'clock", "con"): "A start at nine would be a mistake. I clean offices from "
    "seven, and nobody would take my little girl to school. A later start harms working families and should be "
    "rejected.",
    ("The city should build a tram line to the harbour", "pro"): "We should build the tram. The bus stands in traffic "
    "every morning and I lose my pay for each late hour. A tram to the harbour would be faster, cleaner and good for "
    "workers.",
    ("The city should build a tram line to the harbour", "con"): "Building the tram is a waste. It would ruin the "
    "shops on our street for years and swallow money that buses need more. The city should not build it.",
    ("The village should keep its outdoor swimming pool", "pro"): "We should keep the pool. I taught two hundred "
    "children to swim in it, and swimming saves lives. Losing it would be terrible for the village and for its young "
    "people.",
    ("The village should keep its outdoor swimming pool", "con"): "We should close the pool. It is empty most of the "
    "year, it costs more than our school bus, and it is unsafe. Keeping it would be a waste of money.",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOXA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("DOXA_BASE_URL", "http://127.0.0.1:9/v1")


class Stating(ScriptedPerformer):
    """A model whose service states what it takes, and probabilities."""

    async def weigh(self, request: Request) -> Response:
        return Response(text="A", tops=(("A", -0.1), ("B", -3.0)), usage=Usage(), cost=0.0)

    async def read_capacity(self) -> Capacity:
        return Capacity(slots=3, log_probabilities=True)


def examined(tmp_path: Path, **answers: Answer) -> Examination:
    """Return the examination of a flawless model that answers some tasks otherwise."""

    def answer(request: Request) -> Response:
        words = {**FLAWLESS, **answers}[request.task.name](request)
        return Response(text=words, usage=Usage(input_tokens=400, output_tokens=len(words) // 4), cost=0.0)

    def make(settings: ModelSettings, conditions: Conditions) -> Performer:
        if settings.model != MODEL:
            return performer_for(settings, conditions)
        return WeighingPerformer(Stating(answer), settings.weighing) if is_weighed(settings) else Stating(answer)

    return examine(MODEL, tmp_path / "runs", make=make)


def speak(request: Request) -> str:
    return SPEECHES[request.scene.proposition.text, request.scene.actor.side]


def direct(polarity: str) -> str:
    return json.dumps({"judgements": [{"polarity": polarity, "strength": 0.6, "tags": []}]})


def classify(request: Request) -> str:
    return direct("for" if "/for" in request.step.key else "against")


def extract(request: Request) -> str:
    sentences = request.inputs.text.split(". ")  # type: ignore[attr-defined]
    return json.dumps({"claims": [{"snippet": words, "claim": words} for words in sentences[1:3]]})


def scores(a: float, b: float) -> str:
    criteria = ("engagement", "argument", "rebuttal", "narrative")
    return json.dumps({"a": dict.fromkeys(criteria, a), "b": dict.fromkeys(criteria, b), "reason": "One answered."})


def judge(request: Request) -> str:
    return scores(8, 4) if request.step.key.endswith("/a") else scores(4, 8)


def probe(request: Request) -> str:
    agrees = (request.inputs.asked.keyed > 0) == (request.step.actor == "ada")  # type: ignore[attr-defined]
    return json.dumps({"answer": 95 if agrees else 5})


FLAWLESS: dict[str, Answer] = {
    "respond": speak,
    "classify_anchored": classify,
    "extract": extract,
    "judge_teams": judge,
    "probe_stance": probe,
}


def test_a_service_states_what_it_takes_also_where_its_model_was_calibrated(tmp_path: Path) -> None:
    weighing = LetterWeighing(model=MODEL)
    keep(HearingCalibration(weighing=weighing, texts=80, right=0.6, offline=0.7), identity_of(MODEL, Conditions()))
    assert examined(tmp_path).capacity == Capacity(slots=3, log_probabilities=True)


def failed(examination: Examination) -> set[str]:
    return set(examination.failed)


def task_of(examination: Examination, words: str) -> ExaminedTask:
    (task,) = [task for task in examination.tasks if words in task.words]
    return task


def test_a_flawless_model_passes_every_part(tmp_path: Path) -> None:
    assert failed(examined(tmp_path)) == set()


def test_a_parrot_fails_at_speaking_alone(tmp_path: Path) -> None:
    parroted = examined(tmp_path, respond=lambda request: rendered(request.prompt))
    assert failed(parroted) == {"speak"}
    assert task_of(parroted, "fit").right == 0


def test_a_speaker_of_another_language_fails_at_speaking(tmp_path: Path) -> None:
    german = "Ich bin dafür, weil die Kinder sonntags lesen wollen und ihre Eltern dann endlich Zeit für sie haben."
    assert failed(examined(tmp_path, respond=lambda request: f"{german} {request.step.key}")) == {"speak"}


def test_a_speaker_of_the_other_side_fails_at_speaking(tmp_path: Path) -> None:
    def turn(request: Request) -> str:
        return SPEECHES[request.scene.proposition.text, "con" if request.scene.actor.side == "pro" else "pro"]

    turned = examined(tmp_path, respond=turn)
    assert failed(turned) == {"speak"}
    assert task_of(turned, "fit").right == 8


def test_a_yes_sayer_fails_at_hearing_with_half_of_the_directions(tmp_path: Path) -> None:
    yes = examined(tmp_path, classify_anchored=lambda request: direct("for"))
    assert failed(yes) == {"hear"}
    assert task_of(yes, "directions").right == 6


def test_claims_that_are_the_motion_or_that_nobody_said_fail_at_hearing(tmp_path: Path) -> None:
    def repeat(request: Request) -> str:
        motion = request.inputs.proposition  # type: ignore[attr-defined]
        return json.dumps({"claims": [{"snippet": motion, "claim": motion}, {"snippet": "So he said", "claim": "No."}]})

    assert failed(examined(tmp_path, extract=repeat)) == {"hear"}


def test_whoever_prefers_the_first_team_or_none_fails_at_judging(tmp_path: Path) -> None:
    first = examined(tmp_path / "first", judge_teams=lambda request: scores(8, 4))
    assert failed(first) == {"judge"}
    assert task_of(first, "better team").right == 2
    assert failed(examined(tmp_path / "even", judge_teams=lambda request: scores(6, 6))) == {"judge"}


@pytest.mark.parametrize("number", [0, 50, 100])
def test_one_number_for_opposed_questions_fails_at_probing(number: int, tmp_path: Path) -> None:
    alike = examined(tmp_path, probe_stance=lambda request: json.dumps({"answer": number}))
    assert failed(alike) == {"probe"}


def test_a_model_that_copies_the_examples_of_its_prompts_fails_at_all_but_speaking(tmp_path: Path) -> None:
    def copy(request: Request) -> str:
        text = next(block.text for block in request.prompt if '{"' in block.text)
        return text[text.index('{"') :]

    copied = dict.fromkeys(("classify_anchored", "extract", "judge_teams", "probe_stance"), copy)
    assert failed(examined(tmp_path, **copied)) == {"hear", "judge", "probe"}


def test_coins_fail(tmp_path: Path) -> None:
    coin = stream(7, "coin", "tosses")
    tossed = examined(
        tmp_path,
        classify_anchored=lambda request: direct(coin.choice(["for", "against"])),
        judge_teams=lambda request: scores(*coin.sample([4, 8], 2)),
        probe_stance=lambda request: json.dumps({"answer": coin.choice([0, 100])}),
    )
    assert failed(tossed) == {"hear", "judge", "probe"}
    for task in tossed.tasks:
        if "coin" in task.baseline:
            chance = sum(math.comb(task.of, right) for right in range(task.least, task.of + 1)) / 2**task.of
            assert task.baseline.endswith(f"coin: {100 * chance:.0f} %")


def test_the_offline_judge_hears_every_claim(tmp_path: Path) -> None:
    claims = [
        (motion, argument.polarity, argument.text)
        for motion, arguments in load_corpus(str(FOLDER / "arguments.csv")).motions.items()
        for argument in arguments[::2]
    ]
    leans = [(read_chances(motion, [text], embedder())[0] - 0.5) * side for motion, side, text in claims]
    assert len(leans) == 12
    assert sum(lean > 0 for lean in leans) >= 10


def test_a_model_out_of_reach_is_an_error_and_nothing_is_kept(tmp_path: Path) -> None:
    def fall_silent(request: Request) -> str:
        raise ModelCallError("nobody answers", status="connection")

    with pytest.raises(StoppedError):
        examined(tmp_path, respond=fall_silent)
    assert examination_of(MODEL, Conditions()) is None


def test_what_a_stopped_examination_has_done_is_kept(tmp_path: Path) -> None:
    def fall_silent(request: Request) -> str:
        raise ModelCallError("nobody answers", status="connection")

    with pytest.raises(StoppedError):
        examined(tmp_path, judge_teams=fall_silent)
    asked: list[str] = []

    def note(request: Request) -> str:
        asked.append(request.step.key)
        return judge(request)

    assert failed(examined(tmp_path, respond=fall_silent, classify_anchored=fall_silent, judge_teams=note)) == set()
    assert len(asked) == 4


def test_a_stopped_examination_begins_anew_where_its_model_was_calibrated_since(tmp_path: Path) -> None:
    def fall_silent(request: Request) -> str:
        raise ModelCallError("nobody answers", status="connection")

    spoken: list[str] = []

    def note(request: Request) -> str:
        spoken.append(request.step.key)
        return speak(request)

    with pytest.raises(StoppedError):
        examined(tmp_path, respond=note, judge_teams=fall_silent)
    before = list(spoken)
    weighing = LetterWeighing(model=MODEL)
    keep(HearingCalibration(weighing=weighing, texts=80, right=0.6, offline=0.7), identity_of(MODEL, Conditions()))
    examination = examined(tmp_path, respond=note)
    assert before
    assert sorted(spoken) == sorted(2 * before)
    assert examination_of(MODEL, Conditions()) == examination


def test_an_examination_is_kept_by_the_identity_of_its_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examination = examined(tmp_path)
    assert examination_of(MODEL, Conditions()) == examination
    monkeypatch.setenv("DOXA_BASE_URL", "http://127.0.0.1:10/v1")
    assert examination_of(MODEL, Conditions()) is None


def test_timeouts_and_calls_at_once_follow_from_the_examination_where_nobody_set_them(tmp_path: Path) -> None:
    slow = {"seconds_in": 0.05, "seconds_out": 0.2, "capacity": Capacity(slots=4), "together": 1.5}
    keep(examined(tmp_path).model_copy(update=slow), identity_of(MODEL, Conditions()))
    settings = ModelSettings(model=MODEL, max_tokens=1000)
    paced = pace(settings, Conditions())
    assert paced.timeout_s == 2 * 4 * (4096 * 0.05 + 1000 * 0.2)
    assert paced.concurrency == 4
    own = Conditions(timeout_s=30, concurrency=2)
    assert pace(settings, own) == own
    assert pace(ModelSettings(model="compatible:other"), Conditions()) == Conditions()


def test_a_model_that_two_calls_at_once_do_not_help_is_asked_one_by_one(tmp_path: Path) -> None:
    keep(
        examined(tmp_path).model_copy(update={"together": 1.0, "capacity": Capacity(slots=4)}),
        identity_of(MODEL, Conditions()),
    )
    assert pace(ModelSettings(model=MODEL), Conditions()).concurrency == 1


def test_a_run_says_before_it_starts_what_its_models_failed_at(tmp_path: Path) -> None:
    examined(tmp_path, classify_anchored=lambda request: direct("for"), probe_stance=lambda request: '{"answer": 0}')
    dialogue = plan(load_scenario("compulsory-voting", {"models.speaker": MODEL, "models.extractor": MODEL}))
    (failure,) = describe_failures(dialogue, Conditions())
    assert "hear" in failure
    assert "6 of 12 directions of claims" in failure
    persuasion = plan(load_scenario("persuasion", {"models.speaker": MODEL}))
    assert "probe" in " ".join(describe_failures(persuasion, Conditions()))


def test_a_dry_run_counts_time_and_answers_by_the_examination(tmp_path: Path) -> None:
    changes: dict[str, JsonValue] = {"models.speaker": MODEL, "script.rounds": 2}
    rehearsal = Rehearsal(
        spec=plan(load_scenario("compulsory-voting", changes)), path=tmp_path / "run", conditions=Conditions()
    )
    rough = rehearse([rehearsal])
    assert rough.seconds is None
    examination = examined(tmp_path)
    assert {"respond", "extract", "classify_anchored", "judge_teams", "probe_stance"} < examination.ratios.keys()
    measured = {"seconds_in": 0.01, "seconds_out": 0.1, "together": None, "ratios": {"respond": 2.0}}
    keep(examination.model_copy(update=measured), identity_of(MODEL, Conditions()))
    informed = rehearse([rehearsal])
    assert informed.input_tokens == rough.input_tokens
    assert informed.output_tokens == pytest.approx(2 * rough.output_tokens, rel=0.01)
    assert informed.seconds == pytest.approx(0.01 * informed.input_tokens + 0.1 * informed.output_tokens)


def test_speeds_are_found_in_the_times_of_calls() -> None:
    def call(sent: int, cached: int, answered: int) -> CallRecord:
        return CallRecord(
            id="a#1",
            role="speaker",
            model=MODEL,
            request="",
            blocks=(),
            reply_schema="",
            status="ok",
            input_tokens=sent,
            cached_tokens=cached,
            output_tokens=answered,
            seconds=0.02 * (sent - cached) + 0.1 * answered,
        )

    assert fit_speeds([call(900, 0, 30), call(900, 800, 60), call(100, 0, 5)]) == pytest.approx((0.02, 0.1))
    assert fit_speeds([]) is None


@pytest.mark.parametrize("model", ["offline", "recorded:words.csv"])
def test_what_is_no_language_model_is_not_examined(model: str, tmp_path: Path) -> None:
    with pytest.raises(ModelSetupError, match="no language model"):
        examine(model, tmp_path / "runs")
