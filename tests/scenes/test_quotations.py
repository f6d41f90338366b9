"""What stands between quotation marks was said: by a message, or by an argument that an agent began with."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.explain import explain
from doxa.analysis.glance import Glance
from doxa.records.base import canonical
from doxa.terminal.progress import RoundStory
from scenes.stage import MOTION, Answer, Played, cast_but, debate, play

QUOTATION = re.compile(r"“([^”]*)”")


def paraphrased(*, placed: bool) -> Answer:
    """Return an extractor that puts every sentence in words of its own, with the sentence or other words as snippet."""

    def extract(request):
        said = [f"{words.strip()}." for words in request.inputs.text.split(".") if words.strip()]
        claims = [
            {
                "claim": words.replace(" in case", ", the author holds, in instance"),
                "snippet": words if placed else "words that nobody said",
            }
            for words in said
        ]
        return canonical({"claims": claims})

    return cast_but(extract=extract)


def sentences_of(played: Played) -> list[str]:
    """Return every generated sentence of a run: story, headlines, explanations and round lines."""
    log, view = played.log, view_of(played.log)
    explanations = [explain(log, agent.id).sentence for agent in view.agents]
    story, lines = RoundStory({agent.id: agent.name for agent in view.agents}), []
    for chapter in Glance(log=log).chapters[1:]:
        story.begin_round()
        story.gather(SimpleNamespace(outcomes=chapter.outcomes, heard=chapter.heard, moves=chapter.folded))
        lines += story.lines(4000, dict.fromkeys(story._names, "red"))
    return [view.story, *(summary.sentence for summary in view.summaries), *explanations, *lines]


def is_verbatim(words: str, played: Played) -> bool:
    """Return whether words, up to a cut, stand in a message, a seed or the motion."""
    seeds = [seed.text for seeds in played.log.spec.seeds.values() for seed in seeds]
    said = [event.body.text for event in played.events if event.kind == "heard"]
    return any(words.removesuffix(" …") in " ".join(text.split()) for text in (*said, *seeds, MOTION))


@pytest.mark.parametrize("placed", [True, False])
def test_every_quotation_was_said(tmp_path: Path, *, placed: bool) -> None:
    played = play(debate(rounds=3), tmp_path / "run", paraphrased(placed=placed))
    sentences = sentences_of(played)
    quotations = [words for sentence in sentences for words in QUOTATION.findall(sentence)]
    assert quotations
    assert [words for words in quotations if not is_verbatim(words, played)] == []
    # what nobody said is told as the extractor's, and a snippet that was found replaces the paraphrase
    assert any("the author holds" in sentence for sentence in sentences) != placed
    assert all("extractor put it" in sentence for sentence in sentences if "the author holds" in sentence)
    assert not any("nobody said" in sentence for sentence in sentences)


@pytest.mark.parametrize("placed", [True, False])
def test_pages_show_the_words_of_the_message(tmp_path: Path, *, placed: bool) -> None:
    played = play(debate(), tmp_path / "run", paraphrased(placed=placed))
    items = [item for move in view_of(played.log).moves for item in move.items if item.message]
    assert items
    assert all(is_verbatim(item.text, played) == placed for item in items)
