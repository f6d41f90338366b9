"""No literal of an example becomes an answer, a text without a letter is no word, and no list is unbounded."""

import json
from contextlib import suppress

import jsonschema
import pytest

from conformance.samples import WORDS, sample
from conformance.test_tasks import TASKS, prompt_of, stand_in
from doxa.conformance.systems import check_examples
from doxa.engine.compose import compose
from doxa.judging.tasks.passages import PassageToAnnotate, PassageToScore
from doxa.judging.tasks.wording import NAME_CLUSTER
from doxa.models.providers.schema import OPENAI, encode_schema
from doxa.records.base import Record, Unit
from doxa.records.steps import Block
from doxa.systems.dialogue.tasks import PROBE_STANCE, ProbeInputs
from doxa.systems.feed.tasks.act_on_feed import ACT_ON_FEED, Inputs as FeedInputs
from doxa.tasks.base import ReplyError, Task
from doxa.tasks.examples import examples_of, find_copied, read_objects
from replies.labelled import LabelledReply, read_replies

ASKED = [task for task in TASKS if not task.free_text]
BY_CODE = {"embed", "population_round"}
"""Tasks that no language model performs: they have no example, and an audience's numbers have no bounds."""


Place = tuple[str | int, ...]


def literals_of(part, place: Place = ()):
    """Yield the literals of a part of a reply, with their places."""
    if not isinstance(part, dict | list):
        yield place, part
        return
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
        yield from literals_of(inner, (*place, key))


def put_at(part, place: Place, literal):
    """Return a reply with a literal at a place; every entry of a list counts as its first."""
    if not place:
        return literal
    key, below = place[0], place[1:]
    if isinstance(key, str):
        return {**(part or {}), key: put_at((part or {}).get(key), below, literal)}
    return [put_at(part[0] if part else None, below, literal), *(part or [])[1:]]


def given_back(task: Task, prompt: tuple[Block, ...], reply: object) -> list[object]:
    """Return the literals of a prompt's examples that are taken for answers, each put alone into a valid reply."""
    taken = []
    for place, literal in (entry for example in examples_of(prompt) for entry in literals_of(example)):
        changed = put_at(reply, place, literal)
        if changed == reply or find_copied(prompt, json.dumps(changed)):
            continue
        with suppress(ReplyError):
            task.reading(json.dumps(changed), is_fresh=True)
            taken.append(literal)
    return taken


@pytest.mark.parametrize("task", ASKED, ids=lambda task: task.name)
def test_each_literal_of_an_example_is_refused_or_recognised(task: Task) -> None:
    prompt, reply = prompt_of(task), sample(task.Reply).model_dump(mode="json")
    assert bool(examples_of(prompt)) == (task.name not in BY_CODE)
    assert given_back(task, prompt, reply) == []
    check_examples(task, prompt, reply)


@pytest.mark.parametrize("task", ASKED, ids=lambda task: task.name)
def test_an_example_given_back_is_no_answer(task: Task) -> None:
    prompt = prompt_of(task)
    for example in examples_of(prompt):
        with pytest.raises(ReplyError) as caught:
            task.parse(json.dumps(example), sample(task.Inputs), prompt)
        assert caught.value.reason == "copied"


@pytest.mark.parametrize("task", ASKED, ids=lambda task: task.name)
def test_an_example_names_fields_of_the_reply_alone(task: Task) -> None:
    for example in examples_of(prompt_of(task)):
        assert set(example) == set(task.Reply.model_fields)


def showing(example: str) -> tuple[Block, ...]:
    return (Block(tag="task", text=f"Answer with one JSON object: {example}"),)


class Answer(Record):
    share: Unit
    reason: str


def asking(example: str) -> Task:
    return Task(
        name="estimate",
        role="speaker",
        Inputs=FeedInputs,
        Reply=Answer,
        stable="You estimate.",
        request=f"Round {{{{ inputs.round }}}}. Answer with one JSON object: {example}",
    )


