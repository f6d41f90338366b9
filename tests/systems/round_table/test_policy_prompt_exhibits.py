"""Exhibits of policy-parameterised prompts on discussions made by hand: intervals over runs, and figures."""

import pytest

from doxa.analysis.exhibit import Table
from doxa.policies.instructions import Weights
from doxa.policies.schedules import Slips, weights_at
from doxa.records.spec import PromptPolicy
from doxa.systems.round_table.exhibits import claims
from doxa.systems.round_table.exhibits.discussion import DiscussionTurn, Origin
from doxa.systems.round_table.exhibits.discussions import BACKBONE, Discussion, caption, measure
from doxa.systems.round_table.exhibits.figures import draw_ablation, draw_rounds, weights_by_round
from doxa.systems.round_table.exhibits.tables import RowSource, tabulate
from doxa.systems.round_table.measures import ComparedTurn, MeasuredTurn, MetricDefinitions
from doxa.terminal.exhibits import write_exhibits

OFFLINE = Origin(simulated=True, judged_offline=True)
SHOWS_T = [("T", "land", "shows=T")]
ADAPTIVE = PromptPolicy(schedule="time_trend", correction="behaviour")


def spoken(number, *, evidence=True, agent="farmer", responds=True, weights=None):
    previous = "r01/farmer" if number > 1 else ""
    turn = MeasuredTurn(
        round=number,
        agent=agent,
        text="x",
        previous=previous,
        responds=responds if previous else None,
        evidence=evidence,
        non_repetition=0.5,
    )
    key = f"r{number:02d}/{agent}"
    return DiscussionTurn(key=key, turn=turn, query="Q?", rule="none", weights=weights or Weights())


def discussion(turns, replicate=0, **changes):
    given = {"scenario": "land", "setting": "main", "rule": "none", "query": "Q1", "origin": OFFLINE}
    path = f"/runs/{changes.get('rule', 'none')}/k{replicate}"
    return Discussion(
        **{**given, "path": path, "status": "finished", **changes}, replicate=replicate, spoken=tuple(turns)
    )


def test_the_text_pools_turns_and_intervals_resample_runs():
    # a long run that always cites and a short one that never does
    runs = [
        discussion([spoken(n, evidence=True) for n in (1, 2, 3)]),
        discussion([spoken(1, evidence=False)], replicate=1),
    ]
    found = measure(runs, "evidence usage")
    assert (found.estimate.value, found.mean, found.runs_sd) == (0.75, 0.5, 0.5)
    assert found.sd == pytest.approx((0.75 * 0.25) ** 0.5)
    # two runs drawn from three turns with evidence and one without: the pooled mean is 0, 0.75 or 1
    assert (found.estimate.low, found.estimate.high) == (0.0, 1.0)
    assert (found.runs, found.turns) == (2, 4)


def test_turns_without_a_value_are_counted_and_left_out():
    found = measure([discussion([spoken(1), spoken(2, responds=None), spoken(3)])], "responsiveness")
    assert (found.turns, found.missing, found.estimate.value) == (2, 1, 0.5)
    assert (found.estimate.low, found.estimate.high) == (None, None), "one run has no interval"


def test_a_run_that_failed_is_counted_and_left_out():
    lost = discussion([], replicate=1, status="failed", reason="it broke")
    rows = [RowSource(labels=("none",), discussions=[discussion([spoken(1)]), lost], printed={})]
    sheet, detail = tabulate("t", "T", "", ("rule",), rows)
    row = dict(zip(detail.columns, detail.rows[0], strict=True))
    assert (row["runs"], row["failed"]) == (1, 1)
    assert "1 failed (it broke)" in sheet.caption
    assert "published resp." in sheet.names


def test_one_agents_turns_are_measured_alone():
    turns = [spoken(1, evidence=True), spoken(1, evidence=False, agent="community")]
    assert measure([discussion(turns)], "evidence usage", "community").estimate.value == 0.0


def test_a_caption_says_where_each_effect_comes_from_and_what_needs_models():
    told = caption("Shown.", [discussion([spoken(1)])])
    phrases = (
        "Emergent (follows from the mechanism under test): which passages",
        "Assumed by the performer: responsiveness: a speaker",
        "; rebuttal: a response opposes at a fixed rate",
        "; evidence usage: instructions are obeyed",
        "; stance: instructions are obeyed",
        "Needs models: non-repetition: how novel answers are",
    )
    assert [phrase for phrase in phrases if phrase not in told] == []
    real = caption("Shown.", [discussion([spoken(1)], origin=Origin(hosted=True))])
    assert "Assumed" not in real
    assert "Needs models" not in real
    assert caption("Shown.", [], (BACKBONE,)).endswith(
        "No run was made. Needs models: differences between base models."
    )


