"""Who says what in a message: others' views, concessions, conditions, questions, and what a pronoun stands for."""

import pytest

from doxa.models.embedded.extraction import claims_of

VOTING = "We should adopt compulsory voting"
FUELS = "We should ban fossil fuels"
MEDIA = "Social media is harmful to teenagers"
JACKET = "I should buy a new jacket"

VOICES = {
    "an opponent's words, unanswered": (VOTING, "You claim forced voters are ignorant. Where is your evidence?", []),
    "how an opponent reads": (
        VOTING,
        "You clearly haven't read the article. You're completely missing my point! You did not even listen to what I "
        "said. You've misread that study, sorry.",
        [],
    ),
    "an opponent who has not read what states something": (
        VOTING,
        "You haven't read the study, which found that turnout rose by ten points.",
        ["You haven't read the study, which found that turnout rose by ten points."],
    ),
    "an opponent's words, answered": (
        VOTING,
        "My opponent argued that fines are unfair. I would respond that exemptions exist for the sick and the old.",
        ["Exemptions exist for the sick and the old."],
    ),
    "an opponent's words, called right": (
        VOTING,
        "You said that fines hurt the poor, and you are right.",
        ["You said that fines hurt the poor, and you are right."],
    ),
    "several critics and one rejection": (
        VOTING,
        "Some argue that fines are illegal. Others worry about cost. Neither objection survives: courts upheld fines.",
        ["Neither objection survives: courts upheld fines."],
    ),
    "it is often said, and denied": (
        VOTING,
        "It is often said that forced voters choose at random. There is no evidence for this.",
        [],
    ),
    "somebody's words, denied": (
        VOTING,
        'Ada said: "Forced votes are empty votes." I disagree. Reluctant voters pick the nearest candidate.',
        ["Reluctant voters pick the nearest candidate."],
    ),
    "an authority's words, turned": (
        VOTING,
        "Ada argues that forced votes are empty votes. But reluctant voters pick the nearest candidate.",
        ["Ada argues that forced votes are empty votes.", "Reluctant voters pick the nearest candidate."],
    ),
    "critics answered in their sentence": (
        VOTING,
        "Critics say fines hurt the poor, but a fine is the price of a lunch. However, the rich pay nothing at all.",
        ["A fine is the price of a lunch.", "The rich pay nothing at all."],
    ),
    "what somebody did in writing": (
        VOTING,
        "You wrote thirty votes into the book, and I put my name underneath the count.",
        ["You wrote thirty votes into the book, and I put my name underneath the count."],
    ),
    "an opponent's words as put": (
        VOTING,
        'As you put it, "a fine is only the price of a lunch". Ten such fines are a week of rent for a nurse.',
        ["Ten such fines are a week of rent for a nurse."],
    ),
    "a person's words and a turn": (
        VOTING,
        '"Adults may do as they please," Ada says. But the booth next door is open to everyone.',
        ["The booth next door is open to everyone."],
    ),
    "a person's words as evidence": (
        VOTING,
        '"We lost half of our voters in a year," Ada says. Turnout has never come back.',
        ['"We lost half of our voters in a year," Ada says.', "Turnout has never come back."],
    ),
    "an assistant's refusal without a comma": (
        VOTING,
        "As an AI language model I do not hold opinions on political matters.",
        [],
    ),
    "politeness": (
        VOTING,
        "I see your point about turnout, however forced votes dilute those of informed citizens.",
        ["Forced votes dilute those of informed citizens."],
    ),
    "understanding": (
        FUELS,
        "I understand that people fear for their jobs. But solar plants employ more workers than mines.",
        ["People fear for their jobs.", "Solar plants employ more workers than mines."],
    ),
    "a concession is not left alone": (
        FUELS,
        "I concede that jobs will be lost; nevertheless, more will be created.",
        ["Jobs will be lost.", "More will be created."],
    ),
    "what takes a claim back": (
        VOTING,
        "Compulsory voting is not a panacea. But it is better than what we have.",
        ["Compulsory voting is not a panacea. But it is better than what we have."],
    ),
    "a main clause that leans on the concession": (
        VOTING,
        "Although fines hurt workers, the state needs them.",
        ["Although fines hurt workers, the state needs them."],
    ),
    "a condition on the proposition": (
        VOTING,
        "If voting were compulsory, parties would court the young.",
        ["If voting were compulsory, parties would court the young."],
    ),
    "a restriction": (
        VOTING,
        "Without them, parties ignore the young. For most people, queues cost a day of pay.",
        ["Without them, parties ignore the young.", "For most people, queues cost a day of pay."],
    ),
    "a statement on the proposition in front": (
        MEDIA,
        "Social media is a tool: it can connect the lonely.",
        ["Social media is a tool: it can connect the lonely."],
    ),
    "framings that only ask to be heard": (
        VOTING,
        "I would like to stress that fines hurt the poor. Note that turnout falls. What's more, taxes rise.",
        ["Fines hurt the poor.", "Turnout falls.", "Taxes rise."],
    ),
    "announcing an answer": (
        VOTING,
        "I want to push back on the view that fines are harmless. Fines cost shift workers a day of pay.",
        ["Fines cost shift workers a day of pay."],
    ),
    "a member across the floor": (
        VOTING,
        "The honourable gentleman says fines are harmless. They are not. Fines cost shift workers a day of pay.",
        ["Fines cost shift workers a day of pay."],
    ),
    "one's own as an object": (VOTING, "Fines would ruin my sister.", ["Fines would ruin my sister."]),
    "a subject in front of the pause": (
        VOTING,
        "Turnout rises. This, in turn, makes parliament more representative.",
        ["Turnout rises. This, in turn, makes parliament more representative."],
    ),
    "a pronoun that breaks off": (
        VOTING,
        "It, we pay for nothing but empty votes.",
        ["It, we pay for nothing but empty votes."],
    ),
    "what says too little by itself": (
        VOTING,
        "Fines humiliate pensioners at the polls. It is not about laziness.",
        ["Fines humiliate pensioners at the polls. It is not about laziness."],
    ),
    "that as a pronoun": (VOTING, "I think that is too hard on poor workers.", ["That is too hard on poor workers."]),
    "that as a conjunction": (
        FUELS,
        "I strongly believe that we should ban fossil fuels because smog kills.",
        ["We should ban fossil fuels because smog kills."],
    ),
    "an answer that is no sentence": (
        VOTING,
        "Who benefits from low turnout? The rich and the powerful.",
        ["Who benefits from low turnout? The rich and the powerful."],
    ),
    "a reason behind a question": (
        VOTING,
        "Why does this matter? Because parties ignore the young.",
        ["Parties ignore the young."],
    ),
    "a question behind a remark": (VOTING, "Fines are unfair 🙄 @ada what do you think?", []),
    "the rest left unsaid": (
        VOTING,
        "Turnout isn't the goal; legitimacy is.",
        ["Turnout isn't the goal; legitimacy is."],
    ),
    "few words of a thing": (VOTING, "Fines work. Good work! Freedom matters.", ["Fines work.", "Freedom matters."]),
    "good is said as bad is": (VOTING, "Fines are good. Good point.", ["Fines are good."]),
    "a right": (VOTING, "You are right. There is a right to abstain.", ["There is a right to abstain."]),
    "a first person further on": (
        VOTING,
        "Fines are unfair and I believe that everyone sees it.",
        ["Fines are unfair and I believe that everyone sees it."],
    ),
    "a proposition on oneself": (JACKET, "My old coat has a hole. I agree with you.", ["My old coat has a hole."]),
    "a range of numbers": (
        VOTING,
        "Queues of 2–3 hours keep workers away.",
        ["Queues of 2–3 hours keep workers away."],
    ),
    "steps of a list": (
        VOTING,
        "First, compulsory voting helps the poor. Secondly, it reduces the role of money. Third, it moderates parties.",
        [
            "Compulsory voting helps the poor.",
            "Compulsory voting reduces the role of money.",
            "Compulsory voting moderates parties.",
        ],
    ),
    "it goes on with the act": (
        FUELS,
        "Banning fossil fuels would close a plant. It would also raise prices.",
        ["Banning fossil fuels would close a plant.", "Banning fossil fuels would also raise prices."],
    ),
    "one thing in the form of many": (
        MEDIA,
        "It makes teenagers lonely. It steals sleep. And it invites bullies.",
        [
            "Social media makes teenagers lonely.",
            "Social media steals sleep.",
            "Social media invites bullies.",
        ],
    ),
    "they could be others": (
        FUELS,
        "- Fossil fuels kill miners.\n- They die in pain.",
        ["Fossil fuels kill miners.", "They die in pain."],
    ),
    "this is because": (
        VOTING,
        "This is because fines nudge people.",
        ["This is because fines nudge people."],
    ),
    "this was said by somebody else": (VOTING, "This is simply wrong. That is good.", []),
    "another subject": (VOTING, "Voting is a right. It burdens the poor.", ["Voting is a right. It burdens the poor."]),
}


@pytest.mark.parametrize(("proposition", "message", "expected"), VOICES.values(), ids=list(VOICES))
def test_a_claim_is_the_speakers_own(proposition, message, expected):
    assert [one.claim for one in claims_of(message, proposition)] == expected
