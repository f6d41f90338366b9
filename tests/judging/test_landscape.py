"""Maps of arguments: places, clusters and their tables, on planted clusters."""

import itertools
import json
import re

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from doxa.errors import DoxaError, LogError, ModelCallError
from doxa.evidence.vectors import quantise
from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote
from doxa.judging.ballots.judged import JudgeFindings, judgement
from doxa.judging.exhibits import landscape
from doxa.judging.exhibits.landscape import (
    ClaimCluster,
    EnsembleJudgement,
    cluster_table,
    find_clusters,
    lay_out,
    method_for,
    order_by_typicality,
    points,
)
from doxa.judging.landscapes import Landscape, Mapping, is_set_phrase, map_claims, set_phrases, without_twins
from doxa.judging.pages import argument_page, landscape_page
from doxa.models.port import Response
from doxa.models.scripted import ScriptedPerformer
from doxa.records.spec import Participant, Proposition, RunSpec
from small_debate import small_debate


def planted(per_cluster=8, clusters=3, spread=0.05):
    """Vectors about orthogonal directions, cluster by cluster."""
    random = np.random.default_rng(1)
    middles = np.eye(24)[:clusters]
    return np.concatenate([middle + spread * random.normal(size=(per_cluster, 24)) for middle in middles])


def test_planted_clusters_are_found_again_by_principal_components():
    vectors = planted()
    places = lay_out(vectors, "pca")
    numbers = find_clusters(vectors, places, "pca")
    assert places.shape == (24, 2)
    assert (places.min(), places.max()) == (0.0, 1.0)
    assert [set(numbers[start : start + 8]) for start in (0, 8, 16)] == [{0}, {1}, {2}]
    # scale does not matter, direction does
    assert find_clusters(100 * vectors, lay_out(100 * vectors, "pca"), "pca") == numbers


def test_few_claims_lie_with_no_others_and_need_no_umap():
    assert method_for(15) == "pca"
    assert find_clusters(planted(3), lay_out(planted(3), "pca"), "pca") == [None] * 9
    assert lay_out(np.ones((1, 24)), "pca").tolist() == [[0.0, 0.0]]


def test_without_umap_components_take_the_planes_place_and_without_scikit_learn_there_is_no_map(monkeypatch):
    monkeypatch.setattr(landscape, "find_spec", lambda name: None)
    assert method_for(500) == "pca"
    with pytest.raises(DoxaError, match="scikit-learn"):
        find_clusters(planted(), planted()[:, :2], "pca")


def test_the_most_typical_claim_is_the_nearest_to_the_middle():
    vectors = np.array([[1.0, 0.0], [1.0, 0.2], [1.0, 1.0]])
    # middle about (0.9, 0.3): the second is nearest
    assert order_by_typicality(vectors, [0, 1, 2])[0] == 1


def noted(*rebuttals):
    claims = (
        ClaimNote(
            id="c1.1", speech="t01", speaker="Dr Maren Oyelaran", side="pro", text="</script> free", base="principled"
        ),
        ClaimNote(id="c2.1", speech="t02", speaker="Tobias Achterberg MP", side="con", text="fares", base="assertion"),
    )
    brought = JudgeFindings(annotation=Annotation(claims=claims, rebuttals=rebuttals), holistic="con")
    return judgement(small_debate(), brought)


FELLED = RebuttalNote(
    id="r2.1",
    speech="t02",
    speaker="Tobias Achterberg MP",
    side="con",
    target="c1.1",
    addresses_logic=True,
    undermines=True,
)


def debates():
    """Two debates: in the second, Proposition's claim falls and Opposition wins."""
    return [
        EnsembleJudgement(run="e1/r1", epoch=1, debate=small_debate(), judgement=noted()),
        EnsembleJudgement(run="e1/r2", epoch=1, debate=small_debate(), judgement=noted(FELLED)),
    ]


def test_points_say_what_became_of_claims_and_who_won():
    found = points(debates())
    # pro 2 to 1, then 1 to 1 + 2
    assert [(one.run, one.claim, one.survived, one.stands, one.won) for one in found] == [
        ("e1/r1", "c1.1", True, True, True),
        ("e1/r1", "c2.1", True, True, False),
        ("e1/r2", "c1.1", False, False, False),
        ("e1/r2", "c2.1", True, True, True),
    ]
    empty = EnsembleJudgement(
        run="x", epoch=1, debate=small_debate(), judgement=judgement(small_debate(), JudgeFindings())
    )
    with pytest.raises(LogError, match="no debate has annotated claims"):
        points([empty])


