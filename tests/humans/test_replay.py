"""From messages to evidence to exhibits: admission in order, records that replace a judge, honest reports."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from doxa.analysis.exhibit import Figure, Prose, Table
from doxa.engine.gate import Budget
from doxa.errors import BeliefError, CorpusError, StoppedError, UsageError
from doxa.humans.data.people import MetMessage, StatedStance
from doxa.humans.replay import rules
from doxa.humans.replay.calibration import Thresholds
from doxa.humans.replay.controls import sensitivity_tables
from doxa.humans.replay.evidence import Acceptance, replay_round
from doxa.humans.replay.grid import lay_exposures, stance_by_hand
from doxa.humans.replay.judged import MessageClaims, argued_evidence, read_records, with_extractor, write_records
from doxa.humans.replay.judging import ReplaySettings, hearing_for, listen, plan_listening
from doxa.humans.replay.listening import words_to_judge
from doxa.humans.replay.one_step import one_step_table, steps_of
from doxa.humans.replay.posterior import EXPLANATIONS, fit_mixture, posterior
from doxa.humans.replay.rules import average_stances, predict_rules
from doxa.humans.replay.study import Options, check_options, make_study
from doxa.humans.replay.writing import correct_tables
from doxa.humans.shown.paper import table_1
from doxa.humans.shown.reading import beats
from doxa.humans.shown.report import report_of
from doxa.humans.shown.sides import agreement
from doxa.models.port import Request, Response, Usage
from doxa.models.scripted import ScriptedPerformer
from doxa.scoring.significance import correct_holm
from humans.made import ending, judged, people, planted_people, round_of

X, NEAR_X, Y = (100, 0), (99, 10), (0, 100)
FEW = Options(replicates=60)


def titled(exhibits, name):
    return next(one for one in exhibits if one.name == name)


@pytest.fixture(scope="module")
def study():
    """People who follow the rule."""
    return make_study(*planted_people(0.6, 1.0), FEW)


@pytest.fixture(scope="module")
def exhibits(study):
    return report_of(study).exhibits


class TestEvidence:
    one = round_of("p", 0.0, 0.5, ["a", "b", "c", "d"])
    told = judged(
        [one],
        {
            "a": [(1, 0.4, X)],
            "b": [(1, 0.6, NEAR_X), (-1, 0.5, X)],
            "c": [(1, 0.5, X), (0, 0.9, Y)],
            "d": [(1, 0.3, Y)],
        },
    )

    def test_claims_are_admitted_in_order_and_duplicates_displaced_by_hand(self):
        found = replay_round(self.one, self.told, Acceptance())
        assert [change.reason for change in found.changes] == ["new", "stronger", "new", "duplicate", "unclear", "new"]
        assert sorted(found.active) == [(-1, 0.5), (1, 0.3), (1, 0.6)]
        assert lay_exposures([0], [0], [found.active]).net[0] == pytest.approx(0.4)

    def test_what_joined_and_left_between_two_moments(self):
        found = replay_round(self.one, self.told, Acceptance())
        assert found.between(0, 1) == [(1, 0.4)]
        assert found.between(1, 2) == [(1, 0.6), (-1, 0.4), (-1, 0.5)]
        assert found.between(2, 4) == [(1, 0.3)]
        whole = stance_by_hand(0.2, found.between(0, 4), 0.5, 0.8)
        assert whole == pytest.approx(stance_by_hand(0.2, found.active, 0.5, 0.8), abs=1e-12)

    def test_a_stricter_threshold_lets_both_stand(self):
        found = replay_round(self.one, self.told, Acceptance(theta=1.0))
        assert [change.reason for change in found.changes][:2] == ["new", "new"]

    def test_strengths_and_the_least_of_them(self):
        equal = replay_round(self.one, self.told, Acceptance(strength="equal")).active
        assert sorted(equal) == [(-1, 0.5), (1, 0.5), (1, 0.5)]
        # the extractor calls each 1 − s; the cosine of the second claim to the first is below 1, the third is the first
        extractor = replay_round(self.one, self.told, Acceptance(strength="extractor", theta=1.0)).active
        assert [s for _, s in extractor] == pytest.approx([0.6, 0.4, 0.5, 0.7])
        assert replay_round(self.one, self.told, Acceptance(least=0.55)).active == ((1, 0.6),)

    def test_a_message_shows_the_mean_direction_of_its_claims(self):
        shown = dict(replay_round(self.one, self.told, Acceptance()).shown)
        assert shown == pytest.approx({0: 1.0, 1: (0.6 - 0.5) / 1.1, 2: 1.0, 3: 1.0})

    def test_own_words_count_only_where_asked(self):
        one = replace(self.one, messages=(replace(self.one.messages[0], own=True), *self.one.messages[1:]))
        assert replay_round(one, self.told, Acceptance()).changes[0].reason == "new"
        assert replay_round(one, self.told, Acceptance()).changes[0].message == 1
        assert replay_round(one, self.told, Acceptance(own=True)).changes[0].message == 0

    def test_another_extractor_takes_other_claims(self):
        assert len(replay_round(self.one, with_extractor(self.told, "whole"), Acceptance()).changes) == 4
        strongest = replay_round(self.one, with_extractor(self.told, "strongest"), Acceptance())
        assert [(change.message, change.claim.polarity) for change in strongest.changes][1] == (1, -1)


class TestOneStep:
    def test_each_step_has_the_evidence_between_two_statements(self):
        one = TestEvidence.one
        one = replace(one, stated=(StatedStance(after=1, stance=0.1), StatedStance(after=3, stance=0.3)))
        steps = steps_of(0, replay_round(one, TestEvidence.told, Acceptance()))
        assert [(step.before, step.after, step.last) for step in steps] == [
            (0.0, 0.1, False), (0.1, 0.3, False), (0.3, 0.5, True),
        ]  # fmt: skip
        assert [len(step.records) for step in steps] == [1, 3, 1]

    def test_a_round_without_statements_on_the_way_has_no_steps(self):
        assert steps_of(0, replay_round(TestEvidence.one, TestEvidence.told, Acceptance())) == []

    def test_people_who_follow_the_rule_at_every_step_are_predicted(self):
        source, evidence = planted_people(0.6, 1.0, count=40)
        rounds = []
        for one in source.rounds:
            found, stated, stance = replay_round(one, evidence, Acceptance()), [], one.initial
            for place in range(len(one.messages) - 1):
                stance = stance_by_hand(stance, found.between(place, place + 1), 0.6, 1.0)
                stated.append(StatedStance(after=place + 1, stance=stance))
            rounds.append(replace(one, stated=tuple(stated)))
        made = replace(source, rounds=tuple(rounds), belief_follows="each follows its message")
        (table,) = one_step_table(make_study(made, evidence, FEW))
        row = dict(zip(table.names, table.rows[1], strict=True))
        assert row["step"] == "to a stance on the way"
        assert row["Belief Engine"] < 0.001 < row["no change"]
        assert row["p"] < 0.05
        assert "Each follows its message" in table.caption

    def test_steps_that_nobody_was_left_to_fit_on_for_are_missing_and_not_predicted(self):
        """One person alone said something on the way: nobody else's steps are left to fit that fold on."""
        source, evidence = planted_people(0.6, 1.0, count=20)
        first, *others = source.rounds
        told = replace(first, stated=(StatedStance(after=1, stance=0.9),))
        (table,) = one_step_table(make_study(replace(source, rounds=(told, *others)), evidence, FEW))
        row = dict(zip(table.names, table.rows[0], strict=True))
        assert (row["N"], row["no change"] is None) == (2, False)
        assert [row[name] for name in ("linear", "prior only", "Belief Engine", "gain", "p")] == [None] * 5
        assert "no training rounds" in table.caption


