"""Tables ``runs`` and ``agents``: what each run is and costs, and who took part in it."""

from collections.abc import Iterator
from typing import Any

from doxa.analysis.calls import sum_answered
from doxa.analysis.who_does import speakers_of
from doxa.exports.frame import RUN, TO_RUNS, Row, TableColumn, TableSchema
from doxa.exports.opened import OpenedRun, is_message
from doxa.log.journal import total_cost
from doxa.records.claims import Readout
from doxa.records.events import MovedBody
from doxa.records.model_kinds import source_of_words
from doxa.records.spec import Participant

KINDS = {
    "model": "a language model speaks for it",
    "offline": "plain code speaks for it",
    "recorded": "a transcript's lines are played back as its words",
    "callable": "a Python callable speaks for it, and what is behind that is not recorded",
    "fixed": "it recites fixed lines",
    "person": "a person speaks for it",
    "silent": "nobody spoke for it in this run",
}

AGENTS = TableSchema(
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


def list_agents(run: OpenedRun) -> Iterator[Row]:
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
    roles = run.log.spec.roles
    role = run.speaking.get(participant.id) or participant.role
    if role not in roles.keys() | run.spoke_for.keys():
        return "silent"
    speaker = run.spoke_for.get(role) or roles[role]
    source = source_of_words(speaker.model, speaker.declared)
    return "offline" if source == "simulated" else source


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


STATUSES = {
    "finished": "the run has its end",
    "unfinished": "the run stopped before its end: its rows are those of what was recorded",
    "damaged": "the files are not those that were written: no row of another table comes from them",
    "newer": "a later doxa wrote the run in a format that this one cannot read",
}

VERDICTS = {
    "verified": "everything was computed again from the recorded replies, and is equal",
    "unfinished": "everything up to where the run stopped is intact",
    "unchecked": "intact as far as it can be read; a plug-in that it needs is missing",
    "differs": "every hash is right; this doxa computes something otherwise than the code that wrote the run",
    "newer": "a later doxa wrote it",
    "damaged": "the files are not those that were written",
}

RUNS = TableSchema(
    name="runs",
    about="One row for each run. A setting that varies among the runs has a column set.PATH, by its path in a "
    "scenario. Replicate k has the same seeds and random streams in every cell of a sweep: runs of one block are "
    "paired, and comparisons within blocks are sharper.",
    columns=(
        RUN,
        TableColumn("path", "string", "The run directory, as it was given.", always=True),
        TableColumn("directory", "string", "The run directory within the folder that was exported.", always=True),
        TableColumn("spec", "string", "The SHA-256 of spec.json, in full."),
        TableColumn("name", "string", "The scenario's name."),
        TableColumn("proposition_id", "string", "The proposition's id."),
        TableColumn("proposition", "string", "The proposition or motion, in words."),
        TableColumn("protocol", "string", "The script that the run followed."),
        TableColumn("seed", "integer", "The scenario's seed."),
        TableColumn("replicate", "integer", "The number of the replicate, from 0."),
        TableColumn("block", "string", "Seed and replicate: runs of one block share their random streams."),
        TableColumn(
            "parent_run", "string", "The run that this one was forked from: the first 12 characters of its hash."
        ),
        TableColumn("parent_at", "string", "The step from which the fork goes its own way."),
        TableColumn(
            "status", "string", "Whether the run has ended, and whether it can be read.", STATUSES, always=True
        ),
        TableColumn("reason", "string", "Why the run cannot be read, where it cannot."),
        TableColumn("verified", "string", "The result of verifying; missing where it was not asked for.", VERDICTS),
        TableColumn("simulated", "boolean", "Whether plain code wrote what at least one agent said."),
        TableColumn("agents", "integer", "Agents, with or without a belief."),
        TableColumn("batches", "integer", "Batches that began, without the prior."),
        TableColumn("people", "integer", "Agents for whom a person spoke."),
        TableColumn("messages", "integer", "Rows of the table messages."),
        TableColumn("claims", "integer", "Rows of the table claims."),
        TableColumn("calls", "integer", "Rows of the table calls."),
        TableColumn("input_tokens", "integer", "Tokens of all prompts; missing where a call did not report them."),
        TableColumn("output_tokens", "integer", "Tokens of all answers; missing where a call did not report them."),
        TableColumn("cost_usd", "number", "Cost in US dollars; missing where the price of an answer is unknown."),
        TableColumn("doxa_version", "string", "The doxa that began the run."),
        TableColumn("began", "number", "When the first sitting began, as Unix time."),
        TableColumn("seconds", "number", "From the first sitting to the last answer."),
    ),
    key=("run",),
)


def list_runs(run: OpenedRun) -> Iterator[Row]:
    """Yield the row of one run, without its settings."""
    yield {
        "run": run.id,
        "path": str(run.place.path),
        "directory": run.place.name,
        "status": run.status,
        "reason": run.reason or None,
        "verified": run.verified,
        **_design(run.spec),
        **(_counts(run) if run.log else {}),
    }


def _design(spec: dict[str, Any]) -> Row:
    """Return what a plain spec says of the run; nothing of a spec that is none."""
    proposition = spec.get("proposition")
    parent = spec.get("parent")
    row: Row = {
        "name": _text(spec.get("name")),
        "protocol": _text(spec.get("protocol")),
        "proposition_id": _text(proposition.get("id")) if isinstance(proposition, dict) else None,
        "proposition": _text(proposition.get("text")) if isinstance(proposition, dict) else None,
        "seed": _whole(spec.get("seed")),
        "replicate": _whole(spec.get("replicate")),
        "parent_run": (_text(parent.get("spec")) or "")[:12] or None if isinstance(parent, dict) else None,
        "parent_at": _text(parent.get("at")) if isinstance(parent, dict) else None,
    }
    if row["seed"] is not None and row["replicate"] is not None:
        row["block"] = f"s{row['seed']}r{row['replicate']}"
    return row


def _counts(run: OpenedRun) -> Row:
    assert run.log is not None
    calls, sittings = run.calls, run.sittings
    ends = [call.began + call.seconds for call in calls if call.began]
    began = min((sitting.began for sitting in sittings), default=None)
    return {
        "spec": run.log.spec_hash,
        "simulated": bool(speakers_of(run.log, calls).simulated),
        "agents": len(run.log.spec.participants),
        "people": sum(row["kind"] == "person" for row in list_agents(run)),
        "batches": max(len(run.chapters) - 1, 0),
        "messages": sum(is_message(outcome) for _, outcome in run.outcomes.values()) + len(run.posts),
        "claims": len(run.claims),
        "calls": len(calls),
        "input_tokens": sum_answered(calls, "input_tokens"),
        "output_tokens": sum_answered(calls, "output_tokens"),
        "cost_usd": total_cost(calls),
        "doxa_version": sittings[0].doxa if sittings else None,
        "began": began,
        "seconds": max(ends) - began if ends and began is not None else None,
    }


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _whole(value: Any) -> int | None:
    return value if type(value) is int else None