def test_a_clusters_numbers_by_hand():
    found = points(debates())
    mine = ClaimCluster(number=0, name="free", description="", claims=(0, 2))
    (row,) = cluster_table([mine], found, debates(), "pca").rows
    cells = dict(zip(cluster_table([mine], found, debates(), "pca").columns, row, strict=True))
    # in both debates, Proposition alone, one of two survives, one of two won
    assert (cells["claims"], cells["in debates"], cells["by Proposition"]) == (2, 1.0, 1.0)
    assert (cells["survive"], cells["stand"], cells["rebutted"], cells["win rate"]) == (0.5, 0.5, 0.5, 0.5)
    # (made, won): pro (1, 1), con (0, 0), pro (1, 0), con (0, 1): r = 0
    assert cells["win correlation"] == pytest.approx(0.0)


def embedded(page: str) -> dict:
    found = re.search(r'<script type="application/json" id="view">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_pages_hold_untrusted_words_that_cannot_end_their_element():
    told = debates()
    placed = tuple(points(told))
    cluster = ClaimCluster(number=0, name="free", description="d", claims=(0, 2))
    table = cluster_table([cluster], placed, told, "pca")
    page = landscape_page(Landscape(debates=tuple(told), points=placed, clusters=(cluster,), method="pca"), table)
    assert page.count("</script>") == 2
    assert embedded(page)["points"][0]["text"] == "</script> free"
    assert embedded(page)["clusters"][0]["survival"] == 0.5
    graph = argument_page(told[1].debate, told[1].judgement)
    assert graph.count("</script>") == 2
    assert embedded(graph)["attacks"] == [["r2.1", "c1.1"]]
    assert embedded(graph)["semantics"].endswith("On every argument the semantics agree.")
    assert [one["grounded"] for one in embedded(graph)["nodes"]] == ["out", "in", "in"]
    assert [one["target"] for one in embedded(graph)["nodes"]] == ["", "", "c1.1"]
    assert embedded(graph)["stands"] == (
        "What stands: 0 of 1 claims for the motion and 1 of 1 against it (1 that nobody attacked, 0 whose attackers "
        "all fall). Fallen: 1; undecided: 0."
    )
    # a page admits its own script and no other, and its title has 120 characters of the motion
    policy = re.search(r'content="(default-src[^"]*)"', graph)[1]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    longer = argument_page(told[1].debate.model_copy(update={"motion": "m" * 200}), told[1].judgement)
    assert f"<title>{'m' * 120} · argument graph" in longer


def many(count):
    """A debate with so many claims of Proposition that they can be clustered."""
    claims = tuple(
        ClaimNote(
            id=f"c{n}", speech="t01", speaker="Dr Maren Oyelaran", side="pro", text=f"claim {n}", base="assertion"
        )
        for n in range(count)
    )
    made = judgement(small_debate(), JudgeFindings(annotation=Annotation(claims=claims)))
    return EnsembleJudgement(run="run", epoch=1, debate=small_debate(), judgement=made)


def mapped(debate, out, name_cluster=lambda request: "unreadable", asked=None):
    """A map of the claims of one debate, whose vectors are planted and whose clusters somebody names."""
    rows = planted()

    def answer(request):
        if asked is not None:
            asked.append(request.step.key)
        if request.task.name == "embed":
            places = (int(re.search(r"\d+", text)[0]) for text in request.inputs.texts)
            return Response(vectors=tuple(quantise(rows[place]) for place in places))
        return name_cluster(request)

    mapping = Mapping(out=out, embedder="scripted", labeller="scripted")
    return map_claims([debate], mapping, make=lambda settings, conditions: ScriptedPerformer(answer))


def test_claims_are_embedded_clustered_and_named_by_steps_and_nothing_is_asked_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(landscape, "find_spec", lambda name: None if name == "umap" else name)
    asked = []
    label = lambda request: json.dumps({"name": request.inputs.claims[0], "description": "what they share"})  # noqa: E731
    found = mapped(many(24), tmp_path, label, asked)
    assert [len(one.claims) for one in found.clusters] == [8, 8, 8]
    assert all(found.points[place].cluster == one.number for one in found.clusters for place in one.claims)
    assert asked == ["embed/001", "name/001", "name/002", "name/003"]
    assert mapped(many(24), tmp_path, label, asked) == found
    assert len(asked) == 4


def test_a_claim_that_was_not_embedded_stops_the_map(tmp_path):
    def lost(request):
        raise ModelCallError("no answer", status="timeout")

    make = lambda settings, conditions: ScriptedPerformer(lost)  # noqa: E731
    with pytest.raises(LogError, match="3 of 3 claims could not be embedded"):
        map_claims([many(3)], Mapping(out=tmp_path, embedder="scripted"), make=make)


def test_clusters_have_the_same_names_whatever_the_labeller_says(tmp_path, monkeypatch):
    monkeypatch.setattr(landscape, "find_spec", lambda name: None if name == "umap" else name)
    calls = itertools.count()

    def label(request):
        if request.step.key == "name/002":
            return "unreadable"
        return json.dumps({"name": f"Label {next(calls)}", "description": "what they share"})

    first, second = (mapped(many(24), tmp_path / folder, label).clusters for folder in ("one", "two"))
    assert [cluster.name for cluster in first] == [f"claim {cluster.claims[0]}" for cluster in first]
    assert [(one.name, one.claims) for one in first] == [(one.name, one.claims) for one in second]
    assert [cluster.description for cluster in first] == [
        "Label 0: what they share", "The labeller gave no label.", "Label 1: what they share",
    ]  # fmt: skip


def test_claims_too_few_for_a_cluster_have_none(tmp_path):
    assert mapped(many(3), tmp_path).clusters == ()


def test_a_map_by_umap_is_drawn_by_one_seed(monkeypatch):
    seeds = []
    monkeypatch.setattr(landscape, "_umap", lambda units, seed: seeds.append(seed) or units[:, :2])
    lay_out(planted(), "umap")
    assert seeds == [42]


def test_set_phrases_are_no_arguments_and_words_of_the_motion_are():
    phrases = ("Thank you, Madam President.", "Let me test what the other side has built.", "We have three points.")
    arguments = ("Fares keep people off buses.", "It costs 400 pounds.", "We contest that fares keep people away.")
    assert [text for text in (*phrases, *arguments, "Votes matter.") if is_set_phrase(text)] == [
        *phrases,
        "Votes matter.",
    ]
    assert not is_set_phrase("Votes matter to voting districts.", "This House would make voting compulsory")
    # both sides say it
    assert set_phrases([("pro", "Buses run late."), ("con", "Trams run late."), ("con", "Buses run late")]) == {0, 2}


def test_set_phrases_are_not_mapped(tmp_path):
    debate = many(2)
    notes = debate.judgement.brought.annotation
    thanks = notes.claims[0].model_copy(update={"id": "c9", "text": "Thank you, Madam President."})
    brought = JudgeFindings(annotation=notes.model_copy(update={"claims": (*notes.claims, thanks)}))
    found = mapped(debate.model_copy(update={"judgement": judgement(small_debate(), brought)}), tmp_path)
    assert (len(found.points), found.set_phrases) == (2, ("Thank you, Madam President.",))


class Logged:
    """A run of which only the spec is asked for."""

    def __init__(self, replicate, coaching):
        script = {"coaching": coaching, "format": "union"}
        self.spec = RunSpec(
            name="u",
            proposition=Proposition(text="m"),
            participants=(Participant(id="a", name="a", kernel=None),),
            protocol="union",
            script=script,
            roles={},
            replicate=replicate,
        )


def test_a_debate_and_its_uncoached_twin_count_once():
    coached, twin, alone = Logged(1, {"ann": {"note": "x"}}), Logged(1, {}), Logged(2, {})
    assert without_twins([coached, twin, alone]) == [coached, alone]
    assert without_twins([twin, alone]) == [twin, alone]


def test_one_thread_lays_out_and_clusters(monkeypatch):
    threads = []
    watch = lambda units, seed: threads.extend(pool["num_threads"] for pool in threadpool_info()) or units[:, :2]  # noqa: E731
    monkeypatch.setattr(landscape, "_umap", watch)
    lay_out(planted(), "umap")
    assert set(threads) == {1}
