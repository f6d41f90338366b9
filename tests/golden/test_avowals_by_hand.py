"""Stances that people avow, read by hand: sign and grade of plain positions toward a proposition."""

import pytest

from doxa.models.embedded import embedder
from doxa.models.offline.judging import stance_of
from doxa.models.offline.shelf import Library

UNDECIDED = 0.1
"""Magnitude up to which a judged stance counts as undecided."""

POSITIONS = (
    ("We should close zoos", "I think we should close every zoo in the country.", 1),
    ("We should close zoos", "Leave the zoos open.", -1),
    ("We should abolish the monarchy", "I'm against the monarchy.", 1),
    ("We should abolish the monarchy", "I want the monarchy to stay.", -1),
    ("Homework should be banned", "I used to want homework banned, but now I don't.", -1),
    ("Homework should be banned", "Homework ought to be banned.", 1),
    ("We should legalize cannabis", "I was firmly opposed until last year; now I'd vote for it.", 1),
    ("We should legalize cannabis", "Cannabis must stay illegal.", -1),
    ("Voting should be compulsory", "I can't bring myself to support compulsory voting.", -1),
    ("Voting should be compulsory", "I wouldn't object to compulsory voting.", 1),
    ("We should subsidize journalism", "I disagree with people who say we should not subsidize journalism.", 1),
    ("We should subsidize journalism", "Most of my colleagues support it, but I don't.", -1),
    ("We should not build nuclear plants", "I'm in favour of building nuclear plants.", -1),
    ("We should not build nuclear plants", "Building nuclear plants is a mistake.", 1),
    ("Cars should be kept out of city centres", "Count me out.", -1),
    ("Cars should be kept out of city centres", "Yes, absolutely.", 1),
    ("We should lower the voting age", "Many say they oppose a lower voting age. I disagree.", 1),
    ("We should lower the voting age", "Strongly against.", -1),
    ("We should raise the retirement age", "I see no reason to raise the retirement age.", -1),
    ("We should raise the retirement age", "I'd say raising the retirement age is the right thing to do.", 1),
    ("School uniforms should be mandatory", "Honestly, I can't make up my mind about uniforms.", 0),
    ("School uniforms should be mandatory", "I'm neither for nor against.", 0),
    ("Social media does more harm than good", "I believe social media does more good than harm.", -1),
    ("Remote work is better than office work", "I'd rather work in an office; office work is better.", -1),
)
"""Proposition, words, and the sign that a reader gives them; written before the suite was read."""

ORDERED = (
    ("We should ban boxing", "I'm somewhat in favour of a ban.", "I'm in favour of a ban."),
    ("We should ban boxing", "I support a ban on boxing.", "I wholeheartedly support a ban on boxing."),
    ("We should ban boxing", "I'm not against banning boxing.", "I am for banning boxing."),
    ("We should ban boxing", "I lean against a ban.", "I am utterly opposed to a ban."),
    ("We should ban boxing", "I probably wouldn't ban boxing.", "I would never ban boxing."),
    ("We should ban boxing", "On balance I think we should ban boxing.", "We absolutely must ban boxing."),
)
"""Proposition, a weaker and a stronger statement on one side."""


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(embedder())


def sign_of(stance: float) -> int:
    return 0 if abs(stance) <= UNDECIDED else 1 if stance > 0 else -1


@pytest.mark.parametrize(("proposition", "text", "sign"), POSITIONS)
def test_a_plain_position_has_its_sign(proposition: str, text: str, sign: int, library: Library) -> None:
    assert sign_of(stance_of(text, proposition, library)) == sign


@pytest.mark.parametrize(("proposition", "weaker", "stronger"), ORDERED)
def test_a_firmer_position_has_the_higher_grade(proposition: str, weaker: str, stronger: str, library: Library) -> None:
    less, more = (stance_of(text, proposition, library) for text in (weaker, stronger))
    assert less * more > 0
    assert abs(less) < abs(more)
