"""Messages written by hand, each with the claims that a careful reader would draw from it."""

import pytest

from doxa.models.embedded.extraction import claims_of

VOTING = "We should adopt compulsory voting"
CLONING = "We should ban human cloning"
UNIFORM = "We should abandon the use of school uniform"
QUOTAS = "There should be mandatory quotas for women in leadership positions."
ONLINE = "Online learning is a suitable replacement for traditional in-person education."

NOTHING = {
    "greeting": "Hello everyone! Thanks for having me.",
    "bare agreement": "I agree.",
    "pure question": "What do you think about fines?",
    "question without its mark": "How would you even collect all those fines from people",
    "rhetorical question": "Why should the state decide how I spend my Sunday?",
    "filler": "Hmm, good point. I need to think about it.",
    "emoji": "🙂👍",
    "stating one's side": "I am against the motion.",
    "the motion again": "We should adopt compulsory voting.",
    "offer": "I can share a brief rundown of the options and the research.",
    "announcement of a list": "Here are my three reasons:",
    "hedged assent": "I think so.",
    "reported and refuted": "Some people say that fines hurt the poor. But that is wrong.",
}

HELD = {
    "greeting and a point": (
        VOTING,
        "Hello there! Thanks for the chat. Fines hit shift workers hardest.",
        ["Fines hit shift workers hardest."],
    ),
    "opinion framed": (
        VOTING,
        "Well, in my opinion, voting is a duty like jury service.",
        ["Voting is a duty like jury service."],
    ),
    "doubt is no frame": (
        VOTING,
        "I don't think forced votes are meaningful votes.",
        ["I don't think forced votes are meaningful votes."],
    ),
    "answer with a reason": (
        VOTING,
        "No I wouldn't because forcing people to the polls violates freedom of conscience.",
        ["Forcing people to the polls violates freedom of conscience."],
    ),
    "assent cut by a dash": (
        VOTING,
        "Totally fair point—abstaining is a form of speech.",
        ["Abstaining is a form of speech."],
    ),
    "statement before a question": (
        VOTING,
        "Fines hit shift workers hardest, so why would we want them?",
        ["Fines hit shift workers hardest."],
    ),
    "tag question": (
        VOTING,
        "Fines hit shift workers hardest, don't they?",
        ["Fines hit shift workers hardest."],
    ),
    "addition": (
        VOTING,
        "Compulsory voting lowers crime and it also saves money.",
        ["Compulsory voting lowers crime.", "Compulsory voting also saves money."],
    ),
    "same subject again": (
        VOTING,
        "It raises turnout and it makes parties listen to the poor.",
        ["Compulsory voting raises turnout.", "Compulsory voting makes parties listen to the poor."],
    ),
    "conclusion is no second point": (
        VOTING,
        "Abstaining is a form of speech and it should be protected.",
        ["Abstaining is a form of speech and it should be protected."],
    ),
    "enumeration": (
        VOTING,
        "First, turnout rises among the young; second, campaigns cost less money; and third, extremists lose ground.",
        ["Turnout rises among the young.", "Campaigns cost less money.", "Extremists lose ground."],
    ),
    "numbered list": (
        VOTING,
        "My reasons:\n1. Turnout rises among the poor.\n2. Campaigns get cheaper.\n3) Parties listen to everyone",
        ["Turnout rises among the poor.", "Campaigns get cheaper.", "Parties listen to everyone."],
    ),
    "bulleted list": (
        VOTING,
        "- higher turnout among the poor\n- cheaper campaigns\n- no more voter suppression",
        ["Higher turnout among the poor.", "Cheaper campaigns.", "No more voter suppression."],
    ),
    "semicolons": (
        VOTING,
        "Taxes fall; crime drops; and schools improve.",
        ["Taxes fall.", "Crime drops.", "Schools improve."],
    ),
    "semicolon that goes on": (
        UNIFORM,
        "Uniforms stop nothing in class; they only hide poverty.",
        ["Uniforms stop nothing in class; they only hide poverty."],
    ),
    "two reasons": (
        VOTING,
        "Voters stay ignorant because nobody informs them and because newspapers are closing.",
        ["Voters stay ignorant because nobody informs them.", "Voters stay ignorant because newspapers are closing."],
    ),
    "cause and effect": (
        VOTING,
        "Parties ignore the poor because the poor stay at home.",
        ["Parties ignore the poor because the poor stay at home."],
    ),
    "condition": (
        VOTING,
        "If voters are forced to the polls, they choose at random and it also costs money.",
        ["If voters are forced to the polls, they choose at random and it also costs money."],
    ),
    "both … and": (VOTING, "Both the young and the poor gain a voice.", ["Both the young and the poor gain a voice."]),
    "relative clause": (
        VOTING,
        "Citizens who queue for hours and who lose a day of pay resent the state.",
        ["Citizens who queue for hours and who lose a day of pay resent the state."],
    ),
    "quotation": (
        VOTING,
        'She said "it raises turnout and it also saves money" in her speech on elections.',
        ['She said "it raises turnout and it also saves money" in her speech on elections.'],
    ),
    "it is true that": (
        VOTING,
        "While it's true that fines hurt the poor, turnout gives them power in parliament.",
        ["Fines hurt the poor.", "Turnout gives them power in parliament."],
    ),
    "I agree that … but": (
        VOTING,
        "I agree that fines hurt the poor, but turnout gives them power in parliament.",
        ["Fines hurt the poor.", "Turnout gives them power in parliament."],
    ),
    "although": (
        VOTING,
        "Although fines are unpopular, turnout gives the poor power in parliament.",
        ["Turnout gives the poor power in parliament."],
    ),
    "although … they": (
        VOTING,
        "Although fines are unpopular, they work in Australia.",
        ["Although fines are unpopular, they work in Australia."],
    ),
    "some say … but": (
        VOTING,
        "Some say that fines hurt the poor, but the fine in Australia is the price of a lunch.",
        ["The fine in Australia is the price of a lunch."],
    ),
    "some say, unrefuted": (
        VOTING,
        "Critics argue that fines hurt the poor.",
        ["Critics argue that fines hurt the poor."],
    ),
    "it of a quality that weather has too": (VOTING, "It is noisy.", ["Compulsory voting is noisy."]),
    "it of the weather": (VOTING, "It is pouring outside today.", ["It is pouring outside today."]),
    "a group": (VOTING, "Party leaders fear that fines would cost them votes.", []),
    "witnesses": (
        VOTING,
        "Residents say that they trust the council more since everyone votes.",
        ["Residents say that they trust the council more since everyone votes."],
    ),
    "it at the beginning": (VOTING, "It is popular in Australia.", ["Compulsory voting is popular in Australia."]),
    "it's been": (
        ONLINE,
        "It's been tried in every university of Norway.",
        ["Online learning has been tried in every university of Norway."],
    ),
    "this policy": (
        VOTING,
        "This policy has worked in Belgium since 1893.",
        ["Compulsory voting has worked in Belgium since 1893."],
    ),
    "this law, after another": (
        VOTING,
        "Texas passed a statute on ballots. This law kept thousands of citizens at home.",
        ["Texas passed a statute on ballots. This law kept thousands of citizens at home."],
    ),
    "this ban": (
        CLONING,
        "This ban would slow medical research.",
        ["Banning human cloning would slow medical research."],
    ),
    "it could be the ban or the thing": (
        CLONING,
        "It is unsafe for the mothers.",
        ["It is unsafe for the mothers."],
    ),
    "it after its name": (
        CLONING,
        "Human cloning is unsafe. It also kills most embryos before birth.",
        ["Human cloning is unsafe.", "Human cloning also kills most embryos before birth."],
    ),
    "it after another noun": (
        VOTING,
        "The government wastes the taxes of workers. It spends billions on weapons.",
        ["The government wastes the taxes of workers. It spends billions on weapons."],
    ),
    "impersonal it": (
        VOTING,
        "It is hard to fine people without an address.",
        ["It is hard to fine people without an address."],
    ),
    "a plural is not it": (
        QUOTAS,
        "It lowers the bar for everyone else in the company.",
        ["It lowers the bar for everyone else in the company."],
    ),
    "example joins its point": (
        UNIFORM,
        "School uniforms stop bullying. For example, brands no longer matter in class.",
        ["School uniforms stop bullying. For example, brands no longer matter in class."],
    ),
    "abbreviations": (
        VOTING,
        "Dr. Smith measured turnout at 7 a.m. in the U.S. and found e.g. long queues in poor areas.",
        ["Dr. Smith measured turnout at 7 a.m. in the U.S. and found e.g. long queues in poor areas."],
    ),
    "capitals": (VOTING, "FORCED VOTERS CHOOSE AT RANDOM!!!", ["FORCED VOTERS CHOOSE AT RANDOM!!!"]),
    "no punctuation": (
        VOTING,
        "hi i think forced voters just choose at random and that ruins the result thanks",
        ["Forced voters just choose at random and that ruins the result."],
    ),
    "run-on": (
        VOTING,
        "people who dont care about politics will pick any name on the paper and then we get clowns in parliament and "
        "nobody can do anything about it",
        [
            "People who dont care about politics will pick any name on the paper and then we get clowns in parliament "
            "and nobody can do anything about it."
        ],
    ),
    "no space after the stop": (
        VOTING,
        "Turnout rises.Campaigns become cheaper.",
        ["Turnout rises.", "Campaigns become cheaper."],
    ),
    "wrapped lines": (
        VOTING,
        "Voting takes an hour of a free day\neven in years without\nany other duty.",
        ["Voting takes an hour of a free day even in years without any other duty."],
    ),
    "another language": (
        VOTING,
        "Los votos forzados son votos vacíos 🙃",
        ["Los votos forzados son votos vacíos 🙃."],
    ),
}


@pytest.mark.parametrize("message", NOTHING.values(), ids=list(NOTHING))
def test_a_message_that_claims_nothing_has_no_claim(message):
    assert claims_of(message, VOTING) == ()


@pytest.mark.parametrize(("proposition", "message", "expected"), HELD.values(), ids=list(HELD))
def test_a_message_yields_its_claims(proposition, message, expected):
    assert [one.claim for one in claims_of(message, proposition)] == expected


def test_the_words_of_a_claim_stay_as_they_were_said():
    (claim,) = claims_of("Hi! This policy has worked in Belgium since 1893.", VOTING)
    assert claim.snippet == "This policy has worked in Belgium since 1893."
