"""Examinations of models whose right result is known: each passes, or fails at, the parts that it was made for."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.evaluation.examinations import examine, plan_examination
from doxa.models.conditions import Conditions
from doxa.models.examined import Examination
from doxa.models.port import Performer, Request, Response, Usage
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings

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


def examined(tmp_path: Path, **answers: Answer) -> Examination:
    """Return the examination of a flawless model that answers some tasks otherwise."""

    def answer(request: Request) -> Response:
        words = {**FLAWLESS, **answers}[request.task.name](request)
        return Response(text=words, usage=Usage(input_tokens=400, output_tokens=len(words) // 4), cost=0.0)

    def make(settings: ModelSettings, conditions: Conditions) -> Performer:
        return ScriptedPerformer(answer) if settings.model == MODEL else performer_for(settings, conditions)

    return examine(plan_examination(MODEL, tmp_path / "runs"), make=make)


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
    _, number, side = request.step.key.split("/")
    agrees = (int(number) % 2 == 1) == (side == "for")
    return json.dumps({"answer": 95 if agrees else 5})


FLAWLESS: dict[str, Answer] = {
    "respond": speak,
    "classify_anchored": classify,
    "extract": extract,
    "judge_teams": judge,
    "probe_stance": probe,
}


def failed(examination: Examination) -> set[str]:
    return {part for part, finding in examination.findings.items() if not finding.passed}


def test_a_flawless_model_passes_every_part(tmp_path: Path) -> None:
    assert failed(examined(tmp_path)) == set()
