"""A run directory that somebody sent is not driven on towards servers and files that it names."""

import json
from pathlib import Path

import pytest

from doxa.experiments.sitting import Terms
from doxa.log.rundir import open_run
from doxa.models.conditions import Conditions
from doxa.studio import guard
from doxa.studio.guard import refuse_path
from doxa.studio.scenarios import check
from doxa.studio.shelf import handle_of
from studio.asking import Application
from studio.conftest import copy_run


@pytest.mark.parametrize(
    ("conditions", "said"),
    [({"base_urls": {"openai": "http://evil.example/v1"}}, "evil.example"), ({"prices": "/etc/passwd"}, "/etc/passwd")],
)
def test_a_run_that_names_a_server_or_a_price_file_is_not_resumed_or_forked(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, conditions: dict[str, object], said: str
) -> None:
    copy_run(finished, tmp_path / "sent")
    application = Application(tmp_path)
    run = handle_of("sent")
    sent = Terms(conditions=Conditions.model_validate(conditions))
    monkeypatch.setattr(guard, "last_terms", lambda path: sent)
    for verb, body in (("resume", {}), ("fork", {"at": "r02/violet"})):
        answer = application.ask(f"/api/runs/{run}/{verb}", "POST", body)
        assert answer.status == 400
        assert said in answer.json["error"]
        assert f"doxa {verb}" in answer.json["hint"]
    assert application.studio.children.going == 0


def test_a_run_whose_words_are_from_a_file_elsewhere_is_not_resumed(finished: Path, tmp_path: Path) -> None:
    run = copy_run(finished, tmp_path / "sent")
    spec = json.loads((run / "spec.json").read_text())
    spec["roles"]["speaker"]["model"] = "recorded:/etc/passwd"
    (run / "spec.json").write_text(json.dumps(spec, sort_keys=True, separators=(",", ":")))
    application = Application(tmp_path)
    answer = application.ask(f"/api/runs/{handle_of('sent')}/resume", "POST", {})
    assert answer.status == 400
    assert "outside the folder" in answer.json["error"]


@pytest.mark.parametrize(
    "text", ["union", "argkp", "land/farmer", "either/or", "I go to /etc every day.", "", "a\nb", "*"]
)
def test_names_and_prose_are_no_paths(tmp_path: Path, text: str) -> None:
    assert refuse_path("agents.a.persona", text, tmp_path) is None, "not refused"


def test_a_finished_run_of_one_s_own_is_not_refused(finished: Path, tmp_path: Path) -> None:
    own = open_run(copy_run(finished, tmp_path / "own"))
    assert guard.refuse_far_models(own, tmp_path, "fork") is None, "not refused"


@pytest.mark.parametrize("file", ["people.csv", "{folder}/people.csv", "../people.csv", "missing.csv"])
def test_a_text_from_the_page_reads_no_table_of_agents(tmp_path: Path, file: str) -> None:
    (tmp_path / "people.csv").write_text("name\nsecret person\nother person\n")
    told = check(f'proposition = "P"\npanel.file = "{file.format(folder=tmp_path)}"\n', tmp_path)
    assert told.error.startswith("panel.file: ")
    assert "secret" not in f"{told.error} {told.hint} {told.form}"
