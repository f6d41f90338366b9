"""An audience of a feed: what reaches each listener, by hand, and where that leads it under the plain kernel."""

import asyncio
import shutil
from collections import defaultdict

import numpy as np
import pytest

from app.browser import find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.beliefs.base import Met
from doxa.beliefs.social import Social, SocialSettings
from doxa.engine.drive import drive
from doxa.engine.gate import Budget, Gate
from doxa.engine.turn import Desk
from doxa.errors import DamagedLogError, DoxaError, ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import resume, run
from doxa.log.rundir import open_run, writing
from doxa.models.scripted import ScriptedPerformer
from doxa.records.claims import Exposure
from doxa.records.spec import ModelSettings, Prior
from doxa.scoring.polarisation import clusters
from doxa.systems.feed.arrays.audience import make_shard, posts_shown_to
from doxa.systems.feed.arrays.performer import ArrayPerformer
from doxa.systems.feed.exhibits.audience import listener_history, positions_of, replies_of
from doxa.systems.feed.exhibits.influence import receptions
from doxa.systems.feed.exhibits.story import story_of
from doxa.systems.feed.protocol import audience as audience_protocol
from doxa.systems.feed.protocol.audience import complete_settings
from doxa.systems.feed.tasks.population_round import Audience, Posts
from doxa.terminal.report import write_report
from systems.feed.feed_stage import acting, agent, feed, halved, post, upon

LISTENERS = 60

ACTS = {
    ("ana", 1): [post("Trees cool streets")],
    ("ben", 1): [post("Roots break pavements")],
    ("cleo", 2): [
        upon("vote", "r01/ana/1", vote="like"),
        upon("repost", "r01/ana/1"),
        upon("reply", "r01/ben/1", text="They can be cut"),
    ],
    ("ana", 2): [post("Trees cool streets")],
    ("ana", 3): [upon("vote", "r01/ben/1", vote="like")],
}

ANA, AGAIN, BEN, REPLY = "r01/ana/1", "r02/ana/1", "r01/ben/1", "r02/cleo/3"
NEWS, BOT = "r02/news/event1", "r03/echo/1"
STANCE = {ANA: 0.8, AGAIN: 0.8, BEN: -0.5, REPLY: 0.4, NEWS: -1.0, BOT: 0.4}
SAYS = {ANA: "cool", AGAIN: "cool", BEN: "roots", REPLY: "cut", NEWS: "storm", BOT: "cut"}

# Two posts a round beside news, by score 0.3/(1 + age) + 0.4·log1p(likes + reposts). After round 2 ana's first post has
# 0.15 + 0.4·ln 3 = 0.589, her second 0.3, ben's 0.15; after round 3 0.539, 0.15 and 0.1 + 0.4·ln 2 = 0.377, the bot's
# 0.3. cleo reposted ana's first, so that it reaches those who follow cleo and not ana.
ROUNDS = (
    {"ana ben": [ANA, BEN], "ana cleo": [ANA], "ben cleo": [BEN]},
    {"ana ben": [NEWS, ANA, AGAIN], "ana cleo": [NEWS, ANA, AGAIN], "ben cleo": [NEWS, ANA, BEN, REPLY]},
    {"ana ben": [ANA, BEN, REPLY], "ana cleo": [ANA, BOT], "ben cleo": [ANA, BEN, REPLY]},
)
LIKES: tuple[dict[str, int], ...] = ({}, {ANA: 1}, {ANA: 1, BEN: 1})


def listened(**changes):
    spec = feed(
        events=[{"round": 2, "text": "A storm felled ten"}],
        bots={
            "echo": {"posts": ["They can be cut"], "first": 3},
            "whisper": {"posts": ["Roots break pavements"], "followers": ["ana"], "stance": -0.5},
        },
        audience={"listeners": LISTENERS, "follows": 2, "posts": 2, **changes},
    )
    return spec.model_copy(update={"roles": {**spec.roles, "listeners": ModelSettings(model="arrays")}})


def played(spec, path, table=ACTS):
    arrays, scripted = ArrayPerformer(), ScriptedPerformer(acting(table))
    with writing(path, spec) as written:
        desk = Desk(
            run=written,
            performers=lambda settings: arrays if settings.model == "arrays" else scripted,
            gate=Gate(Budget(), written.journal),
        )
        asyncio.run(drive(desk))
    return open_run(path)


@pytest.fixture
def whole(library):
    return open_run(library.keep("listened feed", lambda path: played(listened(), path)))