def test_weights_are_drawn_beside_the_schedule_and_leave_it_after_a_slip():
    slips = {3: Slips(evidence=True), 4: Slips(response=True)}
    turns = [spoken(n, weights=weights_at(ADAPTIVE, n, slips.get(n, Slips()))) for n in range(1, 11)]
    figure = weights_by_round([discussion(turns, setting="alpha=0.2")], "farmer", "Q1", named="Farmer")
    assert figure.caption.startswith("Adaptive weights of the agent Farmer on Q1")
    drawn = {panel.title.splitlines()[0]: {line.label: line.y for line in panel.lines} for panel in figure.panels}
    # D falls a tenth a round to 0.5; 0.2 is added in round 3 alone. M rises to 2; 0.2 is added in round 4 alone.
    schedule = (0.9, 0.8, 0.7, 0.6, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)
    assert drawn["w_D"]["schedule alone"] == pytest.approx(schedule)
    assert drawn["w_D"]["none"] == pytest.approx((0.9, 0.8, 0.9, *schedule[3:]))
    assert drawn["w_M"]["none"] == pytest.approx((1.1, 1.2, 1.3, 1.6, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0))
    assert next(line for line in figure.panels[0].lines if line.label == "schedule alone").reference


def test_a_curve_by_round_has_the_band_of_its_runs():
    runs = [discussion([spoken(1, evidence=n > 0), spoken(2)], replicate=n) for n in range(2)]
    figure = draw_rounds(runs, name="fig2", title="By round", scenarios=["land"])
    line = next(one for panel in figure.panels if panel.title.startswith("evidence usage") for one in panel.lines)
    assert (line.label, line.x, line.y) == ("none", (1.0, 2.0), (0.5, 1.0))
    assert (line.low, line.high) == ((0.0, 1.0), (1.0, 1.0))


def test_the_ablation_stands_beside_what_the_text_prints():
    figure = draw_ablation([discussion([spoken(1)], setting="shows=T")], subsets=SHOWS_T)
    rebuttal = figure.panels[1]
    assert rebuttal.x_names == ("T",)
    assert [line.published for line in rebuttal.lines] == [(0.34,), (0.35,), (0.34,)]
    assert rebuttal.lines[1].y == (None,), "no run under light"


def test_the_table_of_every_number_is_folded_on_the_page_and_drawn_figures_lie_beside_it(tmp_path):
    detail = Table(name="t-detail", title="T", caption="c", columns=("a",), rows=((1,),), detail=True)
    runs = [discussion([spoken(1)], setting="shows=T", rule=rule) for rule in ("none", "light", "struct")]
    figure = draw_ablation(runs, subsets=SHOWS_T)
    names = [path.name for path in write_exhibits([detail, figure], tmp_path)]
    assert {"t-detail.csv", "t-detail.md", "fig5-data.csv", "fig5.png", "fig5.svg", "exhibits.html"} <= set(names)
    assert "<details><summary>" in (tmp_path / "exhibits.html").read_text(encoding="utf-8")


def compared(run):
    """Turns that say three words of a passage in a row under the rule light, and none under another."""
    text = "larks need hedges" if run.rule == "light" else "nothing"
    turns = [one.turn.model_copy(update={"text": text}) for one in run.spoken]
    passages = ("Larks need hedges most.",)
    return MetricDefinitions(), [ComparedTurn(turn=turn, before=None, cosine=None, passages=passages) for turn in turns]


def test_a_claim_is_judged_under_each_definition_by_pairs_of_runs_within_queries():
    runs = [
        discussion([spoken(1, evidence=rule == "light")], rule=rule, replicate=replicate)
        for rule in ("none", "light")
        for replicate in range(2)
    ]
    sheets = {table.name: table for table in claims.tabulate_claims(runs, compare=compared)}
    evidence = sheets["definitions-evidence"]
    row = next(row for row in evidence.rows if row[1:3] == ("land", "light cites most: light > none"))
    cells = dict(zip(evidence.names, row, strict=True))
    assert (round(cells["published"], 2), cells["as in the runs"]) == (0.18, "holds +1.00")
    assert (cells["phrases of 2"], cells["phrases of 4"]) == ("holds +1.00", "open +0.00")
    education = next(row for row in evidence.rows if row[1] == "education")
    assert set(education[4:]) == {"needs models"}, "no run was made"
    detail = sheets["definitions-evidence-detail"]
    first = detail.records()[0]
    assert (first["verdict"], first["pairs"]) == ("holds", 2)
    assert (first["difference low"], first["difference high"]) == (1.0, 1.0)


def test_a_claim_with_one_pair_a_query_has_no_interval():
    runs = [discussion([spoken(1, evidence=rule == "light")], rule=rule) for rule in ("none", "light")]
    evidence = next(
        table for table in claims.tabulate_claims(runs, compare=compared) if table.name == "definitions-evidence"
    )
    assert evidence.rows[0][4] == "higher +1.00"
