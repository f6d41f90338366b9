"""Directions by probabilities, from models whose right reading is known: liking a letter or a side must not count."""

import asyncio
import json

import pytest

from doxa.errors import ModelSetupError
from doxa.models.setup import performer_for
from doxa.models.weighing.performer import WeighingPerformer
from doxa.models.weighing.question import LETTERS, ORDERS, weigh_options
from doxa.records.spec import LetterWeighing, ModelSettings
from doxa.tasks.judge_stance import JUDGE_STANCE
from servers.asking import ask_model, asking, conditions_at
from servers.leaning import leaning
from servers.openai_server import OpenAIServer

CLAIMS = ("Cars kill.", "Cars carry the sick.", "It rains.")
WEIGHED = LetterWeighing(model="compatible:test", threshold=0.6)


def reads(text: str) -> tuple[float, float, float]:
    """Read three claims rightly: for, against, and no side."""
    return {"Cars kill.": (2.0, 0.0, 0.0), "Cars carry the sick.": (0.0, 2.0, 0.0)}.get(text, (0.0, 0.0, 4.0))


def judge(
    server: OpenAIServer, weighing: LetterWeighing = WEIGHED, model: str = "compatible:test", **inputs
) -> list[dict]:
    about = {"proposition": "Cities should ban cars.", "claims": list(CLAIMS), **inputs}
    answer = ask_model(server, model, asking("classify", inputs=about), weighing=weighing)
    return json.loads(answer.text)["judgements"]


def polarities(judged: list[dict]) -> list[str]:
    return [judgement["polarity"] for judgement in judged]


def test_a_model_that_reads_rightly_is_read_rightly_and_gives_no_strength(server):
    server.tops = leaning(reads)
    judged = judge(server)
    assert polarities(judged) == ["for", "against", "unclear"]
    assert judged[0]["chance"] == pytest.approx(1 / (1 + 2.718281828**-2.0))
    assert [judgement["strength"] for judgement in judged] == [None] * 3


@pytest.mark.parametrize("liking", [{"A": 6.0}, {"A": 3.0, "B": -2.0}, {"C": 5.0}])
def test_a_liking_for_letters_falls_out_of_the_orders(server, liking):
    server.tops = leaning(reads, letters=liking)
    assert polarities(judge(server)[:2]) == ["for", "against"]


def test_a_liking_for_one_side_falls_out_with_the_empty_message(server):
    server.tops = leaning(reads, side=5.0)
    assert polarities(judge(server)[:2]) == ["for", "against"]


def test_a_model_that_reads_nothing_leaves_everything_unclear(server):
    server.tops = leaning(lambda _: (0.0, 0.0, 0.0), letters={"A": 1.0}, side=2.0)
    assert polarities(judge(server)) == ["unclear"] * 3


def test_offset_scale_and_threshold_are_those_of_the_calibration(server):
    server.tops = leaning(reads)
    by_offset = WEIGHED.model_copy(update={"offset": 3.0, "aside": 0.9})
    assert polarities(judge(server, by_offset)) == ["against", "against", "unclear"]
    by_scale = WEIGHED.model_copy(update={"scale": 10.0})
    assert polarities(judge(server, by_scale)) == ["unclear"] * 3


def test_every_order_is_asked_once_for_each_text_and_once_for_the_empty_message(server):
    server.tops = leaning(reads)
    judge(server)
    assert server.count == len(ORDERS) * (1 + len(CLAIMS))
    assert all((body["max_tokens"], body["top_logprobs"]) == (1, 20) for body in server.bodies)
    assert not any("temperature" in body or "response_format" in body for body in server.bodies)
    shared = {body["messages"][-1]["content"].partition("</message>")[0] for body in server.bodies}
    assert len(shared) == 1 + len(CLAIMS), "the orders of one text share the text as their beginning"


def test_claims_in_a_message_have_its_direction(server):
    server.tops = leaning(reads)
    assert polarities(judge(server, message="Cars kill.")) == ["for"] * 3


