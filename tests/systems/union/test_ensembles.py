"""Ensembles: epochs of debates with judgements, coaching for the learners alone, twins without it, files, estimates."""

import json
import re
from contextlib import suppress
from dataclasses import replace

import pytest

from doxa.analysis.exhibit import Table
from doxa.errors import LogError, ModelSetupError, ScenarioError, StoppedError, UsageError
from doxa.experiments.reproductions import Order, reproduced as exhibits_of
from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote
from doxa.judging.ballots.judged import DebateJudgement, JudgeFindings
from doxa.judging.ballots.scores import SpeechScores
from doxa.judging.ballots.verdicts import FinalVerdict, LayerVerdict
from doxa.judging.cases import Judges
from doxa.judging.debates import debate_of_run
from doxa.log.rundir import open_run
from doxa.records.transcripts import Debate, Utterance
from doxa.systems.union import reproduction
from doxa.systems.union.ensembles import running
from doxa.systems.union.ensembles.estimating import CostEstimate, afford, estimate_cost, rehearse_ensemble
from doxa.systems.union.ensembles.running import Ensemble, coach_inputs, load_ensemble_scenario, run_ensemble
from doxa.systems.union.exhibits.debates import as_document
from doxa.systems.union.exhibits.ensembles import ensemble_exhibits
from doxa.systems.union.exhibits.held import FinishedDebate, read_debate
from doxa.systems.union.exhibits.ran import EnsembleRun
from doxa.systems.union.exhibits.synthesis import synthesis, write_epoch, write_whole
from doxa.systems.union.protocol.state import Speech
from doxa.terminal.exhibits import as_markdown

DUEL = """\
proposition = "Social media platforms should be regulated by the government"
protocol = "union"
kernel = "fixed"
seed = 3
[script]
words = 110
drawn = 3
points = false
[agents.wren]
side = "pro"
knowledge = "platforms/wren"
[agents.jun]
side = "con"
knowledge = "platforms/jun"
"""
COUNTING = Judges(layers=("annotation",))


@pytest.fixture(scope="module")
def held_once(tmp_path_factory):
    """An ensemble of two epochs of one debate, with a twin, and what was told while it ran."""
    folder = tmp_path_factory.mktemp("ensemble")
    (folder / "duel.toml").write_text(DUEL)
    planned = Ensemble(
        scenario=str(folder / "duel.toml"),
        out=folder / "out",
        epochs=2,
        runs=1,
        learners=("wren",),
        judges=COUNTING,
    )
    notes = {}

    def after(epoch, runs, written):
        notes[epoch] = written
        write_epoch(epoch, runs, written)

    runs = run_ensemble(planned, after=after)
    write_whole(planned.out, runs, planned.learners)
    return planned, runs, notes


def test_learners_alone_are_coached_and_twins_differ_in_nothing_else(held_once):
    _, runs, notes = held_once
    assert [(one.epoch, one.arm) for one in runs] == [(1, "coached"), (2, "coached"), (2, "control")]
    assert (set(notes[1]), notes[2]) == ({"wren"}, {})
    first, second, twin = (open_run(one.path).spec for one in runs)
    assert first.script["coaching"] == twin.script["coaching"] == {}
    assert set(second.script["coaching"]) == {"wren"}
    assert second.model_copy(update={"script": {**second.script, "coaching": {}}}).line == twin.line
    assert (first.replicate, second.replicate) == (0, 1)
    assert runs[1].held.passages == runs[2].held.passages


def test_styles_are_drawn_up_once(held_once):
    planned, runs, _ = held_once
    profiles = open_run(planned.out / "styles").events[-1].body.result["profiles"]
    assert set(profiles) == {"wren", "jun"}
    for log in (open_run(one.path) for one in runs):
        assert log.spec.script["profiles"] == profiles
        assert not any(call.id.startswith("style/") for call in log.calls())


def test_styles_and_coaching_are_no_debate_to_judge_or_to_show(held_once):
    assert debate_of_run(open_run(held_once[0].out / "styles")) is None
    for name, message in (("styles", "holds no debate"), ("epoch-1/coaching", "not a union debate")):
        with pytest.raises(LogError, match=message):
            read_debate(open_run(held_once[0].out / name))


