"""What is trained in torch is what runs in numpy: the same readings, and the same answers from the same weights."""

import json

import numpy as np
import pytest
import torch

from doxa.models.embedded import embedder
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.polarity import polarity
from doxa.models.embedded.trunk import trunk
from doxa_train.learning import Machine
from doxa_train.orders import unwatched
from doxa_train.saving import save_tensors
from doxa_train.stack import PolarityStack, TrunkReader, load_checkpoint_weights, tensors_of

PROPOSITION = "This house would ban gambling."
CLAIMS = ("it ruins families", "People may do with their money what they like, and the state has no say in it!", "No.")


@pytest.fixture(scope="module")
def reader():
    made = TrunkReader(Machine(torch.device("cpu"), half=False))
    made.read_texts([canonical(PROPOSITION), *map(sentence, CLAIMS)], unwatched)
    return made


def perturbed(stack):
    """Return a stack with the checkpoint's layers and heads that say something."""
    torch.manual_seed(3)
    load_checkpoint_weights(stack)
    with torch.no_grad():
        for name, value in stack.named_parameters():
            value += 0.03 * torch.randn_like(value) if "head" in name or "segment" in name else 0.0
    return stack.eval()


def test_the_trunk_reads_as_the_run_time_does(reader):
    texts = [sentence(one) for one in CLAIMS]
    for text, expected in zip(texts, trunk().read_texts(texts), strict=True):
        found = reader.reading(text)
        # kept in half precision; the run-time multiplies whole numbers
        assert found.states.float().numpy() == pytest.approx(expected.states, abs=3e-2)
        assert found.vector.numpy() == pytest.approx(expected.vector, abs=4e-3)


def test_a_text_that_was_read_is_not_read_again(reader):
    before = reader.reading(sentence(CLAIMS[0]))
    reader.read_texts([sentence(CLAIMS[0])], unwatched)
    assert reader.reading(sentence(CLAIMS[0])) is before


def test_polarity_answers_alike_in_torch_and_numpy(reader, tmp_path):
    stack = perturbed(PolarityStack(0.1))
    save_tensors(tensors_of(stack), tmp_path / "weights.safetensors")
    (tmp_path / "calibration.json").write_text(json.dumps({"temperature": 1.5, "threshold": 0.6}))
    with torch.no_grad():
        logits = stack(
            [reader.reading(canonical(PROPOSITION))] * 3, [reader.reading(sentence(one)) for one in CLAIMS]
        ).numpy()
    assert np.ptp(logits) > 0.05
    found = polarity(tmp_path).probabilities(PROPOSITION, CLAIMS, embedder())
    # the run-time multiplies whole numbers
    assert found == pytest.approx(1 / (1 + np.exp(-logits / 1.5)), abs=1e-2)


def test_pairs_beside_one_another_do_not_touch(reader):
    stack = perturbed(PolarityStack(0.1))
    about, said = reader.reading(canonical(PROPOSITION)), [reader.reading(sentence(one)) for one in CLAIMS]
    with torch.no_grad():
        together = stack([about] * 3, said)
        alone = torch.cat([stack([about], [one]) for one in said])
    assert together.numpy() == pytest.approx(alone.numpy(), abs=1e-5)


def test_no_claim_changes_how_a_proposition_is_read(reader):
    stack = perturbed(PolarityStack(0.1))
    about, said = reader.reading(canonical(PROPOSITION)), [reader.reading(sentence(one)) for one in CLAIMS[:2]]
    seen = []
    stack.encoder.register_forward_hook(lambda module, given, found: seen.append(found))
    with torch.no_grad():
        for one in said:
            stack([about], [one])
    first, second = (one[0].numpy() for one in seen)
    assert first[0] == pytest.approx(second[0], abs=1e-5)
    assert np.abs(first[1] - second[1]).max() > 0.01
