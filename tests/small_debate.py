"""A short debate of three against three, with a point of information; written for these tests."""

import csv
from io import StringIO

from doxa.records.transcripts import Debate, Kind, Side, Utterance

MOTION = "This House would make public transport free of charge"

TURNS: tuple[tuple[str, Side, Kind, str], ...] = (
    (
        "Dr Maren Oyelaran",
        "pro",
        "speech",
        "Madam President, my name is Maren Oyelaran and I speak here as a transport researcher. I beg to propose the "
        "motion. Free buses take cars off the road because a fare is the first thing a driver weighs. In Tallinn "
        "ridership rose by 14 percent within a year of the change. People on low wages spend a tenth of what they earn "
        "on getting to work, and a city should not tax people for going to work.",
    ),
    (
        "Tobias Achterberg MP",
        "con",
        "speech",
        "The Opposition thanks Dr Oyelaran. But Tallinn is not what she says: the new riders were mostly people who "
        "had walked before, so the cars stayed. Fares pay for a third of the service, and a service that loses a third "
        "of its money runs fewer buses. As a member of Parliament I have seen what that means in villages. We oppose "
        "this motion because a bus that does not come is not free.",
    ),
    (
        "Iris Kallio",
        "con",
        "point",
        "Would the honourable lady tell us which tax pays for the missing third?",
    ),
    (
        "Ruth Will",
        "pro",
        "answer",
        "A charge on parking, which those who drive into the centre pay.",
    ),
    (
        "Ruth Will",
        "pro",
        "speech",
        "The member for the Opposition says that fewer buses would run. That does not follow, because a charge on "
        "parking of two pounds a day brings more than all fares together. Roads are free at the point of use, and "
        "nobody says that roads therefore close. Free buses also board faster, since nobody queues to pay.",
    ),
    (
        "Iris Kallio",
        "con",
        "speech",
        "First prop told us about poor workers, yet most poor workers in this country drive, because their shifts end "
        "when no bus runs. A free bus helps those who live near a bus. A discount for people on low wages costs a "
        "tenth as much and reaches them all. Will you vote against the motion?",
    ),
    (
        "Samuel Nnadi",
        "pro",
        "speech",
        "Ms Kallio wants a discount with a form to fill in. But forms keep out those who need them: a third of people "
        "who could claim never do, as the review of 2019 showed. A right that needs no form reaches everybody. That is "
        "fair, because we all pay for the streets that cars fill.",
    ),
    (
        "Johanna Brandt",
        "con",
        "speech",
        "Samuel's forms are easy to mend: a card that is sent to everybody with a low wage needs no claim. The "
        "Proposition has not shown one city in which free buses emptied the roads. Money that is spent on riders who "
        "could pay is taken from frequency, and frequency is what makes people leave the car.",
    ),
)


def small_debate() -> Debate:
    """The debate as judges get it."""
    turns = []
    for place, (name, side, kind, text) in enumerate(TURNS, 1):
        within = "" if kind == "speech" else "t02"
        turns.append(
            Utterance(id=f"t{place:02d}", speaker=name, name=name, side=side, text=text, kind=kind, within=within)
        )
    return Debate(motion=MOTION, turns=tuple(turns))


def as_csv() -> str:
    """The debate as a file from outside."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(("speaker", "side", "kind", "text", "motion"))
    for name, side, kind, text in TURNS:
        writer.writerow((name, side, kind, text, MOTION))
    return out.getvalue()