class TestHonestReading:
    def test_people_who_follow_the_rule_beat_doing_nothing(self, study, exhibits):
        assert beats(study, 0) is True
        assert isinstance(exhibits[0], Prose)
        assert "better than no change" in " ".join(exhibits[0].paragraphs)
        assert titled(exhibits, "shuffled").rows[0][3] != "1.000"

    def test_people_whom_evidence_did_not_move_do_not_and_it_says_so(self):
        source, evidence = planted_people(0.6, 1.0)
        random = np.random.default_rng(5)
        finals = [float(np.clip(one.initial + random.normal(0, 0.2), -1, 1)) for one in source.rounds]
        study = make_study(ending(source, finals), evidence, FEW)
        assert beats(study, 0) is not True
        opening = " ".join(report_of(study).exhibits[0].paragraphs)
        assert "does not predict these people better than no change" in opening or "worse than no change" in opening

    def test_evidence_that_hardly_anybody_has_is_told_first_of_the_judge(self):
        source, _ = planted_people(0.6, 1.0)
        told = " ".join(report_of(make_study(source, judged(source.rounds, {}), FEW)).exhibits[0].paragraphs)
        assert "0% of the rounds" in told
        assert "first of all about the judge" in told


def test_published_figures_stand_beside_debate_and_apart_from_other_people():
    source, evidence = planted_people(0.6, 1.0)
    for published in (True, False):
        study = make_study(replace(source, published=published), evidence, FEW)
        made = report_of(study).exhibits
        assert ("published" in [one.name for one in made]) == (not published)
        assert any("published" in column for column in titled(made, "table1").columns) == published
        assert any("published" in column for column in titled(made, "tableA7").columns) == published
        if not published:
            assert "published, DEBATE, other people" in titled(made, "published").title
            assert "published, DEBATE, other people" in titled(made, "tableA7").caption.replace(
                "Published", "published"
            )
    table = table_1(make_study(replace(source, published=True), evidence, FEW))
    assert dict(zip(table.columns, table.rows[0], strict=True))["published BE"] == 0.465


