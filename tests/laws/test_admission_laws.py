"""Laws of admission: who competes, what stays archived, and how far one admission can reach."""

from hypothesis import given, strategies as st

from doxa.beliefs.base import Met
from doxa.beliefs.log_odds import LogOdds, LogOddsSettings, LogOddsState
from doxa.evidence.admission import Admission
from laws.listeners import Listener, arrivals, directions, stances, strengths

thresholds = st.floats(-1.0, 1.0)
settings = st.builds(
    Admission,
    theta=thresholds,
    theta_self=thresholds,
    confirmation_bias=strengths,
    own_words=st.sampled_from(["filtered", "compete"]),
)
listeners = st.builds(Listener, settings=settings, stance=stances)


def log_odds(listener: Listener) -> float:
    kernel = LogOdds(LogOddsSettings())
    return kernel.step(LogOddsState(), Met(evidence=tuple(listener.memory.records)))[0].log_odds


@given(listeners, arrivals())
def test_only_records_of_one_polarity_compete(listener, arrived):
    for one in arrived:
        admitted = listener.hears(*one)
        if admitted.archived:
            assert admitted.archived.polarity == admitted.newcomer.polarity
    polarity = {one.claim: one.polarity for one in listener.memory.records}
    assert all(polarity[one.superseded_by] == one.polarity for one in listener.memory.records if one.superseded_by)


@given(listeners, arrivals())
def test_one_admission_changes_the_number_of_active_records_by_at_most_one(listener, arrived):
    for one in arrived:
        before = len(listener.active)
        listener.hears(*one)
        assert 0 <= len(listener.active) - before <= 1


@given(listeners, arrivals())
def test_an_archived_record_never_comes_back(listener, arrived):
    gone: set[str] = set()
    for one in arrived:
        listener.hears(*one)
        active = {record.claim for record in listener.active}
        assert not gone & active
        gone |= {record.claim for record in listener.memory.records} - active


@given(listeners, arrivals())
def test_the_places_of_active_records_agree_with_the_records(listener, arrived):
    listener.hears_all(arrived)
    assert listener.active == [one for one in listener.memory.records if one.active]


@given(listeners, arrivals(), strengths, directions)
def test_an_unclear_claim_never_enters_the_log_odds(listener, arrived, strength, direction):
    listener.hears_all(arrived)
    before = log_odds(listener)
    admitted = listener.hears(0, strength, direction)
    assert (admitted.newcomer.active, admitted.newcomer.reason) == (False, "unclear")
    assert log_odds(listener) == before


@given(arrivals(polarities=(1, -1)), st.data())
def test_hearing_an_active_claim_again_changes_nothing(arrived, data):
    # without bias: under it the same claim can enter stronger once the stance has turned
    listener = Listener()
    heard = {f"c{place}": one for place, one in enumerate(arrived, 1)}
    listener.hears_all(arrived)
    if not listener.active:
        return
    active, belief = listener.active, log_odds(listener)
    known = data.draw(st.sampled_from(active)).claim
    admitted = listener.hears(*heard[known])
    own = heard[known][3] == "self" and listener.settings.own_words == "filtered"
    assert (admitted.newcomer.active, admitted.newcomer.reason) == (False, "repeated" if own else "duplicate")
    assert (listener.active, log_odds(listener)) == (active, belief)


@given(listeners, arrivals())
def test_a_newcomer_below_the_threshold_is_active(listener, arrived):
    for one in arrived:
        admitted = listener.hears(*one)
        threshold = listener.settings.theta_self if one[3] == "self" else listener.settings.theta
        new = admitted.newcomer
        if new.similarity is not None and new.similarity < threshold:
            assert (new.active, admitted.archived) == (True, None)


@given(listeners, arrivals())
def test_of_two_near_duplicates_the_stronger_stays(listener, arrived):
    for one in arrived:
        admitted = listener.hears(*one)
        if admitted.archived:
            assert admitted.newcomer.strength > admitted.archived.strength


@given(listeners, arrivals())
def test_nobody_archives_a_record_by_repeating_it(listener, arrived):
    for one in arrived:
        admitted = listener.hears(*one)
        if one[3] == "self" and listener.settings.own_words == "filtered":
            assert admitted.archived is None


@given(listeners, arrivals())
def test_an_earlier_memory_is_left_as_it_was(listener, arrived):
    kept = []
    for one in arrived:
        kept.append((listener.memory, list(listener.memory.records)))
        listener.hears(*one)
    assert all(list(memory.records) == records for memory, records in kept)
