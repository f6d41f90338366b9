"""How often a message is left unclear because it contradicts its side: one whose side is right, and one whose is wrong.

    python bench/sides.py [--domains model-debates,llm-messages] [--sample 150]

Messages of the benchmark under shift whose side is known, heard by the offline judge as in a run with
``hearing.direction = "speaker"``, ``context = "message"`` and ``contradicted = "unclear"``: once by their side, once by
the other. The rule counts decided readings and has no threshold that could be fitted.
"""

import argparse

from doxa.evaluation.sets import GoldText, shift_set
from doxa.minds.hearing import POLARITIES, contradicts_side
from doxa.models.embedded import embedder
from doxa.models.offline.claims import claims_in
from doxa.models.offline.directing import read_claims
from doxa.records.claims import Claim

DOMAINS = "model-debates,llm-messages,written-debates,own-messages,persuaders-given,people-given,ballot-arguments"


def read_as_claims(text: GoldText) -> list[Claim]:
    """Return the claims of a message as with a known side: read alone where its speaker grants something."""
    claims = claims_in(text.text, text.proposition, embedder())
    message = "" if any(claim.conceded for claim in claims) else text.text
    readings = read_claims(text.proposition, [claim.claim for claim in claims], embedder(), message=message)
    return [
        Claim(
            id=f"{text.key}#{number}",
            proposition="motion",
            text=claim.claim,
            polarity=POLARITIES[reading.direction],
            conceded=claim.conceded,
            sideless=claim.sideless,
            source=text.key,
        )
        for number, (claim, reading) in enumerate(zip(claims, readings, strict=True), 1)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--domains", default=DOMAINS)
    parser.add_argument("--sample", type=int)
    options = parser.parse_args()
    print("domain, messages, left unclear: side right, side wrong")
    for domain in options.domains.split(","):
        texts = [text for text in shift_set(domain, options.sample).texts if text.polarity]
        drawn = [(text.polarity, read_as_claims(text)) for text in texts]
        right = sum(contradicts_side(claims, 1 if side == 1 else -1) for side, claims in drawn)
        wrong = sum(contradicts_side(claims, -1 if side == 1 else 1) for side, claims in drawn)
        print(f"{domain}, {len(drawn)}, {right / len(drawn):.3f}, {wrong / len(drawn):.3f}", flush=True)


if __name__ == "__main__":
    main()
