"""Directional claims of policy-parameterised prompts: one condition has more of a metric than another.

Sections 4.2 to 4.4 make them in words. A claim about one rule being the highest is two comparisons here. Claims about
curves by round, of which the text prints no numbers, are not among them.
"""

from dataclasses import dataclass

from doxa.systems.round_table.exhibits.published import OVERALL, read_printed

RULES = ("none", "light", "struct")
MAIN = "main"


@dataclass(frozen=True, kw_only=True)
class StudyCell:
    """The discussions of one scenario and setting, under one rule or under all three."""

    setting: str = MAIN
    rule: str | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        return (self.rule,) if self.rule else RULES


@dataclass(frozen=True, kw_only=True)
class DirectionalClaim:
    """The claim that one cell has more of a metric than another of the same scenario."""

    section: str
    scenario: str
    metric: str
    says: str
    more: StudyCell
    less: StudyCell

    @property
    def published(self) -> float | None:
        """The difference of the printed means, those of several rules averaged; None where one is not printed."""
        more, less = (_read_mean(self.scenario, cell, self.metric) for cell in (self.more, self.less))
        return None if more is None or less is None else more - less


def _read_mean(scenario: str, cell: StudyCell, metric: str) -> float | None:
    printed = [read_printed(scenario, cell.setting, OVERALL, rule) for rule in cell.rules]
    means = [row[metric].mean for row in printed if row is not None]
    return sum(means) / len(means) if len(means) == len(printed) else None


def _rules(section: str, metric: str, more: str, less: str, why: str) -> tuple[DirectionalClaim, ...]:
    """Return the claim that one rule has more of a metric than another, in both scenarios of the main study."""
    return tuple(
        DirectionalClaim(
            section=section,
            scenario=scenario,
            metric=metric,
            says=f"{why}: {more} > {less}",
            more=StudyCell(rule=more),
            less=StudyCell(rule=less),
        )
        for scenario in ("land", "education")
    )


def _settings(
    section: str, metric: str, says: str, more: str, less: str, scenarios: tuple[str, ...] = ("land",)
) -> tuple[DirectionalClaim, ...]:
    """Return the claim that one setting has more of a metric than another, over all rules."""
    return tuple(
        DirectionalClaim(
            section=section,
            scenario=scenario,
            metric=metric,
            says=says,
            more=StudyCell(setting=more),
            less=StudyCell(setting=less),
        )
        for scenario in scenarios
    )


def _weighted(says: str, more: tuple[str, str], less: tuple[str, str]) -> DirectionalClaim:
    """Return a claim of section 4.2.2 about evidence usage, between two settings of w_D with a rule each."""
    return DirectionalClaim(
        section="4.2.2",
        scenario="land",
        metric="evidence usage",
        says=says,
        more=StudyCell(setting=more[0], rule=more[1]),
        less=StudyCell(setting=less[0], rule=less[1]),
    )


BOTH = ("land", "education")

CLAIMS: tuple[DirectionalClaim, ...] = (
    *_rules("4.2.1", "non-repetition", "struct", "none", "struct repeats least"),
    *_rules("4.2.1", "non-repetition", "struct", "light", "struct repeats least"),
    *_rules("4.2.1", "non-repetition", "none", "light", "light repeats most"),
    *_settings("4.4", "non-repetition", "M raises repetition: T+D > T+M+D", "shows=T+D", MAIN, BOTH),
    *_settings("4.3", "non-repetition", "one model repeats more: three > one", MAIN, "S1"),
    *_rules("4.2.1", "evidence usage", "light", "none", "light cites most"),
    *_rules("4.2.1", "evidence usage", "light", "struct", "light cites most"),
    _weighted("rules enforce evidence at w_D = 0.5: light > none", ("w_D=0.5", "light"), ("w_D=0.5", "none")),
    _weighted("no rule cites more at w_D = 1.5: none > light", ("w_D=1.5", "none"), ("w_D=1.5", "light")),
    _weighted("without a rule w_D drives evidence: 1.5 > 1", ("w_D=1.5", "none"), (MAIN, "none")),
    *_settings("4.4", "evidence usage", "D raises evidence: T+M+D > T+M", MAIN, "shows=T+M", BOTH),
    *_rules("4.2.1", "rebuttal", "light", "none", "rules raise rebuttal"),
    *_rules("4.2.1", "rebuttal", "struct", "none", "rules raise rebuttal"),
    *_settings("4.2.2", "rebuttal", "w_T raises rebuttal: 1.5 > 1", "w_T=1.5", MAIN),
    *_settings("4.2.2", "stance", "w_T raises stance: 1.5 > 1", "w_T=1.5", MAIN),
    *_settings("4.4", "rebuttal", "T raises rebuttal: T+M+D > M+D", MAIN, "shows=M+D", BOTH),
    *_settings("4.4", "stance", "T raises stance: T+M+D > M+D", MAIN, "shows=M+D", BOTH),
    *_settings("4.3", "responsiveness", "one model responds less: three > one", MAIN, "S1"),
    *_settings("4.3", "rebuttal", "one model rebuts less: three > one", MAIN, "S1"),
)
"""Every directional claim that the printed means bear on, in the text's order within each metric."""
