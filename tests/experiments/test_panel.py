"""``[panel]``: agents from the rows of a table, by filter, quota and a seeded draw, and what is wrong with a row."""

import hashlib
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, strategies

import doxa
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import scenario_of
from doxa.records.base import JsonValue
from doxa.records.spec import RunSpec
from doxa.records.steps import rendered

HEADER = "name,persona,side,prior,openness,Years of school,party"
SIDES = ("pro", "against", "neutral")
PRIORS = (0.3, -0.3, 0.0)
PARTIES = ("left", "green", "right")
ROWS = [
    f"Person {number},A voter in ward {number}.,{SIDES[number % 3]},{PRIORS[number % 3]},0.{number % 9 + 1},"
    f"{number % 20},{PARTIES[number % 2 + number // 300]}"
    for number in range(500)
]
BASE = {
    "name": "town",
    "proposition": "We should introduce compulsory voting",
    "script": {"rounds": 1},
    "seed": 3,
}


def table(folder: Path, rows: list[str] = ROWS, header: str = HEADER) -> Path:
    path = folder / "people.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def cast(
    folder: Path, panel: dict[str, JsonValue], changes: dict[str, JsonValue] | None = None, **more: object
) -> RunSpec:
    tables = {**BASE, **more, "panel": {"file": "people.csv", **panel}}
    return plan(scenario_of(tables, changes or {}, folder))