def test_joint_claims_are_numbered(server):
    server.tops = leaning(reads)
    about = {"proposition": "Cities should ban cars.", "claims": list(CLAIMS)}
    answer = ask_model(server, "compatible:test", asking("classify_many", inputs=about), weighing=WEIGHED)
    judged = json.loads(answer.text)["judgements"]
    assert [(judgement["claim"], judgement["polarity"]) for judgement in judged] == [
        (1, "for"), (2, "against"), (3, "unclear"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "stance"), [("Cars kill.", 0.762), ("Cars carry the sick.", -0.762), ("It rains.", None)]
)
@pytest.mark.parametrize("liking", [0.0, 5.0])
def test_the_stance_of_a_statement_is_its_mean_side_and_liking_a_side_falls_out(server, said, stance, liking):
    server.tops = leaning(reads, letters={"B": liking}, side=liking)
    about = {"proposition": "Cities should ban cars.", "speaker": "Ada", "text": said}
    weighing = WEIGHED.model_copy(update={"aside": 0.9})
    answer = ask_model(server, "compatible:test", asking("judge_stance", inputs=about), weighing=weighing)
    reply = JUDGE_STANCE.Reply.model_validate_json(answer.text)
    assert (reply.stance if reply.clear else None) == (stance and pytest.approx(stance, abs=1e-3))  # tanh(2 / 2)


def test_the_usage_of_all_calls_is_summed(server):
    server.tops = leaning(reads)
    about = {"proposition": "Cities should ban cars.", "claims": ["Cars kill."]}
    answer = ask_model(server, "compatible:test", asking("classify", inputs=about), weighing=WEIGHED)
    assert answer.usage.output_tokens >= server.count == 2 * len(ORDERS)


def test_other_tasks_and_other_models_are_asked_as_ever(server):
    server.tops = leaning(reads)
    assert judge(server, model="compatible:another")[0]["strength"] is not None
    ask_model(server, "compatible:test", weighing=WEIGHED)
    assert not any("logprobs" in body for body in server.bodies)


def test_tokens_that_mean_a_letter_are_summed_and_a_missing_letter_is_as_unlikely_as_the_last():
    tops = ((" A", -1.0), ("A", -1.0), ("**a", -1.0), ("The", -2.0), ("B", -3.0))
    lean = weigh_options(tops, ORDERS[0])
    assert lean.side == pytest.approx(1.0986 + 2.0, abs=1e-3)
    assert lean.aside < 0
    assert weigh_options((("The", -0.1), ("I", -4.0)), ORDERS[0]).side == 0.0
    assert weigh_options((("A", 0.0), ("B", -9999.0)), ORDERS[0]).side > 100


def test_an_order_says_which_option_a_letter_means():
    tops = (("A", -0.1), ("B", -3.0), ("C", -4.0))
    sides = [weigh_options(tops, order).side for order in ORDERS]
    assert sum(sides) == pytest.approx(0.0)
    assert len(set(LETTERS)) == len(ORDERS[0])


@pytest.mark.parametrize("model", ["compatible:test", "openai:test"])
def test_a_server_that_ignores_the_request_for_probabilities_is_named(server, model):
    with pytest.raises(ModelSetupError, match=f"{model} states no probabilities"):
        judge(server, WEIGHED.model_copy(update={"model": model}), model)


@pytest.mark.parametrize("model", ["anthropic:test", "google:test"])
def test_services_without_probabilities_are_not_asked(server, model):
    with pytest.raises(ModelSetupError, match="states no probabilities"):
        judge(server, WEIGHED.model_copy(update={"model": model}), model)
    assert server.count == 0


def test_a_model_that_refuses_probabilities_says_so_itself(server):
    server.always("unsupported")
    with pytest.raises(ModelSetupError, match="rejects the request"):
        judge(server)


@pytest.mark.parametrize("odd", [{}, {"A": "likely"}, {"A": float("nan")}])
def test_odd_probabilities_are_none(server, odd):
    server.tops = lambda _: odd
    with pytest.raises(ModelSetupError, match="states no probabilities"):
        judge(server)


def test_performers_without_probabilities_and_unknown_forms_are_refused(server):
    with pytest.raises(ModelSetupError, match="cannot be read"):
        performer_for(ModelSettings(weighing=LetterWeighing(model="offline")))
    chosen = ModelSettings(model="compatible:test", weighing=WEIGHED.model_copy(update={"form": "99"}))
    with pytest.raises(ModelSetupError, match="form '99'"):
        performer_for(chosen, conditions_at(server))


class Within:
    """A performer that states probabilities, and knows whether it was closed."""

    is_open = True

    async def perform(self, request):
        raise NotImplementedError

    weigh = perform

    async def close(self):
        self.is_open = False


def test_the_performer_within_is_closed():
    within = Within()
    asyncio.run(WeighingPerformer(within, WEIGHED).close())
    assert not within.is_open
