"""Table ``claims``: what agents started with, and what was drawn from each message."""

from collections.abc import Iterator

from doxa.exports.columns import RUN, TO_RUNS, Link, Row, TableColumn, TableSchema, to_agents
from doxa.exports.opened import OpenedRun
from doxa.records.claims import Claim
from doxa.records.events import SeededBody

TABLE = TableSchema(
    name="claims",
    about="One row for each claim: the arguments with which agents start (seeds), and those drawn from messages.",
    columns=(
        RUN,
        TableColumn("claim", "string", "The claim's id.", always=True),
        TableColumn(
            "source",
            "string",
            "Where it comes from.",
            {"seed": "an agent starts with it", "message": "it was drawn from a message"},
            always=True,
        ),
        TableColumn("message", "string", "The message that it was drawn from; missing for a seed."),
        TableColumn("corpus_row", "string", "The row of the corpus that a seed comes from; missing for other claims."),
        TableColumn("n", "integer", "Its number within the message, or among the agent's seeds, from 1.", always=True),
        TableColumn("batch", "integer", "The batch of its message; 0 for a seed.", always=True),
        TableColumn("speaker", "string", "The agent who said it; for a seed, the agent who starts with it."),
        TableColumn("text", "string", "The claim as one sentence.", always=True),
        TableColumn("snippet", "string", "The words of the message that support it."),
        TableColumn("start", "integer", "Where the snippet starts in the message, in characters from 0."),
        TableColumn("end", "integer", "Where it ends; the character there is no part of it any more."),
        TableColumn("polarity", "integer", "1 for the proposition, -1 against it, 0 unclear.", always=True),
        TableColumn(
            "direction_by",
            "string",
            "Who says so.",
            {
                "judge": "the judge that read it",
                "corpus": "a corpus that labels its words",
                "speaker": "the side of its speaker",
            },
            always=True,
        ),
        TableColumn("read", "integer", "The direction that the judge read, where polarity is another."),
        TableColumn(
            "conceded", "boolean", "Whether the speaker grants or quotes it rather than arguing it.", always=True
        ),
        TableColumn(
            "sideless",
            "boolean",
            "Whether its words take no side: another language, a hedge, another matter.",
            always=True,
        ),
        TableColumn("strength", "number", "s in [0, 1] by the scorer that counts; missing where it gave none."),
        TableColumn("scorer", "string", "That scorer.", always=True),
        TableColumn("strength_2", "number", "s by a second scorer, where one was asked."),
        TableColumn("scorer_2", "string", "That second scorer."),
        TableColumn("tags", "string", "Kinds of argument that the judge named, with ; between."),
    ),
    key=("run", "claim"),
    links=(TO_RUNS, Link(("run", "message"), "messages", ("run", "message")), to_agents("speaker")),
)


def rows(run: OpenedRun) -> Iterator[Row]:
    """Yield the claims of one run, the seeds first."""
    for chapter in run.chapters:
        for _, body in chapter.recorded.values():
            if isinstance(body, SeededBody):
                for number, claim in enumerate(body.claims, 1):
                    row: Row = {"source": "seed", "corpus_row": claim.source or None, "speaker": body.listener}
                    row |= {"run": run.id, "n": number, "batch": 0}
                    yield row | _content(run, claim)
        for key, heard in chapter.heard.items():
            speaker = heard.speaker if heard.speaker in run.agents else None
            for number, claim in enumerate(heard.claims, 1):
                row = {"source": "message", "message": key, "speaker": speaker}
                row |= {"run": run.id, "n": number, "batch": chapter.number}
                yield row | _content(run, claim)


def _content(run: OpenedRun, claim: Claim) -> Row:
    start, end = claim.place or (None, None)
    scorer = run.strength
    if scorer not in claim.strengths and len(claim.strengths) == 1:
        scorer = next(iter(claim.strengths))  # a seed has one strength only, whoever gave it
    others = [(name, strength) for name, strength in claim.strengths.items() if name != scorer]
    return {
        "claim": claim.id,
        "text": claim.text,
        "snippet": claim.snippet or None,
        "start": start,
        "end": end,
        "polarity": claim.polarity,
        "direction_by": claim.direction_by,
        "read": claim.read,
        "conceded": claim.conceded,
        "sideless": claim.sideless,
        "strength": claim.strengths.get(scorer),
        "scorer": scorer,
        "strength_2": others[0][1] if others else None,
        "scorer_2": others[0][0] if others else None,
        "tags": ";".join(claim.tags) or None,
    }