def test_the_report_tells_of_the_audience_what_doxa_audience_tells(whole, tmp_path):
    view, told = view_of(whole), replies_of(whole)
    audience = view.parts["audience"]
    assert [(number, mean, list(counts)) for number, counts, mean, *_ in audience.rows] == [
        (number, one["mean"], list(one["counts"])) for number, one in enumerate(told, 1)
    ]
    assert [spread**2 for spread in audience.column("spread")] == pytest.approx([one["variance"] for one in told])
    for name in ("bimodality", "moved"):
        assert list(audience.column(name)) == [one[name] for one in told]
    ends = [f"{share:.0%} about {place:+.2f}".replace("-", "−") for place, share in clusters(told[-1]["counts"])]
    assert f"At the end: {', '.join(ends)}." in audience.caption
    assert [(one.cost, one.input_tokens) for one in view.roles if one.model == "arrays"] == [(0.0, 0)]
    if find_chromium():
        write_report(view, tmp_path / "report.html")
        with open_page(tmp_path / "report.html", address="#batch=2") as page:
            page.wait_for("document.querySelectorAll('#part-audience tr[data-batch]').length === 3")
            assert page.evaluate("document.querySelector('#part-audience tr.chosen').dataset.batch") == "2"
            assert f"{LISTENERS} listeners" in page.evaluate(
                "document.querySelector('#part-audience .lead').textContent"
            )
            assert page.errors == []


def audience_of(log):
    return Audience.model_validate(story_of(log).feed.listening.audience)


def seated(log):
    """The listeners of a run before it began."""
    return make_shard(audience_of(log), 0, LISTENERS)


def exposures(ids, likes):
    return tuple(
        Exposure(
            message=one, speaker=one.split("/")[1], origin="peer", stance=STANCE[one], likes=likes.get(one, 0),
            content=SAYS[one], shown=True,
        )
        for one in ids
    )  # fmt: skip


def test_every_listener_stands_where_the_plain_kernel_leads_it(whole):
    listeners, kernel = seated(whole), Social(SocialSettings())
    names = np.array(["ana", "ben", "cleo"])
    circles = [" ".join(names[row]) for row in listeners.follows]
    assert set(circles) == set(ROUNDS[0])
    added: list[dict[str, list[float]]] = [defaultdict(list) for _ in ROUNDS]
    for place, circle in enumerate(circles):
        state, _ = kernel.init(Prior(mode="target", stance=float(listeners.crowd.position[place])), ())
        for number, (met, likes) in enumerate(zip(ROUNDS, LIKES, strict=True), 1):
            state, trace = kernel.step(state, Met(exposures=exposures(met[circle], likes)))
            assert abs(positions_of(whole, number)[place] - kernel.position(state, "")) <= 1e-12, (circle, number)
            for item in trace.items:
                added[number - 1][item.source].append(item.factors["contribution"])
    for told, inputs, parts in zip(replies_of(whole), story_of(whole).feed.listening.met, added, strict=True):
        assert told["history"] == inputs.lineage
        assert told["contributed"] == pytest.approx([sum(parts[id]) for id in inputs.posts.ids], abs=1e-10)
        assert told["pulls"] == pytest.approx([sum(map(abs, parts[id])) for id in inputs.posts.ids], abs=1e-10)
    assert [one["exposures"] for one in replies_of(whole)] == [
        sum(len(met[circle]) for circle in circles) for met in ROUNDS
    ]


def test_a_voice_that_passes_a_post_on_twice_reaches_its_followers_once(tmp_path):
    again = ACTS | {("cleo", 3): [upon("repost", ANA)]}
    every = listened().model_copy(update={"script": {**listened().script, "reposts": "every"}})
    feed_state = story_of(played(every, tmp_path / "run", again)).feed
    met = feed_state.listening.met[-1].posts
    assert feed_state.wall.engagement.reposts(ANA) == 2
    assert met.reach[met.ids.index(ANA)] == (0, 2), "ana's place and cleo's"


def test_listeners_are_ranked_for_by_a_ranker_that_ranks_alike_for_all(tmp_path):
    latest = listened().model_copy(update={"script": {**listened().script, "ranking": {"by": "chronological"}}})
    log = played(latest, tmp_path / "run")
    asked = [inputs.posts.ids for inputs in story_of(log).feed.listening.met]
    # two posts a listener; after round 3 the bot's and the news of round 2 reach everybody, and ana's first of round 1,
    # which by likes and reposts stands first, has no room
    assert (asked[1][:2], asked[2][0]) == ((NEWS, AGAIN), BOT)
    assert set(asked[2]) <= {BOT, NEWS, AGAIN}
    assert verify(log.path).status == "verified"


