"""Words that are no speech: asked for again once, then a turn without words that every page shows."""

from collections.abc import Callable
from pathlib import Path

import pytest

import doxa
from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.log.rundir import RunLog
from doxa.models.conditions import Conditions
from doxa.models.port import Performer, Request
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from doxa.records.events import OutcomeReached
from doxa.records.spec import ModelSettings
from doxa.records.steps import Outcome

OWN = {
    "r01/violet": "A vote that everybody casts is one that nobody can buy, because there are too many to pay.",
    "r01/cobalt": "Whoever stays at home says something too, and the state has no business to fine that.",
    "r02/violet": "Staying at home says nothing that anybody could count, and the fine is the price of a lunch.",
    "r02/cobalt": "It is the poor who forget, and it is they who pay for lunches that they did not have.",
}
SHORT = {"models.speaker": "scripted:test", "script.rounds": 2, "seeds.per_side": 2}


def hold(folder: Path, answer: Callable[[Request], str], **changes: str) -> RunLog:
    def make(settings: ModelSettings, conditions: Conditions) -> Performer:
        offline = settings.model == "offline"
        return performer_for(settings, conditions) if offline else ScriptedPerformer(answer)

    return doxa.run("compulsory-voting", out=folder, changes={**SHORT, **changes}, make=make)


def outcomes_of(log: RunLog) -> dict[str, Outcome]:
    return {event.key: event.body for event in log.events if isinstance(event, OutcomeReached)}


def repeat_first(request: Request) -> str:
    """Answer with own words, but say the first turn again in the second round."""
    return OWN["r01/violet"] if request.step.key.startswith("r02") else OWN[request.step.key]


def test_an_echo_is_asked_for_again_with_the_reason_and_then_counts_as_no_words(tmp_path: Path) -> None:
    log = hold(tmp_path / "run", repeat_first)
    outcome = outcomes_of(log)["r02/violet"]
    assert (outcome.status, outcome.reason, outcome.text) == ("unfit", "echo", None)
    assert outcome.calls == ("r02/violet#1", "r02/violet#2")
    assert verify(log.path).status == "verified"
    turn = next(turn for turn in view_of(log).turns if turn.key == "r02/violet")
    assert (turn.status, turn.reason, turn.text) == ("unfit", "echo", "")
    assert not view_of(log).story.startswith("Fewer than half"), "one turn of two is fit"


def test_a_second_answer_in_own_words_is_taken(tmp_path: Path) -> None:
    def mend(request: Request) -> str:
        is_told = any("repeated what stands above" in block.text for block in request.prompt)
        return OWN[request.step.key] if is_told else repeat_first(request)

    outcomes = outcomes_of(hold(tmp_path / "run", mend))
    assert {key: outcomes[key].text for key in OWN} == OWN


def test_a_speaker_most_of_whose_turns_are_no_speech_is_named_before_any_result(tmp_path: Path) -> None:
    log = hold(tmp_path / "run", lambda request: "..." if "violet" in request.step.key else OWN[request.step.key])
    view = view_of(log)
    assert view.story.startswith("Fewer than half of the turns are fit as speech: Violet (0 of 2).")
    assert "Turns that were no speech: 2 empty; without words, and nobody heard them." in view.simulated


def test_marked_words_count_as_they_are_and_carry_their_flaw(tmp_path: Path) -> None:
    log = hold(tmp_path / "run", repeat_first, **{"speech.check": "mark"})
    outcome = outcomes_of(log)["r02/violet"]
    assert (outcome.status, outcome.text, outcome.flaw) == ("ok", OWN["r01/violet"], "echo")
    assert verify(log.path).status == "verified"


def test_nobody_looks_where_the_check_is_off(tmp_path: Path) -> None:
    outcome = outcomes_of(hold(tmp_path / "run", repeat_first, **{"speech.check": "off"}))["r02/violet"]
    assert (outcome.status, outcome.text, outcome.flaw) == ("ok", OWN["r01/violet"], "")


def test_what_was_cut_is_kept_in_the_log(tmp_path: Path) -> None:
    def announce(request: Request) -> str:
        """Answer with a thought, own and foreign lines around the words, as a plug-in's model may."""
        return (
            f"<think>Hm.</think>Violet: {OWN[request.step.key]}\n\nCobalt: I see."
            if "violet" in request.step.key
            else OWN[request.step.key]
        )

    log = hold(tmp_path / "run", announce)
    outcome = outcomes_of(log)["r01/violet"]
    assert (outcome.text, outcome.cut) == (OWN["r01/violet"], ("Violet:", "Cobalt: I see."))
    assert verify(log.path).status == "verified"


@pytest.mark.parametrize("performer", ["offline", "recorded"])
def test_simulated_and_recorded_words_are_not_checked(tmp_path: Path, performer: str) -> None:
    said = tmp_path / "said.md"
    said.write_text("\n\n".join(f"{name}: {OWN['r01/violet']}" for name in ("Violet", "Cobalt") * 2), encoding="utf-8")
    speaker = performer if performer == "offline" else f"recorded:{said}"
    log = hold(tmp_path / "run", repeat_first, **{"models.speaker": speaker})
    assert {outcome.status for outcome in outcomes_of(log).values()} == {"ok"}
