"""The speaker's side: which way claims point where it is known, what a log keeps of it, and what-ifs."""

from pathlib import Path
from typing import Literal

import pytest

from doxa.analysis.explain import explain
from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.minds.hearing import hear, side_of, turn_claim, turn_heard
from doxa.models.embedded import embedder
from doxa.models.hearing.claims import claims_of
from doxa.models.offline.claims import claims_in
from doxa.records.base import JsonValue
from doxa.records.claims import Claim, Polarity, Readout
from doxa.records.events import HeardBody
from doxa.records.recorded import RecordedLine, RecordedWords, Side
from doxa.records.spec import Hearing, ModelSettings, Participant, Proposition, RunSpec
from doxa.records.steps import Message, Outcome
from scenes.stage import MOTION, Played, believer, debate, play

SPEAKER = Hearing(direction="speaker")
CHECKED = Hearing(direction="speaker", contradicted="unclear")


def speaking(side: Side, hearing: Hearing = SPEAKER) -> RunSpec:
    ada = Participant(id="ada", name="Ada", side=side)
    return debate().model_copy(update={"participants": (ada,), "hearing": hearing})


def claim(read: Polarity, *, conceded: bool = False) -> Claim:
    return Claim(id="m#1", proposition="motion", text="…", polarity=read, conceded=conceded, source="m")


@pytest.mark.parametrize(
    ("read", "conceded", "polarity", "source"),
    [
        (1, False, 1, "speaker"),
        (-1, False, 1, "speaker"),
        (0, False, 1, "speaker"),
        (1, True, 1, "speaker"),
        (-1, True, -1, "judge"),
        (0, True, 0, "judge"),
    ],
)
def test_a_claim_has_its_speakers_side_but_for_a_concession_that_the_judge_reads_otherwise(
    read: Polarity, conceded: bool, polarity: Polarity, source: str
) -> None:
    turned = turn_claim(claim(read, conceded=conceded), 1)
    assert (turned.polarity, turned.direction_by, turned.judged) == (polarity, source, read)
    assert turn_claim(turned, 0) == claim(read, conceded=conceded)


def test_words_that_take_no_side_have_none_whoever_says_them() -> None:
    hedged = claim(0).model_copy(update={"sideless": True})
    assert turn_claim(hedged, 1) == hedged


SIDELESS = {
    "Die Tiere leiden in den Zoos, und deshalb müssen sie geschlossen werden.": True,
    "Both sides have a point: zoos protect rare animals and keep them in cages.": True,
    "Zoos keep animals in cages that are far too small for them.": False,
    "They live in cages that are far too small.": False,
}


@pytest.mark.parametrize(("text", "sideless"), SIDELESS.items(), ids=list(SIDELESS))
def test_the_offline_extractor_marks_what_takes_no_side(text: str, sideless: bool) -> None:
    assert [one.sideless for one in claims_in(text, "Zoos should be closed", embedder())] == [sideless]


def body(*reads: Polarity) -> HeardBody:
    return HeardBody(speaker="ada", text="…", claims=tuple(claim(read) for read in reads))


@pytest.mark.parametrize(
    ("reads", "polarities"),
    [
        ((1,), (0,)),
        ((1, 0), (0, 0)),
        ((1, 1, -1), (0, 0, 0)),
        ((1, -1), (-1, -1)),
        ((1, -1, -1), (-1, -1, -1)),
        ((0, 0), (-1, -1)),
        ((), ()),
    ],
)
def test_a_message_of_which_more_is_read_against_its_side_than_with_it_is_left_unclear(
    reads: tuple[Polarity, ...], polarities: tuple[Polarity, ...]
) -> None:
    turned = turn_heard(body(*reads), -1, CHECKED)
    assert tuple(one.polarity for one in turned.claims) == polarities
    assert turned.contradicted == (0 in polarities)
    assert tuple(one.judged for one in turned.claims) == reads
    assert not any(one.polarity == one.judged for one in turned.claims if turned.contradicted and one.judged)
    assert turn_heard(turned, 0, CHECKED) == body(*reads)
    assert turn_heard(turned, -1, SPEAKER) == turn_heard(body(*reads), -1, SPEAKER)


@pytest.mark.parametrize("change", [{"conceded": True}, {"sideless": True}, {"direction_by": "corpus"}], ids=str)
def test_what_is_granted_takes_no_side_or_is_labelled_contradicts_nothing(change: dict[str, object]) -> None:
    heard = HeardBody(speaker="ada", text="…", claims=(claim(1).model_copy(update=change), claim(0)))
    turned = turn_heard(heard, -1, CHECKED)
    assert not turned.contradicted
    assert [one.polarity for one in turned.claims] == [1, -1]


def test_a_label_in_a_contradicted_message_stays() -> None:
    labelled = claim(-1).model_copy(update={"direction_by": "corpus"})
    heard = HeardBody(speaker="ada", text="…", claims=(labelled, claim(1)))
    turned = turn_heard(heard, -1, CHECKED)
    assert (turned.claims[0], turned.claims[1].polarity) == (labelled, 0)


