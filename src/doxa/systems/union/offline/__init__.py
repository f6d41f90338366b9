"""Union debates offline: speakers put together from passages by plain rules, and readers that follow plain cues.

SIMULATED. The run decides which passages a speaker has. That a speaker argues from them, quotes what it answers,
sometimes offers a point of information and follows its coach is assumed here: its words say nothing about persuasion.
"""

from doxa.systems.union.offline.material import prepare_case
from doxa.systems.union.offline.reading import (
    annotate_speech,
    coach_speaker,
    contest_terms,
    define_terms,
    profile_style,
)
from doxa.systems.union.offline.speaking import answer_point, answer_question, ask_question, give_speech, offer_point

SKILLS = {
    "profile_style": profile_style,
    "prepare_case": prepare_case,
    "give_speech": give_speech,
    "annotate_speech": annotate_speech,
    "define_terms": define_terms,
    "contest_terms": contest_terms,
    "offer_point": offer_point,
    "answer_point": answer_point,
    "ask_question": ask_question,
    "answer_question": answer_question,
    "coach_speaker": coach_speaker,
}
"""Task → the function that does it offline, for debaters, their readers and their coach."""
