"""Messages that hold what is no prose of their speaker, each with the claims that are left."""

import pytest

from doxa.models.embedded.extraction import claims_of

MOTION = "We should protect the oceans."


@pytest.mark.parametrize(
    "message",
    [
        '{"stance": 0.4, "reason": "Trawlers ruin the sea floor and kill the young fish."}',
        '"label": "for", "score": 0.81',
        "def count(fishes):\n    return len(fishes)",
        "SELECT name FROM fishes WHERE weight > 3;",
        "**Protecting oceans.**",
        "**1. Economic benefits**",
        "__Biodiversity and climate:__",
        "*Climate regulation*",
        "1. Protecting biodiversity",
        "stance: for\nconfidence: 0.7\narguments:\n  - coral reefs\n  - fish stocks",
        "// The ocean should be saved\nlet x = ocean.save();",
        "def protect(ocean):\n    # oceans are worth protecting\n    return ocean.quota < 10",
        "$ pip install oceans\n$ oceans --protect all",
        "x = 3 if ocean else 4",
        "## 2. Economic effects",
        "I'm sorry, but I can't help with writing this speech.",
        "As an AI model, I do not hold personal views on fishing.",
        "Maria Lopez, Jan de Vries, Aiko Tanaka",
        "- Lisbon\n- Bergen",
        "Absolutely, well said!",
    ],
)
def test_what_is_no_prose_makes_no_claim(message):
    assert claims_of(message, MOTION) == ()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("**Protecting oceans.** Trawlers ruin the sea floor.", ["Trawlers ruin the sea floor."]),
        ("**Trawlers ruin the sea floor.**", ["Trawlers ruin the sea floor."]),
        ("As an AI, I have no views, but trawlers ruin the sea floor.", ["Trawlers ruin the sea floor."]),
        (
            "Anna: Trawlers ruin the sea floor.\nBen: But fishers feed whole villages.\nAnna: Farms can feed them.",
            ["Trawlers ruin the sea floor.", "Farms can feed them."],
        ),
        ("Trawlers ruin the sea floor.\nModerator: Nets cost fishers a fortune.", ["Trawlers ruin the sea floor."]),
        ("Anna: Trawlers ruin the sea floor.\nBen: Nets cost fishers a fortune.", ["Trawlers ruin the sea floor."]),
        ("Anna: Trawlers ruin the sea floor. Ben: Nets cost fishers a fortune. Anna: Farms feed more people.",
         ["Trawlers ruin the sea floor.", "Farms feed more people."]),
        ("[Anna] Trawlers ruin the sea floor.\n[Ben] Nets cost fishers a fortune.", ["Trawlers ruin the sea floor."]),
        ("Turn 1 (Anna): Trawlers ruin the sea floor.\nTurn 2 (Ben): Nets cost fishers a fortune.",
         ["Trawlers ruin the sea floor."]),
        ("Anna (for): Trawlers ruin the sea floor.\nBen (against): Nets cost fishers a fortune.",
         ["Trawlers ruin the sea floor."]),
        ("Anna - Trawlers ruin the sea floor.\nBen - Nets cost fishers a fortune.", ["Trawlers ruin the sea floor."]),
        ("Dr Smith: Trawlers ruin the sea floor.\nMrs Jones: Nets cost fishers a fortune.",
         ["Trawlers ruin the sea floor."]),
        ("Moderator: Welcome to round two.\nAnna: Trawlers ruin the sea floor.\nBen: Nets cost fishers a fortune.",
         ["Trawlers ruin the sea floor."]),
        ("Trawlers ruin the sea floor.\n\nBen: Nets cost fishers a fortune.", ["Trawlers ruin the sea floor."]),
        ("Cost: nets are dear for small fishers.\nFood: trawlers feed whole villages.",
         ["Nets are dear for small fishers.", "Trawlers feed whole villages."]),
        ("“Trawlers feed the poor,” says my opponent. Their catch goes to fish farms abroad.",
         ["Their catch goes to fish farms abroad."]),
        ("“But trawlers feed the poor,” some reply. Their catch goes to fish farms abroad.",
         ["Their catch goes to fish farms abroad."]),
        ("Ben: Trawlers feed the poor.\nAnna: It does not matter. Nets ruin the sea floor.",
         ["Trawlers feed the poor."]),
        ("Critics claim that trawlers feed the poor. The evidence from Norway says otherwise: nets starve them.",
         ["The evidence from Norway says otherwise: nets starve them."]),
        ("I want to start by acknowledging the other side. Trawlers ruin the sea floor.",
         ["Trawlers ruin the sea floor."]),
        ("You told us this: “Trawlers feed the poor.” Their catch goes to fish farms abroad.",
         ["Their catch goes to fish farms abroad."]),
    ],
)  # fmt: skip
def test_what_is_left_is_the_speakers_own(message, expected):
    assert [claim.claim for claim in claims_of(message, MOTION)] == expected
