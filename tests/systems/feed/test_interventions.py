"""Labels, downranking, bans, friction and posts by script, worked by hand: on a board, in feeds, and for listeners."""

import json
import shutil

import numpy as np
import pytest

from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.beliefs.population import social_arrays
from doxa.engine.drive import Progress
from doxa.errors import DoxaError, ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, sit
from doxa.records.base import stream
from doxa.records.claims import Readout
from doxa.records.steps import Batch, rendered
from doxa.systems.feed.arrays.audience import BLOCK, draw_treatments
from doxa.systems.feed.exhibits.audience import _batches, listener_history, positions_of
from doxa.systems.feed.exhibits.story import story_of
from doxa.systems.feed.hooks import HOOKS, FeedLines, activity, interventions_of
from doxa.systems.feed.intervention_views import show_interventions
from doxa.systems.feed.protocol.events import TimedEvent
from doxa.systems.feed.protocol.interventions import Interventions, draw_treatment, find_interventions
from doxa.systems.feed.protocol.population import PopulationSettings
from doxa.systems.feed.protocol.ranking import Board, FeedReader
from doxa.systems.feed.protocol.settings import FeedSettings
from doxa.systems.feed.protocol.wall import Act, Post, Wall, add_posts, apply_acts
from doxa.systems.feed.tasks.act_on_feed import Action
from doxa.systems.feed.tasks.population_round import Inputs
from scenes.stage import play_fork
from systems.feed.feed_stage import acting, agent, feed, played, post, upon
from systems.feed.test_feed_audience import audience_of, listened, played as listened_to

TABLE = {
    ("ana", 1): [post("Trees cool streets")],
    ("ben", 1): [post("Roots break pavements")],
    ("cleo", 2): [upon("repost", "r01/ana/1"), upon("vote", "r01/ben/1", vote="like")],
    ("ben", 2): [post("They can be cut")],
}


def run_with(path, *events, table=TABLE, **script):
    return played(feed(rounds=4, events=list(events), **script), path, table)


def bodies(log, until=None):
    """The lines of a run after its first, which has the spec and so the events, without the chain of hashes."""
    lines = [{key: part for key, part in json.loads(line).items() if key != "prev"} for line in log.lines[1:]]
    ends = (place for place, line in enumerate(lines) if until and line["body"].get("note") == until)
    return lines[: next(ends, None)]


def meetings(run):
    """(agent, round) → (what it met, how it moved)."""
    return {(one.agent, one.round): (one.exposures, one.trace) for one in story_of(run.log).meetings}


def shown(run, agent, round):
    return rendered(run.prompts[f"r{round:02d}/{agent}#1"])


def test_a_downranked_post_has_its_score_times_the_factor_by_hand():
    # after a round 0.3/(1 + age) + 0.4·log1p(likes): a 0.15 + 0.4·ln 2 = 0.427, b 0.3; with factor 0.5 a has 0.214
    wall = add_posts(
        Wall(), [Post(id="a", author="ana", round=1, text="a"), Post(id="b", author="ben", round=2, text="b")]
    )
    wall = apply_acts(wall, [Act(agent="eve", round=2, place=1, action=Action(action="vote", post="a", vote="like"))])
    settings = FeedSettings(ranking={"relevance": 0})

    def order(factor, **reading):
        event = TimedEvent(round=3, do="downrank", authors=("an*",), factor=factor, **reading)
        board = Board(wall, settings, 3, 7, None, find_interventions([event], 3, 7))
        return "".join(thread.post.id for thread in board.feed(FeedReader(id="dora")))

    assert (order(0.8), order(0.5), order(0.0)) == ("ab", "ba", "b")
    assert (order(0.0, readers=("eve",)), order(0.0, readers=("do*",))) == ("ab", "b")
    assert order(0.0, stances=(-1, 1)) == "ab", "a post without a stance is in no range"


