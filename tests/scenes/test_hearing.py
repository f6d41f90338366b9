"""How messages become claims: chained steps, one retry, and the report of a message that could not be read."""

import json

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.analysis.who_does import count_lost, count_refused, count_unplaced, describe_unread, heard_bodies
from doxa.engine.drive import Progress
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.exports.frames import frames
from doxa.log.rundir import open_run
from doxa.models.port import Response
from doxa.records.spec import Hearing, Participant
from doxa.records.steps import Batch, Step
from doxa.terminal.outcome import conclude
from doxa.terminal.progress import RoundLines
from scenes.stage import MOTION, believer, cast, debate, given_up, on, play, refused, reporter, vector

KEY = "r01/violet"


def tasks_of(played) -> set[str]:
    return {one.body.task for one in played.events if one.kind == "outcome"}


def test_a_message_is_extracted_judged_embedded_and_scored(tmp_path):
    played = play(debate(), tmp_path)
    chained = [one.key for one in played.events if one.kind == "outcome" and one.key.startswith(f"{KEY}/")]
    assert chained == [f"{KEY}/extract", f"{KEY}/classify", f"{KEY}/embed", f"{KEY}/score"]


def test_a_claim_carries_what_the_judges_said(tmp_path):
    played = play(debate(), tmp_path)
    claim = played.body(KEY, "heard").claims[1]
    judged = played.body(f"{KEY}/classify", "outcome").reply["judgements"][1]
    scored = played.body(f"{KEY}/score", "outcome").reply["strengths"][1]
    assert (claim.id, claim.source, claim.tags) == (f"{KEY}#2", KEY, ("consequence",))
    assert claim.strengths == {"extractor": judged["strength"], "scorer": scored}
    assert played.log.blobs.vector(claim.vector) == vector(claim.text)


def test_a_claim_knows_where_its_words_stand_and_the_report_shows_it(tmp_path):
    played = play(debate(), tmp_path)
    heard = played.body(KEY, "heard")
    assert [heard.text[slice(*one.place)] for one in heard.claims] == [one.snippet for one in heard.claims]
    turn = next(one for one in view_of(played.log).turns if one.key == KEY)
    assert [(one.start, one.end) for one in turn.claims] == [one.place for one in heard.claims]


def test_words_that_are_not_of_the_message_have_no_place(tmp_path):
    invented = '{"claims": [{"claim": "Trees cool streets.", "snippet": "words that nobody said"}]}'
    played = play(debate(), tmp_path, on(f"{KEY}/extract", lambda request: invented))
    (claim,) = played.body(KEY, "heard").claims
    assert (claim.snippet, claim.place) == ("words that nobody said", None)
    assert verify(tmp_path).status == "verified"


def test_no_scorer_is_asked_where_the_extractor_counts(tmp_path):
    played = play(debate(hearing=Hearing(strength="extractor")), tmp_path)
    assert not any(call.startswith("r") and "/score" in call for call in played.asked)
    (first, _) = played.body("batch/1/amber", "moved").admitted
    assert first.scored == played.body(KEY, "heard").claims[0].strengths["extractor"]


def test_an_unreadable_extraction_is_asked_again_with_a_correction(tmp_path):
    def at_second_try(request):
        return "I see two claims." if request.attempt == 1 else cast(request)

    played = play(debate(), tmp_path, on(f"{KEY}/extract", at_second_try))
    first, second = (played.prompts[f"{KEY}/extract#{attempt}"] for attempt in (1, 2))
    assert second[:-1] == first
    assert second[-1].tag == "correction"
    assert played.body(f"{KEY}/extract", "outcome").calls == (f"{KEY}/extract#1", f"{KEY}/extract#2")
    assert played.body(KEY, "heard").claims


LOST = {
    "extraction": ("extract", lambda request: "two claims", "unparsed (not_json)"),
    "too few judgements": ("classify", lambda request: '{"judgements": []}', "unparsed (wrong_shape)"),
    "too many strengths": ("score", lambda request: '{"strengths": [0.1, 0.2, 0.3]}', "unparsed (wrong_shape)"),
    "strength out of range": ("score", lambda request: '{"strengths": [0.1, 7]}', "unparsed (wrong_shape)"),
    "strength not a number": ("score", lambda request: '{"strengths": [NaN, 0.5]}', "unparsed (wrong_shape)"),
    "failed embedding": ("embed", given_up("rate_limited"), "failed (rate_limited)"),
    "too few vectors": ("embed", lambda request: Response(vectors=(vector("one"),)), "unparsed (wrong_shape)"),
    "no vectors": ("embed", lambda request: Response(), "unparsed (not_json)"),
    "refused judgement": ("classify", refused, "refused (refusal)"),
}