def test_every_run_epoch_and_ensemble_leaves_its_files(held_once):
    planned, _, _ = held_once
    for one in ("epoch-1/run-1", "epoch-2/run-1", "control/epoch-2/run-1"):
        values = json.loads((planned.out / f"{one}.json").read_text())
        assert "## Verdict" in (planned.out / f"{one}.md").read_text()
        assert values["judgement"]["tally"]["sides"].keys() == {"pro", "con"}
        assert all(speech["words"] for speech in values["speeches"])
    assert "## Wren" in (planned.out / "epoch-1" / "coaching.md").read_text()
    assert not (planned.out / "epoch-2" / "coaching.md").exists()
    summary = json.loads((planned.out / "summary.json").read_text())
    assert [one["judged"] for one in summary["epochs"]] == [1, 1, 1]
    assert "Proposition wins" in (planned.out / "synthesis.md").read_text()


def test_called_again_it_asks_nothing(held_once):
    planned, runs, _ = held_once
    calls = {file: file.read_bytes() for file in planned.out.rglob("calls.jsonl")}
    assert run_ensemble(planned) == runs
    assert {file: file.read_bytes() for file in planned.out.rglob("calls.jsonl")} == calls


def tables_of(runs, learners=("wren",)):
    return {exhibit.name: exhibit for exhibit in ensemble_exhibits(runs, learners)}


def test_its_tables_count_what_was_held(held_once):
    tables = tables_of(held_once[1])
    assert [row[:3] for row in tables["outcomes"].rows] == [("coached", 2, 0), ("control", 1, 0)]
    assert [row[:3] for row in tables["coaching"].rows] == [
        (2, "wins", 1),  # the rubric was not asked for, so that there is no pair of scores
        (2, "surviving claims of Wren", 1),
    ]
    assert "Needs models" in tables["outcomes"].caption
    assert "plain code" in synthesis(held_once[1], ("wren",)).caption


def test_the_winners_stand_beside_all_rules_that_judge_nothing(held_once):
    outcomes = tables_of(held_once[1])["outcomes"]
    by_rule = dict(zip(outcomes.columns, outcomes.rows[0], strict=True))
    assert by_rule["Opposition always"] == by_rule["Opposition"]
    assert {"more words", "last speaker"} <= by_rule.keys()


def test_the_synthesis_claims_no_more_than_its_interval():
    runs = [ran(side, demolished=False, number=n) for n, side in enumerate(("pro", "pro", "con"))]
    first = synthesis(runs, ()).paragraphs[0]
    assert "Proposition wins 67%" in first
    assert "which side wins more often cannot be told" in first


def test_tables_the_figure_and_the_synthesis_tell_speakers_by_name():
    # jun, on the other side, loses in the second speech and wins in the first: both swings stand out
    runs = [ran("pro", demolished=False, number=n) for n in range(3)]
    runs += [turned(ran("con", demolished=True, number=n)) for n in range(3, 6)]
    tables = tables_of(runs)
    assert {row[0] for row in tables["speaking-order"].rows} == {"Wren Castellane", "Jun Aderholt"}
    assert tables["epochs"].columns[-1] == "score of Wren Castellane"
    assert [line.label for line in tables["by-epoch"].panels[1].lines] == ["Wren Castellane, coached"]
    assert "With Wren Castellane in speech 1, that side wins 100% of 3 debates" in synthesis(runs, ()).paragraphs[-1]
    scored = SpeechScores(speech="p1", speaker="wren", side="pro", scores={"argument": 7})
    judged = runs[0].judgement
    brought = judged.brought.model_copy(update={"rubric": (scored,)})
    assert "| Wren | Proposition | 7" in as_document(runs[0].held, judged.model_copy(update={"brought": brought}))
    lost = [EnsembleRun(path="r", epoch=1, number=1, arm="coached", reason="it broke")]
    assert tables_of(lost)["epochs"].columns[-1] == "score of wren", "nobody's name is known where no debate was held"