def test_a_score_below_0_falls_too():
    wall = add_posts(Wall(), [Post(id=id, author=id, round=1, text=id) for id in "ab"])
    board = Board(
        wall,
        FeedSettings(),
        2,
        7,
        None,
        Interventions(events=(TimedEvent(round=1, do="downrank", authors=("a",), factor=0.5),)),
    )
    assert board._order(FeedReader(id="z"), np.ones(2, bool), np.array([-1.0, -1.2])) == [1, 0]


def test_a_post_downranked_to_0_is_as_never_written(tmp_path):
    rest = {key: acts for key, acts in TABLE.items() if key != ("ana", 1)} | {("cleo", 2): TABLE["cleo", 2][1:]}
    hidden = run_with(
        tmp_path / "hidden", {"round": 1, "do": "downrank", "authors": ["ana"], "factor": 0},
        table={**rest, ("ana", 1): TABLE["ana", 1]},
    )  # fmt: skip
    never = run_with(tmp_path / "never", table=rest)
    assert meetings(hidden) == meetings(never) != {}
    assert "r01/ana/1" not in shown(hidden, "cleo", 2)
    assert verify(hidden.log.path).status == "verified"


def test_a_label_is_shown_and_multiplies_influence_by_its_factor(tmp_path):
    def labelled(name, **label):
        event = {"round": 1, "do": "label", "authors": ["ana"], "text": "Disputed", "readers": ["ben"], **label}
        return run_with(tmp_path / name, event)

    plain, words, half = run_with(tmp_path / "plain"), labelled("words"), labelled("half", factor=0.5)
    assert meetings(words) == meetings(plain), "a label without a factor moves nobody otherwise"
    assert shown(words, "cleo", 2) == shown(plain, "cleo", 2)
    label = " (label by the platform: Disputed)"
    assert label in shown(words, "ben", 2)
    assert shown(words, "ben", 2).replace(label, "") == shown(plain, "ben", 2)
    (before,), (after,) = (meetings(run)["ben", 2][1].items for run in (plain, half))
    # trust .5, proof .3, novelty 1.5, resistance .3 + .7·.5 = .65, gap .8 + .5 = 1.3, step .1: 0.045 with a factor of 1
    assert before.factors["contribution"] == pytest.approx(1.3 * 0.1 * 0.5 * 0.3 * 1.5 / 0.65)
    assert after.factors["contribution"] == pytest.approx(before.factors["contribution"] / 2)
    assert after.factors["label"] == 0.5
    assert meetings(half)["cleo", 2] == meetings(plain)["cleo", 2]
    assert verify(half.log.path).status == "verified"


def test_a_ban_refuses_what_others_would_see_and_nothing_before_it(tmp_path):
    table = {**TABLE, ("ana", 3): [post("Trees cool streets"), {"action": "follow", "author": "ben"}]}
    ban = {"round": 2, "until": 2, "do": "ban", "authors": ["ben", "cleo"]}
    free, banned = run_with(tmp_path / "free", table=table), run_with(tmp_path / "banned", ban, table=table)
    assert bodies(banned.log, "round 2") == bodies(free.log, "round 2")
    result = banned.log.events[-1].body.result
    assert [(one["agent"], one["action"], one["post"], one["by"]) for one in result["refused"]] == [
        ("ben", "create_post", "", "ban"),
        ("cleo", "repost", "r01/ana/1", "ban"),
        ("cleo", "vote", "r01/ben/1", "ban"),
    ]
    assert set(result["posts"]) == {"r01/ana/1", "r01/ben/1", "r03/ana/1"}, "before and after it all post"
    assert "suspended. The platform refuses: create_post, reply, vote, repost." in shown(banned, "ben", 2)
    assert "suspended" not in shown(banned, "ben", 3) + shown(banned, "ana", 2)
    assert "refused" not in free.log.events[-1].body.result
    assert verify(banned.log.path).status == "verified"


