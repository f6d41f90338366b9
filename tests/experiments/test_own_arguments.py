"""Arguments that a scenario contains do what the same arguments do in a file beside it."""

from pathlib import Path

import pytest

import doxa
from doxa.errors import CorpusError, DivergedError, ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.sameness import check_corpora
from doxa.experiments.scenario import load_scenario

MOTION = "The town should close its centre to cars"
ARGUMENTS = [
    ("Children could walk to school without fear of traffic.", "pro", None),
    ("Shops gain customers because people who walk stop more often.", "pro", 0.6),
    ("Old people cannot reach the doctor without a car.", "con", 0.3),
    ("Deliveries would take twice as long and cost the shops dearly.", "con", None),
]
DEBATE = f"""\
name = "town"
proposition = "{MOTION}"
agents.ana.side = "pro"
agents.ben.side = "con"
script.rounds = 2

[seeds]
per_side = 1
"""


def contained(arguments: list[tuple[str, str, float | None]] = ARGUMENTS) -> str:
    """Return the scenario with its arguments in it."""
    rows = (
        f'[[seeds.arguments]]\ntext = "{text}"\nside = "{side}"\n'
        + ("" if strength is None else f"strength = {strength}\n")
        for text, side, strength in arguments
    )
    return "\n".join([DEBATE, *rows])


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_they_move_minds_as_a_file_beside_the_scenario_does(tmp_path: Path) -> None:
    rows = (f"{MOTION},{text},{side},{'' if strength is None else strength}" for text, side, strength in ARGUMENTS)
    write(tmp_path / "arguments.csv", "\n".join(["proposition,text,polarity,strength", *rows]))
    beside = doxa.run(write(tmp_path / "beside.toml", DEBATE + 'corpus = "arguments.csv"\n'), out=tmp_path / "beside")
    within = doxa.run(write(tmp_path / "within.toml", contained()), out=tmp_path / "within")
    assert within.spec.labels == beside.spec.labels
    assert within.spec.seeds["ana"][0].text == beside.spec.seeds["ana"][0].text
    assert [event.body for event in within.events if event.kind == "moved"] == [
        event.body for event in beside.events if event.kind == "moved"
    ]
    assert doxa.verify(within.path).status == "verified"


def test_a_scenario_with_other_arguments_is_not_the_run_s_any_more(tmp_path: Path) -> None:
    path = write(tmp_path / "town.toml", contained())
    scenario = load_scenario(path)
    spec = plan(scenario)
    check_corpora(spec, scenario.conditions.corpora)
    path.write_text(contained(ARGUMENTS[:3]))
    with pytest.raises(DivergedError, match=r"town\.toml changed after this run began"):
        check_corpora(spec, scenario.conditions.corpora)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("strength = 0.6", "strength = 6", r"town\.toml:17: seeds\.arguments\.1\.strength: .* 1 \(it is 6\)"),
        ('side = "con"\nstrength', 'side = "against"\nstrength', r"town\.toml:21: seeds\.arguments\.2\.side"),
        ("per_side = 1", 'per_side = 1\ncorpus = "argkp"', r"town\.toml:9: seeds\.corpus: .*take its place"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    text = contained()
    assert old in text
    with pytest.raises(ScenarioError, match=told):
        load_scenario(write(tmp_path / "town.toml", text.replace(old, new)))


def test_too_few_arguments_are_told_with_the_setting_that_asks_for_them(tmp_path: Path) -> None:
    scenario = load_scenario(write(tmp_path / "town.toml", contained()), {"seeds.per_side": 3})
    with pytest.raises(CorpusError, match=r"3 arguments for .* has 2") as caught:
        plan(scenario)
    assert "seeds.per_side" in caught.value.hint


def test_a_motion_of_ones_own_is_told_where_its_arguments_go(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="has no motion") as caught:
        plan(load_scenario(write(tmp_path / "town.toml", DEBATE)))
    assert "[[seeds.arguments]]" in caught.value.hint