def test_groups_are_labelled_as_diagnostics_wherever_they_appear(exhibits):
    texts = {one.name: one.model_dump_json() for one in exhibits if one.name not in ("reading", "published")}
    assert not [name for name, text in texts.items() if "aligned" in text and "outcome-conditioned" not in text]


def test_every_exhibit_of_the_paper_and_beyond_is_there():
    source, evidence = planted_people(0.6, 1.0)
    controls = [replace(one, id=f"c{one.id}", control=True) for one in source.rounds[:10]]
    made = report_of(make_study(replace(source, rounds=(*source.rounds, *controls)), evidence, FEW)).exhibits
    assert {one.name for one in made} == {
        "reading", "design", "identified", "held_out", "held_out_log",
        "table1", "published", "differences", "uptake_anchoring", "tableA4", "tableA7", "folds", "placebo",
        "kernels",
        "explanations", "coverage", "people", "population", "recovery", "shuffled", "sensitivity",
        "sensitivity_groups", "figure4", "figure5", "left_out",
    }  # fmt: skip
    assert titled(made, "placebo").rows[1][1] == 10
    assert titled(made, "table1").rows[0][2] == 60
    figure = titled(made, "figure4")
    assert isinstance(figure, Figure)
    heat = figure.panels[0].heat
    assert heat is not None
    assert heat.values[heat.star[0]][heat.star[1]] == 0.0 == min(min(row) for row in heat.values)


class TestRules:
    def test_averaging_by_hand(self):
        found = replay_round(TestEvidence.one, TestEvidence.told, Acceptance())
        # shown: 1, 1/11, 1, 1; from 0 with w = ½: ½, 0.29545…, 0.6477…, 0.8238…
        assert average_stances(found, np.asarray([0.5, 0.0]))[0] == pytest.approx(0.823863636)
        assert average_stances(found, np.asarray([0.0]))[0] == 0.0

    def test_social_pull_by_hand(self):
        one = round_of("p", 0.0, 0.5, ["a"])
        found = replay_round(one, judged([one], {"a": [(1, 0.4, X)]}), Acceptance())
        # 0.1 · (1 − 0) · 0.5 · 0.3 · 1.5 / 0.65
        assert rules._pull_stance(found) == pytest.approx(0.1 * 0.5 * 0.3 * 1.5 / 0.65)

    def test_the_rule_that_made_people_is_the_best_of_all(self):
        study = make_study(*planted_people(0.6, 0.5, count=120), FEW)
        errors = {one.name: float(one.errors.mean()) for one in predict_rules(study)}
        assert min(errors, key=errors.__getitem__) == "log-odds (Belief Engine)"
        assert set(errors) >= {"no change", "linear", "averaging (DeGroot)", "social pull", "log-odds, uptake alone"}

    def test_an_installed_kernel_that_needs_no_claims_has_a_row(self, monkeypatch):
        from doxa.beliefs.fixed import Fixed

        monkeypatch.setattr(rules, "kernel_names", lambda: ["fixed", "log_odds", "stubborn"])
        monkeypatch.setattr(rules, "kernel_class", lambda name: Fixed)
        monkeypatch.setattr(rules, "build_kernel", lambda name, _: Fixed(Fixed.Settings()))
        found = {one.name: one.errors for one in predict_rules(make_study(*planted_people(0.6, 0.5), FEW))}
        np.testing.assert_allclose(found["kernel stubborn"], found["no change"])