def test_friction_lets_an_act_through_by_a_draw_of_its_own(tmp_path):
    acts = {(who, 2): [upon("repost", "r01/dora/1")] for who in ("ana", "ben", "cleo")}
    people = ("ana", "ben", "cleo", "dora")
    drawn = {who: stream(feed().stream_seed, f"r02/{who}/repost/r01/dora/1", "friction").random() for who in people[:3]}
    bound = sorted(drawn.values())[1]  # the least draw passes, and the others do not

    def refused(name, **event):
        friction = {"round": 2, "do": "friction", "chance": bound, **event}
        script = {"rounds": 2, "events": [friction]}
        run = played(
            feed(*map(agent, people), **script), tmp_path / name, {("dora", 1): [post("A storm felled ten")], **acts}
        )
        assert verify(run.log.path).status == "verified"
        return {one["agent"] for one in run.log.events[-1].body.result.get("refused", ())}

    assert refused("all") == {who for who, number in drawn.items() if number >= bound}
    assert len(refused("again")) == 2
    assert refused("nobody", chance=0.0, acts=["vote"]) == set()
    assert refused("ben", chance=0.0, authors=["ben"]) == {"ben"}


def test_a_post_by_script_can_reach_some_and_be_repeated(tmp_path):
    event = {"round": 2, "until": 3, "text": "A storm felled ten", "author": "weather", "readers": ["ben"]}
    run = run_with(tmp_path / "run", event)
    met = {key: [one.message for one in exposures] for key, (exposures, _) in meetings(run).items()}
    assert met["ben", 2][0] == "r02/weather/event1"
    assert met["ben", 3][0] == "r03/weather/event1"
    assert not any("weather" in id for (who, _), ids in met.items() if who != "ben" for id in ids)
    assert len([id for id in run.log.events[-1].body.result["posts"] if "weather" in id]) == 2


def test_a_banned_author_of_events_posts_nothing(tmp_path):
    news = {"round": 2, "text": "A storm felled ten"}
    run = run_with(tmp_path / "run", news, {"round": 1, "do": "ban", "authors": ["news"]})
    assert [one["agent"] for one in run.log.events[-1].body.result["refused"]] == ["news"]


def test_a_share_of_readers_is_the_same_in_both_arms_and_parts_them(tmp_path):
    names = [f"a{number}" for number in range(400)]
    drawn = {name: draw_treatment(7, name) for name in names}
    half = TimedEvent(round=1, do="label", text="x", share=0.5)
    other = TimedEvent(round=4, do="downrank", factor=0.1, share=(0.25, 0.75))
    rest = TimedEvent(round=4, text="x", share=(0.5, 1.0))
    treated = [{name for name in names if event.treats(name, drawn[name])} for event in (half, other, rest)]
    assert treated[0] == {name for name in names if drawn[name] < 0.5}
    assert treated[0] | treated[2] == set(names)
    assert not treated[0] & treated[2]
    assert all(0.4 < len(group) / 400 < 0.6 for group in treated)
    assert 0.18 < len(treated[0] & treated[1]) / 400 < 0.32, "crossed halves share a quarter"


def test_only_the_treated_meet_a_labelled_post_with_its_weight(tmp_path):
    drawn = {name: draw_treatment(feed().stream_seed, name) for name in ("ana", "ben", "cleo")}
    share = sorted(drawn.values())[1]
    run = run_with(tmp_path / "run", {"round": 1, "do": "label", "text": "Disputed", "factor": 0.25, "share": share})
    treated = {name for name, number in drawn.items() if number < share}
    assert len(treated) == 1
    for (who, _), (exposures, _) in meetings(run).items():
        assert {one.weight for one in exposures if one.origin == "peer"} <= {0.25 if who in treated else 1.0}


EVENTS = (
    {"round": 2, "text": "A storm felled ten", "share": [0.25, 1.0]},
    {"round": 2, "do": "downrank", "authors": ["ana"], "factor": 0, "share": 0.5},
    {"round": 1, "do": "label", "authors": ["ben"], "text": "Disputed", "factor": 0.5, "share": [0.5, 1.0]},
)


def moderated(*events, **changes):
    spec = listened(**changes)
    settings = FeedSettings.model_validate({**spec.script, "events": list(events)})
    return spec.model_copy(update={"script": settings.model_dump(mode="json")})


