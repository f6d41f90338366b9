"""Policy-parameterised prompts reproduced: runs made once, judges that disagree in a known way."""

import json

import pytest

from doxa.analysis.verify import verify
from doxa.errors import DoxaError
from doxa.experiments.papers import PaperStudy, run_experiment
from doxa.experiments.planning import plan
from doxa.experiments.reproductions import Order, reproduced
from doxa.experiments.scenario import load_scenario
from doxa.log.rundir import open_run
from doxa.models.scripted import ScriptedPerformer
from doxa.systems.round_table.exhibits import judges
from doxa.systems.round_table.exhibits.discussions import OVERALL
from doxa.systems.round_table.exhibits.tables import QUERIES, read_printed, tabulate_rules
from doxa.systems.round_table.measures import METRICS
from doxa.systems.round_table.reproduction import PAPER, read_judges, speakers

SHORT = {"script.rounds": 2, "script.passages": 1}


def small(out, **changes):
    return Order(out=out, changes={**SHORT, **changes}, trials=1)


def quietly(name, about):
    return None


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("policy-prompts")


@pytest.fixture(scope="module")
def land(out):
    """Fifteen discussions of two rounds, and what stands in the log directory."""
    study = PaperStudy(paper=PAPER, order=small(out), wanted=(), values={})
    return run_experiment(study, "land", quietly)


def test_every_part_of_every_experiment_can_be_planned():
    for experiment in PAPER.experiments.values():
        for setting in experiment.factors.get("setting", ()):
            changes = {**speakers(experiment.scenario, setting, ("a", "b", "c")), **PAPER.changes({"setting": setting})}
            assert plan(load_scenario(experiment.scenario, changes)).hash


def test_three_models_take_the_places_of_the_text():
    # Qwen3, Llama3, Mistral; S2 is Llama3, Mistral, Qwen3 for farmer, conservationist, community
    given = speakers("land", "S2", ("qwen", "llama", "mistral"))
    assert given == {
        "agents.farmer.model": "llama",
        "agents.conservationist.model": "mistral",
        "agents.community.model": "qwen",
    }
    five = speakers("land-five", "main", ("qwen", "llama", "mistral"))
    assert (five["agents.farmer_2.model"], five["agents.farmer_3.model"]) == ("llama", "mistral")


def test_every_query_and_rule_is_run_on_streams_of_its_query(land):
    assert len({(one.query, one.rule) for one in land}) == len(land) == 15
    seeds = {one.query: open_run(one.path).spec.seed for one in land}
    assert len(set(seeds.values())) == len(QUERIES)
    assert all(open_run(one.path).spec.seed == seeds[one.query] for one in land)


def test_runs_are_made_once_and_shared_by_exhibits(out, land):
    before = {file: file.stat().st_mtime_ns for file in out.rglob("calls.jsonl")}
    made = reproduced("policy-prompts", ("table2", "judges"), small(out), quietly)
    assert {file: file.stat().st_mtime_ns for file in out.rglob("calls.jsonl")} == before
    assert [one.name for one in made] == ["table2", "judges", "judges-agreement"]


def test_what_needs_models_says_so_and_runs_nothing(tmp_path):
    plain, detail = reproduced("policy-prompts", ("table14",), small(tmp_path), quietly)
    printed = read_printed("land", "S1", "Q1", "none")
    assert plain.rows[0] == ("Q1", "none", 0, *[cell for name in METRICS for cell in (None, printed[name])])
    assert {row[-1] for row in detail.rows} == {"needs models"}
    assert "Assumed" not in plain.caption
    assert list(tmp_path.iterdir()) == []


def test_agents_are_told_by_name_whether_or_not_anything_was_run(tmp_path):
    called = small(tmp_path, **{"agents.farmer.name": "Tess"})
    table2, table17, _ = reproduced("policy-prompts", ("table2", "table17"), called, quietly)
    community, teacher = ("land", "Community representative"), ("education", "Rural teacher")
    assert [row[:2] for row in table2.rows[2:4]] == [community, teacher]
    assert [row[2] for row in table17.rows[:3]] == ["Tess", "Conservationist", "Community representative"]
    # what the text prints is found by the agent's id, however it is called here
    assert table17.rows[0][5] == read_printed("land", "S1", "farmer", "none")["responsiveness"]


def test_a_table_has_ours_with_an_interval_beside_the_published_mean(out, land):
    parts = [("land", "land", "main")]
    labels = ("scenario", "query", "rule")
    sheet, detail = tabulate_rules(land, name="t", title="T", shows="", labels=labels, parts=parts, queries=True)
    rows = {row[:3]: row for row in sheet.rows}
    assert rows["land", OVERALL, "light"][3] == 5
    assert rows["land", OVERALL, "light"][5] == 0.85
    evidence = next(row for row in detail.rows if row[:4] == ("land", OVERALL, "light", "evidence usage"))
    found = dict(zip(detail.columns, evidence, strict=True))
    turns = [one.turn for run in land if run.rule == "light" for one in run.spoken]
    assert found["turns"] == len(turns) == 30
    assert found["pooled mean"].value == pytest.approx(sum(bool(one.evidence) for one in turns) / 30)
    assert found["published mean"] == 0.28
    assert found["ours − published"] == pytest.approx(found["pooled mean"].value - 0.28)
    assert "simulated offline" in sheet.title