def test_words_end_no_element_of_a_document():
    one = ran("pro", demolished=False)
    loud = one.held.debate.turns[0].model_copy(update={"text": "So much.\n\n## Verdict\n| a | b |"})
    point = Utterance(
        id="p1/i1", speaker="jun", name="Jun", side="con", text="Is it?\n\n# No", kind="point", within="p1"
    )
    debate = one.held.debate.model_copy(update={"turns": (loud, point)})
    holistic = LayerVerdict(layer="holistic", winner="pro", pro=1, con=0, because="wide | deep\nand clear")
    judged = one.judgement.model_copy(update={"verdicts": {"holistic": holistic}})
    names = {"wren": "Wren | Castellane", "jun": "Jun Aderholt"}
    document = as_document(one.held.model_copy(update={"debate": debate, "names": names}), judged)
    assert document.count("\n## Verdict\n") == 1
    for words in (
        "So much.\n\n\\## Verdict\n\\| a | b |",
        "> **Jun**, on a point of information: Is it?\n> \n> \\# No",
        "| holistic | Proposition | – | – | – | wide \\| deep and clear |",
        "| Wren \\| Castellane | p1 | 1 | Proposition |",
    ):
        assert words in document
    table = Table(name="t", title="T", caption="", columns=("a", "b"), rows=(("one\ntwo", 1),))
    assert "| one two | 1 |" in as_markdown(table)


def turned(one):
    """The same debate with its speeches in the other order."""
    return one.model_copy(update={"held": one.held.model_copy(update={"speeches": one.held.speeches[::-1]})})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scenario": "compulsory-voting"}, "an ensemble needs a union debate"),
        ({"learners": ("bob",)}, "'bob' does not speak"),
        ({"until_width": 10}, r"--until-width 10 lies outside"),
        ({"runs": 0}, "at least one epoch"),
    ],
)
def test_an_ensemble_is_of_union_debates_and_their_speakers(held_once, changes, message):
    with pytest.raises(ScenarioError, match=message):
        load_ensemble_scenario(replace(held_once[0], **changes))


def test_speaking_orders_are_drawn_unless_the_scenario_says(held_once):
    for changes, shuffled in (({}, True), ({"script.shuffled": False}, False)):
        assert load_ensemble_scenario(replace(held_once[0], changes=changes)).script["shuffled"] is shuffled


def test_an_estimate_prices_a_debate_without_asking_a_model(tmp_path, held_once):
    assert estimate_cost(replace(held_once[0], out=tmp_path, judges=Judges())) is None
    paid = {"models.speaker": "openai:gpt-4o"}
    told = estimate_cost(replace(held_once[0], out=tmp_path, epochs=3, runs=2, changes=paid))
    assert told.debates == 10  # three epochs of two, and twins of the last two
    assert told.calls == 2 + 4  # two preparations and four speeches; everything else is offline
    # speeches of 7, 7, 4 and 4 minutes: each is reckoned at the full 110 words, 147 tokens
    assert told.output_tokens > 4 * 147
    assert told.usd == pytest.approx(10 * (told.input_tokens * 2.5 + told.output_tokens * 10) / 1e6, rel=1e-6)


def test_a_dry_run_counts_the_calls_of_every_debate(tmp_path, held_once):
    """Debates differ: orders are drawn anew, and coached speakers read their notes."""
    planned, runs, _ = held_once
    paid = {"models.speaker": "openai:gpt-4o", "models.coach": "openai:gpt-4o-mini"}
    forecast = rehearse_ensemble(replace(planned, out=tmp_path, changes=paid))
    # two preparations and four speeches in each of three debates; styles are drawn up without a model
    calls = {use.model: use.calls for use in forecast.models}
    assert calls == {"openai:gpt-4o": 3 * (2 + 4), "openai:gpt-4o-mini": 1}
    coached = estimate_cost(replace(planned, out=tmp_path, changes=paid))
    assert forecast.input_tokens != coached.debates * coached.input_tokens, "debates differ in their prompts"
    assert (forecast.runs, forecast.failures) == (2 + 2 * len(runs), ()), "styles, coaching, debates and judgements"
    assert not any(tmp_path.iterdir())


def test_a_dry_run_counts_no_debate_that_is_over(held_once):
    planned, _, _ = held_once
    forecast = rehearse_ensemble(replace(planned, changes={"models.speaker": "openai:gpt-4o"}))
    assert (forecast.runs, forecast.calls) == (0, 0)


def test_an_estimate_counts_the_memos_of_a_coach(tmp_path, held_once):
    told = {"learners": ("wren", "jun"), "changes": {"models.coach": "openai:gpt-4o"}, "judges": Judges()}
    paid, single = (replace(held_once[0], out=tmp_path, epochs=epochs, **told) for epochs in (3, 1))
    # two learners after each of two epochs: four memos of 1,500 tokens read and 500 written, at 2.50 and 10 a million
    assert estimate_cost(paid).usd == pytest.approx(4 * (1500 * 2.5 + 500 * 10) / 1e6)
    assert estimate_cost(single).usd == 0.0