@pytest.mark.parametrize("engine", ["numpy", "numba"])
def test_listeners_meet_what_their_share_is_shown_and_move_as_the_plain_kernel(tmp_path, engine):
    log = listened_to(moderated(*EVENTS, engine=engine), tmp_path / "run")
    drawn = draw_treatments(audience_of(log), 0, 60)
    for listener, number in enumerate(drawn):
        history = listener_history(log, listener)
        assert all(abs(one.after - one.stored) <= 1e-12 for one in history)
        met = [{exposure.message: exposure.weight for exposure in one.exposures} for one in history]
        assert ("r02/news/event1" in met[1]) == (number >= 0.25)
        assert not any("/ana/" in id for ids in met[1:] for id in ids) or number >= 0.5
        assert {ids["r01/ben/1"] for ids in met if "r01/ben/1" in ids} <= {0.5 if number >= 0.5 else 1.0}
    assert 5 < (drawn < 0.25).sum() < 25
    assert verify(log.path).status == "verified"


def test_listeners_before_an_event_stand_where_they_would_without_it(tmp_path):
    plain = listened_to(moderated(), tmp_path / "plain")
    later = listened_to(moderated({**EVENTS[1], "round": 3}), tmp_path / "later")
    assert bodies(later, "round 3") == bodies(plain, "round 3")
    treated = draw_treatments(audience_of(plain), 0, 60) < 0.5
    moved = positions_of(later, 3) != positions_of(plain, 3)
    assert moved.any()
    assert not moved[~treated].any()


def test_the_draws_of_listeners_are_even_and_do_not_depend_on_shards(tmp_path):
    log = listened_to(moderated(), tmp_path / "run")
    whole = draw_treatments(audience_of(log), 0, 3 * BLOCK)
    assert (draw_treatments(audience_of(log), 2 * BLOCK, 9) == whole[2 * BLOCK : 2 * BLOCK + 9]).all()
    assert np.histogram(whole, 4, (0, 1))[0] == pytest.approx(3 * BLOCK / 4, rel=0.05)


POPULATION = """
proposition = "We should subsidize journalism"
protocol = "population"
kernel = "{kernel}"
seed = 3
[script]
rounds = 12
listeners = 60
follows = 2
engine = "{engine}"
{network}
[agents.for]
count = 3
spread = 0.4
prior.stance = 0.3
"""
NETWORK = """
[script.network]
generator = "watts_strogatz_graph"
parameters = { k = 4, p = 0.2 }
order = "ORDER"
"""
POPULATION_EVENTS = """
[[script.events]]
do = "label"
round = 2
until = 9
authors = ["for-1"]
text = "Disputed"
factor = 0.3
share = 0.5

[[script.events]]
do = "ban"
round = 4
until = 6
authors = ["for-2"]

[[script.events]]
round = 5
until = 8
author = "outsider"
stance = -1.0
share = [0.5, 1.0]
readers = ["listeners", "for-3"]

[[script.events]]
do = "downrank"
round = 10
factor = 0
"""


WEIGHING = ("social", "degroot", "friedkin_johnsen", "hegselmann_krause", "deffuant_weisbuch")


def population(path, kernel="social", engine="numpy", network="", events=POPULATION_EVENTS, out="run"):
    file = path / f"{out}.toml"
    file.write_text(POPULATION.format(kernel=kernel, engine=engine, network=network + events))
    return plan(load_scenario(str(file)))


def audience(log):
    return Inputs.model_validate(next(_batches(log)).steps[0].inputs).audience