HONEST = {"share": 0.31, "reason": "Prices rose."}


@pytest.mark.parametrize(
    "example", ['{"share": 0.4, "reason": "<one sentence>"}', '{"share": 0.4, "reason": "two words"}']
)
def test_an_example_with_a_literal_fails_the_check(example: str) -> None:
    task = asking(example)
    assert given_back(task, prompt_of(task), HONEST) == [0.4]
    with pytest.raises(AssertionError, match=r"'estimate' has 0\.4: .*Write a placeholder"):
        check_examples(task, prompt_of(task), HONEST)


def test_an_example_of_placeholders_passes_the_check_and_honest_answers_are_taken() -> None:
    task = asking('{"share": <number from 0 to 1>, "reason": "<one sentence>"}')
    prompt = prompt_of(task)
    check_examples(task, prompt, HONEST)
    assert task.parse(json.dumps(HONEST), sample(FeedInputs), prompt) == Answer(**HONEST)


@pytest.mark.parametrize("text", ["<one sentence>", "one sentence", "One sentence.", '"<One Sentence>"'])
def test_a_placeholder_is_recognised_with_its_brackets_and_without(text: str) -> None:
    prompt = showing('{"share": <number from 0 to 1>, "reason": "<one sentence>"}')
    assert find_copied(prompt, json.dumps({"share": 0.3, "reason": text})) == text
    assert not find_copied(prompt, json.dumps({"share": 0.3, "reason": f"{text} of it is true"}))


def test_a_placeholder_that_comes_back_bare_is_recognised_though_it_is_no_json() -> None:
    form = '{"share": <number from 0 to 1>, "reason": "<one sentence>"}'
    assert find_copied(showing(form), f"```json\n{form}\n```") == "<number from 0 to 1>"


def test_words_about_the_form_beside_an_example_are_no_example() -> None:
    assert read_objects('Say "for" {as it is}, or {"a": number} and {"b": {...}}, {}.') == ()
    nested = read_objects('{"a": {...}, "b": {"c": 1, "d": "x"}} and {"e": [<one>, <two>]}')
    assert nested == ({"c": 1, "d": "x"}, {"e": ["<one>", "<two>"]})


def test_what_a_message_quotes_is_no_example_where_the_task_has_its_own() -> None:
    said = Block(tag="request", text='{"share": 0.31, "reason": "Prices rose."}')
    own = Block(tag="task", text='{"share": <number>, "reason": "<one sentence>"}')
    assert examples_of((own, said)) == read_objects(own.text)
    assert examples_of((Block(tag="said", text=said.text),)) == ()


def test_a_single_honest_value_is_not_refused_beside_placeholders() -> None:
    assert not find_copied(showing('{"stance": <number from -1 to 1>}'), '{"stance": 0.25}')
    assert find_copied(showing('{"stance": 0.25}'), '{"stance": 0.25}')


# what real models said to the prompts of 2026-11-28


def prompt_then(reply: LabelledReply) -> tuple[Block, ...]:
    tags = {"system": "task", "user": "request"}
    messages = [message for message in reply.recorded["messages"] if message["role"] in tags]
    return tuple(Block(tag=tags[message["role"]], text=message["content"]) for message in messages)


WORDLESS = {55, 56, 57, 58}
"""Copied replies whose posts are "..." and nothing else of the example."""
OF_THE_REQUEST = {6, 33, 34, 37, 41, 44, 50, 51, 76}
"""Copied replies that give back words of the instructions or of the inputs, and nothing of the example."""


def test_recorded_replies_that_copy_their_example_are_recognised_and_right_ones_are_not() -> None:
    replies = read_replies()
    recognised = {r.number for r in replies if find_copied(prompt_then(r), r.recorded["reply"])}
    assert recognised == {r.number for r in replies if r.label == "copied"} - WORDLESS - OF_THE_REQUEST