def test_a_row_is_an_agent_with_its_settings_and_variables(tmp_path: Path) -> None:
    path = table(tmp_path)
    spec = cast(tmp_path, {})
    person = spec.participants[1]
    assert (person.id, person.name, person.persona, person.side) == (
        "person-1",
        "Person 1",
        "A voter in ward 1.",
        "con",
    )
    assert (person.prior.mode, person.prior.stance, person.belief["u"]) == ("target", -0.3, 0.2)
    assert person.variables == {"years_of_school": "1", "party": "green"}
    assert spec.panel is not None
    assert spec.panel.model_dump() == {"file": "people.csv", "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    assert len(spec.participants) == 500


def test_a_spec_without_a_panel_has_the_bytes_it_had() -> None:
    line = plan(scenario_of({**BASE, "agents": {"ana": {}, "ben": {}}}, {}, Path())).line
    assert b'"panel"' not in line
    assert b'"variables"' not in line


def test_500_rows_give_500_distinct_prompts(tmp_path: Path) -> None:
    table(tmp_path, ROWS, HEADER.replace("openness", "belief.step"))
    scenario = tmp_path / "town.toml"
    scenario.write_text(
        'proposition = "We should subsidize journalism"\nprotocol = "feed"\nkernel = "social"\nscript.rounds = 1\n'
        '[panel]\nfile = "people.csv"\npersona = "{{ persona }} School: {{ years_of_school }} years."\n'
    )
    log = doxa.run(scenario, out=tmp_path / "run")
    prompts = {
        " ".join(rendered(tuple(log.blobs.block(id) for id in call.blocks)).split()).replace(agent.name, "X")
        for call, agent in zip(
            (call for call in log.calls() if call.role == "speaker"), log.spec.participants, strict=True
        )
    }
    assert len(prompts) == 500
    agents = doxa.frames(log.path).agents
    assert agents["variable.years_of_school"][:3] == (0, 1, 2)
    assert agents.types["variable.party"] == "string"
    assert (agents["prior_stance"][1], agents["side"][1]) == (-0.3, "con")
    assert doxa.verify(log.path).status == "verified"


@given(
    seed=strategies.integers(0, 99),
    small=strategies.integers(1, 40),
    more=strategies.integers(0, 40),
    party=strategies.sampled_from(PARTIES),
)
def test_a_draw_is_seeded_fits_the_filter_and_grows(
    tmp_path_factory: pytest.TempPathFactory, seed: int, small: int, more: int, party: str
) -> None:
    folder = tmp_path_factory.mktemp("draw")
    table(folder)
    small_draw, again, large = (
        [agent.id for agent in cast(folder, {"where": {"party": party}, "count": count, "seed": seed}).participants]
        for count in (small, small, small + more)
    )
    assert small_draw == again
    assert len(small_draw) == small
    assert set(small_draw) <= set(large)
    assert large == sorted(large, key=lambda agent: int(agent.removeprefix("person-"))), "the order is the file's"
    fitting = {f"person-{at}" for at, row in enumerate(ROWS) if row.endswith(party)}
    assert set(large) <= fitting


def test_another_seed_draws_others_and_a_replicate_does_not(tmp_path: Path) -> None:
    table(tmp_path)
    scenario = scenario_of({**BASE, "panel": {"file": "people.csv", "count": 30}}, {}, tmp_path)
    first, replicate = ([agent.id for agent in plan(scenario, number).participants] for number in (0, 1))
    assert first == replicate
    assert [agent.id for agent in cast(tmp_path, {"count": 30}, {"seed": 4}).participants] != first
    assert [agent.id for agent in cast(tmp_path, {"count": 30, "seed": 3}, {"seed": 4}).participants] == first


def test_quotas_draw_their_numbers_and_no_row_twice(tmp_path: Path) -> None:
    table(tmp_path)
    quota = [{"where": {"party": "right"}, "count": 5}, {"where": {"party": ["LEFT", "right"]}, "count": 190}]
    spec = cast(tmp_path, {"quota": quota, "where": {"years_of_school": {"most": 17}}})
    counts = Counter(agent.variables["party"] for agent in spec.participants)
    assert (counts["green"], sum(counts.values())) == (0, 195)
    assert all(int(agent.variables["years_of_school"]) <= 17 for agent in spec.participants)
    assert len({agent.id for agent in spec.participants}) == 195


def test_own_tables_and_changes_stand_over_rows(tmp_path: Path) -> None:
    table(tmp_path, ROWS[:3])
    agents = {"person-1": {"persona": "A baker."}, "chair": {"side": "neutral"}}
    spec = cast(tmp_path, {}, {"agents.person-2.belief.u": 0.05}, agents=agents)
    assert [agent.id for agent in spec.participants] == ["person-0", "person-1", "person-2", "chair"]
    assert [agent.belief["u"] for agent in spec.participants[:3]] == [0.1, 0.2, 0.05]
    assert spec.participants[1].persona == "A baker."
    assert spec.participants[1].side == "con", "what the table does not say is the row's"
    shared = cast(tmp_path, {}, {"belief.u": 0.4})
    assert {agent.belief["u"] for agent in shared.participants} == {0.4}


@pytest.mark.parametrize(
    ("column", "cell", "told"),
    [
        ("name", "", "people.csv, line 3, column name: there is no name"),
        ("name", "person  0", "people.csv, line 3, column name: 'person  0' is also the name in line 2"),
        ("side", "left", "people.csv, line 3, column side: 'left' is no side"),
        ("prior", "often", "people.csv, line 3, column prior: prior.stance: input should be a valid number"),
        ("prior", "3", "people.csv, line 3, column prior: prior.stance: input should be less than or equal to 1"),
        ("openness", "-1", "people.csv, line 3, column openness: belief.u: input should be greater than or equal to 0"),
    ],
)
def test_an_error_names_row_and_column(tmp_path: Path, column: str, cell: str, told: str) -> None:
    cells = dict(zip(HEADER.split(","), ROWS[1].split(","), strict=True)) | {column: cell}
    table(tmp_path, [ROWS[0], ",".join(cells.values())])
    with pytest.raises(ScenarioError) as refused:
        cast(tmp_path, {})
    assert str(refused.value.message).startswith(told)


@pytest.mark.parametrize(
    ("panel", "told"),
    [
        ({"file": "nobody.csv"}, "panel.file: "),
        ({"where": {"job": "nurse"}}, "panel.where.job: people.csv has no such column"),
        ({"where": {"party": {"least": 1}}}, "people.csv, line 2, column party: 'left' is not a number"),
        ({"where": {"party": "blue"}}, "panel.where: 1 rows are wanted, and 0 of 500 are such"),
        ({"count": 501}, "panel.count: 501 rows are wanted, and 500 of 500 are such"),
        ({"quota": [{"where": {"party": "left"}, "count": 400}]}, "panel.quota.0: 400 rows are wanted, and 150"),
        ({"quota": [{"count": 1}], "count": 2}, "panel.count: panel.quota says"),
        ({"persona": "{{ job }}"}, "panel.persona: it cannot be filled in from line 2 of people.csv"),
        ({"sha256": "00"}, "panel.sha256: the file is another one"),
        ({"rows": 3}, "panel.rows: there is no such key"),
    ],
)
def test_an_error_names_the_setting(tmp_path: Path, panel: dict[str, JsonValue], told: str) -> None:
    table(tmp_path)
    with pytest.raises(ScenarioError) as refused:
        cast(tmp_path, panel)
    assert str(refused.value.message).startswith(told)


def test_a_rule_without_uptake_refuses_openness(tmp_path: Path) -> None:
    table(tmp_path)
    with pytest.raises(ScenarioError, match=re.escape("line 2, column openness: belief.u: there is no such key")):
        cast(tmp_path, {}, kernel="degroot")


@pytest.mark.parametrize("protocol", ["dialogue", "round_table", "puzzle"])
def test_all_agents_of_a_panel_take_part(tmp_path: Path, protocol: str) -> None:
    table(tmp_path, ROWS[:4], HEADER.replace("openness", "level"))
    scenario = tmp_path / "town.toml"
    scenario.write_text(
        f'proposition = "We should introduce compulsory voting"\nprotocol = "{protocol}"\npanel.file = "people.csv"\n'
    )
    log = doxa.run(scenario, out=tmp_path / "run")
    assert {outcome.actor for outcome in log.outcomes} >= {f"person-{at}" for at in range(4)}


def test_a_union_debate_draws_its_sides_by_quota(tmp_path: Path) -> None:
    table(tmp_path, ROWS, HEADER.replace("openness", "level"))
    quota = [{"where": {"side": side}, "count": 1} for side in ("pro", "against")]
    spec = cast(tmp_path, {"quota": quota}, protocol="union", script={})
    assert sorted(agent.side for agent in spec.participants) == ["con", "pro"]
    with pytest.raises(ScenarioError, match="the format one_on_one has 1 speakers on the side pro"):
        cast(tmp_path, {}, protocol="union", script={})


def test_a_wording_has_the_variables(tmp_path: Path) -> None:
    table(tmp_path, ROWS[:2], HEADER.replace("openness", "level"))
    (tmp_path / "respond.md").write_text(
        "{{ actor.name }} votes {{ actor.variables.party }}. {{ proposition.text }}\n---\n"
        "You are {{ actor.name }}, at school for {{ actor.variables.years_of_school }} years. {{ position }}\n"
    )
    scenario = tmp_path / "town.toml"
    scenario.write_text(
        'proposition = "We should introduce compulsory voting"\nscript.rounds = 1\nprompts.respond = "respond.md"\n'
        '[panel]\nfile = "people.csv"\n'
    )
    log = doxa.run(scenario, out=tmp_path / "run")
    call = next(call for call in log.calls() if call.id == "r01/person-1#1")
    prompt = rendered(tuple(log.blobs.block(id) for id in call.blocks))
    assert "Person 1 votes green." in prompt
    assert "at school for 1 years" in prompt
