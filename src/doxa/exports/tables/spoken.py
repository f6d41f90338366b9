"""Tables ``messages``, ``claims`` and ``calls``: what was said, what was drawn from it, and what models were asked."""

from collections import Counter
from collections.abc import Iterator

from doxa.analysis.hooks import PublicPost
from doxa.exports.frame import RUN, TO_RUNS, Link, Row, TableColumn, TableSchema, to_agents
from doxa.exports.opened import OpenedRun, is_message, words_of
from doxa.records.claims import Claim
from doxa.records.events import HeardBody, SeededBody
from doxa.records.steps import Outcome

MESSAGE_STATUSES = {
    "ok": "there are words",
    "refused": "the model refused to answer",
    "unparsed": "the answer was not understood, also when asked again",
    "unfit": "the answer was no speech, also when asked again",
    "failed": "the call was given up",
}

HEARD = {
    "heard": "claims were drawn from it, or it was found to have none",
    "contradicted": "claims were drawn from it, and are unclear: more are read against its side than with it",
    "lost": "extraction or judgement gave no answer: there are no claims, and lost says why",
    "not heard": "nobody's belief needed its claims, or there were no words",
}

MESSAGES = TableSchema(
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
        TableColumn("status", "string", "Whether there are words.", MESSAGE_STATUSES, always=True),
        TableColumn("reason", "string", "Why there are none, or why they are cut, in one word."),
        TableColumn("flaw", "string", "What the check of speech found in words that are kept all the same."),
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
        TableColumn("refused", "integer", "How many claims the extractor proposed that are none."),
        TableColumn("refused_why", "string", "Why, with the number of each: unplaced 2; motion 1."),
        TableColumn("calls", "integer", "Model calls that the turn took."),
        TableColumn("model", "string", "The model that spoke."),
        TableColumn("seconds", "number", "How long its calls took."),
        TableColumn("cost_usd", "number", "Cost of its calls; missing where a price is unknown."),
    ),
    key=("run", "message"),
    links=(TO_RUNS, to_agents("speaker"), Link(("run", "reply_to"), "messages", ("run", "message"))),
)


def list_messages(run: OpenedRun) -> Iterator[Row]:
    """Yield the messages of one run: its turns and then its posts."""
    if run.log is None:
        return
    notes = {chapter.number: chapter.note for chapter in run.chapters}
    for batch, outcome in run.outcomes.values():
        if is_message(outcome):
            yield {"run": run.id, "batch": batch, "round": notes[batch] or None, **_turn(run, outcome)}
    known = {post.id for post in run.posts}
    for post in run.posts:
        batch = run.outcomes[post.step][0] if post.step in run.outcomes else 0
        parent = post.reply_to if post.reply_to in known else None
        yield {"run": run.id, "batch": batch, "round": notes.get(batch) or None, "reply_to": parent, **_post(run, post)}


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
        "flaw": outcome.flaw or None,
        "text": text,
        "words": None if text is None else len(text.split()),
        "listeners": len(outcome.audience),
        "heard_by": ";".join(outcome.audience) or None,
        "hearing": _hearing(heard),
        "claims": None if heard is None else len(heard.claims),
        "lost": (heard.lost or None) if heard else None,
        "refused": sum(heard.refused.values()) if heard else None,
        "refused_why": "; ".join(f"{why} {count}" for why, count in heard.refused.items()) or None if heard else None,
        **_calls(run, outcome.key),
    }


def _hearing(heard: HeardBody | None) -> str:
    """Return what became of a message, a key of ``HEARD``."""
    if heard is None:
        return "not heard"
    return "lost" if heard.lost else "contradicted" if heard.contradicted else "heard"


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
    if not (calls := run.calls_of.get(step)):
        return {}
    costs = [call.cost for call in calls]
    return {
        "calls": len(calls),
        "model": calls[-1].model,
        "seconds": sum(call.seconds for call in calls),
        "cost_usd": None if None in costs else sum(cost for cost in costs if cost is not None),
    }