@pytest.mark.parametrize(("task", "answer", "how"), LOST.values(), ids=list(LOST))
def test_what_could_not_be_heard_says_why(tmp_path, task, answer, how):
    played = play(debate(), tmp_path, on(f"{KEY}/{task}", answer))
    heard = played.body(KEY, "heard")
    assert (heard.claims, heard.lost) == ((), f"{task}: {how}")
    assert verify(tmp_path).status == "verified"


def test_messages_that_were_not_heard_are_told_with_their_reasons(tmp_path):
    play(debate(), tmp_path, on(f"{KEY}/extract", lambda request: "two claims"))
    log = open_run(tmp_path)
    heard = heard_bodies(log)
    assert count_lost(heard) == {"extract: unparsed (not_json)": 1}
    told = f"1 of {len(heard)} messages is not heard, and nothing in them counted: extract: unparsed (not_json)."
    assert told in view_of(log).simulated


def test_claims_that_no_message_says_are_counted_and_told(tmp_path):
    answer = {"claims": [{"claim": "Ships are cheap.", "snippet": "what nobody said"}]}
    play(debate(), tmp_path, on(f"{KEY}/extract", lambda request: json.dumps(answer)))
    log = open_run(tmp_path)
    unplaced, claims = count_unplaced(heard_bodies(log))
    assert unplaced == 1
    assert f"1 of {claims} claims is not in the words of the message" in view_of(log).simulated
    assert "'doxa frames'" in view_of(log).simulated


SAID = Hearing(claims="said", unplaced="drop")
"""How a scenario that says nothing is heard."""

INVENTED = {
    "claims": [
        {"snippet": "what nobody said", "claim": "Ships are cheap."},
        {"snippet": MOTION, "claim": MOTION},
        {"snippet": "Every street should be lined with trees", "claim": "Trees belong into every street."},
        {"snippet": "rees cool a stree", "claim": "Green streets are cooler."},
        {"snippet": "Trees cool a street", "claim": "Streets with trees are less hot."},
    ]
}


def refusing(tmp_path):
    """Return a run in which one message has one claim, while its extractor proposes five."""

    def answer(request):
        if request.step.key == KEY:
            return f"Trees cool a street. {MOTION}."
        return json.dumps(INVENTED) if request.step.key == f"{KEY}/extract" else cast(request)

    return play(debate(hearing=SAID), tmp_path, answer)


def test_refused_claims_are_counted_by_their_reasons(tmp_path):
    heard = refusing(tmp_path).body(KEY, "heard")
    assert heard.refused == {"unplaced": 1, "motion": 2, "duplicate": 1}
    (claim,) = heard.claims
    assert (claim.text, claim.snippet, claim.note) == (*["Trees cool a street"] * 2, "Green streets are cooler.")
    assert heard.text[slice(*claim.place)] == claim.text
    assert verify(tmp_path).status == "verified"


def test_refused_claims_stand_in_the_report_the_lines_and_the_end(tmp_path, capsys):
    refusing(tmp_path)
    log = open_run(tmp_path)
    count = sum(len(body.claims) for body in heard_bodies(log)) + 4
    told = (
        f"4 of {count} proposed claims are refused: 2 the motion or its negation; 1 said by a claim before; "
        "1 in no sentence of the message."
    )
    assert told in view_of(log).simulated
    assert count_refused(heard_bodies(log)) == {"unplaced": 1, "motion": 2, "duplicate": 1}
    conclude(log, json=True, quiet=True)
    assert json.loads(capsys.readouterr().out)["claims_refused"] == {"unplaced": 1, "motion": 2, "duplicate": 1}
    messages = frames(tmp_path).messages
    place = list(messages["message"]).index(KEY)
    assert (messages["refused"][place], messages["refused_why"][place]) == (4, "duplicate 1; motion 2; unplaced 1")


