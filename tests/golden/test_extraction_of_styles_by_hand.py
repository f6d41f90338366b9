"""Messages in the styles of real debates, each with the claims that a careful reader would draw from it."""

import pytest

from doxa.minds.places import places_of
from doxa.models.embedded.extraction import claims_of

VOTING = "We should introduce compulsory voting"
ZOOS = "We should abolish zoos"
WEAPONS = "We should ban nuclear weapons"
INCOME = "We should adopt a universal basic income"
CANNABIS = "Cannabis should be legalised"
UNIFORMS = "School uniforms should be mandatory"

NOTHING = {
    "thanks for something": (ZOOS, "Thank you for that thoughtful contribution about cages."),
    "thanks and an announcement": (ZOOS, "Thank you for your detailed reply; I will respond to each point in turn."),
    "greeting of an audience": (ZOOS, "Good evening, Madam Speaker, esteemed judges, and members of the opposition."),
    "a model's disclaimer": (ZOOS, "As an AI language model, I don't have personal opinions."),
    "end of the matter": (ZOOS, "Full stop. End of story. Case closed. Mic drop."),
    "apology": (ZOOS, "Sorry for the long post."),
    "applause": (ZOOS, "Great point, Bob, you nailed it."),
    "polite to a point": (ZOOS, "You make a valid point about costs."),
    "what an argument has": (ZOOS, "Your argument has three flaws."),
    "an address to look up": (VOTING, "See https://www.aec.gov.au/voting/turnout.htm?x=1.2 for the figures."),
    "an address alone": (VOTING, "https://www.aec.gov.au/voting/turnout.htm"),
}