class TestPosterior:
    def test_each_explanation_is_told_from_the_others(self):
        source, evidence = planted_people(0.8, 1.0, count=150, noise=0.02)
        random = np.random.default_rng(1)
        finals = [(one.initial, one.final, float(random.uniform(-1, 1)))[n % 3] for n, one in enumerate(source.rounds)]
        study = make_study(ending(source, finals), evidence, FEW)
        found = posterior(study)
        np.testing.assert_allclose(found.explanations.sum(axis=1), 1.0)
        assert EXPLANATIONS[0] == "stable"
        moved = np.abs(np.asarray([one.final for one in source.rounds]) - study.met.before) > 0.3
        of = np.arange(150) % 3
        assert found.explanations[of == 0, 0].mean() > 0.8
        assert found.explanations[(of == 1) & moved, 1].mean() > 0.7
        assert EXPLANATIONS[2:] == ("towards the middle", "moved by something else")
        assert found.explanations[of == 2, 2:].sum(axis=1).mean() > 0.5

    def test_nobody_is_moved_by_evidence_that_they_did_not_meet(self):
        source, _ = planted_people(0.8, 1.0)
        found = posterior(make_study(source, judged(source.rounds, {}), FEW))
        assert found.explanations[:, 1].max() == 0.0

    def test_a_population_of_one_kind_is_found_and_its_intervals_hold(self):
        study = make_study(*planted_people(0.4, 1.0, count=200, noise=0.15), FEW)
        found = posterior(study)
        assert float(found.grid.weights[:-1] @ np.repeat(study.sums.uptakes, 13)) == pytest.approx(0.4, abs=0.12)
        for level, share in found.coverage["one (u, a) a person"].items():
            assert share == pytest.approx(level, abs=0.12)

    def test_expectation_maximisation_never_makes_people_less_likely(self):
        squares = np.random.default_rng(2).random((40, 5))
        short, long = fit_mixture(squares, noise=0.2), fit_mixture(squares)
        assert short.sigma == 0.2
        assert long.weights[-1] == 0.0
        assert short.weights.sum() == pytest.approx(1.0)


class TestKnownSide:
    rounds = (round_of("p", 0.0, 0.5, ["a", "b", "c", "d"], argued=-1),)
    told = judged(
        rounds, {"a": [(-1, 0.4, X), (1, 0.3, Y)], "b": [(1, 0.6, X)], "c": [(0, 0.9, Y)], "d": [(-1, 0.5, X)]}
    )

    def test_agreement_with_the_side_argued_by_hand(self):
        found = agreement(self.rounds, self.told)
        assert (found.messages, found.directed, found.right) == (4, 3, 2)
        assert (found.claims, found.claims_right) == (4, 2)
        assert agreement([replace(self.rounds[0], argued=0)], self.told).share is None

    def test_the_known_side_takes_the_place_of_the_judged_one(self):
        known = argued_evidence(self.told, self.rounds)
        assert known is not None
        assert {claim.polarity for one in known.heard.values() for claim in one.claims} == {-1}
        assert argued_evidence(self.told, [replace(self.rounds[0], argued=0)]) is None

    def test_a_message_that_no_answer_was_given_for_stays_lost(self):
        keys = list(self.told.heard)
        lost = {
            keys[0]: MessageClaims(claims=self.told.heard[keys[0]].claims),  # heard in parts, and not as a whole
            keys[1]: MessageClaims(lost="extract: refused"),
            keys[2]: replace(self.told.heard[keys[2]], claims=(), lost="extract: refused"),  # as a whole alone
        }
        told = replace(self.told, heard=self.told.heard | lost)
        for taken in (argued_evidence(told, self.rounds), with_extractor(told, "whole")):
            assert [bool(one.lost) for one in taken.heard.values()] == [True, True, False, False]
            assert taken.heard[keys[1]].lost == "extract: refused"
            assert replay_round(self.rounds[0], taken, Acceptance()).lost == 2

    def test_a_judge_that_hears_the_wrong_side_is_told_on(self):
        source, evidence = planted_people(0.6, 1.0)
        sides = [round(float(np.sign(net))) for net in make_study(source, evidence, FEW).met.net]
        wrong = [replace(one, argued=-side) for one, side in zip(source.rounds, sides, strict=True)]
        made = report_of(make_study(replace(source, rounds=tuple(wrong)), evidence, FEW)).exhibits
        assert all(row[3] < 0.4 for row in titled(made, "known_side").rows)
        assert "are heard on the side that was argued" in " ".join(made[0].paragraphs)
        assert "whole, side as known" in [row[1] for row in titled(made, "sensitivity").rows]