def test_an_unknown_price_is_told_and_begins_only_with_a_budget_in_tokens(tmp_path, held_once):
    changes = {"models.speaker": "compatible:own", "models.coach": "compatible:own"}
    paid = replace(held_once[0], out=tmp_path, judges=Judges(), changes=changes)
    price = estimate_cost(paid)
    assert (price.usd, price.unpriced) == (None, ("compatible:own",))
    # three debates (one of the first epoch, one and its twin of the second), and one memo of 2,000 tokens
    assert price.tokens == 3 * (price.input_tokens + price.output_tokens) + 2000
    for budget, error, message in (
        ({"max_cost": 100.0}, ModelSetupError, "--max-usd cannot be checked"),
        ({"max_tokens": price.tokens - 1}, UsageError, "less than the estimate"),
        ({}, UsageError, "price of compatible:own is unknown, so that the cost cannot be"),
    ):
        with pytest.raises(error, match=message) as stop:
            afford(replace(paid, **budget), price)
    assert re.search(r"--max-tokens \d+000\), or a price file", stop.value.hint)
    afford(replace(paid, max_tokens=price.tokens), price)


def test_an_estimate_reads_the_price_file_of_the_scenario(tmp_path, held_once):
    prices = tmp_path / "prices.toml"
    prices.write_text('[models."compatible:own"]\ninput = 1.0\noutput = 2.0\n')
    changes = {"models.coach": "compatible:own", "conditions.prices": str(prices)}
    price = estimate_cost(replace(held_once[0], out=tmp_path, judges=Judges(), changes=changes))
    # one memo of 1,500 tokens read at 1 a million and 500 written at 2
    assert (price.usd, price.unpriced) == (pytest.approx(2500 / 1e6), ())


def test_a_reproduction_that_costs_money_begins_only_with_a_budget(tmp_path, monkeypatch):
    dear = CostEstimate(debates=35, calls=60, input_tokens=1, output_tokens=1, usd=16.0)
    monkeypatch.setattr(reproduction, "estimate_cost", lambda ensemble: dear)
    monkeypatch.setattr(reproduction, "run_ensemble", lambda ensemble, **_: held.append(ensemble.max_cost) or [])
    monkeypatch.setattr(reproduction, "write_whole", lambda *_: None)
    held, told = [], []
    for granted in (None, 15.0, 16.0):
        order = Order(out=tmp_path, models=("openai:gpt-4o",), max_cost=granted)
        with suppress(UsageError):
            exhibits_of("cambridge-union", (), order, lambda name, about: told.append(about))
    assert held == [16.0]
    assert ["about $16.00" in one for one in told] == [True] * 3  # the price is told before it is refused


def test_every_reproduction_keeps_to_a_budget_of_all_its_runs(tmp_path):
    with pytest.raises(StoppedError, match="budget of 0 tokens is spent"):
        exhibits_of("simswarm", (), Order(out=tmp_path, max_tokens=0), lambda name, about: None)


def ran(winner, *, demolished, number=1):
    """A judged run in which Wren made one claim, and Jun one that nobody answered."""
    turns = [
        Utterance(id=f"p{n}", speaker=who, name=who.title(), side=side, text="Words.")
        for n, (who, side) in enumerate((("wren", "pro"), ("jun", "con")), 1)
    ]
    speeches = [
        Speech(key=one.id, speaker=one.speaker, side=one.side, title="speech", target=10, words=10) for one in turns
    ]
    notes = Annotation(
        claims=(
            ClaimNote(id="c1", speech="p1", speaker="wren", side="pro", text="Rules help.", base="assertion"),
            ClaimNote(id="c2", speech="p2", speaker="jun", side="con", text="Rules hurt.", base="assertion"),
        ),
        rebuttals=(
            RebuttalNote(
                id="r1",
                speech="p2",
                speaker="jun",
                side="con",
                target="c1",
                text="They never did.",
                addresses_logic=demolished,
                undermines=demolished,
            ),
        ),
    )
    judgement = DebateJudgement(
        brought=JudgeFindings(annotation=notes),
        tally=None,
        panel=None,
        verdicts={},
        final=FinalVerdict(winner=winner, statement=""),
    )
    held = FinishedDebate(
        name="x",
        seed=0,
        replicate=0,
        simulated=True,
        debate=Debate(motion="M", turns=tuple(turns)),
        speeches=tuple(speeches),
        offered=0,
        accepted=0,
        passages={},
        names={"wren": "Wren Castellane", "jun": "Jun Aderholt"},
    )
    return EnsembleRun(path=f"r{number}", epoch=1, number=number, arm="coached", held=held, judgement=judgement)