def test_recorded_posts_without_a_letter_are_refused() -> None:
    replies = {reply.number: reply.recorded["reply"] for reply in read_replies()}
    for number in WORDLESS:
        with pytest.raises(ReplyError, match="no words") as caught:
            ACT_ON_FEED.parse(replies[number], FeedInputs(round=1))
        assert caught.value.reason == "no_words"


def test_the_post_of_the_example_cannot_be_voted_on_where_the_feed_is_empty() -> None:
    inputs = FeedInputs(round=1)
    for post in ("r01/ben/1", "<id of a post>"):
        with pytest.raises(ReplyError):
            ACT_ON_FEED.parse(f'{{"actions": [{{"action": "vote", "post": "{post}", "vote": "like"}}]}}', inputs)


NAMES = {
    "name",
    "player",
    "target",
    "claim",
    "agree_with",
    "disagree_with",
    "order",
    "term",
    "post",
    "author",
    "snippet",
}
"""Fields that name or copy what the inputs have, which need not have a letter."""


def texts_of(task: Task) -> list[Place]:
    """Return the places of the texts of a reply that are words; a sample leaves out what may be left out."""
    whole = {name: WORDS for name, field in task.Reply.model_fields.items() if field.default == ""}
    reply = sample(task.Reply).model_dump(mode="json") | whole
    places = [place for place, literal in literals_of(reply) if literal == WORDS]
    return [place for place in places if task is NAME_CLUSTER or not NAMES & set(map(str, place))]


@pytest.mark.parametrize("task", [task for task in ASKED if task.name not in BY_CODE], ids=lambda task: task.name)
@pytest.mark.parametrize("text", ["…", "...", "12", "- ?!"])
def test_no_text_of_a_reply_is_without_a_letter(task: Task, text: str) -> None:
    for place in texts_of(task):
        reply = put_at(sample(task.Reply).model_dump(mode="json"), place, text)
        with pytest.raises(ReplyError) as caught:
            task.reading(json.dumps(reply), is_fresh=True)
        assert caught.value.reason == "no_words", place
        assert task.reading(json.dumps(reply)), "a recorded reply is read as it stands"


def schemas_in(node: object):
    """Yield a schema and those of its parts that a reply can have."""
    if isinstance(node, dict) and node.get("maxItems") != 0:
        yield node
        for inner in node.values():
            yield from schemas_in(inner)
    for inner in node if isinstance(node, list) else ():
        yield from schemas_in(inner)


@pytest.mark.parametrize("task", [task for task in ASKED if task.name not in BY_CODE], ids=lambda task: task.name)
def test_a_decoder_is_told_how_long_each_list_and_text_can_be_and_the_range_of_each_number(task: Task) -> None:
    inputs = sample(task.Inputs)
    if isinstance(inputs, PassageToAnnotate | PassageToScore):
        inputs = inputs.model_copy(update={"turns": (inputs.turns[0].model_copy(update={"number": 1}),)})
    told, _ = encode_schema(task.schema_for(inputs), OPENAI)
    bounds = {"array": {"maxItems"}, "string": {"maxLength"}, "number": {"minimum", "maximum"}}
    bounds["integer"] = bounds["number"]
    for node in schemas_in(told):
        if not {"const", "enum"} & set(node):
            assert bounds.get(node.get("type"), set()) <= set(node), node


@pytest.mark.parametrize(("low", "high"), [(1, 7), (0, 100), (-3, 3)])
def test_a_probe_is_asked_and_told_its_range(low: float, high: float) -> None:
    inputs = ProbeInputs(question=1, low=low, high=high, round=0)
    schema = jsonschema.Draft202012Validator(PROBE_STANCE.schema_for(inputs))
    answers = [low - 1, low, high, high + 0.5]
    assert [answer for answer in answers if schema.is_valid({"answer": answer})] == [low, high]
    asked = compose(PROBE_STANCE, inputs, stand_in(), ())
    assert examples_of(asked) == ({"answer": f"<number from {low} to {high}>"},)
