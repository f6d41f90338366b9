"""A scenario of the page reaches no server, file or folder, and what is wrong with it is a sentence with its line."""

from pathlib import Path

import pytest

from doxa.errors import ScenarioError
from doxa.studio.scenarios import change, check, refuse_models, scenario_text
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
    changed = change(TEXT, "agents.violet.prior.stance", 0.5)
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
    assert checked.line is not None
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
    ],
)
def test_a_scenario_of_the_page_reaches_nothing_outside(tmp_path: Path, hostile: str) -> None:
    checked = check(f"{PLAIN}{hostile}\n", tmp_path)
    assert checked.error
    assert "cannot name" in checked.hint


def test_the_same_text_without_it_is_whole(tmp_path: Path) -> None:
    assert check(PLAIN, tmp_path).error == ""


def test_a_paid_run_needs_a_bound(tmp_path: Path) -> None:
    application = Application(tmp_path)
    paid = f'{PLAIN}[models]\nspeaker = "openai:gpt-5"\n'
    answer = application.ask("/api/begin", "POST", {"text": paid})
    assert answer.status == 400
    assert "bound" in answer.json["hint"]
    assert application.studio.children.going == 0


@pytest.mark.parametrize(
    ("path", "value"),
    [("models.speaker", "recorded:/etc/passwd"), ("models.speaker", "http://evil"), ("conditions.prices", "/x")],
)
def test_a_fork_of_the_page_reaches_nothing_outside(path: str, value: str) -> None:
    with pytest.raises(ScenarioError):
        refuse_models({path: value})


def test_a_body_without_end_is_refused(tmp_path: Path) -> None:
    answer = Application(tmp_path).ask("/api/draft", "POST", b'{"text":"' + b"x" * (1 << 21) + b'"}')
    assert answer.status == 400


def test_every_setting_of_the_schema_is_shown_with_its_help_limits_and_choices(tmp_path: Path) -> None:
    fields = {field.path: field for field in check(PLAIN, tmp_path).fields}
    u = fields["belief.u"]
    assert (u.kind, u.written, u.low, u.high) == ("number", False, 0, 10)
    assert u.meaning
    assert isinstance(u.value, float)
    assert fields["kernel"].choices.count("log_odds") == 1
    assert fields["agents.violet.side"].choices == ("pro", "con", "neutral")
    assert fields["script.rounds"].kind == "whole"
    assert fields["memory.theta"].high == 1
    assert all(field.meaning for field in fields.values() if not field.path.startswith("agents."))


def test_the_rule_that_the_text_names_decides_which_settings_there_are(tmp_path: Path) -> None:
    fields = {field.path for field in check('kernel = "friedkin_johnsen"' + PLAIN, tmp_path).fields}
    assert "belief.u" not in fields
    assert any(path.startswith("belief.") for path in fields)


@pytest.mark.parametrize(
    ("path", "value"),
    [("belief.u", 0.3), ("agents.violet.prior.stance", 0.4), ("script.rounds", 4), ("models.speaker.temperature", 0.1)],
)
def test_a_setting_that_the_text_does_not_have_is_written_into_it_and_taken_out(
    tmp_path: Path, path: str, value: float
) -> None:
    text = PLAIN + '[models]\nspeaker = "openai:gpt-4o-mini"\n'
    changed = change(text, path, value)
    checked = check(changed, tmp_path)
    field = next(field for field in checked.fields if field.path == path)
    assert (checked.error, field.value, field.written) == ("", value, True)
    out = check(change(changed, path, None), tmp_path)
    assert not next(field for field in out.fields if field.path == path).written
    assert out.error == ""