def test_the_reproduction_is_four_epochs_of_five_with_the_students_coached(tmp_path, monkeypatch):
    asked = []
    runs = [ran("pro", demolished=False), ran("con", demolished=True, number=2)]
    monkeypatch.setattr(reproduction, "run_ensemble", lambda ensemble, **_: asked.append(ensemble) or runs)
    (tmp_path / "ensemble" / "offline").mkdir(parents=True)
    order = Order(out=tmp_path)
    found = exhibits_of("cambridge-union", ["outcomes", "synthesis"], order, lambda name, about: None)
    assert [one.name for one in found] == ["synthesis", "outcomes"]
    assert (asked[0].epochs, asked[0].runs, asked[0].learners) == (4, 5, ("wren", "jun"))
    # one of two won: Wilson's interval of 1/2 is [0.095, 0.905]
    assert "wins 50% (95 % interval 9% to 91%)" in found[0].paragraphs[0]
    everything = exhibits_of("cambridge-union", [], order, lambda name, about: None)
    assert [one.name for one in everything] == list(reproduction.REPRODUCTIONS["cambridge-union"].exhibits)


def test_a_coach_is_told_what_became_of_each_argument():
    runs = [ran("pro", demolished=False), ran("con", demolished=True), ran("con", demolished=True)]
    told = coach_inputs("wren", runs, 1, None)
    assert (told.debates, told.won, told.side) == (3, 1, "Proposition")
    (own,) = told.own
    assert (own.text, own.made, own.survived, own.demolished) == ("Rules help.", 3, 1, 2)
    assert (own.answer, told.unanswered) == ("They never did.", ("Rules hurt.",))
    assert coach_inputs("wren", [], 1, None) is None


def test_half_an_annotation_says_of_no_claim_that_it_survived():
    whole, half = ran("pro", demolished=True), ran("pro", demolished=False, number=2)
    brought = half.judgement.brought.model_copy(update={"incomplete": ("annotation",)})
    half = half.model_copy(update={"judgement": half.judgement.model_copy(update={"brought": brought})})
    tables = tables_of([whole, half], ())
    # side, claim, debates, rebutted, survived, won: of the first debate alone
    assert tables["recurring"].rows[1] == ("Proposition", "Rules help.", 1, 1.0, 0.0, 1.0)
    assert "with an incomplete annotation are left out: 1." in tables["recurring"].caption
    assert dict(row[:2] for row in tables["debates"].rows)["claims noted a debate"] == 2.0
    assert coach_inputs("wren", [half], 1, None).own == ()


def test_what_was_not_measured_of_debates_is_missing_and_not_0():
    one = ran("pro", demolished=False)
    brought = one.judgement.brought.model_copy(update={"annotation": Annotation()})
    told = one.judgement.model_copy(update={"brought": brought})
    tables = tables_of([one.model_copy(update={"judgement": told})], ())
    rows = dict(row[:2] for row in tables["debates"].rows)
    assert rows["claims noted a debate"] is None, "no annotation was asked for"
    assert rows["arguments of a speech that its side had made"] is None, "no argument was noted of any speech"
    assert tables["outcomes"].rows[0][-1] is None, "there was no panel whose passes could differ"


@pytest.mark.parametrize(("width", "stops"), [(0.6, True), (0.3, False), (None, False)])
def test_an_ensemble_stops_when_the_share_is_known_well_enough(tmp_path, width, stops):
    # all of 5 won: Wilson's interval is [0.57, 1.00], 0.43 wide
    planned = Ensemble(scenario="union", out=tmp_path, until_width=width)
    assert running._is_precise_enough(planned, [ran("pro", demolished=False, number=n) for n in range(5)]) is stops