def test_listeners_are_silent_and_agents_go_on_as_without_them(whole, tmp_path):
    alone = listened().model_copy(update={"script": {**listened().script, "audience": None}})
    here, there = story_of(whole), story_of(played(alone, tmp_path / "alone"))
    assert (here.posts, here.feed.wall.engagement) == (there.posts, there.feed.wall.engagement)
    assert [one.trace.after for one in here.meetings] == [one.trace.after for one in there.meetings]
    assert verify(whole.path).status == "verified"


def test_how_many_met_each_post_is_told(whole):
    asked = [inputs.posts.ids for inputs in story_of(whole).feed.listening.met]
    circles = [" ".join(np.array(["ana", "ben", "cleo"])[row]) for row in seated(whole).follows]
    for told, ids, met in zip(replies_of(whole), asked, ROUNDS, strict=True):
        counted = {id: sum(id in met[circle] for circle in circles) for id in ids}
        assert dict(zip(ids, told["reached"], strict=True)) == counted
    assert not any("whisper" in id for ids in asked for id in ids), "a bot that they do not follow"


def test_the_posts_that_moved_listeners_most_are_added_up_over_rounds(whole):
    found = {one.post: one for one in receptions(whole, story_of(whole))}
    told = zip(replies_of(whole), story_of(whole).feed.listening.met, strict=True)
    ana = [(one["pulls"][at], one["reached"][at]) for one, inputs in told for at in [inputs.posts.ids.index(ANA)]]
    assert set(found) == {ANA, AGAIN, BEN, REPLY, NEWS, BOT}
    assert [one.moved for one in found.values()] == sorted((one.moved for one in found.values()), reverse=True)
    assert (found[NEWS].met, found[NEWS].net) == (LISTENERS, -found[NEWS].moved), "nobody stands below −1"
    assert (found[ANA].moved, found[ANA].met) == tuple(map(sum, zip(*ana, strict=True)))


def test_a_run_that_was_cut_anywhere_goes_on_to_the_same_bytes(whole, tmp_path):
    for kept in range(0, len(whole.lines), 5):
        cut = tmp_path / f"cut{kept}"
        shutil.copytree(whole.path, cut)
        (cut / "events.jsonl").write_bytes(b"".join(whole.lines[:kept]) + whole.lines[kept][:20])
        if kept % 2:
            shutil.rmtree(cut / "shards" / "state", ignore_errors=True)
        again = played(listened(), cut, {})
        assert again.lines == whole.lines
        assert (positions_of(again, 3) == positions_of(whole, 3)).all()


def test_without_the_shards_of_earlier_rounds_no_audience_is_made_up(whole, tmp_path):
    cut = tmp_path / "cut"
    shutil.copytree(whole.path, cut)
    before_last = next(place for place, line in enumerate(whole.lines) if b'"key":"r03/listeners"' in line)
    (cut / "events.jsonl").write_bytes(b"".join(whole.lines[:before_last]))
    shutil.rmtree(cut / "shards")
    with pytest.raises(DamagedLogError, match=r"shard .* is missing"):
        played(listened(), cut, {})


def test_posts_for_which_no_listener_has_room_are_left_out_and_nobody_stands_elsewhere(tmp_path, monkeypatch):
    short = played(listened(posts=1), tmp_path / "short")
    monkeypatch.setattr(audience_protocol, "_shown_to_somebody", lambda *given: iter(given[2]))
    long = played(listened(posts=1), tmp_path / "long")
    assert [one["exposures"] for one in replies_of(short)] == [one["exposures"] for one in replies_of(long)]
    for number in range(1, 4):
        assert (positions_of(short, number) == positions_of(long, number)).all()
    assert [len(one["reached"]) for one in replies_of(short)] < [len(one["reached"]) for one in replies_of(long)]


