"""What-ifs: every stance of a run recomputed under other settings, or without given claims. No model is called.

Messages stay as they were said; only beliefs are folded again. With other beliefs, prompts would have differed: a
what-if shows the effect of the same words on other minds, not what these minds would have said (use a fork for that).
"""

from collections.abc import Collection, Mapping, Sequence

from doxa.analysis.exchanging import RuleExchange, exchange_of
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.missing import require_plugins
from doxa.beliefs.base import Weighing, kernel_class
from doxa.errors import LogError, ScenarioError
from doxa.log.rundir import RunLike, RunLog, open_run
from doxa.minds.mind import Mind
from doxa.records.amend import FOLDED, MIDWAY, amended_spec, is_rule, part_of
from doxa.records.base import JsonValue, Record, group_by
from doxa.records.cells import Cell
from doxa.records.events import EvidenceSeeded, MessageHeard
from doxa.records.notebook import MOST_NOTES, curves, paragraphs, remark, render, table, title

NAMED = 6
"""The most agents with a new rule that a note names."""

ASKED = ("hearing.claims", "hearing.unplaced", "hearing.labels", "hearing.scale", "hearing.context")
"""Settings of the folded parts that change what judges are asked."""


POSTS_OF_MESSAGES = (
    "A rule that reads posts begins where the agent began; a message counts as a post with the stance "
    "Σ p·s / Σ s over its directed claims, and a message without such claims moves nobody."
)
CLAIMS_OF_POSTS = (
    "A rule that reads claims begins where the agent began, with one seed; a post counts as one claim in its "
    "direction, with strength |stance|."
)
SOLVED_FOR_TARGET = (
    "is solved for a target stance, so a change of a cancels in the seeds and has an effect only through archived "
    "ones; set prior.reference_a to keep the factor fixed."
)


class WhatIfPoint(Record):
    """One agent's stance after one batch: as recorded, and as recomputed."""

    batch: int
    note: str
    recorded: float | None
    stance: float | None


class WhatIf(Record):
    """A run folded again under other settings."""

    set: dict[str, JsonValue]
    without: tuple[str, ...]
    notes: tuple[str, ...]
    """Caveats on the differences."""
    curves: dict[str, tuple[WhatIfPoint, ...]]

    def _repr_html_(self) -> str:
        rows: list[tuple[Cell, ...]] = []
        for agent, points in self.curves.items():
            first, last = points[0], points[-1]
            gap = None if last.stance is None or last.recorded is None else last.stance - last.recorded
            rows.append((agent, first.recorded, first.stance, last.recorded, last.stance, gap))
        asked = [f"{path} = {setting}" for path, setting in self.set.items()]
        asked += [f"without {claim}" for claim in self.without]
        return render(
            title("What if " + ", ".join(asked)),
            curves(
                {agent: [point.stance for point in points] for agent, points in self.curves.items()},
                {agent: [point.recorded for point in points] for agent, points in self.curves.items()},
            ),
            remark("Lines: recomputed. Dashed: as recorded."),
            table(("agent", "start", "start if", "end", "end if", "difference"), rows),
            paragraphs(self.notes, MOST_NOTES),
        )


def what_if(log: RunLike, changes: Mapping[str, JsonValue] | None = None, without: Collection[str] = ()) -> WhatIf:
    """Return every stance of a run, recomputed.

    Args:
        changes: dotted path → value; belief, memory, prior and hearing settings, and the belief rule itself
            (``kernel`` for everybody, ``agents.ID.kernel`` for one), which then has its default settings.
        without: ids of claims to treat as never met.

    Raises:
        ScenarioError: a path cannot be changed without asking models again, or the log lacks what a rule reads.
        UnknownNameError: no rule of that name is installed.
        LogError: a claim id is not in the run.
        MissingPluginError: the log needs a plug-in that is not installed, or cannot be used.
    """
    log = open_run(log)
    require_plugins(log)
    return recompute(log, list(chapters(log)), changes or {}, without)


