"""The check of examples takes the prompts of whole runs, and names a literal that one of them has."""

from dataclasses import replace
from pathlib import Path

import pytest

from doxa.conformance.systems import check_prompts
from doxa.log.rundir import open_run
from doxa.tasks import registry
from doxa.tasks.classify import CLASSIFY
from doxa.tasks.registry import tasks
from library import Library
from scenes.stage import debate, play

KINDS = ("debate", "feed", "puzzle", "union", "judgement")


@pytest.mark.parametrize("kind", KINDS)
def test_no_prompt_of_a_run_has_an_example_with_a_literal(kind: str, library: Library) -> None:
    check_prompts(open_run(library(kind)), tasks())


def test_a_run_whose_prompts_have_a_literal_is_named_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = '{"judgements": [{"polarity": "<for, against or unclear>", "strength": 0.61, "tags": ["<reason>"]}]}'
    monkeypatch.setitem(registry.GROUND, "classify", replace(CLASSIFY, stable=f"Answer with {example}"))
    played = play(debate(), tmp_path)
    with pytest.raises(AssertionError, match=r"the task 'classify' has 0\.61: a model gives it back"):
        check_prompts(played.log, tasks())