def test_posts_reach_by_whom_one_follows_as_in_a_plain_loop():
    rng = np.random.default_rng(8)
    follows = np.sort(np.array([rng.permutation(6)[:3] for _ in range(200)]), axis=1).astype(np.int32)
    roots = [0, 0, 2, 3, 3, 3, 6, 7, 8, 8, 10]
    authors = [7, 1, 4, 0, 5, 2, 6, 1, 3, 0, 5]
    reach = {0: None, 2: (4, 0), 3: (), 6: (2, 5), 7: (), 8: None, 10: (1,)}
    posts = Posts(
        stances=(0.0,) * 11,
        contents=tuple(range(11)),
        authors=authors,
        roots=roots,
        reach=reach,
        news=1,
        likes=(0,) * 11,
    )
    for most in (0, 2, None):
        starts, met = posts_shown_to(follows, 6, posts, most, np.zeros(0, np.int64))
        for place, row in enumerate(follows.tolist()):
            seen = [one for one in reach if reach[one] is None or {authors[one], *reach[one]} & set(row)]
            kept = seen if most is None else [0, *[one for one in seen if one != 0][:most]]
            expected = [one for one in range(11) if roots[one] in kept]
            assert met[starts[place] : starts[place + 1]].tolist() == expected


SMALL = {
    "script.rounds": 3,
    "script.audience.listeners": 5000,
    "script.audience.engine": "numpy",
    "agents.for.count": 4,
    "agents.against.count": 4,
    "network.parameters.sizes": [4, 4],
    "script.bots.echo.first": 1,
}


def test_the_scenario_runs_verifies_and_goes_on_after_a_cut(tmp_path):
    log = run("feed-audience", out=tmp_path / "run", changes=SMALL)
    assert verify(log.path).status == "verified"
    for listener in (0, 4095, 4096):
        history = listener_history(log, listener)
        assert all(abs(one.after - one.stored) <= 1e-12 for one in history)
        assert any(exposure.likes for one in history for exposure in one.exposures), "what a post has gathered counts"
    assert resume(halved(log, tmp_path / "cut")).lines == log.lines


def test_agents_of_a_classic_rule_have_listeners_of_the_same(tmp_path):
    log = run("feed-audience", out=tmp_path / "run", changes={**SMALL, "kernel": "hegselmann_krause"})
    histories = [listener_history(log, listener) for listener in range(17)]
    # who meets nobody within their bound stays where they are
    assert any(history[0].before != history[-1].after for history in histories)
    assert all(abs(one.after - one.stored) <= 1e-12 for history in histories for one in history)


def test_a_round_in_which_nothing_was_posted_moves_nobody(tmp_path):
    quiet = listened(engine="numpy").script | {"bots": {}, "events": []}
    log = played(listened().model_copy(update={"script": quiet}), tmp_path, {("ana", 2): [post("Trees cool streets")]})
    assert [(one["moved"] > 0.0, one["exposures"] > 0) for one in replies_of(log)] == [(0, 0), (1, 1), (1, 1)]
    assert [one.post for one in receptions(log, story_of(log))] == [AGAIN]


@pytest.mark.parametrize("cap", [3, 10])
def test_histories_forget_as_the_kernel_does_and_keep_order_only_where_they_can_fill(tmp_path, cap):
    # at most a post a round and the news: 4 contents a listener, of some 75
    shown = {"script.audience.posts": 1, "script.replies": 0, "belief.exposure_cap": cap}
    log = run("feed-audience", out=tmp_path / "run", changes={**SMALL, **shown})
    audience = audience_of(log)
    assert (audience.meets, audience.contents) == (4, 74)
    assert (make_shard(audience, 0, 10).crowd.history.order is None) == (cap == 10)
    for listener in (0, 17):
        assert all(abs(one.after - one.stored) <= 1e-12 for one in listener_history(log, listener))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"agents.for.kernel": "degroot"}, "have several"),
        ({"script.fidelity": "original"}, "what a ranked feed shows, and with fidelity"),
        ({"script.ranking.by": "simswarm"}, "simswarm ranks for each reader"),
        ({"belief.positions.Parks": 0.2}, "the proposition alone"),
        ({"script.audience.follow": 3}, "follow"),
    ],
)
def test_an_audience_that_cannot_be_is_refused(changes, message):
    with pytest.raises(DoxaError, match=message):
        plan(load_scenario("feed-audience", {**SMALL, **changes}))


def test_a_feed_without_an_audience_needs_no_listeners():
    assert "listeners" not in plan(load_scenario("feed")).roles


def test_nobody_else_is_called_as_the_audience_is():
    with pytest.raises(ScenarioError, match="the audience has this handle"):
        complete_settings(feed(agent("ana"), agent("listeners"), audience={}))