def test_sensitivity_marks_the_chosen_value_and_varies_one_thing_at_a_time(study):
    of_fit, of_groups = sensitivity_tables(study)
    assert {row[0] for row in of_fit.rows} == {"clamp |S₀|", "θ", "strength", "extractor"}
    chosen = [row for row in of_fit.rows if row[2] == "chosen"]
    assert [row[1] for row in chosen] == ["0.98", "0.85", "scorer", "claims"]
    assert len({row[6] for row in chosen}) == 1, "the chosen rows are one and the same calibration"
    assert {row[-1] for row in of_fit.rows} == {0}, "no message is lost"
    assert all(sum(row[3:8]) == 60 for row in of_groups.rows)


@pytest.mark.parametrize(
    "options",
    [
        Options(clamp=1.0),
        Options(clamp=0.0),
        Options(acceptance=Acceptance(theta=1.5)),
        Options(acceptance=Acceptance(least=-1)),
        Options(thresholds=Thresholds(tolerance=-0.1)),
        Options(thresholds=Thresholds(pressure=-1)),
        Options(replicates=0),
    ],
)
def test_options_out_of_range_are_refused_by_name(options):
    with pytest.raises(UsageError, match="it must be"):
        check_options(options)


def test_nobody_to_fit_is_told():
    with pytest.raises(BeliefError, match="nobody to fit"):
        make_study(people([]), judged([], {}), FEW)


TEXTS = {"for": "It helps.", "against": "It harms.", "none": "Hello there."}


def judge(request: Request) -> Response:
    """Hear one claim in a message that helps or harms, and none in any other."""
    inputs = request.inputs.model_dump()
    used = Usage(input_tokens=100, output_tokens=10)
    if request.task.name == "extract":
        text = inputs["text"]
        claims = [{"claim": text, "snippet": text}] if text in (TEXTS["for"], TEXTS["against"]) else []
        reply = "what?" if text == "broken" else json.dumps({"claims": claims})
        return Response(text=reply, usage=used, cost=0.01)
    if request.task.name == "embed":
        sizes = [(len(one) % 120, sum(map(ord, one)) % 120 + 1) for one in inputs["texts"]]
        return Response(vectors=tuple(np.asarray(row, dtype=np.int8).tobytes() for row in sizes), usage=used)
    if request.task.name == "score":
        return Response(text=json.dumps({"strengths": [0.75 for _ in inputs["claims"]]}), usage=used)
    directions = ["for" if one == TEXTS["for"] else "against" for one in inputs["claims"]]
    judgements = [{"polarity": one, "strength": 0.5} for one in directions]
    return Response(text=json.dumps({"judgements": judgements}), usage=used, cost=0.01)


def make(*_):
    return ScriptedPerformer(judge)


