"""Messages with marks of Markdown, HTML and social media, each with the claims that a careful reader would draw."""

import pytest

from doxa.minds.places import places_of
from doxa.models.embedded.extraction import claims_of

MOTION = "We should adopt compulsory voting"

MESSAGES = {
    "headings, emphasis and items": (
        "## Why I agree\n\n**Opening statement**\n\nThree reasons:\n\n1. **Turnout:** Fines *do* raise turnout.\n"
        "2. The `fine` costs __little__.\n\n---\n\nIn conclusion, voting is a duty.",
        ["Fines do raise turnout.", "The fine costs little.", "Voting is a duty."],
    ),
    "a heading that states something": (
        "# Economic Impact\n\n## Fines hit shift workers hardest\n\nMost of them earn little.",
        ["Fines hit shift workers hardest.", "Most of them earn little."],
    ),
    "an item that names its explanation": (
        "- **Higher Turnout**\n  Australia sees more voters than Fiji.\n- **Lower Costs**\n  Campaigns need no drives.",
        ["Australia sees more voters than Fiji.", "Campaigns need no drives."],
    ),
    "a list that ends a sentence": (
        "Compulsory voting would:\n- raise turnout among the poor\n- make parties listen to everyone\n\n"
        "Fines are cheap.",
        [
            "Compulsory voting would raise turnout among the poor.",
            "Compulsory voting would make parties listen to everyone.",
            "Fines are cheap.",
        ],
    ),
    "a list that ends a denial": (
        "It does not:\n1. Raise turnout\n2. **Calm** the streets of cities",
        [
            "Compulsory voting does not raise turnout.",
            "Compulsory voting does not calm the streets of cities.",
        ],
    ),
    "items that go on about what their heading names": (
        "What speaks for compulsory voting:\n* It raises turnout among the poor.\n* It makes parties listen. It also "
        "costs little.\n* This is fair to everybody.",
        [
            "Compulsory voting raises turnout among the poor.",
            "Compulsory voting makes parties listen.",
            "Compulsory voting also costs little.",
            "This is fair to everybody.",
        ],
    ),
    "items that go on about the sentence above them": (
        "Compulsory voting needs a register and a fine.\n- It raises turnout.\n- It ends a privilege of the old.",
        [
            "Compulsory voting needs a register and a fine.",
            "Compulsory voting raises turnout.",
            "Compulsory voting ends a privilege of the old.",
        ],
    ),
    "items below a sentence on something else": (
        "A fine needs a clerk in every town.\n- It costs money.\n- It annoys the poor.",
        ["A fine needs a clerk in every town.", "It costs money.", "It annoys the poor."],
    ),
    "items below the last of several sentences": (
        "A fine needs a clerk in every town. Here are the reasons for compulsory voting:\n\n- It raises turnout.\n  "
        "Australia shows this clearly.\n- It makes parties listen.",
        [
            "A fine needs a clerk in every town.",
            "Compulsory voting raises turnout.",
            "Australia shows this clearly.",
            "Compulsory voting makes parties listen.",
        ],
    ),
    "items below a sentence that ends on something else": (
        "Compulsory voting needs a register and a fine. A lottery has other merits:\n- It rewards people for coming.",
        ["Compulsory voting needs a register and a fine.", "It rewards people for coming."],
    ),
    "items below a heading": (
        "Compulsory voting needs a register and a fine.\n\n**Sortition:**\n- It picks people by lot.",
        ["Compulsory voting needs a register and a fine.", "It picks people by lot."],
    ),
    "items on what is named beside the topic": (
        "Voluntary voting beats compulsory voting in two ways:\n- It respects freedom.\n- It needs no clerks.",
        ["It respects freedom.", "It needs no clerks."],
    ),
    "items that others list": (
        "My opponent lists what speaks for compulsory voting:\n- It raises turnout among the poor.",
        ["It raises turnout among the poor."],
    ),
    "a list below a question": (
        "Here is what fines would:\n- raise prices for shops\nSome countries could:\n- the poor pay more than the rich",
        ["Raise prices for shops.", "The poor pay more than the rich."],
    ),
    "cells of a table": (
        "| Country | Turnout |\n|:---|---:|\n| Australia | 92% |\n| Fines hurt the poor | yes |\n\nForced votes fail.",
        ["Fines hurt the poor.", "Forced votes fail."],
    ),
    "code": ("```python\nturnout = fines * 2\n```\nFines hurt the poor.", ["Fines hurt the poor."]),
    "quoted lines": ("> Fines hurt the poor.\n\nFines are the price of a lunch.", ["Fines are the price of a lunch."]),
    "nothing but quoted lines": ("> Fines hurt the poor.", ["Fines hurt the poor."]),
    "a link and notes": (
        "As [a study](https://a.org/b_(c)) shows, fines hurt the poor.[1] See https://a.org/Fines.Poor for more.",
        ["As a study shows, fines hurt the poor."],
    ),
    "tags": ("<p>Fines hurt <b>the poor</b>.</p><br/>Taxes fall.", ["Fines hurt the poor.", "Taxes fall."]),
    "stage directions": (
        "*clears throat* Ladies and gentlemen, fines hurt the poor. [applause] Taxes fall. (laughs)",
        ["Fines hurt the poor.", "Taxes fall."],
    ),
    "names and hashtags": (
        "@ada forced voters choose at random #voting #auspol\n#Fines hurt the poor",
        ["Forced voters choose at random.", "Fines hurt the poor."],
    ),
    "pictures as bullets": (
        "✅ Turnout rises among the poor\n👉 Campaigns get cheaper\n1️⃣ Taxes fall",
        ["Turnout rises among the poor.", "Campaigns get cheaper.", "Taxes fall."],
    ),
    "no marks": (
        "Voters of snake_case wrote 5*3 letters, f**k-ups and x<y by hand.",
        ["Voters of snake_case wrote 5*3 letters, f**k-ups and x<y by hand."],
    ),
    "a line of items": (
        "1) Taxes fall 2) Crime drops 3) Schools improve",
        ["Taxes fall.", "Crime drops.", "Schools improve."],
    ),
    "items in a sentence": (
        "There are two problems: (a) fines hurt the poor, and (b) campaigns turn shrill.",
        ["Fines hurt the poor.", "Campaigns turn shrill."],
    ),
    "items whose verbs are not all known": (
        "There are three reasons: (a) fines kill trust in every town; (b) counting recovers less than a tenth of them; "
        "(c) postal votes save families money.",
        [
            "Fines kill trust in every town.",
            "Counting recovers less than a tenth of them.",
            "Postal votes save families money.",
        ],
    ),
    "items behind words that they go on with": (
        "We should (a) fine everybody who stays away, (b) close the booths early.",
        ["We should fine everybody who stays away.", "We should close the booths early."],
    ),
    "items of two words": (
        "The law has two parts: (a) fair fines, (b) open booths.",
        ["The law has two parts: (a) fair fines, (b) open booths."],
    ),
    "adverbs of order": (
        "Firstly fines kill trust, secondly counting recovers almost nothing, and thirdly postal votes save money.",
        ["Fines kill trust.", "Counting recovers almost nothing.", "Postal votes save money."],
    ),
    "Chinese": ("投票应该是义务。低投票率损害民主的合法性。", ["投票应该是义务。", "低投票率损害民主的合法性。"]),
    "Hindi": (
        "मतदान अनिवार्य होना चाहिए। इससे लोकतंत्र मजबूत होता है।",
        ["मतदान अनिवार्य होना चाहिए।", "इससे लोकतंत्र मजबूत होता है।"],
    ),
    "initials": (
        "Dr. A. B. Smith found long queues in poor areas.",
        ["Dr. A. B. Smith found long queues in poor areas."],
    ),
    "authors and others": (
        "Studies by Bloom et al. (2015) found long queues.",
        ["Studies by Bloom et al. (2015) found long queues."],
    ),
    "a model's thoughts": ("<think>Fines are fine, I guess.</think>Fines hurt the poor.", ["Fines hurt the poor."]),
    "a question of another script": ("罚款伤害穷人。强制投票公平吗？", ["罚款伤害穷人。"]),
    "stops apart from their words": ("Taxes fall .Crime drops , too .", ["Taxes fall.", "Crime drops, too."]),
}


@pytest.mark.parametrize(("message", "expected"), MESSAGES.values(), ids=list(MESSAGES))
def test_marks_are_no_part_of_a_claim(message, expected):
    assert [one.claim for one in claims_of(message, MOTION)] == expected


@pytest.mark.parametrize(("message", "expected"), MESSAGES.values(), ids=list(MESSAGES))
def test_a_snippet_is_the_slice_of_the_message_with_its_marks(message, expected):
    snippets = [one.snippet for one in claims_of(message, MOTION)]
    assert [message[start:end] for start, end in places_of(snippets, message)] == snippets


def test_marks_within_a_claim_stay_in_its_snippet():
    (claim,) = claims_of("The right to vote includes the right **not** to vote.", MOTION)
    assert claim.claim == "The right to vote includes the right not to vote."
    assert claim.snippet == "The right to vote includes the right **not** to vote."


def test_no_words_of_a_long_text_without_stops_are_lost():
    text = " ".join(f"voters of town {number} wait for hours" for number in range(100))
    found = claims_of(text, MOTION)
    assert max(len(one.claim) for one in found) <= 601
    assert " ".join(one.snippet for one in found).split() == text.split()
