"""Union debates offline: speakers put together from passages by plain rules, and readers that follow plain cues.

SIMULATED. Which passages a speaker has is given by the run; that it argues from them, quotes what it answers, rises now
and then and follows its coach is assumed here, and nothing about persuasion can be learned from its words.
"""

from doxa.models.offline.union.coaching import coach_speaker
from doxa.models.offline.union.interrupting import answer_point, offer_point
from doxa.models.offline.union.preparing import prepare_case
from doxa.models.offline.union.profiling import profile_style
from doxa.models.offline.union.reading import annotate_speech, contest_terms, define_terms
from doxa.models.offline.union.speaking import give_speech

DEBATING = {
    "profile_style": profile_style,
    "prepare_case": prepare_case,
    "give_speech": give_speech,
    "annotate_speech": annotate_speech,
    "define_terms": define_terms,
    "contest_terms": contest_terms,
    "offer_point": offer_point,
    "answer_point": answer_point,
    "coach_speaker": coach_speaker,
}
"""What debaters, their readers and their coach do offline, by task."""