CLAIMS = TableSchema(
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
        TableColumn("text", "string", "The claim: words of the message, or the extractor's sentence.", always=True),
        TableColumn("note", "string", "The extractor's sentence, where the text has other words."),
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
                "nobody": "nobody: the readings of its message contradict the side of its speaker",
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


def list_claims(run: OpenedRun) -> Iterator[Row]:
    """Yield the claims of one run, the seeds first."""
    for chapter in run.chapters:
        for _, body in chapter.recorded.values():
            if isinstance(body, SeededBody):
                for number, claim in enumerate(body.claims, 1):
                    row: Row = {"source": "seed", "corpus_row": claim.source or None, "speaker": body.listener}
                    yield {**row, "n": number, "batch": 0, **_content(run, claim)}
        for key, heard in chapter.heard.items():
            speaker = heard.speaker if heard.speaker in run.agents else None
            row = {"source": "message", "message": key, "speaker": speaker, "batch": chapter.number}
            yield from ({**row, "n": number, **_content(run, claim)} for number, claim in enumerate(heard.claims, 1))


def _content(run: OpenedRun, claim: Claim) -> Row:
    start, end = claim.place or (None, None)
    scorer = run.strength
    if scorer not in claim.strengths and len(claim.strengths) == 1:
        scorer = next(iter(claim.strengths))  # a seed has one strength only, whoever gave it
    others = [(name, strength) for name, strength in claim.strengths.items() if name != scorer]
    return {
        "run": run.id,
        "claim": claim.id,
        "text": claim.text,
        "note": claim.note or None,
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


CALLS = TableSchema(
    name="calls",
    about="One row for each line of the journal that is a call. Prompts and answers are not repeated here: the "
    "prompt's hash is, and words are in the table messages.",
    columns=(
        RUN,
        TableColumn("call", "string", "The call's id: its step, # and the number of the attempt.", always=True),
        TableColumn(
            "made",
            "integer",
            "1; or 2 and more, where an answer was lost from the disk and the call was made again.",
            always=True,
        ),
        TableColumn("step", "string", "The step that it belongs to.", always=True),
        TableColumn(
            "attempt", "integer", "1 for the first attempt; later ones ask again for an answer of another shape."
        ),
        TableColumn("batch", "integer", "The batch of the step; missing while the step has no outcome."),
        TableColumn("role", "string", "The model role, such as speaker or extractor.", always=True),
        TableColumn("actor", "string", "The agent that did the step; missing where none did, as in hearing."),
        TableColumn("model", "string", "The model, as provider:model.", always=True),
        TableColumn("revision", "string", "What the provider says the model's revision is."),
        TableColumn("simulated", "boolean", "Whether plain code answered in place of a model.", always=True),
        TableColumn("status", "string", "ok, or a word that says why the call was given up.", always=True),
        TableColumn("finish", "string", "Why the model stopped, in the provider's word."),
        TableColumn("input_tokens", "integer", "Tokens of the prompt, as reported."),
        TableColumn("output_tokens", "integer", "Tokens of the answer, as reported."),
        TableColumn("cached_tokens", "integer", "Tokens of the prompt that the provider had cached."),
        TableColumn("cost_usd", "number", "Cost in US dollars; missing where the price is unknown."),
        TableColumn("began_s", "number", "Seconds from the start of the first sitting; missing in logs without times."),
        TableColumn("seconds", "number", "How long the call took.", always=True),
        TableColumn("tries", "integer", "Attempts on the wire that brought no answer.", always=True),
        TableColumn(
            "request", "string", "SHA-256 over prompt, reply schema, model and sampling settings.", always=True
        ),
    ),
    key=("run", "call", "made"),
    links=(TO_RUNS, to_agents("actor")),
)


def list_calls(run: OpenedRun) -> Iterator[Row]:
    """Yield the calls of one run, in the order in which their answers came."""
    made = Counter[str]()
    start = min((sitting.began for sitting in run.sittings), default=None)
    for call in run.calls:
        made[call.id] += 1
        batch, outcome = run.outcomes.get(call.step, (None, None))
        attempt = call.id.rpartition("#")[2]
        yield {
            "run": run.id,
            "call": call.id,
            "made": made[call.id],
            "step": call.step,
            "attempt": int(attempt) if attempt.isdecimal() else None,
            "batch": batch,
            "role": call.role,
            "actor": outcome.actor if outcome and outcome.actor in run.agents else None,
            "model": call.model,
            "revision": call.revision or None,
            "simulated": call.simulated,
            "status": call.status,
            "finish": call.finish or None,
            "input_tokens": call.input_tokens,
            "output_tokens": call.output_tokens,
            "cached_tokens": call.cached_tokens,
            "cost_usd": call.cost,
            "began_s": call.began - start if start is not None and call.began else None,
            "seconds": call.seconds,
            "tries": len(call.tries),
            "request": call.request,
        }