def make_scripted(settings, conditions):
    """Three judges: one finds a response and opposition everywhere, one nowhere, one a response everywhere."""
    responds = settings.model != "scripted:never"
    reply = json.dumps({"responds": responds, "opposes": settings.model == "scripted:always"})
    return ScriptedPerformer(lambda request: reply)


def test_judges_that_disagree_in_a_known_way(out, land, monkeypatch):
    monkeypatch.setattr(Order, "make", staticmethod(make_scripted))
    order = Order(out=out, judges=("scripted:always", "scripted:responds"))
    runs = [one for one in land if one.rule == "none"]
    found = read_judges(runs, order)
    table, agreement = judges.tables(runs, found)
    # 6 turns a run, 3 of them in round 1 with nothing before: a judge who always finds it finds a half
    means = {row[:2] + row[3:4]: row[4] and row[4].value for row in table.rows}
    assert means["scripted:always", "none", "responsiveness"] == means["scripted:responds", "none", "rebuttal"] + 0.5
    rows = {row[:2]: row[2:] for row in agreement.rows}
    assert rows["responsiveness", "none"] == (2, 15, None, 1.0), "all the same: no agreement beyond chance"
    # 15 turns, one judge all 1, the other all 0: D_o = 30/30, D_e = 2·15·15 / (30·29); α = 1 − 29/15
    assert rows["rebuttal", "none"][2].value == pytest.approx(1 - 29 / 15)
    assert rows["rebuttal", "none"][3] == 0.0


def test_a_reading_of_responses_is_verified_and_leaves_the_run_alone(out, land):
    run = land[0]
    before = {file.name: file.read_bytes() for file in open_run(run.path).path.iterdir() if file.is_file()}
    read_judges([run], Order(out=out, judges=("offline",)))
    (reading,) = (
        path for path in (open_run(run.path).path / "readings").iterdir() if "scripted" not in models_of(path)
    )
    assert verify(reading).status == "verified"
    assert {file.name: file.read_bytes() for file in open_run(run.path).path.iterdir() if file.is_file()} == before


def models_of(path):
    return open_run(path).spec.roles["judge"].model


def test_the_offline_judge_reads_again_what_it_read_in_the_run(out, land):
    found = read_judges(land[:1], Order(out=out, judges=("offline",)))["offline"][land[0].path]
    own = {one.key: (one.turn.responds, one.turn.opposes) for one in land[0].spoken if one.turn.previous}
    assert {key: (one.responds, one.opposes) for key, one in found.items()} == own


@pytest.mark.parametrize(
    ("paper", "exhibits", "order", "message"),
    [
        ("policy-prompts", ["table4"], {"models": ("a", "b")}, "one model for all agents, or three"),
        ("policy-prompts", ["table4"], {"models": ("openai:x",)}, "cannot be used yet|not installed"),
        ("policy-prompts", ["table4"], {"judge": "opnai:x"}, "no model provider is named 'opnai'"),
        ("policy-prompts", ["table4"], {"changes": {"script.query": "Q1"}}, "vary this setting themselves"),
        ("policy-prompts", ["table4"], {"changes": {"seed": "x"}}, "seed must be a whole number"),
        ("belief-engine", [], {"judges": ("a",)}, "does not compare judges"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_has_run(tmp_path, monkeypatch, paper, exhibits, order, message):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(DoxaError, match=message):
        reproduced(paper, exhibits, Order(out=tmp_path, **order), quietly)


def test_every_table_and_figure_of_the_text_has_a_plan():
    tables = {f"table{number}" for number in range(1, 20)}
    assert set(PAPER.exhibits) == tables | {"fig2", "fig3", "fig4", "fig5", "judges", "definitions"}


def test_the_overall_rows_of_the_text_are_the_means_of_its_queries():
    settings = ("main", "w_D=1.5", "w_T=0.5", "S1", "alpha=0.2")
    for scenario, setting in (("education", "main"), *(("land", setting) for setting in settings)):
        for rule in ("none", "light", "struct"):
            overall = read_printed(scenario, setting, OVERALL, rule)
            for metric in METRICS:
                mean = sum(read_printed(scenario, setting, query, rule)[metric] for query in QUERIES) / 5
                assert overall[metric] == pytest.approx(mean, abs=0.0101)


def test_the_first_block_of_table_17_averages_to_the_homogeneous_setting():
    """The text names the models of its main study there; its numbers are those of S1."""
    for metric in METRICS:
        agents = [read_printed("land", "S1", one, "none")[metric] for one in ("farmer", "conservationist", "community")]
        assert sum(agents) / 3 == pytest.approx(read_printed("land", "S1", OVERALL, "none")[metric], abs=0.0101)
    assert read_printed("land", "main", OVERALL, "none")["responsiveness"] == 0.85
