"""A fit that is fixed, and its test on other people: from Python and from the command line."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import doxa
from app.calling import called
from doxa.errors import CorpusError, LogError, UsageError
from doxa.humans.identified import fixed
from doxa.humans.identified.fit_file import hash_round, mark_people, read_fit, write_fit
from doxa.humans.identified.fixed import fit_people, options_of, score_people
from doxa.humans.replay.study import Options
from doxa.records.spec import Hearing
from humans.made import lines_file, planted_people

HEARING = Hearing()
TEXTS = ("Compulsory voting raises turnout among the poor.", "Forcing people to vote is against their freedom.")


def sided(u, a, seed):
    """People with a known side: that of the first of their records; every fourth is a control."""
    people, judged = planted_people(u, a, count=60, seed=seed)
    rounds = []
    for number, one in enumerate(people.rounds):
        rounds.append(
            replace(
                one, control=number % 4 == 0, argued=0 if number % 4 == 0 else 1 - 2 * (number % 2),
                traits={"country": "NL" if number % 3 else "BE"},
            )
        )  # fmt: skip
    return replace(people, name=f"set{seed}", rounds=tuple(rounds)), judged


@pytest.fixture(scope="module")
def fitted():
    return fit_people(*sided(0.5, 0.9, 1), HEARING, Options(profiles_by="country"))


def test_a_fit_keeps_through_its_file_and_is_the_same_again(fitted, tmp_path):
    write_fit(fitted.fit, tmp_path / "fit.json")
    assert read_fit(tmp_path / "fit.json") == fitted.fit
    again = fit_people(*sided(0.5, 0.9, 1), HEARING, Options(profiles_by="country"))
    assert again.fit.hash == fitted.fit.hash


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: re.sub(r'"theta": [\d.]+', '"theta": 0.5', text), "was changed after it was written"),
        (lambda text: '{"fit": 9}', "format 9"),
        (lambda text: "[]", "is not a fit"),
    ],
)
def test_a_changed_file_is_refused(fitted, tmp_path, change, complaint):
    path = tmp_path / "fit.json"
    write_fit(fitted.fit, path)
    path.write_text(change(path.read_text()))
    with pytest.raises(CorpusError, match=complaint):
        read_fit(path)


def test_a_fit_is_not_written_over_a_folder(fitted, tmp_path):
    with pytest.raises(LogError, match="cannot be written"):
        write_fit(fitted.fit, tmp_path)


def test_other_people_are_scored_and_nothing_is_fitted(fitted):
    scored = score_people(*sided(0.5, 0.9, 2), HEARING, fitted.fit, options_of(fitted.fit, 100, 1))
    assert (scored.mismatches, scored.met) == ((), 0)
    assert {method.name for method in fitted.fit.methods} == set(scored.scores.errors)
    assert "The fit has met none of these rounds" in " ".join(scored.exhibits[0].paragraphs)
    assert {"held_out", "profiles_gain", "classes", "design"} <= {exhibit.name for exhibit in scored.exhibits}


def test_the_very_data_of_the_fit_are_told(fitted):
    people, judged = sided(0.5, 0.9, 1)
    scored = score_people(people, judged, HEARING, fitted.fit, options_of(fitted.fit, 50, 1))
    assert scored.met == len(people.fitted_rounds)
    assert "nothing is held out" in " ".join(scored.exhibits[0].paragraphs)


def test_another_judge_or_code_is_refused_and_told_where_accepted(fitted, monkeypatch):
    people, judged = sided(0.5, 0.9, 2)
    options = options_of(fitted.fit, 50, 1)
    other = replace(judged, judges={**judged.judges, "extractor": "openai:x"})
    with pytest.raises(UsageError, match="judged otherwise than the fit's"):
        score_people(people, other, HEARING, fitted.fit, options)
    with pytest.raises(UsageError, match="judged otherwise"):
        score_people(people, judged, Hearing(direction="speaker"), fitted.fit, options)
    monkeypatch.setattr(fixed, "fitting_code", lambda: "other")
    with pytest.raises(UsageError, match="made by other code"):
        score_people(people, judged, HEARING, fitted.fit, options)
    scored = score_people(people, judged, HEARING, fitted.fit, options, accept=True)
    assert len(scored.mismatches) == 1
    assert scored.exhibits[0].paragraphs[0].startswith("Not as the fit was made: the fit was made by other code")


def test_people_without_a_known_side_have_only_what_needs_none(fitted):
    people, judged = sided(0.5, 0.9, 2)
    unknown = replace(people, rounds=tuple(replace(one, argued=0) for one in people.rounds))
    scored = score_people(unknown, judged, HEARING, fitted.fit, options_of(fitted.fit, 50, 1))
    assert "regression" not in scored.scores.errors
    assert {"no change", "anchoring alone (u = 0)", "identified, by the judge"} <= set(scored.scores.errors)
    assert any("no side is known" in words for words in scored.exhibits[0].paragraphs)


def test_the_hash_of_data_knows_people_and_content_but_not_their_order():
    people, _ = sided(0.5, 0.9, 1)
    first, *others = people.rounds
    renamed = replace(first, person="q")
    variants = (people.rounds[::-1], (replace(first, final=0.123), *others), (renamed, *others))
    mark = mark_people("a", people.rounds).hash
    assert [mark_people("b", rounds).hash == mark for rounds in variants] == [True, False, False]
    assert hash_round(renamed) == hash_round(first)


def own_file(path: Path, seed: int) -> str:
    random = np.random.default_rng(seed)
    rows = [
        {
            "person": f"p{seed}-{n}", "proposition": "We should introduce compulsory voting",
            "initial": float(random.uniform(-0.9, 0.9)), "final": float(random.uniform(-0.9, 0.9)),
            "argued": "for" if n % 2 else "against", "control": n % 4 == 0, "country": "NL" if n % 3 else "BE",
            "messages": [{"text": TEXTS[1 - n % 2], "key": TEXTS[1 - n % 2][:9]}],
        }
        for n in range(24)
    ]  # fmt: skip
    return str(lines_file(path, rows))


def test_fit_here_and_test_there_as_a_person_does(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    first, second = own_file(tmp_path / "first.jsonl", 1), own_file(tmp_path / "second.jsonl", 2)
    shown = called("replay", "fit", first, "--out", "fit.json", "--profiles-by", "country", capsys=capsys)
    assert "Test it: doxa replay test SOURCE --fit fit.json" in shown
    words = ["replay", "test", second, "--fit", "fit.json", "--replicates", "50"]
    assert "A fit of first, tested on second" in called(*words, capsys=capsys).replace("\n", " ")
    told = json.loads(called(*words, "--json", capsys=capsys))
    assert (told["n"], told["mismatches"], told["rounds_in_fit"]) == (18, [], 0)
    # and from Python, on the same judged messages
    fit = doxa.fit(first, profiles_by="country")
    assert fit.hash == told["fit"]["hash"]
    assert {row.name for row in fit.profiles} == {"BE", "NL"}
    assert {row.method: round(row.rmse, 6) for row in doxa.test(second, fit, replicates=50).scores} == {
        name: scores["rmse"] for name, scores in told["scores"].items()
    }
    with pytest.raises(UsageError, match="the judge is openai:x, the fit's is offline"):
        doxa.test(second, "fit.json", judge="openai:x")
    result = doxa.replay(second, profiles_by="country", replicates=50)
    assert {"design", "held_out", "identified", "profiles", "profiles_gain", "table1"} <= result.tables.keys()
    assert all(isinstance(row, dict) for rows in result.tables.values() for row in rows)
    assert result.estimates[0].n == 18
    assert result.summary["identified"]
