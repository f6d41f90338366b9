"""What reaches a mind beside public words: its own replies, and what its script shows it."""

from dataclasses import dataclass, field, replace
from typing import ClassVar

import pytest

from doxa.beliefs.base import Met
from doxa.errors import DoxaError
from doxa.minds.mind import Gathering, check_exposures, gather_batch, meet
from doxa.records.base import Settings
from doxa.records.claims import Exposure, Readout, Trace
from doxa.records.events import HeardBody
from doxa.records.steps import Outcome
from golden.one_mind import EAST, NORTH, claim, mind, row, stance

POST = Exposure(message="p1", speaker="other", origin="peer", stance=-0.5, likes=3, shown=True, content="c1")


@dataclass
class Attentive:
    """A kernel that only remembers what it was given."""

    needs: frozenset[str] = frozenset({"replies"})
    seen: list[Exposure] = field(default_factory=list)
    Settings: ClassVar[type[Settings]] = Settings

    def step(self, state: object, met: Met) -> tuple[object, Trace]:
        self.seen += met.exposures
        return state, Trace(before=self.readout(state), after=self.readout(state))

    def readout(self, state: object) -> Readout:
        return Readout(stance=None)


def outcome(key, actor, task, reply, status="ok"):
    return Outcome(key=key, actor=actor, task=task, status=status, reply=reply)


def listening(*needs):
    kernel = Attentive(needs=frozenset(needs))
    return replace(mind((1, 0.5, EAST), u=1.0, a=1.0), kernel=kernel), kernel


def batch():
    outcomes = [
        outcome("r1/me", "me", "judge_stance", {"stance": 0.5}),
        outcome("r1/other", "other", "judge_stance", {"stance": -0.5}),
        outcome("r2/me", "me", "judge_stance", None, status="unparsed"),
        outcome("b001/self_update/me", "me", "self_update", {"stance": 0.1}),
    ]
    return gather_batch(outcomes, {}, {"me": (POST,)})


def test_a_kernel_that_needs_replies_is_given_its_own_and_no_others():
    me, kernel = listening("replies")
    _, body = meet(me, batch(), None, row)
    own = Exposure(message="r1/me", speaker="me", origin="self", reply={"stance": 0.5})
    assert kernel.seen == [own, POST]
    assert body.exposures == (own, POST)


def test_a_kernel_that_needs_no_replies_is_shown_posts_alone():
    me, kernel = listening("posts")
    meet(me, batch(), None, row)
    assert kernel.seen == [POST]


def test_a_mind_that_was_shown_nothing_has_not_moved():
    me, _ = listening("posts")
    assert meet(me, gather_batch([], {}, {"other": (POST,)}), None, row) == (me, None)


def test_a_mind_hears_its_own_words_and_those_said_to_it_and_no_others():
    # (1.5 − 1) / (1.5 + 1) = 0.2 before; 0.5 against, heard from another: P = C = 1.5, so 0
    listener = mind((1, 0.5, EAST), u=1.0, a=1.0)
    against = HeardBody(speaker="other", text="…", claims=(claim("m#0", (-1, 0.5, NORTH)),))
    elsewhere = Gathering(heard={"m": against}, audience={"m": ("third",)})
    assert meet(listener, elsewhere, None, row) == (listener, None)
    words = {"mine": HeardBody(speaker="me", text="…", claims=()), "m": against, "n": against}
    audience = {"mine": ("third",), "m": ("third", "me"), "n": ("third",)}
    now, body = meet(listener, Gathering(heard=words, audience=audience), None, row)
    assert [(exposure.message, exposure.origin) for exposure in body.exposures] == [("mine", "self"), ("m", "peer")]
    assert (stance(listener), stance(now)) == (pytest.approx(0.2), pytest.approx(0.0))


def test_a_script_shows_things_to_believers_only_and_marks_them():
    check_exposures({"me": (POST,)}, ["me", "other"])
    with pytest.raises(DoxaError, match="'other', who has no belief"):
        check_exposures({"other": (POST,)}, ["me"])
    with pytest.raises(DoxaError, match="not marked as shown"):
        check_exposures({"me": (POST.model_copy(update={"shown": False}),)}, ["me"])


def test_what_is_not_said_of_an_exposure_leaves_no_mark_in_the_log():
    plain = Exposure(message="m", speaker="other", origin="peer").model_dump()
    assert {"shown", "topic", "content", "reply"}.isdisjoint(plain)
