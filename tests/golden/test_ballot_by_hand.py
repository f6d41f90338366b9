"""A ballot worked by hand: what an agent's own replies say of roles, and which of them changed one."""

from doxa.beliefs.ballot import Ballot, BallotSettings
from doxa.beliefs.base import Met
from doxa.records.claims import Exposure
from doxa.records.spec import Prior

BALLOT = Ballot(BallotSettings())


def own(step, **reply):
    return Exposure(message=step, speaker="me", origin="self", reply=reply)


def whole(step, confidence, **roles):
    players = [{"name": name, "role": role} for name, role in roles.items()]
    return own(step, players=players, confidence=confidence, reasoning="because")


def after(*exposures):
    state, _ = BALLOT.init(Prior(), ())
    return BALLOT.step(state, Met(exposures=exposures))


def told(trace):
    return [(item.source, item.why) for item in trace.items]


def test_a_whole_assignment_is_the_belief_with_its_confidence():
    state, trace = after(whole("proposed", 7, Ann="knight", Bob="spy"))
    shown = BALLOT.readout(state)
    assert (shown.stance, shown.ballot, shown.confidence) == (None, {"Ann": "knight", "Bob": "spy"}, 0.7)
    assert told(trace) == [("proposed", "Ann: – → knight"), ("proposed", "Bob: – → spy")]


def test_a_word_on_one_player_leaves_the_others_and_the_confidence():
    state, trace = after(
        whole("proposed", 7, Ann="knight", Bob="spy"), own("debated", player="Bob", role="knave", confidence=2)
    )
    shown = BALLOT.readout(state)
    assert (shown.ballot, shown.confidence) == ({"Ann": "knight", "Bob": "knave"}, 0.7)
    assert told(trace)[2:] == [("debated", "Bob: spy → knave")]
    assert [vote.step for vote in state.history] == ["proposed", "debated"]


def test_saying_the_same_again_changes_no_role():
    _, trace = after(whole("proposed", 7, Ann="knight"), whole("adjusted", 9, Ann="knight"))
    assert told(trace) == [("proposed", "Ann: – → knight")]
    assert trace.after.confidence == 0.9


def test_a_batch_without_an_own_reply_moves_nothing():
    state, _ = after(whole("proposed", 7, Ann="knight"))
    met = Met(exposures=(own("ranked", order=["Ann"]), Exposure(message="p", speaker="other", origin="peer")))
    now, trace = BALLOT.step(state, met)
    assert (now, trace.items, trace.before) == (state, (), trace.after)


def test_a_readout_without_a_ballot_leaves_no_mark_in_the_log():
    shown = BALLOT.readout(BALLOT.init(Prior(), ())[0])
    assert "ballot" in shown.model_dump()
    assert "ballot" not in shown.model_copy(update={"ballot": None}).model_dump()
