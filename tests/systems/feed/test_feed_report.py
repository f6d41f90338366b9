"""A feed as a user meets it: the terminal's end, what explain says, and the report's page."""

import json
import re
import statistics

import pytest

from app.browser import find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.analysis.explain import explain
from doxa.app.cli import app
from doxa.systems.feed.exhibits.story import story_of
from doxa.systems.feed.hooks import activity
from doxa.systems.feed.protocol.interventions import Interventions
from doxa.systems.feed.report import feed_summaries
from doxa.terminal.outcome import conclude
from doxa.terminal.report import write_report
from doxa.terminal.strips import binned, stance_deviation, strip, write_count
from systems.feed.feed_stage import agent, feed, played, post, upon

EVIL = "</script><img src=x onerror=alert(1)>"
ACTS = {
    ("ana", 1): [post("Trees cool streets")],
    ("ben", 1): [post(EVIL)],
    ("cleo", 2): [upon("vote", "r01/ana/1", vote="like"), upon("repost", "r01/ana/1")],
    ("ben", 2): [upon("reply", "r01/ana/1", text="They can be cut")],
}
STANCES = {"Trees cool streets": 0.8, EVIL: -0.5, "They can be cut": 0.4, "A storm felled ten": -1.0}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    spec = feed(events=[{"round": 2, "text": "A storm felled ten"}])
    return played(spec, tmp_path_factory.mktemp("feed") / "run", ACTS, STANCES)


def said(capsys, *words):
    with pytest.raises(SystemExit) as left:
        app(list(words), exit_on_error=False)
    assert left.value.code in (0, None)
    return " ".join(capsys.readouterr().out.split())


def test_a_strip_counts_by_hand():
    # three cells over [−1, 1]: up to −1/3, up to 1/3, up to 1, both ends within
    assert (binned([-1.0, -0.5, 0.0, 1.0], 3), strip([-1.0, -0.5, 0.0, 1.0], 3)) == ([2, 1, 1], "█▄▄")
    assert (strip([0.0], 3), stance_deviation([-1.0, 1.0])) == (" █ ", 1.0)
    counts = [write_count(count, word) for count, word in ((1, "replies"), (2, "replies"), (1_000, "posts"))]
    assert counts == ["1 reply", "2 replies", "1,000 posts"]


def test_acts_of_a_round_are_counted(run):
    outcomes = [one.body for one in run.events if one.kind == "outcome" and one.key.startswith("r02/")]
    assert activity(outcomes, Interventions(), 2) == {"likes": 1, "reposts": 1, "replies": 1}


def test_explain_names_the_post_that_moved_most(run):
    found = explain(run.log, "cleo")
    # round 2 shows the storm at −1, the others at 0.8 and −0.5: contributions −0.034615, +0.027692, −0.017308
    # round 3: seen before; the storm stays the largest
    assert "news's post “A storm felled ten” (r02/news/event1)" in found.sentence
    assert found.texts["r01/ben/1"] == EVIL
    second = explain(run.log, "cleo", round=2).moves[-1]
    assert {one.source: one.after for one in second.items} == pytest.approx(
        {"r02/news/event1": -0.034615384615, "r01/ana/1": 0.027692307692, "r01/ben/1": -0.017307692308}
    )


def test_explain_shows_factor_by_factor(run, capsys):
    told = said(capsys, "explain", str(run.log.path), "--agent", "cleo", "--round", "2")
    assert "−0.035 trust 0.50 social proof 0.30 novelty 1.50 resistance 0.65 gap −1.00 new r02/news/event1" in told
    assert "What moved it most" in said(capsys, "explain", str(run.log.path), "--agent", "cleo")


def test_people_are_told_by_name_and_news_and_programs_by_what_they_are_called(run, capsys):
    conclude(run.log, json=False, quiet=False)
    told = " ".join(capsys.readouterr().out.split())
    assert "r01/ana/1 Ana agent Trees cool streets 1 0 1 1" in told
    assert "r02/news/event1 news event A storm felled ten" in told
    assert re.search(r"by author: news 0\.\d\d, Ana 0\.\d\d, Ben 0\.\d\d", told)
    assert "was Ana's post “Trees cool streets” (r01/ana/1)" in explain(run.log, "ben").sentence
    assert "most by “Trees cool streets”, Ana, +0.06" in feed_summaries(story_of(run.log))["ben"]


def test_opinions_of_the_page_are_the_readouts_of_the_log(run):
    view = view_of(run.log)
    opinions = view.parts["opinions"]
    assert opinions.column("round") == (0, 1, 2, 3)
    for row, stances in zip(opinions.rows, story_of(run.log).stances, strict=True):
        assert row[2:4] == pytest.approx((statistics.fmean(stances), statistics.pstdev(stances)))
        assert sum(row[1]) == len(stances)
    assert opinions.column("mean")[0] == 0.0
    news = [opinions.quotes[id].text for ids in opinions.column("news") if ids for id in ids]
    assert news == ["A storm felled ten"]
    assert opinions.column("news")[2] == ("r02/news/event1",), "beside the round in which it came"
    assert view.counts == {"posts": 3, "replies": 1, "likes": 1, "reposts": 1}


def test_replies_are_counted_at_each_post_and_on_a_feed_as_they_were_then(run):
    parts = view_of(run.log).parts
    counted = dict(zip(parts["influential"].column("post"), parts["influential"].column("replies"), strict=True))
    assert counted[("r01/ana/1",)] == 1  # Ben's, of round 2
    assert sum(counted.values()) == 1
    rows = [row for row in parts["own_feed"].records() if row["agent"] == "cleo" and row["post"] == ("r01/ana/1",)]
    assert {row["round"]: row["replies"] for row in rows} == {2: 0, 3: 1}


