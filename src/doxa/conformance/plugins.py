"""The checks of policies, data sets, models, measures, rankers and layers of judgement against their contracts."""

from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from doxa.analysis.measuring import Measure, read_numbers
from doxa.analysis.verify import verify
from doxa.errors import CorpusError
from doxa.experiments.sitting import run
from doxa.log.journal import CallRecord
from doxa.log.rundir import open_run
from doxa.models.declared import declaration_of
from doxa.policies.instructions import Instruction, Weights
from doxa.policies.registry import Rule, Schedule
from doxa.records.base import JsonValue
from doxa.records.judge_layers import JudgeLayer
from doxa.records.outside import has_words
from doxa.records.plugins import beside
from doxa.records.spec import PromptPolicy
from doxa.records.transcripts import Debate
from doxa.scoring.rankers import Ranker, sample_posts, score_posts, settings_of
from doxa.tasks.registry import task_named

ROUNDS = range(1, 41)
"""The rounds in which a schedule is asked."""

LEVELS = (0.0, 0.5, 1.0, 2.0)
"""First weights from which a schedule begins."""


def check_policy(policy: Rule | Schedule) -> None:
    """Raise where a policy breaks its contract: the same answer every time, instructions in words, weights in [0, 2].

    Raises:
        AssertionError: the policy breaks the contract.
    """
    assert isinstance(policy, Rule | Schedule), f"a policy is a Rule or a Schedule, not {type(policy).__name__}"
    if isinstance(policy, Rule):
        _check_rule(policy)
    else:
        _check_schedule(policy)


def _check_rule(rule: Rule) -> None:
    for sentences, points in product((1, 5), ("unwritten", "free")):
        policy = PromptPolicy.model_validate({"sentences": sentences, "points": points})
        instructions = rule.asks(policy)
        assert isinstance(instructions, tuple), "a rule returns a tuple of instructions"
        assert rule.asks(policy) == instructions, "a rule returns the same instructions for the same policy"
        for instruction in instructions:
            assert isinstance(instruction, Instruction), f"a rule returns instructions, not {instruction!r}"
            assert has_words(instruction.asks), "an instruction has a word for what it asks"
            assert has_words(instruction.text), f"the instruction {instruction.asks!r} has no text"
            assert has_words(instruction.why), f"the instruction {instruction.asks!r} does not say why it is there"
            assert instruction.most is None or instruction.most >= 1, "a limit is of one sentence or more"
        asked = [instruction.asks for instruction in instructions]
        assert len(asked) == len(set(asked)), f"two instructions of a rule ask the same: {', '.join(asked)}"


def _check_schedule(schedule: Schedule) -> None:
    for task, dialogue, knowledge in product(LEVELS, repeat=3):
        first = Weights(T=task, M=dialogue, D=knowledge)
        for number in ROUNDS:
            try:
                weights = schedule.weights(first, number)
            except ValueError as error:
                raise AssertionError(f"round {number} from {first}: {error}") from None
            assert isinstance(weights, Weights), f"a schedule returns Weights, not {type(weights).__name__}"
            assert schedule.weights(first, number) == weights, "a schedule returns the same weights for the same round"


def check_dataset(dataset: Any, path: Path | None = None) -> None:
    """Raise where a data set breaks its contract: the same people every time, valid rounds, errors for other files.

    Args:
        dataset: a ``Dataset`` of the room of real people, which this room does not know.
        path: files of its layout; None for a set that is read without a path.

    Raises:
        AssertionError: the data set breaks the contract.
    """
    missing = [name for name in ("read", "recognises", "shipped") if not hasattr(dataset, name)]
    assert not missing, f"a data set is a Dataset with read, recognises and shipped; this lacks {missing[0]}"
    assert path is not None or dataset.shipped, "a data set that is not shipped is checked on files: give their path"
    people = dataset.read(path)
    assert hasattr(people, "rounds"), f"read returns People, not {type(people).__name__}"
    assert dataset.read(path) == people, "read returns the same people when it reads the same files again"
    if path is not None:
        assert dataset.recognises(path) is True, f"recognises does not know {path}, which read can read"
    _check_people(people)
    _check_other_files(dataset)


def _check_people(people: Any) -> None:
    assert has_words(people.name), "the people have no name"
    assert has_words(people.about), "the people are not described: about is empty"
    assert people.rounds, "the people have no round; read raises CorpusError where there is none"
    names = [round.id for round in people.rounds]
    assert len(names) == len(set(names)), "two rounds have the same id"
    for round in people.rounds:
        for stance in (round.initial, round.final, *(stated.stance for stated in round.stated)):
            assert -1.0 <= stance <= 1.0, f"round {round.id!r}: the stance {stance} is not in [-1, 1]"
        assert has_words(round.proposition), f"round {round.id!r} has no proposition"
        assert round.argued in (-1, 0, 1), f"round {round.id!r}: argued is {round.argued}, not -1, 0 or 1"


