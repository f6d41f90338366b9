"""Table ``messages``: everything that was said, word for word, and every turn that produced no words."""

from collections.abc import Iterator

from doxa.analysis.hooks import PublicPost
from doxa.exports.columns import RUN, TO_RUNS, Link, Row, TableColumn, TableSchema, to_agents
from doxa.exports.opened import OpenedRun
from doxa.exports.speaking import is_message, words_of
from doxa.records.steps import Outcome

STATUSES = {
    "ok": "there are words",
    "refused": "the model refused to answer",
    "unparsed": "the answer was not understood, also when asked again",
    "failed": "the call was given up",
}

HEARD = {
    "heard": "claims were drawn from it, or it was found to have none",
    "lost": "extraction or judgement gave no answer: there are no claims, and lost says why",
    "not heard": "nobody's belief needed its claims, or there were no words",
}

TABLE = TableSchema(
    name="messages",
    about="One row for each turn or post, in the order of the log. Texts are as they were said. A turn without words "
    "has a row too, and its status says why.",
    columns=(
        RUN,
        TableColumn("message", "string", "The key of the step; of a post, its id.", always=True),
        TableColumn(
            "kind",
            "string",
            "What it is.",
            {"turn": "a step in which somebody spoke", "post": "a post on a feed"},
            always=True,
        ),
        TableColumn("batch", "integer", "The batch in which it was said.", always=True),
        TableColumn("round", "string", "That batch's name in the script."),
        TableColumn(
            "speaker", "string", "The agent who said it; missing where it is no agent of the run, such as a bot."
        ),
        TableColumn("author", "string", "Who said it, as the log names them.", always=True),
        TableColumn("task", "string", "The task in which it was said; missing for a post that no task wrote."),
        TableColumn("status", "string", "Whether there are words.", STATUSES, always=True),
        TableColumn("reason", "string", "Why there are none, or why they are cut, in one word."),
        TableColumn("reply_to", "string", "The message that it answers, where the log says."),
        TableColumn("text", "string", "The words, unchanged; of a structured reply, the reply in words."),
        TableColumn("words", "integer", "How many words, parted by white space; missing where there are none."),
        TableColumn("listeners", "integer", "How many agents it was addressed to."),
        TableColumn("heard_by", "string", "Their ids, with ; between."),
        TableColumn(
            "stated_stance", "number", "The stance in [-1, 1] that the message itself states, where it has one."
        ),
        TableColumn(
            "likes", "integer", "How often a post was liked; missing for turns, and while a feed has not ended."
        ),
        TableColumn("dislikes", "integer", "How often it was disliked."),
        TableColumn("reposts", "integer", "How often it was passed on."),
        TableColumn("hearing", "string", "Whether claims were drawn from it.", HEARD, always=True),
        TableColumn("claims", "integer", "How many claims were drawn from it; missing where it was not heard."),
        TableColumn("lost", "string", "Why there are no claims, where hearing was lost."),
        TableColumn("calls", "integer", "Model calls that the turn took."),
        TableColumn("model", "string", "The model that spoke."),
        TableColumn("seconds", "number", "How long its calls took."),
        TableColumn("cost_usd", "number", "Cost of its calls; missing where a price is unknown."),
    ),
    key=("run", "message"),
    links=(TO_RUNS, to_agents("speaker"), Link(("run", "reply_to"), "messages", ("run", "message"))),
)


def rows(run: OpenedRun) -> Iterator[Row]:
    """Yield the messages of one run: its turns and then its posts."""
    if run.log is None:
        return
    notes = {chapter.number: chapter.note for chapter in run.chapters}
    for batch, outcome in run.outcomes.values():
        if is_message(outcome):
            place: Row = {"run": run.id, "batch": batch, "round": notes[batch] or None}
            yield place | _turn(run, outcome)
    known = {post.id for post in run.posts}
    for post in run.posts:
        batch = run.outcomes[post.step][0] if post.step in run.outcomes else 0
        parent = post.reply_to if post.reply_to in known else None
        place = {"run": run.id, "batch": batch, "round": notes.get(batch) or None, "reply_to": parent}
        yield place | _post(run, post)


def _turn(run: OpenedRun, outcome: Outcome) -> Row:
    text = words_of(outcome)
    heard = run.heard.get(outcome.key)
    return {
        "message": outcome.key,
        "kind": "turn",
        "speaker": outcome.actor if outcome.actor in run.agents else None,
        "author": outcome.actor,
        "task": outcome.task,
        "status": outcome.status,
        "reason": outcome.reason or None,
        "text": text,
        "words": None if text is None else len(text.split()),
        "listeners": len(outcome.audience),
        "heard_by": ";".join(outcome.audience) or None,
        "hearing": "not heard" if heard is None else "lost" if heard.lost else "heard",
        "claims": None if heard is None else len(heard.claims),
        "lost": (heard.lost or None) if heard else None,
        **_calls(run, outcome.key),
    }


def _post(run: OpenedRun, post: PublicPost) -> Row:
    outcome = run.outcomes.get(post.step, (0, None))[1]
    return {
        "message": post.id,
        "kind": "post",
        "speaker": post.author if post.author in run.agents else None,
        "author": post.author,
        "task": outcome.task if outcome else None,
        "status": "ok",
        "text": post.text,
        "words": len(post.text.split()),
        "stated_stance": post.stance,
        "likes": post.likes,
        "dislikes": post.dislikes,
        "reposts": post.reposts,
        "hearing": "not heard",
    }


def _calls(run: OpenedRun, step: str) -> Row:
    calls = run.calls_of.get(step, [])
    if not calls:
        return {}
    costs = [call.cost for call in calls]
    return {
        "calls": len(calls),
        "model": calls[-1].model,
        "seconds": sum(call.seconds for call in calls),
        "cost_usd": None if None in costs else sum(cost for cost in costs if cost is not None),
    }
