"""Every installed kernel and protocol passes the contract's checks."""

import pytest

from doxa.beliefs.base import Met, build_kernel, kernel_class, kernel_names
from doxa.conformance import check_kernel, check_protocol
from doxa.errors import ScenarioError, UnknownNameError
from doxa.protocols.registry import protocol_named, protocol_names
from doxa.records.base import tidy
from doxa.records.recorded import RecordedLine, RecordedWords
from doxa.records.spec import Prior
from scenes.stage import believer, debate

DEBATE = {
    "motion": "Every street should be lined with trees",
    "turns": [
        {"id": "p1", "speaker": "violet", "name": "Violet", "side": "pro", "text": "Trees cool a street. " * 12},
        {"id": "c1", "speaker": "amber", "name": "Amber", "side": "con", "text": "Roots break the pavement. " * 12},
    ],
}
TEXT = {"key": "t1", "proposition": DEBATE["motion"], "text": "Trees cool a street."}
CLAIMED = {"proposition": TEXT["proposition"], "text": TEXT["text"]}
LEARNER = {"name": "Violet", "side": "Proposition", "motion": DEBATE["motion"], "epoch": 1, "debates": 1, "won": 0}
MATERIAL: dict[str, dict[str, object]] = {
    "appraising": {"texts": [TEXT], "score": True},
    "embedding": {"texts": ["Trees cool a street."]},
    "examining": {"steps": [{"key": "one", "actor": "violet", "task": "extract", "inputs": CLAIMED}]},
    "judging": {"statements": [{"key": "p1", "speaker": "Violet", "text": "I am for it."}]},
    "judging_responses": {
        "exchanges": [{"key": "c1", "previous": "I am for it.", "speaker": "Violet", "text": "I am not."}]
    },
    "listening": {"words": [TEXT]},
    "naming": {"clusters": [["Trees cool a street."]]},
    "union_coaching": {"learners": {"violet": LEARNER}},
    "union_judging": {"debate": DEBATE},
    "union_probing": {"debates": {"one": DEBATE}, "words": 20},
}
"""Protocols that read what is there already → something for them to read."""

SAID = RecordedWords(sha256="", lines={"violet": (RecordedLine(at=1, text=TEXT["text"]),)}, keeps=True)
"""A line for protocols that play lines back."""


@pytest.mark.parametrize("name", kernel_names())
def test_kernel(name):
    check_kernel(kernel_class(name))


def test_kernels_show_stances_as_the_log_writes_them_and_know_their_settings():
    for name in kernel_names():
        kernel = build_kernel(name, {})
        state, _ = kernel.init(Prior(), ())
        state, _ = kernel.step(state, Met(self_report=1 / 3))
        shown = kernel.readout(state).stance
        assert shown is None or shown == tidy(shown), name
        assert all(field.description for field in kernel_class(name).Settings.model_fields.values()), name
        with pytest.raises(ScenarioError, match=r"belief\.nonsense"):
            build_kernel(name, {"nonsense": 1})


def test_an_unknown_kernel_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match="Did you mean 'log_odds'"):
        kernel_class("logodds")


@pytest.mark.parametrize("name", protocol_names())
def test_protocol(name):
    protocol = protocol_named(name)
    assert protocol.Result is not None, "it declares what its script returns"
    people = (believer("violet", "pro"), believer("amber", "con"), believer("teal"))
    script = protocol.Settings().model_dump(mode="json")
    spec = debate(*people).model_copy(update={"protocol": name, "script": script, "recorded": {"recorded:x": SAID}})
    batches = check_protocol(protocol, spec)
    assert (batches > 0) == (name not in MATERIAL), "judges have nothing to do without texts"


def test_a_reader_that_gets_no_answer_returns_what_it_declares() -> None:
    people = (believer("annotator"), believer("violet", "pro"), believer("amber", "con"))
    for name, material in MATERIAL.items():
        spec = debate(*people).model_copy(update={"protocol": name, "script": material})
        assert check_protocol(protocol_named(name), spec) == 1, f"{name} asks once, and then has nothing to ask of"


def test_judging_asks_once_for_each_statement_and_survives_silence():
    statements = [{"key": f"r{number}", "speaker": "Violet", "text": "I am for it."} for number in range(70)]
    spec = debate(believer("violet", "pro")).model_copy(update={"script": {"statements": statements}})
    assert check_protocol(protocol_named("judging"), spec) == 2


def test_an_unknown_protocol_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match="Did you mean 'dialogue'"):
        protocol_named("dialog")
