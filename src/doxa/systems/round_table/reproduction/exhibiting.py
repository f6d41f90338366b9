"""Makes the exhibits of policy-parameterised prompts, by the names that a user asks for, from discussions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from doxa.analysis.exhibit import Exhibit, Table
from doxa.analysis.naming import display_names
from doxa.analysis.natures import Effect
from doxa.experiments.planning import plan
from doxa.experiments.reproductions.ordering import Begin, Order
from doxa.experiments.reproductions.registry import Reproduction
from doxa.experiments.scenario import load_scenario
from doxa.log.rundir import open_run
from doxa.systems.round_table.exhibits import claims, figures, judges
from doxa.systems.round_table.exhibits.captions import BACKBONE, EFFECTS, METRIC_EFFECTS, NEEDS_MODELS, WEIGHS
from doxa.systems.round_table.exhibits.discussion import compared_in, definitions_of, read_result
from doxa.systems.round_table.exhibits.discussions import RULES, Discussion
from doxa.systems.round_table.exhibits.published import BACKBONES, OVERALL, read_printed
from doxa.systems.round_table.exhibits.tables import RowSource, Sheet, tables
from doxa.systems.round_table.measures import ComparedTurn, MetricDefinitions
from doxa.systems.round_table.reproduction.conditions import (
    AGENTS,
    ALPHAS,
    EXPERIMENTS,
    MAIN,
    PLACES,
    QUERIES,
    SUBSETS,
    WEIGHTS,
)
from doxa.systems.round_table.reproduction.judging import Readings, judge_discussions
from doxa.systems.round_table.reproduction.running import check_order, run_discussions


@dataclass(frozen=True, kw_only=True)
class StudyDiscussions:
    """All discussions that were run, and the judgements of several judges."""

    order: Order
    discussions: list[Discussion] = field(default_factory=list)
    judged: Readings = field(default_factory=dict)
    """The judgements of the main study on land by the judges of the order; empty where no judges are compared."""

    def of(self, scenario: str, setting: str) -> list[Discussion]:
        return [
            discussion
            for discussion in self.discussions
            if (discussion.scenario, discussion.setting) == (scenario, setting)
        ]

    def names(self, scenario: str) -> dict[str, str]:
        """Return agent id → name of the agents in a scenario's tables, without any run."""
        renamed = {f"agents.{id}.name" for id in AGENTS[scenario]}  # other changes may be of another scenario's agents
        changes = {path: change for path, change in self.order.changes.items() if path in renamed}
        spec = plan(load_scenario(scenario, changes))
        return display_names((id, spec.participant(id).name) for id in AGENTS[scenario])


Makes = Callable[[StudyDiscussions], list[Exhibit]]


@dataclass(frozen=True, kw_only=True)
class DiscussionExhibitPlan:
    """The experiments that an exhibit needs, and the function that makes it."""

    needs: tuple[str, ...]
    """Names of experiments."""
    make: Makes


