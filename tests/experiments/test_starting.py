"""What is said before a run begins."""

import pytest

from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms
from doxa.experiments.starting import WordingWarning, check_start
from doxa.records.spec import Proposition


def worded(text):
    spec = plan(load_scenario("compulsory-voting", {}), 0)
    return spec.model_copy(update={"proposition": Proposition(text=text)})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("We should ban smoking and drinking", "says two things at once"),
        ("Wir sollten das Rauchen verbieten", "not in English"),
    ],
)
def test_a_proposition_of_two_things_or_in_another_language_is_warned_of_and_not_refused(tmp_path, text, why):
    with pytest.warns(WordingWarning, match=why):
        check_start(worded(text), tmp_path / "run", Terms())


def test_a_plain_proposition_is_not_warned_of(tmp_path):
    check_start(worded("We should ban smoking"), tmp_path / "run", Terms())
