"""Rankers of other packages: the contract, the package in a run's log, and a log whose ranker is missing."""

from pathlib import Path

import numpy as np
import pytest

import doxa
from conformance.packages import Packages
from doxa import plugin
from doxa.analysis.missing import missing_plugins
from doxa.app.commands.new import EXAMPLES
from doxa.conformance import check_ranker
from doxa.errors import PluginError, UnknownNameError
from doxa.log import journal
from doxa.records.plugins import sound_plugins
from doxa.scoring.rankers import GROUP

USHER = (EXAMPLES["ranker"] / "doxa_usher.py").read_text(encoding="utf-8")
BRIEF = {"script.rounds": 2, "script.ranking.by": "usher"}


def test_every_ranker_of_doxa_conforms() -> None:
    rankers = sound_plugins(GROUP)
    assert len(rankers) == 7
    for ranker in rankers.values():
        plugin.check(ranker)


def _drawing(posts, reader, round):
    """Return numbers drawn anew."""
    return np.random.default_rng().random(len(posts["round"]))


def _by_place(posts, reader, round):
    """Return each post's place."""
    return np.arange(len(posts["round"]), dtype=float)


def _writing(posts, reader, round):
    """Return likes, and set them to 0."""
    posts["likes"][:] = 0
    return posts["likes"]


def _unread(posts, reader, round):
    """Return stances, which some posts do not have."""
    return posts["stance"]


def _unset(posts, reader, round, *, strength):
    """Return likes times a strength."""
    return strength * posts["likes"]


def _silent(posts, reader, round):
    return posts["likes"]


@pytest.mark.parametrize(
    ("ranker", "error", "message"),
    [
        (_drawing, AssertionError, "scored the same posts twice differently"),
        (_by_place, AssertionError, "depend on the posts' order"),
        (_writing, PluginError, "the ranker '_writing' failed: ValueError: .*read-only"),
        (_unread, PluginError, "one finite score for each of 1 posts"),
        (_unset, AssertionError, "the setting strength of _unset has no number as its default"),
        (_silent, AssertionError, "no docstring"),
    ],
)
def test_the_check_says_what_is_wrong(ranker, error, message) -> None:
    with pytest.raises(error, match=message):
        check_ranker(ranker)


def test_a_log_names_the_package_of_its_ranker_and_says_when_it_is_missing(packages: Packages, tmp_path: Path) -> None:
    packages.install("doxa-usher", USHER, {GROUP: {"usher": "doxa_usher:usher"}})
    changes = {**BRIEF, "script.ranking.parameters.calm": 2.0}
    log = doxa.run("feed", out=tmp_path / "run", changes=changes)
    assert log.spec.script["ranking"]["parameters"] == {"calm": 2.0}
    sitting = next(iter(journal.read_sittings(log.path / journal.NAME)))
    assert sitting.plugins == {"ranker usher": "doxa-usher 0.1.0"}
    assert doxa.verify(log.path).status == "verified"

    packages.uninstall("doxa-usher")
    assert [(gone.kind, gone.name, gone.package) for gone in missing_plugins(log)] == [
        ("ranker", "usher", "doxa-usher 0.1.0")
    ]
    assert doxa.verify(log.path).status == "unchecked"
    with pytest.raises(UnknownNameError, match="no ranker is named 'usher'"):
        doxa.run("feed", out=tmp_path / "again", changes=BRIEF)
