"""A scenario of the page reaches no server, file or folder, and what is wrong with it is a sentence with its line."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from doxa.errors import ScenarioError
from doxa.records.base import JsonValue
from doxa.studio.guard import refuse_changes
from doxa.studio.scenarios import (
    BLANK,
    LEAST,
    Checked,
    add_table,
    change_text,
    check,
    form_of,
    new_entry,
    read_text,
    scenario_names,
    scenario_text,
)
from doxa.studio.schemas import FormField, Place, Section
from studio.asking import Application

TEXT = scenario_text("compulsory-voting")
PLAIN = """
proposition = "We should introduce compulsory voting"
[agents.violet]
side = "pro"
[agents.cobalt]
side = "con"
"""


def test_a_built_in_scenario_is_whole_and_costs_nothing(tmp_path: Path) -> None:
    checked = check(TEXT, tmp_path)
    assert (checked.error, checked.paid, checked.models) == ("", False, ("offline",))
    assert checked.proposition == "We should introduce compulsory voting"


def test_a_change_keeps_comments_and_changes_one_value(tmp_path: Path) -> None:
    changed = change_text(TEXT, ("agents", "violet", "prior", "stance"), 0.5)
    differing = [(a, b) for a, b in zip(TEXT.splitlines(), changed.splitlines(), strict=True) if a != b]
    assert len(differing) == 1
    assert differing[0][1].startswith("prior.stance = 0.5")
    assert "# S0 of the matched comparisons" in differing[0][1]


@pytest.mark.parametrize(
    ("line", "word"),
    [("[belief]\nv = 1", "v"), ("rounds = = 3", "TOML"), ("[script]\nrounds = -3", "rounds")],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, line: str, word: str) -> None:
    begin = 'proposition = "We should introduce compulsory voting"\n[agents.a]\nside = "pro"\n'
    checked = check(begin + line, tmp_path)
    assert word in checked.error
    assert checked.line > 3


@pytest.mark.parametrize(
    "hostile",
    [
        '[conditions.base_urls]\nollama = "http://169.254.169.254/"',
        '[conditions]\nprices = "/etc/passwd"',
        '[seeds]\ncorpus = "/etc/passwd"',
        '[seeds]\ncorpus = "../../secret.csv"',
        '[agents.violet2]\nside = "pro"\nknowledge = "/root"',
        '[models]\nspeaker = "compatible:http://evil.example/v1"',
        '[models]\nspeaker = "recorded:/etc/passwd"',
        '[models.speaker]\nmodel = "ollama:../../x"',
        '[models.embedder]\nmodel = "offline"\ncorpus = "/etc/passwd"',
        'protocol = "union"\nscript.format = "/etc/passwd"',
        'protocol = "puzzle"\nscript.puzzles = "../puzzles.csv"',
        'protocol = "puzzle"\nteam.models = ["recorded:/etc/passwd"]',
        'protocol = "feed"\nnetwork.file = "~/edges.csv"',
        '[models]\nspeaker = "encoder:secret"',
        '[conditions]\nbase_urls = { openai = "http://evil.example/v1" }',
    ],
)
def test_a_scenario_of_the_page_reaches_nothing_outside(tmp_path: Path, hostile: str) -> None:
    checked = check(f"{PLAIN}{hostile}\n", tmp_path)
    assert checked.error
    assert "cannot name" in checked.hint


def test_the_same_text_without_it_is_whole(tmp_path: Path) -> None:
    assert check(PLAIN, tmp_path).error == ""


@pytest.mark.parametrize("name", scenario_names())
def test_every_scenario_of_the_list_can_be_begun(tmp_path: Path, name: str) -> None:
    assert check(scenario_text(name), tmp_path).error == ""


@pytest.mark.parametrize("name", ["maternity-ward", "friends"])
def test_a_file_of_ones_own_does_not_take_the_place_of_a_shipped_one(tmp_path: Path, name: str) -> None:
    for file in ("recorded/maternity-ward.md", "networks/facebook.edges.gz"):
        (tmp_path / file).parent.mkdir()
        (tmp_path / file).write_text("Ana: secret words\n")
    checked = check(scenario_text(name), tmp_path)
    assert "cannot name" in checked.hint
    assert "secret" not in checked.error


def test_a_paid_run_needs_a_bound(tmp_path: Path) -> None:
    application = Application(tmp_path)
    answer = application.ask("/api/begin", "POST", {"text": f'{PLAIN}[models]\nspeaker = "openai:gpt-5"\n'})
    assert answer.status == 400
    assert "bound" in answer.json["hint"]
    assert application.studio.children.going == 0


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("models.speaker", "recorded:/etc/passwd"),
        ("models.speaker", "http://evil"),
        ("models.speaker.model", "encoder:../secret"),
        ("conditions.prices", "/x"),
        ("conditions.base_urls.openai", "http://evil"),
        ("script.format", "/etc/passwd"),
        ("models.speaker.corpus", "~/secret.csv"),
    ],
)
def test_a_fork_of_the_page_reaches_nothing_outside(tmp_path: Path, path: str, value: str) -> None:
    with pytest.raises(ScenarioError):
        refuse_changes({path: value}, tmp_path)


def test_a_body_without_end_is_refused(tmp_path: Path) -> None:
    assert Application(tmp_path).ask("/api/draft", "POST", b'{"text":"' + b"x" * (1 << 21) + b'"}').status == 400


def fields_in(checked: Checked) -> dict[str, FormField]:
    return {field.path: field for field in every_field(checked.form)}


def every_field(sections: Iterable[Section]) -> Iterator[FormField]:
    for section in sections:
        yield from section.fields
        yield from every_field(section.sections)


def section_at(checked: Checked, place: Place) -> Section:
    left = list(checked.form)
    while left:
        section = left.pop()
        if section.place == place:
            return section
        left += section.sections
    raise AssertionError(f"no section {place}")


def test_every_setting_of_the_schema_is_shown_with_its_help_limits_and_choices(tmp_path: Path) -> None:
    fields = fields_in(check(PLAIN, tmp_path))
    u = fields["belief.u"]
    assert (u.kind, u.written, u.low, u.high) == ("number", False, 0, 10)
    assert u.meaning
    assert isinstance(u.value, float)
    assert fields["kernel"].choices.count("log_odds") == 1
    assert fields["agents.violet.side"].choices == ("pro", "con", "neutral")
    assert fields["script.rounds"].kind == "whole"
    assert fields["memory.theta"].high == 1
    assert fields["budget.usd"].kind == "number"
    assert fields["conditions.tries"].value == 5
    assert all(field.meaning for field in fields.values() if not field.path.startswith("agents."))


def test_nothing_that_names_a_server_or_a_file_is_in_the_form() -> None:
    for name in scenario_names():
        fields = [field.path for field in every_field(form_of(read_text(scenario_text(name))))]
        assert fields, name
        assert not {path for path in fields if path.rpartition(".")[2] in ("base_urls", "prices", "knowledge", "file")}


def test_the_rule_that_the_text_names_decides_which_settings_there_are(tmp_path: Path) -> None:
    fields = fields_in(check('kernel = "friedkin_johnsen"' + PLAIN, tmp_path))
    assert "belief.u" not in fields
    assert any(path.startswith("belief.") for path in fields)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("belief", "u"), 0.3),
        (("agents", "violet", "prior", "stance"), 0.4),
        (("script", "rounds"), 4),
        (("models", "speaker", "temperature"), 0.1),
        (("budget", "usd"), 0.5),
        (("conditions", "tries"), 2),
    ],
)
def test_a_setting_that_the_text_does_not_have_is_written_into_it_and_taken_out(
    tmp_path: Path, place: Place, value: float
) -> None:
    changed = change_text(PLAIN + '[models]\nspeaker = "openai:gpt-4o-mini"\n', place, value)
    checked = check(changed, tmp_path)
    field = next(field for field in fields_in(checked).values() if field.place == place)
    assert (checked.error, field.value, field.written) == ("", value, True)
    out = check(change_text(changed, place, None), tmp_path)
    assert not next(field for field in fields_in(out).values() if field.place == place).written
    assert out.error == ""


FEED = scenario_text("feed")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("script", "events", 0, "text"), "Other news."),
        (("script", "bots", "echo", "posts"), ["one", "two"]),
        (("script", "topics"), ["another motion"]),
        (("network", "parameters"), {"k": 3, "p": [[0.5, 0.1], [0.1, 0.5]]}),
        (("script", "ranking", "recency"), 0.1),
    ],
)
def test_lists_and_tables_within_tables_are_changed_in_their_place(place: Place, value: JsonValue) -> None:
    changed = read_text(change_text(FEED, place, value))
    expected = read_text(FEED)
    table = expected
    for part in place[:-1]:
        table = table[part]  # type: ignore[index]
    table[str(place[-1])] = value
    assert changed == expected


@pytest.mark.parametrize(
    ("text", "place", "row"),
    [
        (LEAST, ("agents", "third"), "[agents.third]"),
        (FEED, ("script", "events", 1), "[[script.events]]"),
        (
            LEAST.replace("[agents.ana]", 'protocol = "feed"\n[agents.ana]'),
            ("script", "events", 0),
            "[[script.events]]",
        ),
        (FEED, ("script", "bots", "loud"), "[script.bots.loud]"),
        (FEED, ("script", "audience"), "[script.audience]"),
        (FEED, ("agents", "for", "policy", "prompt"), "prompt"),
    ],
)
def test_a_row_or_table_is_added_shown_and_taken_out_again(tmp_path: Path, text: str, place: Place, row: str) -> None:
    added = add_table(text, place, new_entry(read_text(text), place))
    assert row in added
    section = section_at(check(added, tmp_path), place)
    assert section.removable
    assert section.fields
    assert read_text(change_text(added, place, None)) == read_text(text) or len(place) > 3
    with pytest.raises(ScenarioError, match="already"):
        add_table(added, place, {})


def test_what_a_new_row_must_say_is_told_with_its_line(tmp_path: Path) -> None:
    place = ("script", "events", 1)
    checked = check(add_table(FEED, place, new_entry(read_text(FEED), place)), tmp_path)
    assert "script.events.1.text" in checked.error
    assert checked.line
    assert checked.text.splitlines()[checked.line - 1] == "[[script.events]]"


def without_empty_tables(value: JsonValue) -> JsonValue:
    """Return tables without empty ones; a role that has a model alone is the name of that model."""
    if not isinstance(value, dict):
        return value
    if value.keys() == {"model"}:
        return value["model"]
    kept = {name: without_empty_tables(inner) for name, inner in value.items()}
    return {name: inner for name, inner in kept.items() if inner != {}}


@pytest.mark.parametrize("name", scenario_names())
def test_every_field_of_every_scenario_can_be_written_as_it_is(name: str) -> None:
    text = scenario_text(name)
    plain = read_text(text)
    for field in list(every_field(form_of(plain)))[::11]:
        if field.value is None or field.kind == "toml":
            continue
        changed = change_text(text, field.place, field.value)
        assert (changed == text) == field.written, field.path
        out = without_empty_tables(read_text(change_text(changed, field.place, None)))
        assert field.written or out == without_empty_tables(plain), field.path


def test_the_page_changes_adds_and_writes_toml(tmp_path: Path) -> None:
    application = Application(tmp_path)
    text = application.ask(f"/api/scenarios/{BLANK}").json["text"]
    added = application.ask("/api/draft", "POST", {"text": text, "place": ["agents", "third"], "add": True}).json
    assert added["error"] == ""
    assert "[agents.third]" in added["text"]
    wrong = application.ask("/api/draft", "POST", {"text": text, "place": ["budget", "usd"], "value": -1}).json
    assert "budget.usd" in wrong["error"]
    assert wrong["line"]
    changed = {"text": FEED, "place": ["network", "parameters"], "value": "{ sizes = [24], p = [[0.2]] }", "toml": True}
    assert application.ask("/api/draft", "POST", changed).json["error"] == ""


def test_a_bound_in_the_text_is_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    application = Application(tmp_path)
    started: list[list[str]] = []

    def start(words: list[str]) -> int:
        started.append(words)
        return 1

    monkeypatch.setattr(application.studio.children, "start", start)
    text = PLAIN + '[budget]\nusd = 2.0\n[models]\nspeaker = "openai:gpt-5"\n'
    answer = application.ask("/api/begin", "POST", {"text": text})
    assert answer.status == 200, answer.body
    assert started[0][0] == "run"
    assert "--max-usd" not in started[0]