def _check_other_files(dataset: Any) -> None:
    """Raise where files of another layout are recognised, or are read without an error."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        other = folder / "other.txt"
        other.write_text("Nobody was asked anything here.\n", encoding="utf-8")
        for place in (other, folder):
            assert dataset.recognises(place) is False, f"recognises takes {place.name!r} for its own layout"
        if dataset.shipped:
            return
        try:
            dataset.read(other)
        except CorpusError:
            return
        raise AssertionError("read returns people of a file that holds none; it must raise CorpusError")


def check_model(model: str) -> None:
    """Raise where a model breaks its contract in a debate of one round, in which it does what it declares to do.

    Args:
        model: as a scenario names it, ``provider:NAME``; its package is installed.

    Raises:
        AssertionError: the model breaks the contract.
        DoxaError: it cannot be loaded, set up or reached.
    """
    declaration = declaration_of(model)
    assert declaration is not None, f"no installed package brings {model!r}: pip install -e PACKAGE"
    works = {"models.speaker": declaration.speaks, "models.extractor": declaration.hears}
    changes: dict[str, JsonValue] = {path: model for path, does in works.items() if does}
    with TemporaryDirectory() as folder:
        log = run("compulsory-voting", out=Path(folder) / "run", changes={"script.rounds": 1, **changes})
        for call in log.calls():
            if call.model == model:
                _check_call(call)
        verified = verify(log.path)
        assert verified.status == "verified", f"the run is not verified: {verified.problems}"


def check_measure(measure: Measure, path: Path | None = None) -> None:
    """Raise where a measure breaks its contract: the same finite numbers whenever a log is read, and a description.

    Args:
        path: a finished run that it measures; None for a debate of one round.

    Raises:
        AssertionError: the measure breaks the contract.
        PluginError: it returned what is no finite number.
    """
    name = str(getattr(measure, "__name__", measure))
    assert has_words(measure.__doc__ or ""), f"the measure {name} has no docstring, which doxa list shows"
    with TemporaryDirectory() as folder:
        path = path or run("compulsory-voting", out=Path(folder) / "run", changes={"script.rounds": 1}).path
        first, second = measure(open_run(path)), measure(open_run(path))
    assert read_numbers(name, first), f"{name} measures nothing of {path.name}: give check a run that it is for"
    assert first == second, f"{name} returned {first}, then {second}, of one log: a measure depends on the log alone"


def check_ranker(ranker: Ranker) -> None:
    """Raise where a ranker breaks its contract: finite scores that depend on its arrays alone, not on their order.

    Raises:
        AssertionError: the ranker breaks the contract.
        PluginError: it failed, or did not return one finite score for each post.
    """
    name = str(getattr(ranker, "__name__", ranker))
    assert has_words(ranker.__doc__ or ""), f"the ranker {name} has no docstring, which doxa list shows"
    for setting, default in settings_of(ranker).items():
        assert isinstance(default, int | float), f"the setting {setting} of {name} has no number as its default"
    for count in (1, 24):
        posts, reader = sample_posts(1, count)
        first, second = score_posts(name, ranker, posts, reader, 9), score_posts(name, ranker, posts, reader, 9)
        assert np.array_equal(first, second), f"{name} scored the same posts twice differently: it may draw no numbers"
        order = np.random.default_rng(2).permutation(count)
        moved, moved_reader = ({key: array[order] for key, array in arrays.items()} for arrays in (posts, reader))
        scores = score_posts(name, ranker, moved, moved_reader, 9)
        assert np.allclose(scores, first[order], rtol=0, atol=1e-9), f"the scores of {name} depend on the posts' order"


DEBATE = Debate.model_validate(
    {
        "motion": "Every street should be lined with trees",
        "turns": [
            {
                "id": "p1",
                "speaker": "ann",
                "name": "Ann",
                "side": "pro",
                "text": "Trees cool streets by 3 degrees.",
            },
            {
                "id": "c1",
                "speaker": "bob",
                "name": "Bob",
                "side": "con",
                "text": "Roots break pavements.",
            },
        ],
    }
)


def check_judge_layer(layer: JudgeLayer) -> None:
    """Raise where a layer of judgement breaks its contract: the same questions every time, which fit its task.

    Raises:
        AssertionError: it breaks the contract.
        UnknownNameError, PluginError: no installed system brings its task.
        ValidationError: a question is no Inputs of the task.
    """
    task, questions = task_named(layer.task), layer.questions(DEBATE)
    assert has_words(layer.about), "the layer is not described: about is empty"
    assert questions, "the layer asks nothing of a debate"
    assert layer.questions(DEBATE) == questions, "questions returns the same questions for the same debate"
    assert beside("offline", "tasks", layer.task), f"the task {layer.task!r} has no offline skill"
    for inputs in questions.values():
        task.Inputs.model_validate(inputs)


def _check_call(call: CallRecord) -> None:
    """Raise where a call has no answer at its first try, or an answer that does not say what it took."""
    assert call.status == "ok", f"{call.id} was not answered: {call.status}, {call.tries[-1:]}"
    assert call.tries == (), f"{call.id} was asked more than once: {call.tries}"
    assert call.role != "speaker" or has_words(call.text), f"{call.id}: the answer has no words"
    counts = (call.input_tokens, call.output_tokens)
    assert call.cost is not None or None not in counts, f"{call.id}: a priced model states its tokens, or its cost"
    assert min(count or 0 for count in (*counts, call.cached_tokens, call.cost)) >= 0, f"{call.id}: a count is below 0"