def make_exhibits(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Run each experiment that the named exhibits need once and return the exhibits; without names, all of them."""
    check_order(order)
    wanted = [name for name in PLANS if not names or name in names]
    needed = {need for name in wanted for need in PLANS[name].needs}
    study = StudyDiscussions(order=order)
    for experiment in EXPERIMENTS.values():
        if experiment.name in needed:
            study.discussions.extend(run_discussions(experiment, order, begin(experiment.name, experiment.about)))
    if "judges" in wanted and order.judges:
        watch = begin("judges", f"the discussions on land, read by {', '.join(order.judges)}")
        study.judged.update(judge_discussions(study.of("land", MAIN), order, watch))
    return [exhibit for name in wanted for exhibit in PLANS[name].make(study)]


def _rows(
    study: StudyDiscussions, scenario: str, setting: str, groups: Sequence[str], first: tuple[str, ...] = ()
) -> list[RowSource]:
    """Return a row for each group (a query, or all) and rule."""
    runs = study.of(scenario, setting)
    return [
        RowSource(
            labels=(*first, group, rule) if len(groups) > 1 else (*first, rule),
            discussions=[
                discussion for discussion in runs if discussion.rule == rule and group in (OVERALL, discussion.query)
            ],
            printed=read_printed(scenario, setting, group, rule),
        )
        for group in groups
        for rule in RULES
    ]


def _by_agent(study: StudyDiscussions, scenario: str, setting: str, first: tuple[str, ...] = ()) -> list[RowSource]:
    """Return a row for each rule and agent."""
    runs = study.of(scenario, setting)
    return [
        RowSource(
            labels=(*first, rule, name),
            discussions=[discussion for discussion in runs if discussion.rule == rule],
            agent=agent,
            printed=read_printed(scenario, setting, agent, rule),
        )
        for rule in RULES
        for agent, name in study.names(scenario).items()
    ]


BY_QUERY = (*QUERIES, OVERALL)


def _table1(study: StudyDiscussions) -> list[Exhibit]:
    sheet = Sheet(
        name="table1",
        title="Metrics under three rules",
        shows="Both scenarios by query and rule, all weights 1.",
        labels=("scenario", "query", "rule"),
    )
    rows = [row for scenario in ("land", "education") for row in _rows(study, scenario, MAIN, BY_QUERY, (scenario,))]
    return [*tables(sheet, rows)]


def _table2(study: StudyDiscussions) -> list[Exhibit]:
    models = study.order.models
    rows = [
        (scenario, name, BACKBONES[MAIN][place], models[place] if len(models) == 3 else models[0])
        for scenario in ("land", "education")
        for place, name in enumerate(study.names(scenario).values())
    ]
    caption = "A setting, not a result: the models of the text, and those that spoke here."
    return [
        Table(
            name="table2",
            title="Agents and their models",
            caption=caption,
            columns=("scenario", "agent", "text", "here"),
            rows=tuple(rows),
        )
    ]


def _table3(study: StudyDiscussions) -> list[Exhibit]:
    sheet = Sheet(
        name="table3",
        title="Metrics by weight and rule",
        shows="One weight at a time, the others 1, over all queries.",
        labels=("weights", "rule"),
    )
    rows = [
        row
        for setting in (MAIN, *WEIGHTS)
        for row in _rows(study, "land", setting, (OVERALL,), (_name_weights(setting),))
    ]
    return [*tables(sheet, rows)]


def _name_weights(setting: str) -> str:
    return "all 1.0" if setting == MAIN else setting.replace("=", " = ")


def _plan_setting(number: int, setting: str, title: str, shows: str, groups: Sequence[str]) -> DiscussionExhibitPlan:
    """Plan a table of one setting on land, by query or overall."""
    experiment_name = next(
        experiment.name
        for experiment in EXPERIMENTS.values()
        if any(part.setting == setting for part in experiment.parts)
    )
    sheet = Sheet(
        name=f"table{number}",
        title=title,
        shows=shows,
        labels=("query", "rule") if len(groups) > 1 else ("rule",),
        effects=_effects(setting),
    )
    return DiscussionExhibitPlan(
        needs=(experiment_name,), make=lambda study: [*tables(sheet, _rows(study, "land", setting, groups))]
    )


def _effects(setting: str) -> tuple[Effect, ...]:
    if setting in ALPHAS:
        return (WEIGHS, *EFFECTS)
    return (BACKBONE, *METRIC_EFFECTS.values()) if setting in PLACES and setting != MAIN else EFFECTS


def _table5(study: StudyDiscussions) -> list[Exhibit]:
    sheet = Sheet(
        name="table5",
        title="Metrics by alpha",
        shows="Adaptive weights over all queries; alpha 0.2 is in the text's Table 4.",
        labels=("alpha", "rule"),
        effects=(WEIGHS, *EFFECTS),
    )
    rows = [
        row
        for setting in ALPHAS
        for row in _rows(study, "land", setting, (OVERALL,), (setting.removeprefix("alpha="),))
    ]
    return [*tables(sheet, rows)]


def _table6(study: StudyDiscussions) -> list[Exhibit]:
    sheet = Sheet(
        name="table6",
        title="Metrics by who speaks for whom",
        shows=f"S1: the first model for everybody; S2, S3: other orders of three. {THREE}",
        labels=("setting", "rule"),
        effects=(BACKBONE, *METRIC_EFFECTS.values()),
    )
    rows = [row for setting in ("S1", "S2", "S3") for row in _rows(study, "land", setting, (OVERALL,), (setting,))]
    return [*tables(sheet, rows)]


THREE = f"Without three models (--models A,B,C) its rows say “{NEEDS_MODELS}”."


def _table13(study: StudyDiscussions) -> list[Exhibit]:
    sheet = Sheet(
        name="table13",
        title="What T, M and D each do",
        shows="Over all queries, by what the prompt shows; with all three it is the main study.",
        labels=("shown", "rule"),
    )
    rows = [
        row
        for setting in (*SUBSETS, MAIN)
        for row in _rows(study, "land", setting, (OVERALL,), (_name_subset(setting),))
    ]
    return [*tables(sheet, rows)]


def _name_subset(setting: str) -> str:
    return "T+M+D" if setting == MAIN else setting.removeprefix("shows=")


def _table16(study: StudyDiscussions) -> list[Exhibit]:
    sheet = Sheet(
        name="table16",
        title="Metrics by agent among five",
        shows="Two more farmers, one much like the first and one of another mind; all three know the same.",
        labels=("rule", "agent"),
    )
    return [*tables(sheet, _by_agent(study, "land-five", MAIN))]


def _table17(study: StudyDiscussions) -> list[Exhibit]:
    sheet = Sheet(
        name="table17",
        title="Metrics by agent and who speaks for whom",
        shows=(
            f"{THREE} The first block of the text names its models as in the main study (Table 2), yet its agents "
            "average to S1 (Table 6); here the block is compared with S1."
        ),
        labels=("setting", "rule", "agent"),
        effects=(BACKBONE, *METRIC_EFFECTS.values()),
    )
    return [
        *tables(sheet, [row for setting in ("S1", "S2", "S3") for row in _by_agent(study, "land", setting, (setting,))])
    ]


def _table19(study: StudyDiscussions) -> list[Exhibit]:
    sheet = Sheet(
        name="table19",
        title="One of T, M and D left out, on education",
        shows="Over all queries, by what the prompt shows; the three subsets that the text prints.",
        labels=("shown", "rule"),
    )
    subsets = ("shows=M+D", "shows=T+D", "shows=T+M")
    rows = [
        row for setting in subsets for row in _rows(study, "education", setting, (OVERALL,), (_name_subset(setting),))
    ]
    return [*tables(sheet, rows)]


def _fig2(study: StudyDiscussions) -> list[Exhibit]:
    scenarios = {scenario: study.of(scenario, MAIN) for scenario in ("land", "education")}
    return [figures.by_round("fig2", "Three metrics by round under each rule", scenarios, figures.ROUND_EFFECTS)]


def _fig3(study: StudyDiscussions) -> list[Exhibit]:
    farmer = study.names("land")["farmer"]
    return [figures.weights_by_round(study.of("land", "alpha=0.2"), "farmer", "Q1", named=farmer)]


def _fig4(study: StudyDiscussions) -> list[Exhibit]:
    scenarios = {"land": study.of("land", "alpha=0.2")}
    return [
        figures.by_round("fig4", "Three metrics by round with adaptive weights", scenarios, figures.ADAPTIVE_EFFECTS)
    ]


def _fig5(study: StudyDiscussions) -> list[Exhibit]:
    subsets = {_name_subset(setting): study.of("land", setting) for setting in (*SUBSETS, MAIN)}
    published = {
        rule: {
            _name_subset(setting): read_printed("land", setting, OVERALL, rule) or {} for setting in (*SUBSETS, MAIN)
        }
        for rule in RULES
    }
    return [figures.ablation(subsets, published)]


def _definitions(study: StudyDiscussions) -> list[Exhibit]:
    return [*claims.tables(study.discussions, _compare)]


def _compare(discussion: Discussion) -> tuple[MetricDefinitions, Sequence[ComparedTurn]]:
    log = open_run(discussion.path)
    return definitions_of(log.spec), tuple(compared_in(log, read_result(log)).values())


PLANS: dict[str, DiscussionExhibitPlan] = {
    "table1": DiscussionExhibitPlan(needs=("land", "education"), make=_table1),
    "fig2": DiscussionExhibitPlan(needs=("land", "education"), make=_fig2),
    "table2": DiscussionExhibitPlan(needs=(), make=_table2),
    "table3": DiscussionExhibitPlan(needs=("land", "weights"), make=_table3),
    "fig3": DiscussionExhibitPlan(
        needs=("adaptive",),
        make=_fig3,
    ),
    "table4": _plan_setting(
        4,
        "alpha=0.2",
        "Metrics with adaptive weights",
        "Time trend and correction, alpha 0.2.",
        (OVERALL,),
    ),
    "fig4": DiscussionExhibitPlan(needs=("adaptive",), make=_fig4),
    "table5": DiscussionExhibitPlan(needs=("adaptive", "alpha"), make=_table5),
    "table6": DiscussionExhibitPlan(needs=("backbones",), make=_table6),
    "fig5": DiscussionExhibitPlan(needs=("ablation", "land"), make=_fig5),
    **{
        f"table{number}": _plan_setting(
            number, setting, f"Metrics by query, {_name_weights(setting)}", "The other weights are 1.", BY_QUERY
        )
        for number, setting in enumerate(WEIGHTS, 7)
    },
    "judges": DiscussionExhibitPlan(
        needs=("land",), make=lambda study: [*judges.tables(study.of("land", MAIN), study.judged)]
    ),
    "definitions": DiscussionExhibitPlan(
        needs=("land", "education", "weights", "ablation", "education-ablation", "backbones"), make=_definitions
    ),
    "table13": DiscussionExhibitPlan(needs=("ablation", "land"), make=_table13),
    "table14": _plan_setting(14, "S1", "Metrics by query, one model for all", THREE, BY_QUERY),
    "table15": _plan_setting(15, "S2", "Metrics by query, the models in another order", THREE, BY_QUERY),
    "table16": DiscussionExhibitPlan(needs=("five",), make=_table16),
    "table17": DiscussionExhibitPlan(needs=("backbones",), make=_table17),
    "table18": _plan_setting(
        18, "alpha=0.2", "Metrics by query with adaptive weights", "Time trend and correction, alpha 0.2.", BY_QUERY
    ),
    "table19": DiscussionExhibitPlan(needs=("education-ablation",), make=_table19),
}
"""Exhibit → its plan, in the text's order."""

POLICY_PROMPTS = Reproduction(exhibits=tuple(PLANS), make=make_exhibits, compares_judges=True)