def recompute(
    log: RunLog, as_recorded: Sequence[Chapter], changes: Mapping[str, JsonValue], without: Collection[str]
) -> WhatIf:
    """Return what ``what_if`` does, with the run's chapters as recorded at hand, which need not be folded again."""
    _only_folded(changes)
    _check_claims(log, without)
    recorded = {chapter.number: chapter for chapter in as_recorded}
    exchange = exchange_of(log, changes, {agent: mind.readout.stance for agent, mind in recorded[0].minds.items()})
    settings = {path: setting for path, setting in changes.items() if not is_rule(path)}
    again = chapters(
        log,
        respec=lambda spec: amended_spec(exchange.respec(spec) if exchange else spec, settings),
        without=without,
        exchange=exchange,
        known=as_recorded,
    )
    curves: dict[str, list[WhatIfPoint]] = {}
    for chapter in again:
        for agent, mind in chapter.minds.items():
            was = recorded[chapter.number].minds[agent].readout.stance
            point = WhatIfPoint(batch=chapter.number, note=chapter.note, recorded=was, stance=mind.readout.stance)
            curves.setdefault(agent, []).append(point)
    return WhatIf(
        set=dict(changes),
        without=tuple(without),
        notes=(
            *_notes(recorded[0].minds, changes, without, exchange),
            *_notes_on_direction(log, changes),
            *(_notes_on_rules(exchange) if exchange else ()),
        ),
        curves={agent: tuple(points) for agent, points in curves.items()},
    )


def _only_folded(changes: Mapping[str, JsonValue]) -> None:
    for path in changes:
        if part_of(path) not in FOLDED or path in ASKED:
            anew = "fork: doxa fork DIR --at KEY" if part_of(path) in MIDWAY else "start a new run: doxa run SCENARIO"
            raise ScenarioError(
                f"{path} changes what is asked or said, so it cannot be recomputed from the log",
                hint=f"A what-if changes {', '.join(FOLDED)}. To ask anew, {anew} --set {path}=…",
            )


def _check_claims(log: RunLog, without: Collection[str]) -> None:
    claim_ids = {
        claim.id
        for event in log.events
        if isinstance(event, MessageHeard | EvidenceSeeded)
        for claim in event.body.claims
    }
    for name in without:
        if name not in claim_ids:
            raise LogError(
                f"{log.path} has no claim {name!r}", hint="`doxa explain` and the report show the ids of claims."
            )


def _notes_on_direction(log: RunLog, changes: Mapping[str, JsonValue]) -> tuple[str, ...]:
    is_turned = changes.get("hearing.direction") == "speaker" and log.spec.hearing.direction != "speaker"
    if not is_turned or log.spec.roles["extractor"].offline:
        return ()
    return ("The run was heard blind, so that its judge was not asked for concessions: every claim takes the side.",)


def _notes_on_rules(exchange: RuleExchange) -> tuple[str, ...]:
    """Return what the new rules read in place of what the recorded ones read."""
    by_rule = group_by(exchange.rules, exchange.rules.__getitem__)
    rules = "; ".join(
        f"{rule} for {', '.join(agents) if len(agents) <= NAMED else f'{len(agents)} agents'}"
        for rule, agents in by_rule.items()
    )
    needs = {need for rule in by_rule for need in kernel_class(rule).needs}
    notes = (
        f"Another rule: {rules}, with default settings but for those given here.",
        POSTS_OF_MESSAGES if exchange.from_claims and "posts" in needs else "",
        CLAIMS_OF_POSTS if not exchange.from_claims and "claims" in needs else "",
    )
    return tuple(filter(None, notes))


def _notes(
    minds: Mapping[str, Mind],
    changes: Mapping[str, JsonValue],
    without: Collection[str],
    exchange: RuleExchange | None,
) -> tuple[str, ...]:
    solved = [
        mind.participant.id
        for mind in minds.values()
        if isinstance(mind.kernel, Weighing)
        and mind.participant.prior.mode == "target"
        and mind.participant.prior.reference_a is None
    ]
    changes_a = any(path.endswith("belief.a") for path in changes)
    rules = {agent: mind.participant.kernel or "" for agent, mind in minds.items()} | dict(
        exchange.rules if exchange else {}
    )
    listening = {"claims", "posts"} if exchange and exchange.from_claims else {"claims"}
    deaf = [f"{agent} ({rule})" for agent, rule in rules.items() if not kernel_class(rule).needs & listening]
    notes = (
        "Messages are as recorded; only beliefs were folded again.",
        f"The prior of {', '.join(solved)} {SOLVED_FOR_TARGET}" if solved and changes_a else "",
        f"Claims do not enter the belief of {', '.join(deaf)}: without them it stays as it was."
        if without and deaf
        else "",
    )
    return tuple(filter(None, notes))
