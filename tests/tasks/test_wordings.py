"""A user's wording of a prompt: a file beside the scenario, checked for its variables, and part of the run's spec."""

from pathlib import Path

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.app.cli import app
from doxa.errors import DoxaError, ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.records.steps import rendered
from doxa.tasks.registry import task_named
from doxa.tasks.wordings import check_wording, variables_of, worded, wording_of

RESPOND, EXTRACT = task_named("respond"), task_named("extract")
MINE = "{{ actor.name }} is asked.\n{{ position }}\nOne sentence, please.\n"


def test_a_wording_of_one_part_is_what_is_told_last() -> None:
    mine = worded(RESPOND, MINE)
    assert mine.request == MINE.strip()
    assert mine.stable == RESPOND.stable


def test_a_wording_of_two_parts_replaces_both() -> None:
    mine = worded(RESPOND, f'On "{{{{ proposition.text }}}}".\r\n---\r\n{MINE}')
    assert (mine.stable, mine.request) == ('On "{{ proposition.text }}".', MINE.strip())
    assert worded(RESPOND, "") is RESPOND


def test_variables_are_named_with_their_first_field() -> None:
    template = "{{ inputs.asked.words }} {% for one in inputs.claims %}{{ one.text }}{{ loop.index }}{% endfor %}"
    assert variables_of(template + "{{ names.values() | join }} {{ position }}") == {
        "inputs.asked", "inputs.claims", "names", "position",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("task", "wording", "error"),
    [
        ("respond", "{{ actor.name }}, speak.", r"prompts\.respond: the wording does not have {{ position }}"),
        ("respond", "{{ position }}", r"does not have {{ actor\.name }}"),
        ("respond", "{{ actor.name }} {% if position %}has one{% endif %}", r"does not have {{ position }}"),
        ("extract", "List the points of {{ inputs.text }}.", r"does not have {{ inputs\.proposition }}"),
        ("respond", "{{ actor.nam }} {{ position }}", r"the last part has no variable 'actor\.nam'"),
        ("respond", "Hello {{ position }}\n---\n{{ actor.name }}", r"the first part has no variable 'position'"),
        ("respond", " \n", r"prompts\.respond: the wording is empty"),
        ("respond", "one\n{{ position", r"prompts\.respond: line \d+: unexpected"),
        ("respond", "{{ actor.name }} {{ position | loudly }}", r"No filter named 'loudly'"),
    ],
)
def test_a_wording_that_could_not_be_used_is_refused(task: str, wording: str, error: str) -> None:
    with pytest.raises(ScenarioError, match=error):
        check_wording(task_named(task), wording)


def test_an_unknown_variable_is_answered_with_the_nearest() -> None:
    with pytest.raises(ScenarioError) as error:
        check_wording(EXTRACT, "{{ inputs.txt }} {{ inputs.proposition }}")
    assert "Did you mean 'inputs.text'?" in error.value.hint


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    (tmp_path / "mine.md").write_text(MINE, encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(
        'proposition = "We should introduce compulsory voting"\n'
        '[agents.ada]\nside = "pro"\n[agents.bo]\nside = "con"\n[script]\nrounds = 2\n'
        '[prompts]\nrespond = "mine.md"\n',
        encoding="utf-8",
    )
    return path


def test_a_run_sends_a_users_wording_keeps_it_and_verifies(scenario: Path, tmp_path: Path) -> None:
    log = doxa.run(scenario, out=tmp_path / "run")
    assert log.spec.prompts == {"respond": MINE}
    turns = [call for call in log.calls() if call.id.startswith("r02/") and call.role == "speaker"]
    assert turns
    for call in turns:
        assert rendered(tuple(map(log.blobs.block, call.blocks))).endswith("One sentence, please.")
    (tmp_path / "mine.md").unlink()  # the log has the words
    assert verify(log.path).status == "verified"


@pytest.mark.parametrize(
    "wording", [MINE + "{{ actor.name.first }}", f"{{{{ names.first.last }}}}\n---\n{MINE}{{{{ proposition.text }}}}"]
)
def test_a_field_that_does_not_exist_is_named_when_it_is_filled_in(
    wording: str, scenario: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.md").write_text(
        wording.replace("{{ position", "{{ proposition.text }} {{ position"), encoding="utf-8"
    )
    with pytest.raises(DoxaError, match=r"the wording of the prompt of 'respond' cannot be filled in: .*'first'"):
        doxa.run(scenario, out=tmp_path / "run")


def test_a_scenario_names_its_wordings_that_cannot_be_read(scenario: Path, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"prompts\.respnd: no task is named 'respnd'"):
        plan(load_scenario(str(scenario), {"prompts.respnd": "mine.md"}))
    (tmp_path / "mine.md").unlink()
    with pytest.raises(ScenarioError, match=r"prompts\.respond: .*mine\.md cannot be read"):
        plan(load_scenario(str(scenario)))


def test_doxa_prompt_prints_the_wording_to_begin_with(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app(["prompt", "compulsory-voting", "--agent", "violet", "--wording"], result_action="return_value")
    assert capsys.readouterr().out.strip() == wording_of(RESPOND).strip()


def test_doxa_prompt_counts_tokens_and_what_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    app(["prompt", "compulsory-voting", "--agent", "cobalt"], result_action="return_value")
    shown = " ".join(capsys.readouterr().out.split())
    assert "tokens, as before" in shown
    assert "as in the prompt before (r01/violet)" in shown
