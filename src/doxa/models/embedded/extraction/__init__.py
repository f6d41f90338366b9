"""Claims of a message, extracted by rules in plain code: the same message gives the same claims on any machine.

    plain text ─▶ sentences ─▶ statements ─▶ points ─▶ units ─▶ claims
    (marks of     (places)     (questions,   (clauses   (of longer (pronouns resolved,
    Markdown cut)              lead-ins and   apart,     texts)     duplicates gone)
                               others' views  leaning
                               cut)           sentences joined)

A rule that is not sure does nothing: extractors commonly fail by cutting an argument in two, and a point with a
sentence too many does less harm. The cues are of general English; ``docs/offline.md`` lists the rules.
"""

from doxa.models.embedded.extraction.claims import claims_of
from doxa.models.embedded.extraction.sentences import Sentence, sentences
from doxa.models.embedded.extraction.substance import FIRST_PERSON, says_something
from doxa.models.embedded.extraction.words import FUNCTION_WORDS, content_words, word_set

__all__ = [
    "FIRST_PERSON",
    "FUNCTION_WORDS",
    "Sentence",
    "claims_of",
    "content_words",
    "says_something",
    "sentences",
    "word_set",
]
