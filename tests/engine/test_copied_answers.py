"""A model that gives back the example in its prompt is asked again with the reason, and then has not answered."""

from dataclasses import replace

from doxa.analysis.verify import verify
from doxa.tasks import base, registry
from doxa.tasks.classify import CLASSIFY
from scenes.stage import cast, debate, on, play

KEY = "r01/violet"
FORM = '{"polarity": "<for, against or unclear>", "strength": 0.6, "tags": []}'
COPIED = f'{{"judgements": [{FORM}, {FORM}]}}'


def copy(request):
    return COPIED


def test_an_answer_that_copies_twice_is_lost_with_its_reason(tmp_path):
    played = play(debate(), tmp_path, on(f"{KEY}/classify", copy))
    outcome = played.body(f"{KEY}/classify", "outcome")
    assert (outcome.status, outcome.reason, outcome.reply) == ("unparsed", "copied", None)
    assert played.body(KEY, "heard").lost == "classify: unparsed (copied)"
    assert played.prompts[f"{KEY}/classify#2"][-1].text.startswith("Your answer contains <for, against or unclear>")
    assert verify(tmp_path).status == "verified"


def test_an_answer_that_copies_once_is_asked_for_again(tmp_path):
    answer = on(f"{KEY}/classify", lambda request: COPIED if request.attempt == 1 else cast(request))
    played = play(debate(), tmp_path, answer)
    assert len(played.body(f"{KEY}/classify", "outcome").calls) == 2
    assert len(played.body(KEY, "heard").claims) == 2


def test_an_earlier_log_whose_prompt_had_another_example_still_verifies(tmp_path, monkeypatch):
    judgement = '{"polarity": "for", "strength": 0.6, "tags": ["consequence"]}'
    then = replace(CLASSIFY, stable=f'Answer with one JSON object: {{"judgements": [{judgement}]}}')
    answer = f'{{"judgements": [{judgement}, {judgement}]}}'
    with monkeypatch.context() as earlier:
        earlier.setitem(registry.GROUND, "classify", then)
        earlier.setattr(base, "find_copied", lambda prompt, text: "")
        played = play(debate(), tmp_path, on(f"{KEY}/classify", lambda request: answer))
    assert played.body(f"{KEY}/classify", "outcome").ok
    now = replace(CLASSIFY, stable=f"Judge each claim. {then.stable}")
    monkeypatch.setitem(registry.GROUND, "classify", now)
    monkeypatch.setattr("doxa.analysis.verify.other_code", lambda sittings: "an earlier doxa")
    state = verify(tmp_path)
    assert (state.status, state.problems, state.differences) == ("verified", (), ())