def test_a_label_of_the_corpus_is_never_turned() -> None:
    labelled = claim(-1).model_copy(update={"direction_by": "corpus"})
    assert turn_claim(labelled, 1) == labelled


@pytest.mark.parametrize(
    ("declared", "stance", "side"),
    [("pro", None, 1), ("con", None, -1), ("neutral", None, 0), ("neutral", 0.4, 1), ("neutral", -0.3, -1),
     ("neutral", 0.29, 0), ("pro", 0.2, 1), ("pro", -0.2, 0), ("con", 0.1, 0), ("con", -0.1, -1), ("pro", -0.5, -1)],
)  # fmt: skip
def test_a_side_is_that_of_a_firm_stance_or_else_the_declared_one(
    declared: Side, stance: float | None, side: Polarity
) -> None:
    assert side_of(speaking(declared), "ada", None if stance is None else Readout(stance=stance)) == side
    assert side_of(speaking(declared, Hearing()), "ada", Readout(stance=stance)) == 0


def recorded(words: RecordedWords, side: Side) -> RunSpec:
    roles = {"speaker": ModelSettings(model="recorded:said.csv")}
    return speaking(side).model_copy(update={"recorded": {"recorded:said.csv": words}, "roles": roles})


MIXED = (
    RecordedLine(at=1, text="Close it."),
    RecordedLine(at=2, text="Keep it.", side="pro"),
    RecordedLine(at=3, text="What time is it?", side="neutral"),
    RecordedLine(at=4, text="Yes.", side="pro"),
    RecordedLine(at=5, text="Yes.", side="con"),
)


@pytest.mark.parametrize(
    ("declared", "text", "side"),
    [
        ("con", "Close it.", -1),
        ("con", "Keep it.", 1),
        ("con", "What time is it?", 0),
        ("con", "Yes.", 0),
        ("con", "Words of one's own.", -1),
        ("neutral", "Close it.", 0),
    ],
)
@pytest.mark.parametrize("stance", [None, -0.9, 0.1, 0.9])
def test_recorded_words_keep_their_line_s_side_or_else_the_declared_one_whatever_the_mind_does(
    declared: Side, text: str, side: Polarity, stance: float | None
) -> None:
    spec = recorded(RecordedWords(sha256="0", lines={"ada": MIXED}, keeps=True), declared)
    assert side_of(spec, "ada", None if stance is None else Readout(stance=stance), text) == side


def test_recorded_words_of_earlier_specs_follow_the_stance_where_their_transcript_names_no_side() -> None:
    words = RecordedWords(sha256="0", lines={"ada": MIXED[:1]})
    assert side_of(recorded(words, "con"), "ada", Readout(stance=0.9), "Close it.") == 1
    named = words.model_copy(update={"sides": {"ada": "con"}})
    assert side_of(recorded(named, "con"), "ada", Readout(stance=0.9), "Close it.") == -1


def test_recorded_words_stay_on_the_side_that_their_transcript_names() -> None:
    words = RecordedWords(sha256="0", lines={"ada": (RecordedLine(at=1, text="Close it."),)}, sides={"ada": "con"})
    role = {"speaker": ModelSettings(model="recorded:said.csv")}
    spec = speaking("con").model_copy(update={"recorded": {"recorded:said.csv": words}, "roles": role})
    assert side_of(spec, "ada", Readout(stance=0.9)) == -1
    assert side_of(spec.model_copy(update={"roles": {}}), "ada", Readout(stance=0.9)) == 1


def test_what_somebody_reports_of_itself_is_no_maintained_stance() -> None:
    assert side_of(speaking("neutral"), "ada", Readout(stance=0.9, kind="self_report")) == 0


