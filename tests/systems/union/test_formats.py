"""Formats as files: the shipped ones follow their rule books, one's own is held as written, and errors teach."""

import re

import pytest

from doxa.errors import ScenarioError
from doxa.experiments.places import key_lines
from doxa.records.spec import Participant
from doxa.records.steps import rendered
from doxa.systems.union.exhibits.debates import show_points
from doxa.systems.union.files import find_format, load_format, shipped_formats
from doxa.systems.union.plans import read_rules
from doxa.systems.union.protocol.formats import EARLIER
from doxa.systems.union.protocol.settings import UnionSettings, running_order
from scenes.stage import debate, play
from systems.union.test_union import result, speakers_but

OWN = """\
name = "kitchen"

[[teams]]
name = "Cooks"
side = "pro"
speakers = 1

[[teams]]
name = "Guests"
side = "con"
speakers = 1

[[speeches]]
speaker = "Cooks 1"
title = "menu"
words = 100
owes = "Name every dish."

[[speeches]]
speaker = "Guests 1"
title = "complaint"
minutes = 7

[[speeches.questions]]
title = "kitchen inspection"
questions = 3
asks = ["Cooks 1"]
answers = ["Guests 1"]

[points]
protected_first = 0
protected_last = 3
"""


def shipped(name):
    return load_format(shipped_formats()[name])


def duel(settings):
    people = tuple(
        Participant(id=f"{side}0", name=f"{side.title()} 0", side=side, kernel=None) for side in ("pro", "con")
    )
    return debate(*people, protocol="union", script=settings.model_dump(mode="json"))


@pytest.mark.parametrize(
    ("name", "minutes", "questions"),
    [
        ("union", [7] * 6, {}),
        ("british", [7] * 8, {}),
        ("one_on_one", [7, 7, 4, 4], {}),
        ("wsdc", [8] * 6 + [4] * 2, {}),
        ("public_forum", [4] * 4 + [3] * 2 + [2] * 2, {1: 3, 3: 3, 5: 4}),
        ("lincoln_douglas", [6, 7, 4, 6, 3], {0: 3, 1: 3}),
    ],
)
def test_shipped_formats_have_the_times_of_their_rules(name, minutes, questions):
    places = shipped(name).places
    assert [place.minutes for place in places] == minutes
    periods = {number: place.questions for number, place in enumerate(places) if place.questions}
    assert {number: periods[number][0].questions for number in periods} == questions


def test_the_opposition_replies_first_at_world_schools_and_nobody_interrupts():
    replies = shipped("wsdc").places[-2:]
    assert [(one.side, one.interrupted, one.weight) for one in replies] == [("con", False, 0.5), ("pro", False, 0.5)]


@pytest.mark.parametrize("name", ["union", "one_on_one"])
def test_a_format_whose_name_says_its_rules_is_in_its_file_as_named(name):
    assert shipped(name).is_held_like(EARLIER[name])
    assert read_rules(UnionSettings(format=name)).rules is None


def test_a_spec_without_rules_means_what_its_name_says():
    with pytest.raises(ScenarioError, match="'wsdc' and contain no rules"):
        running_order(duel(UnionSettings()), UnionSettings(format="wsdc"))


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


def test_a_format_of_ones_own_is_held_as_written(own, tmp_path):
    settings = read_rules(UnionSettings(format="mine.toml", acceptance=1.0), own.parent)
    assert settings.format == "kitchen"
    answers = {
        "ask_question": lambda request: f"Why {request.inputs.argument}?",
        "answer_question": lambda request: "Because.",
    }
    played = play(duel(settings), tmp_path / "run", speakers_but(**answers))
    assert "What this speech owes the debate: Name every dish." in rendered(played.prompts["p1/draft#1"])
    assert "owes" not in rendered(played.prompts["p2/draft#1"])
    assert "What you owe in the speech: Name every dish." in rendered(played.prompts["prepared/pro0#1"])
    assert settings.rules.benches == {"pro": "Cooks", "con": "Guests"}
    (points,) = show_points(played.log)
    leads = [fact for quote in points.quotes for fact in quote.facts]
    assert leads == [*["on a point of information"] * 2, *["in questions after the speech"] * 3]
    found = result(played)
    asked = [(one["id"], one["speaker"]) for one in found["debate"]["turns"] if "/q" in one["id"]]
    assert asked == [
        ("p2/q1", "pro0"), ("p2/q1/answer", "con0"), ("p2/q2", "pro0"), ("p2/q2/answer", "con0"),
        ("p2/q3", "pro0"), ("p2/q3/answer", "con0"),
    ]  # fmt: skip
    questions = [one["text"] for one in found["debate"]["turns"] if one["id"].startswith("p2/q")]
    assert questions[::2] == [f"Why Con 0 argues point {place}.?" for place in range(3)]
    # of four arguments the last three are protected, and the first is not
    points = [one["text"] for one in found["debate"]["turns"] if "/i" in one["id"] and one["kind"] == "point"]
    assert points == ["What of Pro 0 argues point 0.?", "What of Con 0 argues point 0.?"]


@pytest.mark.parametrize(
    ("wrong", "instead", "said", "hint"),
    [
        (
            'speaker = "Guests 1"',
            'speaker = "Gests 1"',
            r"mine.toml:20: .*no speaker 'Gests 1'",
            "Did you mean 'Guests 1'",
        ),
        ("owes = ", "ows = ", r"mine.toml:17: speeches.0.ows: there is no such key", "Did you mean 'owes'"),
        (
            "minutes = 7",
            "minutes = 0",
            r"mine.toml:22: speeches.1.minutes: .*greater than or equal to 0.5",
            "doxa formats",
        ),
        ('side = "con"', 'side = "pro"', "no team is on the side con", "both sides"),
        (
            'asks = ["Cooks 1"]',
            'asks = ["Guests 1"]',
            r"mine.toml:27: .*'Guests 1' would ask its own side",
            "other side",
        ),
        ("speakers = 1", "speakers = 2", "Cooks 2 gives no speech", "lower the number"),
        ("[points]", "[ballot]\nteam_points = [1]\n[points]", "2 teams and points for 1 places", "each place"),
        (
            "words = 100",
            'interrupted_by = ["Cooks"]',
            r"mine.toml:16: .*'Cooks' is no team on the other side",
            "Guests",
        ),
        ("name = ", "name : ", "not a TOML file", "doxa formats"),
    ],
)
def test_a_bad_file_is_refused_with_line_key_and_what_is_allowed(own, wrong, instead, said, hint):
    own.write_text(OWN.replace(wrong, instead, 1), encoding="utf-8")
    with pytest.raises(ScenarioError, match=said) as caught:
        load_format(own)
    assert hint in caught.value.hint


def test_an_unknown_format_names_the_known_ones():
    with pytest.raises(ScenarioError, match="no format 'wscd'") as caught:
        find_format("wscd")
    assert re.search("Did you mean 'wsdc'.*lincoln_douglas", caught.value.hint)


def test_lines_of_tables_in_lists_are_counted():
    lines = key_lines("[[a]]\nx = 1\n[[a.b]]\ny = 1\n[[a]]\nx = 2\n[[a.b]]\ny = 2\n")
    assert (lines["a"], lines["a.x"], lines["a.1.x"], lines["a.0.b.0.y"], lines["a.1.b.0.y"]) == (1, 2, 6, 4, 8)