class TestListening:
    def people(self, *texts):
        said = tuple(MetMessage(key=f"m{n}", speaker="q", text=text) for n, text in enumerate(texts))
        return people([replace(round_of(f"p{n}", 0.0, 0.1, ()), messages=said) for n in range(3)])

    def listening(self, path: Path, **more: object) -> ReplaySettings:
        return ReplaySettings(out=path, **({"judge": "scripted:judge", "embedder": "scripted:judge"} | more))

    def test_a_message_that_three_people_met_is_judged_once(self, tmp_path):
        found = listen(self.people(*TEXTS.values()), self.listening(tmp_path, whole=True), make=make)
        assert len(found.heard) == 3
        claims = {claim.polarity: claim.strengths for one in found.heard.values() for claim in one.claims}
        assert claims == {side: {"extractor": 0.5, "scorer": 0.75} for side in (1, -1)}
        assert [len(one.whole) for one in found.heard.values()] == [1, 1, 1]
        assert found.judges["extractor"] == "scripted:judge"

    def test_a_lost_message_is_counted_and_is_not_a_message_without_claims(self, tmp_path):
        found = listen(self.people("broken", "It helps."), self.listening(tmp_path), make=make)
        lost = [one.lost for one in found.heard.values()]
        assert lost[0].startswith("extract: unparsed")
        assert lost[1] == ""
        assert replay_round(self.people("broken").rounds[0], found, Acceptance()).lost == 1

    def test_what_a_language_model_invents_is_refused_counted_and_kept_in_records(self, tmp_path):
        def inventing(request: Request) -> Response:
            if request.task.name != "extract":
                return judge(request)
            claims = [
                {"claim": "Ships are cheap.", "snippet": "what nobody said"},
                {"claim": "It helps.", "snippet": "It"},
            ]
            return Response(text=json.dumps({"claims": claims}))

        hearing = hearing_for("blind", "openai:gpt-4o-mini")
        settings = self.listening(tmp_path, hearing=hearing, records=tmp_path / "kept.jsonl")
        found = listen(self.people("It helps."), settings, make=lambda *_: ScriptedPerformer(inventing))
        (heard,) = found.heard.values()
        assert (heard.refused, [claim.text for claim in heard.claims]) == (1, ["It"])
        assert listen(self.people("It helps."), settings) == found
        assert hearing_for("speaker", "offline").claims == hearing_for("blind", None).claims == "unchecked"

    def test_records_replace_the_judge(self, tmp_path):
        made, kept = self.people(*TEXTS.values()), tmp_path / "kept.jsonl"
        first = listen(made, self.listening(tmp_path / "one", records=kept), make=make)

        def nobody(*_):
            raise AssertionError("nobody is to be asked")

        again = listen(made, self.listening(tmp_path / "two", records=kept), make=nobody)
        assert again == first
        before = kept.read_bytes()
        write_records(again, kept)
        assert kept.read_bytes() == before

    def test_records_of_another_judge_are_refused_and_unnamed_ones_taken(self, tmp_path):
        made, kept = self.people("It helps."), tmp_path / "kept.jsonl"
        first = listen(made, self.listening(tmp_path, records=kept), make=make)
        assert listen(made, ReplaySettings(records=kept)) == first
        for other in ({"judge": "offline"}, {"strength": "openai:gpt-4o-mini"}):
            with pytest.raises(CorpusError, match="was judged by scripted:judge"):
                listen(made, ReplaySettings(records=kept, **other))

    def test_records_of_other_messages_are_refused(self, tmp_path):
        kept = tmp_path / "kept.jsonl"
        listen(self.people("It helps."), self.listening(tmp_path / "one", records=kept), make=make)
        with pytest.raises(CorpusError, match="lacks 1 of the 2 messages"):
            read_records(kept, words_to_judge(self.people("It helps.", "More.").rounds))
        kept.write_text("{}\n", encoding="utf-8")
        with pytest.raises(CorpusError, match="is not a records file"):
            read_records(kept, ())

    def test_a_spent_budget_stops_and_the_same_call_goes_on_without_asking_twice(self, tmp_path):
        made = self.people(*(f"It helps {n}." for n in range(40)), "It helps.")
        small = self.listening(tmp_path, budget=Budget(tokens=2_000))
        with pytest.raises(StoppedError, match="budget"):
            listen(made, small, make=make)
        asked: list[str] = []

        def counting(*_):
            def perform(request: Request) -> Response:
                asked.append(request.step.key)
                return judge(request)

            return ScriptedPerformer(perform)

        assert len(listen(made, self.listening(tmp_path), make=counting).heard) == 41
        assert 0 < len(asked) < 44

    def test_the_same_messages_and_models_are_one_run(self, tmp_path):
        settings = (self.listening(tmp_path), self.listening(tmp_path / "x"))
        settings += (self.listening(tmp_path, judge="scripted:other"),)
        first, again, other = (plan_listening(self.people("It helps."), one).hash for one in settings)
        assert first == again != other


def test_tables_are_tables(exhibits):
    for one in exhibits:
        assert not isinstance(one, Table) or {len(row) for row in one.rows} <= {len(one.columns)}, one.name


@pytest.mark.parametrize(
    ("values", "corrected"),
    [
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.01, None, 0.04, 0.03], [0.03, None, 0.06, 0.06]),
        ([0.9, 0.8], [1.0, 1.0]),
        ([], []),
    ],
)
def test_holm_by_hand(values, corrected):
    assert correct_holm(values) == pytest.approx(corrected)


def test_every_p_of_every_table_is_corrected_for_all_of_them():
    first = Table(name="a", title="T", caption="A.", columns=("rule", "paired p"), rows=(("x", 0.02), ("y", None)))
    second = Table(name="b", title="T", caption="B.", columns=("p", "n"), rows=((0.0001, 3), (0.5, 4)))
    (_, one, two), corrected = correct_tables([Prose(name="c", title="T", paragraphs=("C",)), first, second])
    assert corrected == pytest.approx([0.04, 0.0003, 0.5])
    assert one.names == ("rule", "paired p", "p, Holm")
    assert one.rows == (("x", "0.020", "0.040"), ("y", None, None))
    assert two.rows == (("< 0.001", "< 0.001", 3), ("0.500", "0.500", 4))
    assert "the 3 p values of this report" in one.caption