@pytest.mark.parametrize("network", ["", NETWORK.replace("ORDER", "together")], ids=["voices", "network"])
@pytest.mark.parametrize(("kernel", "engine"), [("social", "numba"), *((rule, "numpy") for rule in WEIGHING)])
def test_a_population_under_events_moves_as_its_kernel(tmp_path, monkeypatch, kernel, engine, network):
    monkeypatch.setattr(social_arrays, "FEW", 0)  # so that authors are searched for as among a million
    log = sit(population(tmp_path, kernel, engine, network), tmp_path / "run", Terms())
    drawn = draw_treatments(audience(log), 0, 60)
    for listener in range(0, 60, 3):
        history = listener_history(log, listener)
        assert all(abs(one.after - one.stored) <= 1e-12 for one in history)
        met = [
            {one.speaker: one.weight for one in round.exposures if "listener" not in one.speaker} for round in history
        ]
        assert met[0].keys() == met[1].keys() == met[8].keys()
        assert {ids["for-1"] for ids in met[1:9] if "for-1" in ids} <= {0.3 if drawn[listener] < 0.5 else 1.0}
        assert not any("for-2" in ids for ids in met[3:6])
        assert ["outsider" in ids for ids in met] == [drawn[listener] >= 0.5 and 4 <= at < 8 for at in range(12)]
        assert not any(met[9:])
    refused = log.events[-1].body.result["refused"]
    assert [(one["agent"], one["round"], one["by"]) for one in refused] == [("for-2", at, "ban") for at in (4, 5, 6)]
    assert verify(log.path).status == "verified"


def test_voices_meet_labels_bans_and_outsiders_too(tmp_path):
    log = sit(population(tmp_path), tmp_path / "run", Terms())
    met = {}
    for event in log.events:
        if event.kind == "moved":
            met.setdefault(event.body.listener, []).append({one.speaker: one.weight for one in event.body.exposures})
    treated = draw_treatment(log.spec.stream_seed, "for-3") >= 0.5
    assert any("outsider" in ids for ids in met["for-3"]) == treated
    assert not any("outsider" in ids for who in ("for-1", "for-2") for ids in met[who])
    for who in ("for-2", "for-3"):
        weights = [ids["for-1"] for ids in met[who] if "for-1" in ids]
        assert set(weights[1:9]) == {0.3 if draw_treatment(log.spec.stream_seed, who) < 0.5 else 1.0}
    assert max(map(len, met.values())) <= 9, "from round 10 on nobody meets anybody"


@pytest.mark.parametrize("order", ["together", "random"])
def test_a_population_goes_on_after_a_cut_with_the_same_bytes(tmp_path, order):
    spec = population(tmp_path, network=NETWORK.replace("ORDER", order))
    whole = sit(spec, tmp_path / "whole", Terms())
    for kept in range(2, len(whole.lines), 7):
        path = tmp_path / f"cut{kept}"
        shutil.copytree(whole.path, path, ignore=shutil.ignore_patterns("state"))
        (path / "events.jsonl").write_bytes(b"".join(whole.lines[:kept]))
        assert sit(spec, path, Terms()).lines == whole.lines


def test_a_feed_goes_on_after_a_cut_in_any_round_with_the_same_bytes(tmp_path):
    spec = moderated(
        *EVENTS,
        {"round": 2, "until": 2, "do": "ban", "authors": ["ana"]},
        {"round": 2, "do": "friction", "chance": 0.5},
    )
    whole = listened_to(spec, tmp_path / "whole")
    for kept in range(1, len(whole.lines), 4):
        path = tmp_path / f"cut{kept}"
        shutil.copytree(whole.path, path)
        (path / "events.jsonl").write_bytes(b"".join(whole.lines[:kept]))
        assert listened_to(spec, path, {}).lines == whole.lines


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"do": "label", "factor": 0.5}, "a label needs text"),
        ({"do": "ban", "factor": 0.5}, "ban takes no factor; it takes acts, authors, share"),
        ({"text": "x", "authors": ["ana"]}, "inject takes no authors"),
        ({"do": "ban", "until": 0}, "until 0 lies before round 1"),
        ({"do": "ban", "share": [0.5, 0.25]}, "a range goes from the smaller number to the larger"),
        ({"do": "downrank", "factor": 0, "stances": [0.5, 0.2]}, "a range goes from"),
        ({"do": "demote"}, "label"),
        ({}, r"script\.events\.0\.text: a post needs words"),
        ({"do": "ban", "authors": ["again-*"]}, "nobody here matches 'again-\\*'"),
        ({"do": "label", "text": "x", "readers": ["nobody"]}, "nobody here matches 'nobody'"),
        ({"do": "label", "text": "x", "topic": "Parks"}, "the topic 'Parks' is not among topics"),
    ],
)
def test_an_event_that_cannot_be_meant_is_refused(event, message):
    with pytest.raises(DoxaError, match=message):
        plan(load_scenario("feed", changes={"script.events": [{"round": 1, **event}]}))