def test_stances_begin_where_agents_begin(tmp_path):
    starts = {"ana": 0.85, "ben": -0.35, "cleo": 0.15}
    spec = feed(*(agent(id, stance) for id, stance in starts.items()))
    view = view_of(played(spec, tmp_path / "run", ACTS, STANCES).log)
    assert {id: points[0].stance for id, points in view.curves.items()} == pytest.approx(starts)
    assert view.parts["stances"].counts[0] == tuple(int(cell in (6, 11, 18)) for cell in range(20))  # a tenth each


def test_an_own_feed_holds_what_its_agent_met_and_what_that_added(run):
    """Contributions of Cleo's second round are those worked by hand above."""
    feeds = view_of(run.log).parts["own_feed"]
    rows = [row for row in feeds.records() if (row["agent"], row["round"]) == ("cleo", 2)]
    added = {row["post"][0]: row["added"] for row in rows}
    assert next(iter(added)) == "r02/news/event1", "in the order shown"
    assert added == pytest.approx(
        {"r02/news/event1": -0.034615384615, "r01/ana/1": 0.027692307692, "r01/ben/1": -0.017307692308}
    )
    assert feeds.quotes["r01/ben/1"].text == EVIL
    assert {row["trust"] for row in rows} == {0.5}
    lead = next(lead for lead in feeds.leads if (lead.agent, lead.batch) == ("cleo", 2))
    before, after = (story_of(run.log).readouts[number]["cleo"].stance for number in (1, 2))
    assert lead.facts[0] == f"{before:+.3f} → {after:+.3f}".replace("-", "−")


def test_posts_and_trust_of_the_page_are_those_of_the_log(run):
    parts = view_of(run.log).parts
    posts, trust = parts["influential"], parts["trust"].panels[0]
    moves = [move.body for move in run.events if move.kind == "moved"]
    items = [item for move in moves for item in move.trace.items]
    net = {}
    for item in items:
        net[item.source] = net.get(item.source, 0.0) + item.after - item.before
    shown = {ids[0]: value for ids, value in zip(posts.column("post"), posts.column("net"), strict=True)}
    assert shown == pytest.approx({post: value for post, value in net.items() if post in shown})
    assert dict(zip(posts.column("post"), posts.column("met by"), strict=True))[("r02/news/event1",)] == 3
    assert set(trust.columns) == {"ana", "ben", "news"}
    assert sum(square is not None for row in trust.squares for square in row) == 7


@pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM to its path")
def test_the_page_shows_a_feed(run, tmp_path):
    path = tmp_path / "report.html"
    write_report(view_of(run.log), path)
    with open_page(path, address="#batch=2") as page:
        page.wait_for("document.querySelectorAll('#part-opinions tbody tr').length === 4")
        assert page.evaluate("document.querySelector('#part-opinions tr.chosen').dataset.batch") == "2"
        assert page.evaluate("document.querySelectorAll('#part-influential tbody tr').length") == 4
        assert "replies 1" in page.evaluate("document.querySelector('#part-influential').textContent")
        assert EVIL in page.evaluate("document.querySelector('#part-influential').textContent")
        page.evaluate("document.querySelector('#part-own_feed select').value = 'cleo'")
        page.evaluate(
            "document.querySelector('#part-own_feed select').dispatchEvent(new Event('change', {bubbles: true}))"
        )
        page.wait_for("document.querySelector('#part-own_feed .sum')?.textContent.startsWith('Cleo')")
        assert page.evaluate("document.querySelectorAll('#part-own_feed tbody tr').length") == 3
        assert "−0.035" in page.evaluate("document.querySelector('#part-own_feed').textContent")
        page.evaluate("document.querySelector('#part-opinions tr[data-batch=\"1\"]').click()")
        page.wait_for("document.querySelector('#part-own_feed .quiet')")
        assert page.evaluate("document.querySelectorAll('#part-trust .cell').length") == 7
        page.evaluate("document.querySelector('#part-trust th button').click()")
        page.wait_for("document.activeElement.matches('#part-own_feed select')")
        assert page.evaluate("document.querySelector('#bench')") is None
        assert (page.errors, page.requests[1:]) == ([], [])


def test_the_summary_of_a_feed_is_json(run, capsys):
    conclude(run.log, json=True, quiet=False)
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["posts"][0]["post"]) == ("finished", "r02/news/event1")
    assert set(found["stances"]) == {"ana", "ben", "cleo"}


def test_many_agents_are_compared_and_swept_together(tmp_path, capsys):
    changes = ["--set", "script.rounds=2", "--set", "agents.for.count=5", "--set", "agents.against.count=5"]
    more = ["--set", "network={}", "--grid", "belief.step=0,0.1", "--out", str(tmp_path / "swept")]
    told = said(capsys, "sweep", "feed", *changes, *more)
    assert "mean of 10 agents" in told
    assert "10 agents: mean" in told
    still = json.loads((tmp_path / "swept" / "step=0_k0" / "events.jsonl").read_text().splitlines()[-1])
    mean = sum(still["body"]["stances"].values()) / 10
    compared = said(capsys, "compare", str(tmp_path / "swept" / "step=0_k0"), str(tmp_path / "swept" / "step=0.1_k0"))
    assert f"step=0_k0 all maintained 1 0 0 {mean:.3f}".replace("-", "−") in compared