def test_the_line_of_a_round_counts_refused_claims(tmp_path):
    spec = debate(hearing=SAID)
    lines = RoundLines(spec)
    (body,) = [one.body for one in refusing(tmp_path).events if one.kind == "heard" and one.key == KEY]
    batch = Batch(steps=(Step(key=KEY, actor="violet", task="respond", inputs={"round": 1}),), note="round 1")
    now = Progress(batch=batch, outcomes=(), readouts={}, asked=1, calls=1, cost=0.0, tokens=0, heard={KEY: body})
    (line,) = lines.tell(now)
    assert "claims refused: 2 motion, 1 duplicate, 1 unplaced" in line.text


def test_all_that_was_heard_is_told_of_by_nothing(tmp_path):
    play(debate(), tmp_path)
    assert describe_unread(open_run(tmp_path).spec, heard_bodies(open_run(tmp_path))) == ""


def test_an_unreadable_answer_is_asked_for_twice_and_no_more(tmp_path):
    played = play(debate(), tmp_path, on(f"{KEY}/extract", lambda request: "two claims"))
    assert [one for one in played.asked if one.startswith(f"{KEY}/")] == [f"{KEY}/extract#1", f"{KEY}/extract#2"]


def test_a_message_that_was_not_heard_moves_nobody(tmp_path):
    moved = play(debate(), tmp_path, on(f"{KEY}/extract", given_up("timeout"))).body("batch/1/amber", "moved")
    assert [one.message for one in moved.exposures] == [KEY]
    assert moved.admitted == ()
    assert moved.trace.before == moved.trace.after


def test_a_message_without_a_claim_is_not_judged(tmp_path):
    played = play(debate(), tmp_path, on(f"{KEY}/extract", lambda request: '{"claims": []}'))
    assert (played.body(KEY, "heard").claims, played.body(KEY, "heard").lost) == ((), "")
    assert not any(call.startswith(f"{KEY}/classify") for call in played.asked)


def test_an_unclear_claim_is_stored_inactive(tmp_path):
    played = play(debate(), tmp_path, on(KEY, lambda request: "Nobody can tell what trees would change, ever."))
    (claim,) = played.body(KEY, "heard").claims
    (record,) = played.body("batch/1/amber", "moved").admitted
    assert (claim.polarity, record.active, record.reason) == (0, False, "unclear")


def test_nothing_is_extracted_where_no_listener_needs_claims(tmp_path):
    played = play(debate(reporter("violet"), reporter("amber")), tmp_path)
    assert tasks_of(played) == {"respond", "self_update"}


def test_one_listener_who_needs_claims_is_enough(tmp_path):
    played = play(debate(reporter("violet"), believer("amber", "con"), rounds=1), tmp_path)
    assert {f"{KEY}/extract#1", "r01/amber/extract#1"} <= set(played.asked)


def test_fixed_lines_are_heard_like_any_words(tmp_path):
    reader = Participant(id="reader", name="Reader", side="con", role="reciter", kernel=None)
    played = play(
        debate(believer("violet", "pro"), reader, counters=("Roots break the pavement everywhere.",)), tmp_path
    )
    assert played.body("r02/reader", "outcome").text == "Roots break the pavement everywhere."
    assert [one.polarity for one in played.body("r02/reader", "heard").claims] == [-1]
    assert set(played.body("end", "end").stances) == {"violet"}


def test_a_scenario_that_names_nothing_hears_what_is_said():
    assert plan(load_scenario("compulsory-voting")).hearing.claims == "said"
    assert plan(load_scenario("compulsory-voting")).hearing.unplaced == "drop"
    canonical = plan(load_scenario("compulsory-voting", {"hearing.claims": "canonical", "hearing.unplaced": "keep"}))
    assert (canonical.hearing.claims, canonical.hearing.unplaced) == ("canonical", "keep")


def test_a_spec_from_before_the_setting_takes_every_claim_and_stays_as_it_was():
    assert (Hearing().claims, Hearing().unplaced) == ("unchecked", "keep")
    assert not {"claims", "unplaced"} & set(debate().model_dump(mode="json")["hearing"])
    assert not {"claims", "unplaced"} & set(plan(load_scenario("union")).model_dump(mode="json")["hearing"])


@pytest.mark.parametrize("change", [{"hearing.claims": "canonical"}, {"hearing.unplaced": "keep"}])
def test_claims_cannot_be_heard_otherwise_without_asking_again(change, tmp_path):
    play(debate(hearing=SAID), tmp_path)
    with pytest.raises(ScenarioError, match="cannot be recomputed from the log"):
        what_if(open_run(tmp_path), change)
