"""``doxa init``: a motion of one's own in one command, whatever the motion and the agents are called."""

import tomllib
from pathlib import Path

import pytest

from app.calling import called, failed
from doxa.app.commands.init import OPPONENT, PER_SIDE, lay_out_motion
from doxa.corpora.loading import load_corpus
from doxa.errors import UsageError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.log.rundir import open_run

ODD_MOTIONS = {
    "quotes": "We should ban the word \"no\" \\ and 'never'",
    "newline": "We should ban\ncars\t\tfrom the centre",
    "formula": "=SUM(A1), we should trust spreadsheets",
    "brackets": "[bold]We should[/bold] ban [plots] # comment",
    "german": "Wir müssen Straßen für Autos schließen",
    "japanese": "東京の中心から自動車を締め出すべきだ",
    "arabic": "يجب منع السيارات",
    "long": "We should " + "really " * 300 + "do it",
    "one word": "Cats",
    "control": "We should\x1b[31m ban\x7f colour",
    "path": "../../etc/passwd",
    "hyphen": "x -- should we?",
}


def test_the_two_files_run_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = called("init", "My motion", "--agents", "ana,ben,cleo", capsys=capsys)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my-motion-arguments.csv", "my-motion.toml"]
    assert "next: doxa run my-motion.toml   ·   doxa check my-motion-arguments.csv\n" in out
    called("run", "my-motion.toml", "--out", "run", "--set", "script.rounds=2", "--quiet", capsys=capsys)
    log = open_run(Path("run"))
    assert log.finished
    assert [(person.name, person.side) for person in log.spec.participants] == [
        ("Ana", "pro"), ("Ben", "con"), ("Cleo", "neutral"),
    ]  # fmt: skip
    assert any(abs(stance or 0.0) > 0.01 for stance in log.ended.stances.values())
    assert "ana" in called("explain", "run", "--agent", "ana", capsys=capsys).lower()


def test_nothing_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-motion-arguments.csv").write_text("mine")
    code, text = failed(monkeypatch, capsys, "init", "My motion")
    assert (code, "my-motion-arguments.csv exists already" in text, "--name" in text) == (2, True, True)
    assert not Path("my-motion.toml").exists(), "neither file is written where one of them is there"
    assert Path("my-motion-arguments.csv").read_text() == "mine"
    called("init", "My motion", "--name", "another/one", "--out", "folder", capsys=capsys)
    assert sorted(path.name for path in Path("folder").iterdir()) == ["another-one-arguments.csv", "another-one.toml"]


@pytest.mark.parametrize("name", ODD_MOTIONS)
def test_odd_motions_are_written_so_that_they_plan(name: str, tmp_path: Path) -> None:
    files = lay_out_motion(ODD_MOTIONS[name], ["ana", "ben"])
    for file, text in files.items():
        assert Path(file).name == file
        assert len(file.encode()) < 200
        (tmp_path / file).write_text(text, encoding="utf-8")
    scenario, arguments = files
    spec = plan(load_scenario(tmp_path / scenario))
    motion = spec.proposition.text
    assert "\n" not in motion
    assert len(spec.seeds["ana"]) == PER_SIDE
    assert len(load_corpus(tmp_path / arguments).motion(motion)) == 16


@pytest.mark.parametrize("motion", ["", "   ", "?!", "\n", "--"])
def test_a_motion_without_words_is_refused(motion: str) -> None:
    with pytest.raises(UsageError, match="no words"):
        lay_out_motion(motion, ["ana", "ben"])


@pytest.mark.parametrize(
    ("motion", "file"),
    [
        ("My motion", "my-motion.toml"),
        ("We should ban cars!", "we-should-ban-cars.toml"),
        ("Wir müssen Straßen öffnen", "wir-müssen-straßen-öffnen.toml"),
        ("Élargir l'Union européenne", "elargir-l-union-europeenne.toml"),
        ("word " * 40, "word-word-word-word-word-word-word-word-word.toml"),
        ("a" * 400, f"{'a' * 48}.toml"),
    ],
)
def test_files_are_named_by_the_words_of_the_motion(motion: str, file: str) -> None:
    assert next(iter(lay_out_motion(motion, ["ana", "ben"]))) == file


def test_a_name_without_a_letter_becomes_a_plain_one() -> None:
    assert list(lay_out_motion("My motion", ["ana"], name="_")) == ["motion.toml", "motion-arguments.csv"]


@pytest.mark.parametrize(
    ("agents", "ids"),
    [
        (["ana maría", "Łukasz", "田中"], ["ana-maria", "ukasz", "agent-3"]),
        (["a b", "a-b"], ["a-b", "a-b-2"]),
        (["Jo", " Max  Mustermann "], ["jo", "max-mustermann"]),
        ([f"voice {n}" for n in range(30)], [f"voice-{n}" for n in range(30)]),
    ],
)
def test_odd_names_get_ids_and_stay_as_they_are(agents: list[str], ids: list[str], tmp_path: Path) -> None:
    files = lay_out_motion("My motion", agents)
    for file, text in files.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    scenario = next(iter(files))
    assert list(tomllib.loads(files[scenario])["agents"]) == ids
    assert len(plan(load_scenario(tmp_path / scenario)).participants) == len(agents)


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        ([""], "without a letter"),
        (["ana", "", "ben"], "without a letter"),
        (["ana", "Ana"], "twice"),
        (["ana", "ana"], "twice"),
        ([OPPONENT], "twice"),
        (["x" * 100], "longer than"),
        ([f"a{n}" for n in range(101)], "the most"),
    ],
)
def test_names_that_cannot_be_are_refused(agents: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        lay_out_motion("My motion", agents)


def test_one_agent_alone_meets_an_opponent_who_plays_the_other_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "an opponent" in called("init", "My motion", "--agents", "ana", capsys=capsys)
    called("run", "my-motion.toml", "--out", "run", "--quiet", capsys=capsys)
    log = open_run(Path("run"))
    assert log.finished
    assert len(log.spec.counters) == 6


def test_a_motion_that_a_corpus_lacks_has_two_ways_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("run", "compulsory-voting", "--set", 'proposition="Cats are better than dogs"')
    code, text = failed(monkeypatch, capsys, *words)
    assert code == 2
    assert 'doxa init "MOTION"' in text
    way = "--model PROVIDER:MODEL --set seeds.per_side=0 --set prior.mode=seeds"
    assert way in text
    model = way.replace("PROVIDER:MODEL", "ollama:qwen3").split()
    assert "calls" in called(*words, *model, "--set", "script.rounds=1", "--dry-run", capsys=capsys)
