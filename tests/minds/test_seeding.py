"""Seeding: which steps prepare the seed arguments of a run."""

from doxa.minds.seeding import seed
from doxa.records.spec import SeedArgument
from scenes.stage import believer, debate


def test_seeds_are_embedded_in_steps_of_thirty_two():
    seeds = tuple(
        SeedArgument(text=f"Reason {number}", polarity=1, strength=0.5, source=f"own-{number}") for number in range(33)
    )
    steps = next(seed(debate(believer("violet", "pro"), seeds={"violet": seeds})))
    assert [(step.key, len(step.inputs["texts"])) for step in steps] == [("seeds/embed/1", 32), ("seeds/embed/2", 1)]
