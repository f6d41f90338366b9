"""Settings of recorded runs by their paths, and what differs between sets."""

import pytest

from doxa.analysis.settings import differing_settings, find_setting, flatten_settings, setting_paths
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.records.base import JsonValue


def settings_of(**changes: JsonValue) -> dict[str, JsonValue]:
    paths = {path.replace("__", "."): value for path, value in changes.items()}
    return flatten_settings(plan(load_scenario("compulsory-voting", paths)))


@pytest.fixture(scope="module")
def plain() -> dict[str, JsonValue]:
    return settings_of()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("belief.u", 0.2),
        ("agents.cobalt.belief.u", 0.2),
        ("agents.*.belief.u", 0.2),
        ("kernel", "log_odds"),
        ("script.rounds", 15),
        ("models.speaker", "offline"),
        ("models.speaker.temperature", 0.7),
        ("proposition", "We should introduce compulsory voting"),
        ("seed", 10),
        ("prior.stance", "violet 0.75, cobalt -0.75"),
        ("belief", None),
        ("nothing.like.it", None),
        ("", None),
        ("agents.*", None),
    ],
)
def test_a_setting_is_found_by_the_path_of_a_scenario(path: str, value: JsonValue, plain: dict[str, JsonValue]) -> None:
    assert find_setting(plain, path) == value


def test_every_path_that_a_scenario_can_name_is_listed(plain: dict[str, JsonValue]) -> None:
    assert {"belief.u", "agents.violet.belief.u", "memory.theta", "kernel", "models.judge"} <= setting_paths(plain)
    assert "name" not in setting_paths(plain)


def test_what_everybody_has_alike_is_named_once(plain: dict[str, JsonValue]) -> None:
    assert differing_settings({"one": [plain], "two": [settings_of(belief__u=0.4)]}) == {"belief.u": ("0.2", "0.4")}


def test_what_one_agent_has_is_named_with_the_agent(plain: dict[str, JsonValue]) -> None:
    other = settings_of(agents__violet__belief__u=0.4)
    assert differing_settings({"one": [plain], "two": [other]}) == {"agents.violet.belief.u": ("0.2", "0.4")}


def test_a_set_with_several_values_shows_them(plain: dict[str, JsonValue]) -> None:
    runs = [plain, settings_of(belief__u=0.4)]
    assert differing_settings({"one": [plain], "two": runs}) == {"belief.u": ("0.2", "0.2, 0.4")}


def test_an_agent_who_is_not_in_every_set_is_one_row(plain: dict[str, JsonValue]) -> None:
    without = {path: value for path, value in plain.items() if not path.startswith("agents.cobalt.")}
    assert differing_settings({"one": [plain], "two": [without]})["agents.cobalt"] == ("takes part", "–")


def test_equal_sets_differ_in_nothing(plain: dict[str, JsonValue]) -> None:
    assert differing_settings({"one": [plain], "two": [plain]}) == {}
