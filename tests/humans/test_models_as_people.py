"""Models as people: how open each is, whether the rule fits it, and which runs a replay reads."""

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import doxa
from doxa.errors import CorpusError
from doxa.humans.data.registry import read_people
from doxa.humans.data.runs import MODEL, PERSUADER, SOURCE
from doxa.humans.replay.grid import lay_exposures
from doxa.humans.replay.study import Options, make_study
from doxa.humans.replay.susceptibility import WEIGHTS, ModelRounds, fit_model, judge_fits
from doxa.humans.shown.report import report_of
from doxa.scoring.bootstrap import number_clusters
from humans.made import planted_people

PEOPLE, REPLICATES, SEED = 24, 200, 3


def log_odds(u):
    def rule(stance, records, random):
        return math.tanh(math.atanh(stance) + sum(p * math.log1p(s * u) for p, s in records) / 2)

    return rule


def averaging(w):
    def rule(stance, records, random):
        for p, _ in records[:3]:
            stance += w * (p - stance)
        return stance

    return rule


def drifting(stance, records, random):
    return max(-1.0, min(1.0, stance + random.gauss(0, 0.35)))


def targets(name, rule, error=0.02):
    """Return the rounds of targets that move by a rule, each argued at from both sides, measured with an error."""
    random = Random(f"{name}")
    befores, afters, evidence, people, sides = [], [], [], [], []
    for person in range(PEOPLE):
        start = random.uniform(-0.8, 0.8)
        for side in (1, -1):
            records = [(side, random.uniform(0.3, 0.8)) for _ in range(6)]
            end = rule(start, records, random)
            befores.append(start + random.gauss(0, error))
            afters.append(max(-1.0, min(1.0, end + random.gauss(0, error))))
            evidence.append(records)
            people.append(f"person {person}")
            sides.append(float(side))
    weights = np.asarray(WEIGHTS)
    averaged = [
        before * (1 - weights) ** 3 + side * (1 - (1 - weights) ** 3)
        for before, side in zip(befores, sides, strict=True)
    ]
    return ModelRounds(
        model=name,
        met=lay_exposures(befores, afters, evidence),
        clamp=0.98,
        persons=number_clusters(people),
        side=np.asarray(sides),
        averaged=np.asarray(averaged),
        stance_error=error,
    )


@pytest.fixture(scope="module")
def fits():
    rules = {
        "open": log_odds(0.6),
        "measured": log_odds(0.3),
        "closed": log_odds(0.08),
        "averaging": averaging(0.25),
        "drifting": drifting,
    }
    return {name: fit_model(targets(name, rule), REPLICATES, SEED) for name, rule in rules.items()}


@pytest.mark.parametrize(("name", "u"), [("open", 0.6), ("measured", 0.3), ("closed", 0.08)])
def test_declared_openness_is_recovered_with_its_interval(fits, name, u):
    low, high = fits[name].u_bounds
    assert low * 0.95 <= u <= high * 1.05
    assert fits[name].a == pytest.approx(1.0, abs=0.15)


def test_the_order_of_models_is_recovered_and_their_intervals_are_apart(fits):
    first, second, third = (fits[name].u_bounds for name in ("open", "measured", "closed"))
    assert first[0] > second[1] > second[0] > third[1]


def test_the_rule_fits_those_that_move_by_it_and_no_others(fits):
    verdicts = dict(zip(fits, (fitness.verdict for fitness in judge_fits(list(fits.values()))), strict=True))
    assert verdicts == {
        "open": "fits",
        "measured": "fits",
        "closed": "fits",
        "averaging": "does not fit",
        "drifting": "does not fit",
    }


def test_a_model_that_stays_where_it_is_does_not_move():
    (fitness,) = judge_fits([fit_model(targets("still", lambda stance, records, random: stance), REPLICATES, SEED)])
    assert fitness.verdict == "does not move"


def test_the_rule_is_rejected_no_more_often_than_the_level_says():
    fits = [fit_model(targets(f"size {number}", log_odds(0.3)), REPLICATES, number) for number in range(20)]
    verdicts = [judge_fits([fit])[0].verdict for fit in fits]
    assert verdicts.count("fits") >= 17


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    for argues in ("for", "against"):
        for replicate in (0, 1):
            changes = {"script.argues": argues, "script.rounds": 1, "agents.target.model": "offline:open"}
            doxa.run("persuasion", out=folder / f"{argues}{replicate}", changes=changes, replicate=replicate)
    return folder


def test_a_target_of_one_replicate_is_one_person_argued_at_from_both_sides(runs):
    people = read_people(str(runs))
    assert len(people.rounds) == 4
    sides = {}
    for round in people.rounds:
        sides.setdefault(round.person, []).append((round.argued, round.initial))
    assert len(sides) == 2
    for pair in sides.values():
        assert {side for side, _ in pair} == {1, -1}
    first = people.rounds[0]
    assert (first.traits[MODEL], first.traits[PERSUADER], first.traits[SOURCE]) == ("offline:open", "offline", "probed")
    assert first.stance_error > 0
    assert "Simulated offline" in people.about


def test_self_reports_are_stances_and_maintained_ones_are_not(tmp_path):
    changes = {"script.rounds": 1}
    doxa.run("compulsory-voting", out=tmp_path / "own" / "a", changes=changes)
    with pytest.raises(CorpusError, match="no agent has a measured stance"):
        read_people(str(tmp_path / "own"))
    doxa.run("compulsory-voting", out=tmp_path / "own" / "b", changes={**changes, "kernel": "self_report"})
    people = read_people(str(tmp_path / "own"))
    assert {(round.id, round.initial, round.traits[SOURCE]) for round in people.rounds} == {
        ("b/violet", 0.75, "self_report"),
        ("b/cobalt", -0.75, "self_report"),
    }
    (remark,) = people.remarks
    assert remark.where == "a"


def test_a_folder_without_runs_is_no_data_set(tmp_path):
    with pytest.raises(CorpusError, match="no data set has this layout"):
        read_people(str(tmp_path))


def argued(target, persuader, side):
    """Return planted people as targets of a persuader, on one side; all begin at −0.2 and end 0.3 further on it."""
    source, evidence = planted_people(0.6, 1.0, count=20)
    traits = {MODEL: target, PERSUADER: persuader}
    rounds = tuple(
        replace(one, argued=side, initial=-0.2, final=-0.2 + 0.3 * side, traits=traits) for one in source.rounds
    )
    return replace(source, rounds=rounds), evidence


def test_the_page_begins_with_who_moves_whom_and_one_persuader_has_one_row():
    study = make_study(*argued("ann", "bob", 1), Options(replicates=60))
    first, reading = report_of(study).exhibits[:2]
    assert (first.name, reading.kind) == ("who_moves_whom", "text")
    assert [look.show for look in first.looks] == ["text", "heat", "heat", "number"]
    (row,) = first.rows
    assert (row[0], row[-1]) == ("bob", 20)
    assert (row[1].value, row[1].low, row[1].high) == pytest.approx((0.3, 0.3, 0.3))