HELD = {
    "first of several subjects": (
        ZOOS,
        "Lions, tigers and bears suffer in cages.",
        ["Lions, tigers and bears suffer in cages."],
    ),
    "a subject and a relative clause": (
        CANNABIS,
        "Prohibition, which was tried for decades, failed.",
        ["Prohibition, which was tried for decades, failed."],
    ),
    "the proposition's subject and a relative clause": (
        ZOOS,
        "Zoos, which keep animals in cages, are cruel.",
        ["Zoos, which keep animals in cages, are cruel."],
    ),
    "a subject and what it is": (
        CANNABIS,
        "Alcohol, a far more dangerous drug, is sold in every shop.",
        ["Alcohol, a far more dangerous drug, is sold in every shop."],
    ),
    "a subject and a comparison": (
        CANNABIS,
        "Legalisation, as we've seen in Canada and Uruguay, doesn't raise use.",
        ["Legalisation, as we've seen in Canada and Uruguay, doesn't raise use."],
    ),
    "a subject and a reminder": (ZOOS, "Zoos, as we know, educate children.", ["Zoos, as we know, educate children."]),
    "a name is still cut": (ZOOS, "Ada, cages are cruel to lions.", ["Cages are cruel to lions."]),
    "an adverb is still cut": (ZOOS, "Frankly, lions and bears suffer.", ["Lions and bears suffer."]),
    "an aside between dashes": (
        CANNABIS,
        "I would argue — and I suspect most doctors would agree — that prohibition does more harm than the drug.",
        ["I would argue — and I suspect most doctors would agree — that prohibition does more harm than the drug."],
    ),
    "a phrase behind a colon": (
        UNIFORMS,
        "Their number one complaint: itchy shirts.",
        ["Their number one complaint: itchy shirts."],
    ),
    "a statement behind a colon": (
        ZOOS,
        "Conservation: zoos have saved the condor.",
        ["Zoos have saved the condor."],
    ),
    "an ordinal in short": (
        UNIFORMS,
        "Pupils hate ties. No. 1 complaint: itchy shirts.",
        ["Pupils hate ties.", "No. 1 complaint: itchy shirts."],
    ),
    "pronouns go on with a person": (
        INCOME,
        "Imagine a single mother. She works two jobs. She never sees her kids.",
        ["Imagine a single mother. She works two jobs. She never sees her kids."],
    ),
    "an address in a sentence": (
        CANNABIS,
        "Read the report on cannabis deaths at https://who.int/x",
        ["Read the report on cannabis deaths at https://who.int/x."],
    ),
    "a list below its announcement": (
        VOTING,
        "Three reasons:\n1. It raises turnout.\n2. It makes campaigns cheaper.",
        ["Compulsory voting raises turnout.", "Compulsory voting makes campaigns cheaper."],
    ),
    "short items of a numbered list": (
        VOTING,
        "Why not?\n1. Fines\n2. Freedom of conscience\n3. Cheaper campaigns",
        ["Fines.", "Freedom of conscience.", "Cheaper campaigns."],
    ),
    "letters in brackets": (
        INCOME,
        "(a) A basic income simplifies welfare; (b) it rewards unpaid work.",
        ["A basic income simplifies welfare.", "It rewards unpaid work."],
    ),
    "points with numbers in words": (
        ZOOS,
        "POINT ONE – Extinction. Captive breeding saved the ferret.\nPOINT TWO – Education. Families visit.",
        ["Captive breeding saved the ferret.", "Families visit."],
    ),
    "an announcement goes on in letters": (
        ZOOS,
        "Abolishing zoos would: a) free thousands of animals; b) save public money.",
        ["Abolishing zoos would: a) free thousands of animals; b) save public money."],
    ),
    "an auxiliary that asks for assent": (
        CANNABIS,
        "Legalisation has not led to anarchy in Canada, has it?",
        ["Legalisation has not led to anarchy in Canada."],
    ),
    "a future that asks for assent": (
        ZOOS,
        "Lions will starve in the wild, won't they?",
        ["Lions will starve in the wild."],
    ),
    "a name in -s is one thing": (
        CANNABIS,
        "Cannabis helps cancer patients sleep. It also eases spasms of muscles.",
        ["Cannabis helps cancer patients sleep.", "Cannabis also eases spasms of muscles."],
    ),
    "thanks to a cause": (ZOOS, "Thanks to zoos, the condor survives.", ["Thanks to zoos, the condor survives."]),
    "thanks and a point": (
        ZOOS,
        "Thank you for that thoughtful reply. Cages drive elephants mad.",
        ["Cages drive elephants mad."],
    ),
    "a point after politeness": (
        ZOOS,
        "You raise a valid point about costs, but modern zoos fund conservation abroad.",
        ["Modern zoos fund conservation abroad."],
    ),
    "a post sent on, with its address": (
        WEAPONS,
        "RT @ican: Deterrence keeps the peace between rivals https://t.co/abc123",
        ["Deterrence keeps the peace between rivals."],
    ),
    "decimals and abbreviations": (
        VOTING,
        "In Australia, turnout was 91.9% in 2019 vs. 66.8% in the U.S. in 2020.",
        ["In Australia, turnout was 91.9% in 2019 vs. 66.8% in the U.S. in 2020."],
    ),
    "no space behind the stops": (
        CANNABIS,
        "The war on drugs failed.The cartels got rich.",
        ["The war on drugs failed.", "The cartels got rich."],
    ),
    "another language": (
        ZOOS,
        "Los zoológicos son crueles. Los animales sufren en jaulas pequeñas.",
        ["Los zoológicos son crueles.", "Los animales sufren en jaulas pequeñas."],
    ),
    "sarcasm is taken at its word": (
        ZOOS,
        "Right, so the lion that has walked in circles for 10 years is 'educating' us. Got it.",
        ["The lion that has walked in circles for 10 years is 'educating' us."],
    ),
}


@pytest.mark.parametrize(("proposition", "message"), NOTHING.values(), ids=NOTHING)
def test_no_claim_where_none_is_made(proposition: str, message: str) -> None:
    assert claims_of(message, proposition) == ()


@pytest.mark.parametrize(("proposition", "message", "claims"), HELD.values(), ids=HELD)
def test_claims_as_a_careful_reader_draws_them(proposition: str, message: str, claims: list[str]) -> None:
    found = claims_of(message, proposition)
    assert [one.claim for one in found] == claims
    snippets = [one.snippet for one in found]
    assert [message[start:end] for start, end in filter(None, places_of(snippets, message))] == snippets
