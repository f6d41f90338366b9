"""Every installed kernel and protocol keeps to its contract."""

import pytest

from doxa.beliefs.base import Met
from doxa.beliefs.registry import build_kernel, kernel_class, kernel_names
from doxa.conformance import check_kernel, check_protocol
from doxa.errors import ScenarioError, UnknownNameError
from doxa.protocols.registry import protocol_named, protocol_names
from doxa.records.canonical import tidy
from doxa.records.people import Prior
from scenes.stage import believer, debate

READERS = (
    "appraising",
    "embedding",
    "judging",
    "judging_responses",
    "listening",
    "naming",
    "union_coaching",
    "union_judging",
    "union_probing",
)
"""Protocols that read what is there already."""


@pytest.mark.parametrize("name", kernel_names())
def test_kernel(name):
    check_kernel(kernel_class(name))


@pytest.mark.parametrize("name", kernel_names())
def test_a_kernel_shows_stances_as_the_log_writes_them(name):
    kernel = build_kernel(name, {})
    state, _ = kernel.init(Prior(), ())
    state, _ = kernel.step(state, Met(self_report=1 / 3))
    shown = kernel.readout(state).stance
    assert shown is None or shown == tidy(shown)


@pytest.mark.parametrize("name", kernel_names())
def test_a_kernel_says_what_its_settings_mean(name):
    fields = kernel_class(name).Settings.model_fields
    assert all(field.description for field in fields.values())


@pytest.mark.parametrize("name", kernel_names())
def test_a_kernel_refuses_settings_that_it_does_not_have(name):
    with pytest.raises(ScenarioError, match=r"belief\.nonsense"):
        build_kernel(name, {"nonsense": 1})


def test_an_unknown_kernel_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match="Did you mean 'log_odds'"):
        kernel_class("logodds")


@pytest.mark.parametrize("name", protocol_names())
def test_protocol(name):
    protocol = protocol_named(name)
    people = (believer("violet", "pro"), believer("amber", "con"), believer("teal"))
    spec = debate(*people).model_copy(update={"protocol": name, "script": protocol.Settings().model_dump(mode="json")})
    batches = check_protocol(protocol, spec)
    assert (batches > 0) == (name not in READERS), "judges have nothing to do without texts"


def test_judging_asks_once_for_each_statement_and_survives_silence():
    statements = [{"key": f"r{number}", "speaker": "Violet", "text": "I am for it."} for number in range(70)]
    spec = debate(believer("violet", "pro")).model_copy(update={"script": {"statements": statements}})
    assert check_protocol(protocol_named("judging"), spec) == 2


def test_an_unknown_protocol_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match="Did you mean 'dialogue'"):
        protocol_named("dialog")
