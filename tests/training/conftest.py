"""``learning`` has the tests of trainings; most need torch, so that only ``make test-train`` runs them."""

from importlib.util import find_spec

import pytest

from doxa.corpora.argument_sets import CONVINCING_PAIRS, RANKED_ARGUMENTS
from doxa.corpora.ratings import STRENGTH_RATINGS, held_out_motions

collect_ignore = [] if find_spec("torch") else ["learning"]


@pytest.fixture
def few_arguments(monkeypatch):
    """Short arguments of three debates, the last of the test part, in the place of all."""
    every = RANKED_ARGUMENTS.read()
    debates = sorted({one.debate for one in every if one.part == "train"})[:2]
    debates.append(min(one.debate for one in every if one.part == "test"))
    sides = [
        sorted((one for one in every if one.debate == debate), key=lambda one: len(one.text)) for debate in debates
    ]
    arguments = tuple(one for side in sides for one in side[:14])
    ids = {one.id for one in arguments}
    pairs = [(one.better, one.worse) for one in CONVINCING_PAIRS.read() if {one.better, one.worse} <= ids]
    for module in ("strength", *(["quality"] if find_spec("torch") else [])):
        monkeypatch.setattr(f"doxa_train.{module}.gold", lambda: (arguments, pairs))
    few = [rating for rating in STRENGTH_RATINGS.read() if len(rating.text) < 60]
    apart = [rating for rating in few if rating.proposition in held_out_motions()]
    ratings = (*few[:40], *apart[:10])
    monkeypatch.setattr("doxa_train.strength.rated_claims", lambda: ratings)
    return arguments, pairs