def test_a_weight_is_refused_where_a_rule_does_not_weigh_posts():
    label = {"round": 1, "do": "label", "text": "Disputed", "factor": 0.5}
    with pytest.raises(ScenarioError, match="the rule voter does not weigh posts"):
        plan(load_scenario("feed", changes={"kernel": "voter", "script.events": [label]}))
    plan(load_scenario("feed", changes={"kernel": "voter", "script.events": [{**label, "factor": 1.0}]}))


@pytest.mark.parametrize("do", ["label", "downrank"])
def test_minds_that_meet_all_posts_alike_have_no_ranked_feed(do):
    event = {"round": 1, "do": do, **({"text": "x"} if do == "label" else {"factor": 0})}
    with pytest.raises(ScenarioError, match="minds meet all posts alike"):
        plan(load_scenario("feed", changes={"script.fidelity": "original", "script.events": [event]}))


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"do": "friction", "chance": 0.5}, "friction needs a feed"),
        ({"do": "downrank", "factor": 0.5}, "here downrank takes 0, which hides"),
        ({"text": "x"}, r"script\.events\.0\.stance: a post needs one in a population"),
        ({"stance": 0.5, "round": 0}, "the first round of a population is 1"),
        ({"do": "label", "text": "x", "topic": "Parks"}, "no topics beside the proposition"),
        ({"do": "ban", "authors": ["news"]}, "nobody here matches 'news'"),
    ],
)
def test_what_has_no_meaning_in_a_population_is_refused(event, message):
    with pytest.raises(DoxaError, match=message):
        plan(load_scenario("million", changes={"script.events": [{"round": 1, **event}]}))


def test_encounters_take_no_events(tmp_path):
    with pytest.raises(ScenarioError, match=r"script\.events\.0\.do: encounters draw from fixed rows"):
        population(tmp_path, network=NETWORK.replace("ORDER", "encounters"))


def test_settings_without_interventions_have_the_bytes_that_they_had():
    news = FeedSettings(events=[{"round": 1, "text": "x"}]).model_dump(mode="json")["events"]
    assert news == [{"round": 1, "text": "x", "author": "news", "stance": None, "topic": ""}]
    assert "events" not in PopulationSettings().model_dump(mode="json")


def shown_in(log, name, on="json"):
    """The rows of an exhibit."""
    places = [shown for shown in HOOKS[log.spec.protocol].exhibits if on in shown.on]
    (table,) = (exhibit for shown in places for exhibit in shown.exhibits(log) if exhibit.name == name)
    return table.rows


def test_what_held_and_what_was_refused_is_shown(tmp_path):
    ban = {"round": 2, "until": 2, "do": "ban", "authors": ["ben", "cleo"], "acts": ["create_post", "repost"]}
    label = {"round": 1, "do": "label", "authors": ["ana"], "text": "Disputed", "factor": 0.5, "readers": ["ben"]}
    half = {"round": 3, "do": "downrank", "authors": ["b*"], "factor": 0.25, "share": 0.5}
    log = run_with(tmp_path / "run", ban, label, half).log
    held = (
        ("ban", "2", "ben, cleo", None, "create_post, repost"),
        ("label", "1 to end", "ana", "ben", "“Disputed”, ×0.5"),
        ("downrank", "3 to end", "b*", "everybody, share 0 to 0.5", "×0.25"),
    )
    refused = ((2, "ben", "create_post", "They can be cut", "ban"), (2, "cleo", "repost", "r01/ana/1", "ban"))
    for place in ("terminal", "json", "page"):
        assert shown_in(log, "interventions", place) == held
        assert shown_in(log, "refused", place) == refused
    assert [(row.who, row.item, row.value, row.missing) for row in shown_in(log, "refused acts", "frames")] == [
        ("ben", "create_post They can be cut", None, "ban"),
        ("cleo", "repost r01/ana/1", None, "ban"),
    ]
    assert story_of(log).counts["acts refused by ban"] == 2
    marks = {row[0]: row[-1] for row in shown_in(log, "posts")}
    assert marks == {"r01/ana/1": "label: “Disputed”, ×0.5", "r01/ben/1": "downrank: ×0.25"}
    whys = {row[:3]: row[7] for row in shown_in(log, "own_feed", "page")}
    assert whys["ben", 2, ("r01/ana/1",)] == "new, label “Disputed”"
    assert whys["cleo", 2, ("r01/ana/1",)] == "new"


