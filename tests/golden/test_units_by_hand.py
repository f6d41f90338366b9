"""Longer texts, each with the arguments that a careful reader would find in it."""

from doxa.models.embedded.extraction import claims_of
from doxa.models.embedded.extraction.points import ClaimDraft
from doxa.models.embedded.extraction.units import _on_its_side

MOTION = "The village should close its high street to cars."

SPEECH = (
    "Good evening, everyone, and thank you for having me. I have run the bakery on the high street for nineteen years. "
    "A street without cars is a street where people stop, look and spend. When they closed the road for the harvest "
    "fair, I sold twice as much bread as on any other Saturday. Then there is the air. My daughter has asthma, and she "
    "walks to school past a line of idling vans. Exhaust at the height of a child's face does damage that no inhaler "
    "undoes. We measured it last spring, and the needle was over the limit on four days out of five. Some of our older "
    "neighbours worry that they could not reach the chemist. I take that seriously. The plan keeps two bays for "
    "disabled drivers right outside the door, which is closer than most of them can park today. And finally, think of "
    "the children. A child hit at thirty is likely to die, while a child on a street without cars is not hit at all. "
    "We have had three near misses since Easter. How many more do we need? So let us be brave tonight. Please vote yes."
)
TELLING = [
    "A street without cars is a street where people stop, look and spend.",
    "Exhaust at the height of a child's face does damage that no inhaler undoes.",
    "The plan keeps two bays for disabled drivers right outside the door, which is closer than most of them can park "
    "today.",
    "A child hit at thirty is likely to die, while a child on a street without cars is not hit at all.",
]

LISTED = """Three reasons:

(a) Fewer cars mean cleaner air for the children. In May the needle was over the limit for a week.
(b) Shops earn more where people can stroll. The harvest fair proved that.
(c) Roads without cars need no repairs. The parish spends a third of its budget on tarmac.
(d) Old houses crack when lorries pass. The chapel has had to be propped up.

And that is all there is to say."""

HEADED = """**1. Air**

- Fewer cars mean cleaner air for the children.
- In May the needle was over the limit for a week.

**2. Trade**

- Shops earn more where people can stroll.
- That money stays in the village.

**3. Safety**

- A child on a street without cars is not hit at all.
- Three children had to jump aside this spring."""


def test_a_speech_has_one_claim_an_argument():
    assert [claim.claim for claim in claims_of(SPEECH, MOTION)] == TELLING


def test_the_place_of_a_unit_goes_from_its_first_point_to_its_last():
    first = claims_of(SPEECH, MOTION)[0].snippet
    assert first.startswith("I have run the bakery")
    assert first.endswith("any other Saturday.")


def test_lettered_items_stay_apart():
    claims = [claim.claim for claim in claims_of(LISTED, MOTION)]
    assert [claim.split()[0] for claim in claims] == ["Fewer", "Shops", "Roads", "Old"]


def test_items_below_a_heading_make_one_argument():
    assert [claim.claim for claim in claims_of(HEADED, MOTION)] == [
        "Fewer cars mean cleaner air for the children.",
        "Shops earn more where people can stroll.",
        "A child on a street without cars is not hit at all.",
    ]


def test_an_argument_that_is_repeated_counts_once():
    again = "A street without cars is a street where all people stop and look and spend."
    assert [claim.claim for claim in claims_of(f"{SPEECH} {again}", MOTION)] == TELLING


def test_a_text_of_eight_sentences_keeps_every_point():
    others = ["Noise makes people ill.", "Parked vans hide the shop windows.", "Old houses crack when lorries pass.",
              "Visitors come for the quiet."]  # fmt: skip
    short = " ".join([*TELLING, *others])
    assert [claim.claim for claim in claims_of(short, MOTION)] == [*TELLING, *others]


def test_the_claim_of_an_argument_speaks_for_its_side():
    """The first sentence grants what the other side says; the argument as a whole speaks the other way."""
    drafts = (
        ClaimDraft(claim="Nobody denies that it costs more because staff are needed at night.", start=0, end=66),
        ClaimDraft(claim="Readers come after work.", start=67, end=91),
        ClaimDraft(claim="They stay until ten.", start=92, end=112),
    )
    kept = _on_its_side(drafts, [-0.4, 0.5, 0.3])
    assert kept == [drafts[1], drafts[2]]
    assert _on_its_side(drafts, [0.0, 0.0, 0.0]) == drafts
