"""Table ``agents``: everybody in a run, with the settings of belief and memory, and where it began and ended."""

from collections.abc import Iterator
from typing import Any

from doxa.exports.columns import RUN, TO_RUNS, Row, TableColumn, TableSchema
from doxa.exports.opened import OpenedRun
from doxa.records.events import MovedBody
from doxa.records.people import Participant, is_recorded
from doxa.records.readout import Readout
from doxa.records.spec import is_simulated

KINDS = {
    "model": "a language model speaks for it",
    "offline": "plain code speaks for it",
    "recorded": "a transcript's lines are played back as its words",
    "fixed": "it recites fixed lines",
    "person": "a person speaks for it",
    "silent": "nobody spoke for it in this run",
}

HUMAN = "human"
"""The provider of a person's words."""

TABLE = TableSchema(
    name="agents",
    about="One row for each agent of a run, with or without a belief.",
    columns=(
        RUN,
        TableColumn("agent", "string", "The agent's id.", always=True),
        TableColumn("name", "string", "Its name in what is said.", always=True),
        TableColumn("kind", "string", "Who speaks for it.", KINDS, always=True),
        TableColumn(
            "side",
            "string",
            "The side on which it starts, as declared.",
            {"pro": "for the proposition", "con": "against it", "neutral": "neither"},
            always=True,
        ),
        TableColumn("persona", "string", "Its persona, in words."),
        TableColumn("role", "string", "The model role that speaks for it.", always=True),
        TableColumn("model", "string", "The model of that role, as provider:model; of a fork, before any change."),
        TableColumn("kernel", "string", "The belief rule; missing for an agent without a belief."),
        TableColumn("policy", "string", "The rule of its prompt policy; missing where it has none."),
        TableColumn("u", "number", "Evidence uptake, where the rule has it: the weight of claims from the discussion."),
        TableColumn(
            "a", "number", "Prior anchoring, where the rule has it: the weight of the arguments it starts with."
        ),
        TableColumn("theta", "number", "The cosine from which a claim of others counts as a near-duplicate."),
        TableColumn("theta_self", "number", "The same for its own words."),
        TableColumn("bias", "number", "Confirmation bias in [0, 1]: the strength that an opposing claim loses."),
        TableColumn(
            "prior_mode",
            "string",
            "How its prior arises.",
            {"seeds": "from its seed arguments", "target": "a factor on their weight is solved for prior_stance"},
        ),
        TableColumn("prior_stance", "number", "The declared stance of its prior; missing where the seeds decide."),
        TableColumn("stance_first", "number", "Stance at batch 0; missing where it shows none."),
        TableColumn("stance_last", "number", "Stance after the last batch."),
        TableColumn("log_odds_first", "number", "Log-odds at batch 0, for rules that have them."),
        TableColumn("log_odds_last", "number", "Log-odds after the last batch."),
        TableColumn("moved_batches", "integer", "Batches after which its stance was another than before."),
    ),
    key=("run", "agent"),
    links=(TO_RUNS,),
)


def rows(run: OpenedRun) -> Iterator[Row]:
    """Yield the agents of one run, in the order of its spec."""
    if run.log is None:
        return
    shown = _shown(run)
    for participant in run.log.spec.participants:
        settings: dict[str, Any] = {**participant.belief, **participant.memory} if participant.kernel else {}
        model = run.log.spec.roles.get(participant.role)
        prompt = participant.policy.prompt
        yield {
            "run": run.id,
            "agent": participant.id,
            "name": participant.name,
            "kind": _kind(run, participant),
            "side": participant.side,
            "persona": participant.persona or None,
            "role": participant.role,
            "model": model.model if model else None,
            "kernel": participant.kernel,
            "policy": prompt.rule if prompt else None,
            "u": _number(settings.get("u")),
            "a": _number(settings.get("a")),
            "theta": _number(settings.get("theta")),
            "theta_self": _number(settings.get("theta_self")),
            "bias": _number(settings.get("confirmation_bias")),
            "prior_mode": participant.prior.mode if participant.kernel else None,
            "prior_stance": participant.prior.stance if participant.kernel else None,
            **_ends(shown.get(participant.id)),
        }


def _shown(run: OpenedRun) -> dict[str, tuple[Readout, Readout, int]]:
    """Return agent → what it shows at the prior, what it shows last, and after how many batches it had moved."""
    shown: dict[str, tuple[Readout, Readout, int]] = {}
    for chapter in run.chapters:
        traces = {agent: trace for agent, (_, trace) in chapter.jumps.items()}
        for agent, (_, body) in chapter.recorded.items():
            if not isinstance(body, MovedBody):
                shown[agent] = (body.trace.after, body.trace.after, 0)
            else:
                traces[agent] = body.trace
        for agent, trace in traces.items():
            if agent in shown:
                first, last, count = shown[agent]
                shown[agent] = (first, trace.after, count + (trace.after.stance != last.stance))
    return shown


def _ends(shown: tuple[Readout, Readout, int] | None) -> Row:
    if shown is None:
        return {}
    first, last, count = shown
    return {
        "stance_first": first.stance,
        "stance_last": last.stance,
        "log_odds_first": first.log_odds,
        "log_odds_last": last.log_odds,
        "moved_batches": count,
    }


def _kind(run: OpenedRun, participant: Participant) -> str:
    """Return who spoke for an agent, by the calls of its role; for a role without a call, by the model it names."""
    assert run.log is not None
    if participant.role == "reciter":
        return "fixed"
    settings = run.log.spec.roles.get(participant.role)
    model = run.spoke_for.get(participant.role) or (settings.model if settings else None)
    if model is None:
        return "silent"
    if model.partition(":")[0] == HUMAN:
        return "person"
    if is_recorded(model):
        return "recorded"
    return "offline" if is_simulated(model) else "model"


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
