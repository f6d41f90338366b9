"""Table ``stances``: where every agent stands after every batch, the prior as batch 0; the panel for mixed models."""

from collections.abc import Iterator

from doxa.analysis.history import Chapter
from doxa.exports.columns import RUN, TO_RUNS, Row, TableColumn, TableSchema, to_agents
from doxa.exports.opened import OpenedRun
from doxa.records.events import MovedBody
from doxa.records.readout import Readout

STATUSES = {
    "prior": "where the agent began, before anything was said",
    "moved": "the agent met something in this batch, and its belief was computed again",
    "kept": "nothing reached the agent in this batch: its stance is carried on",
    "amended": "nothing reached the agent, but its settings changed at this batch",
    "pending": "the run stopped within this batch, before this belief was computed; the stance is the one before",
}

KINDS = {
    "maintained": "a belief rule maintains it outside the words",
    "self_report": "the agent itself says it",
    "judged": "an outside judge reads it",
}

TABLE = TableSchema(
    name="stances",
    about="One row for each agent with a belief, batch and topic. Every batch has a row for every such agent: where "
    "nothing reached it, its stance is carried on, and the status says so. Batch 0 is the prior.",
    columns=(
        RUN,
        TableColumn("agent", "string", "The agent's id.", always=True),
        TableColumn("batch", "integer", "The batch after which the agent stands here; 0 is the prior.", always=True),
        TableColumn(
            "topic",
            "string",
            "What the stance is about: the proposition's id, or a further topic of a feed.",
            always=True,
        ),
        TableColumn("round", "string", "The batch's own name in the script, such as round 3."),
        TableColumn("status", "string", "What happened to the agent in this batch.", STATUSES, always=True),
        TableColumn("kind", "string", "Whose word the stance is.", KINDS, always=True),
        TableColumn(
            "stance", "number", "S in [-1, 1], positive for the proposition; missing where the agent shows none."
        ),
        TableColumn("log_odds", "number", "L, with S = tanh(L/2): the additive scale; missing for rules without one."),
        TableColumn("confidence", "number", "Confidence in [0, 1], for rules that have one."),
        TableColumn("change", "number", "Stance minus the stance at the batch before; missing at batch 0."),
        TableColumn("log_odds_change", "number", "The same of the log-odds: what the moves of this batch add up to."),
        TableColumn("exposures", "integer", "Messages and posts that reached the agent in this batch.", always=True),
        TableColumn("admitted", "integer", "Claims of this batch that its memory made records of.", always=True),
    ),
    key=("run", "agent", "batch", "topic"),
    links=(TO_RUNS, to_agents("agent")),
)


def rows(run: OpenedRun) -> Iterator[Row]:
    """Yield the stances of one run, batch by batch."""
    if run.log is None:
        return
    topic = run.log.spec.proposition.id
    latest: dict[str, Readout] = {}
    for chapter in run.chapters:
        for agent in run.believers:
            before = latest.get(agent)
            now = _readout(chapter, agent, before)
            if now is None:
                continue
            latest[agent] = now
            status = _status(chapter, agent)
            body = chapter.recorded.get(agent, (0, None))[1]
            common: Row = {
                "run": run.id,
                "agent": agent,
                "batch": chapter.number,
                "round": chapter.note or None,
                "status": status,
                "kind": now.kind,
                "exposures": len(body.exposures) if isinstance(body, MovedBody) else 0,
                "admitted": len(body.admitted) if isinstance(body, MovedBody) else 0,
            }
            yield {
                **common,
                "topic": topic,
                "stance": now.stance,
                "log_odds": now.log_odds,
                "confidence": now.confidence,
                "change": _difference(now.stance, before.stance if before else None),
                "log_odds_change": _difference(now.log_odds, before.log_odds if before else None),
            }
            for name, on_topic in now.topics.items():
                earlier = before.topics.get(name) if before else None
                yield {
                    **common,
                    "topic": name,
                    "stance": on_topic.stance,
                    "confidence": on_topic.confidence,
                    "change": _difference(on_topic.stance, earlier.stance if earlier else None),
                }


def _readout(chapter: Chapter, agent: str, before: Readout | None) -> Readout | None:
    """Return what an agent shows after a chapter: its move, else the jump of its settings, else what it showed."""
    if agent in chapter.recorded:
        return chapter.recorded[agent][1].trace.after
    if agent in chapter.jumps:
        return chapter.jumps[agent][1].after
    return before


def _status(chapter: Chapter, agent: str) -> str:
    if chapter.number == 0:
        return "prior"
    if agent in chapter.recorded:
        return "moved"
    if not chapter.closed:
        return "pending"
    return "amended" if agent in chapter.jumps else "kept"


def _difference(after: float | None, before: float | None) -> float | None:
    return None if after is None or before is None else after - before