@pytest.fixture(scope="module")
def blind(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return play(debate(rounds=3), tmp_path_factory.mktemp("blind") / "run")


@pytest.fixture(scope="module")
def sided(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return play(debate(rounds=3, hearing=SPEAKER), tmp_path_factory.mktemp("sided") / "run")


def test_a_run_by_the_speakers_side_says_so_on_every_claim_and_verifies(sided: Played) -> None:
    heard = [event.body for event in sided.events if event.kind == "heard"]
    assert {(body.speaker, body.side) for body in heard} == {("violet", 1), ("amber", -1)}
    assert {one.direction_by for body in heard for one in body.claims} == {"speaker"}
    assert all(one.polarity == body.side for body in heard for one in body.claims)
    assert verify(sided.log.path).status == "verified"


def test_explain_marks_claims_by_the_speakers_side(sided: Played) -> None:
    assert set(explain(sided.log, "amber").directions.values()) == {"by side"}


def test_a_run_heard_blind_keeps_no_side(blind: Played) -> None:
    assert b'"side":1' not in (blind.log.path / "events.jsonl").read_bytes().replace(b'"side":"', b"")
    assert explain(blind.log, "amber").directions == {}


@pytest.mark.parametrize(("run", "other"), [("blind", "speaker"), ("sided", "blind")])
def test_a_what_if_under_the_other_direction_is_the_run_that_hears_so(
    run: str, other: str, request: pytest.FixtureRequest
) -> None:
    here: Played = request.getfixturevalue(run)
    there: Played = request.getfixturevalue({"blind": "sided", "sided": "blind"}[run])
    found = what_if(here.log, {"hearing.direction": other})
    first = {who: points[1].stance for who, points in found.curves.items()}
    recorded = {who: points[1].recorded for who, points in what_if(there.log).curves.items()}
    assert first == recorded


def test_a_what_if_under_the_recorded_direction_changes_nothing(sided: Played) -> None:
    found = what_if(sided.log, {"hearing.direction": "speaker"})
    assert all(one.stance == one.recorded for points in found.curves.values() for one in points)


@pytest.mark.parametrize(
    "change", [{"hearing.labels": "judged"}, {"hearing.scale": "percentile"}, {"hearing.context": "message"}], ids=str
)
def test_what_judges_are_asked_cannot_be_changed_in_a_log(blind: Played, change: dict[str, JsonValue]) -> None:
    with pytest.raises(ScenarioError, match="cannot be recomputed from the log"):
        what_if(blind.log, change)


def test_a_run_leaves_unclear_what_contradicts_its_side_and_a_what_if_turns_it(tmp_path: Path) -> None:
    played = play(debate(rounds=4, hearing=CHECKED), tmp_path / "run")
    heard = [event.body for event in played.events if event.kind == "heard"]
    for message in heard:
        against = sum(claim.judged * message.side for claim in message.claims) < 0
        assert message.contradicted == against
        if message.side:
            assert {claim.polarity for claim in message.claims} == {0 if against else message.side}
    assert {message.contradicted for message in heard} == {True, False}
    assert verify(played.log.path).status == "verified"
    turned = play(debate(rounds=4, hearing=SPEAKER), tmp_path / "turned")
    first = {
        who: points[1].stance for who, points in what_if(turned.log, {"hearing.contradicted": "unclear"}).curves.items()
    }
    assert first == {who: points[1].recorded for who, points in what_if(played.log).curves.items()}


@pytest.mark.parametrize(("contradicted", "granted", "is_whole"), [("unclear", False, True), ("unclear", True, False),
                                                               ("turned", False, False)])  # fmt: skip
def test_a_message_with_a_side_is_read_whole_unless_its_speaker_grants_something(
    contradicted: Literal["unclear", "turned"], granted: bool, is_whole: bool
) -> None:
    settings = Hearing(direction="speaker", context="message", contradicted=contradicted)
    message = Message(key="m", speaker="ada", text="It costs money. Trees cool a street.")
    hearing = hear(message, Proposition(text=MOTION), settings, side=1)
    (step,) = next(hearing)
    claims = [{"claim": "Trees cool a street.", "snippet": "Trees cool a street.", "conceded": granted}]
    steps = hearing.send((Outcome(key=step.key, task=step.task, actor="ada", status="ok", reply={"claims": claims}),))
    assert ("message" in next(one for one in steps if one.task.startswith("classify")).inputs) == is_whole


def test_verify_notices_a_side_that_was_not_argued(tmp_path: Path) -> None:
    participants = (believer("violet", "pro"), believer("amber", "con"))
    played = play(debate(*participants, rounds=1, hearing=SPEAKER), tmp_path / "run")
    events = played.log.path / "events.jsonl"
    said = events.read_bytes()
    events.write_bytes(said.replace(b'"side":1', b'"side":-1', 1))
    assert events.read_bytes() != said
    assert verify(played.log.path).status == "damaged"


GRANTED = {
    "It is true that trams cost money.": True,
    "I admit that trams cost a great deal of money.": True,
    "You say that trams cost too much, but they pay for themselves.": False,
    "Although trams cost money, they pay for themselves.": False,
    "Trams carry many people on a narrow strip.": False,
}


@pytest.mark.parametrize(("text", "granted"), GRANTED.items())
def test_the_offline_extractor_tells_what_is_granted(text: str, granted: bool) -> None:
    claims = claims_of(text, "Our town should build the tram")
    assert [one.conceded for one in claims][-1:] == [granted]


@pytest.mark.parametrize(
    ("changes", "direction"),
    [
        ({}, "blind"),
        ({"models.speaker.model": "openai:gpt-4o-mini"}, "speaker"),
        ({"models.speaker.model": "openai:gpt-4o-mini", "models.extractor.model": "openai:gpt-4o-mini"}, "speaker"),
        ({"models.speaker.model": "openai:gpt-4o-mini", "hearing.direction": "blind"}, "blind"),
    ],
)
def test_judges_that_did_not_win_hear_models_by_their_side_unless_told_otherwise(
    changes: dict[str, JsonValue], direction: str
) -> None:
    assert plan(load_scenario("compulsory-voting", changes)).hearing.direction == direction