def test_news_for_everybody_is_no_intervention(tmp_path):
    log = run_with(tmp_path / "run", {"round": 2, "text": "A storm felled ten"}).log
    assert not [*show_interventions(log)]


def test_the_line_of_a_round_says_what_holds_and_what_was_refused(tmp_path):
    events = [{"round": 2, "until": 2, "do": "ban", "authors": ["cleo"]}]
    spec = feed(rounds=4, events=events)
    run = played(spec, tmp_path / "run", TABLE)
    outcomes = [event.body for event in run.events if event.kind == "outcome" and event.key.startswith("r02/")]
    assert activity(outcomes, *interventions_of(spec, "round 2")) == {"posts": 1, "refused acts": 2}
    assert activity(outcomes, *interventions_of(spec, "round 3")) == {"posts": 1, "reposts": 1, "likes": 1}
    lines = FeedLines(spec)
    batch = Batch(steps=(), note="round 2")
    readouts = {"ana": Readout(stance=0.5)}
    spent = {"asked": 0, "calls": 0, "cost": 0.0, "tokens": 0}
    progress = Progress(batch=batch, outcomes=tuple(outcomes), readouts=readouts, **spent)
    assert (
        [line.text for line in lines.tell(progress)][-1]
        .removesuffix("   [dim]as recorded[/]")
        .endswith("2 refused acts   under ban")
    )


def test_a_post_that_reaches_one_reader_changes_no_tie_of_another(tmp_path):
    people = [f"p{number}" for number in range(9)]
    table = {
        (who, round): [post(text)]
        for who in people
        for round, text in ((1, "They can be cut"), (2, "A storm felled ten"))
    }
    orders = {}
    for ties in ("post", "place"):
        for arm, events in (
            ("without", []),
            ("with", [{"round": 1, "text": "Roots break pavements", "readers": ["p1"]}]),
        ):
            run = played(
                feed(*map(agent, people), rounds=3, ties=ties, events=events), tmp_path / f"{ties}-{arm}", table
            )
            orders[ties, arm] = {
                key: [one.message for one in met] for key, (met, _) in meetings(run).items() if key[0] != "p1"
            }
            assert verify(run.log.path).status == "verified"
    assert orders["post", "with"] == orders["post", "without"]
    assert orders["place", "with"] != orders["place", "without"], "as logs from before have it"
    assert plan(load_scenario("feed")).script["ties"] == "post"


def test_a_what_if_keeps_weights_and_a_fork_keeps_the_timing(tmp_path):
    ban = {"round": 3, "do": "ban", "authors": ["ben"]}
    label = {"round": 2, "until": 2, "do": "label", "authors": ["ana"], "text": "Disputed", "factor": 0.5}
    table = {**TABLE, ("ben", 4): [post("A storm felled ten")]}
    run = run_with(tmp_path / "run", ban, label, table=table)
    moved = {
        point.stance - -0.5: point.recorded - -0.5 for point in what_if(run.log, {"belief.step": 0.2}).curves["ben"][:5]
    }
    (doubled, once) = next(pair for pair in moved.items() if pair[1])
    # 1.3·0.1·0.5·0.3·1.5/0.65·½, and twice that with twice the step
    assert (doubled, once) == (pytest.approx(2 * once), pytest.approx(0.0225))
    at, change = "r03/ana", {"agents.cleo.belief.step": 0.3}
    forked = play_fork(run.log.path, tmp_path / "fork", at=at, changes=change, answer=acting(table))
    assert forked.events[-1].body.result["refused"] == run.log.events[-1].body.result["refused"] != []
