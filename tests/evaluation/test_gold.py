"""Gold data: every row of the sources is there, labels mean what the loaders say, and licences lie beside the files."""

import gzip
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from doxa.corpora import load_corpus
from doxa.corpora.argument_sets import (
    CONVINCING_PAIRS,
    DEBATED_CLAIMS,
    DEBATES,
    IBM_CLAIMS,
    KEY_POINTS,
    MATCHES,
    PARTS,
    PERSPECTIVES,
    QUESTIONS,
    RANKED_ARGUMENTS,
    ConvincingPair,
    clusters_of_claims,
    tidied,
)
from doxa.corpora.packed import ShippedSet, set_folder
from doxa.corpora.stances import read_stances
from doxa.errors import CorpusError

LICENCES = {
    "argkp": "CDLA-Sharing-1.0",
    "ibm-stance": "CC-BY-SA-3.0",
    "perspectrum": "Attribution-ShareAlike 4.0 International",
    "propositions": "CC-BY-4.0",
    "ukp": "CC-BY-4.0",
}


def test_ukp_holds_every_argument_and_pair_of_the_source():
    arguments = {one.id: one for one in RANKED_ARGUMENTS.read()}
    assert len(arguments) == 1052
    assert len({one.side for one in arguments.values()}) == 32
    assert len(CONVINCING_PAIRS.read()) == 11650
    assert all(arguments[pair.better].side == arguments[pair.worse].side for pair in CONVINCING_PAIRS.read())


def test_in_ukp_a_lower_rank_is_more_convincing():
    arguments = {one.id: one for one in RANKED_ARGUMENTS.read()}
    found = Counter()
    for pair in CONVINCING_PAIRS.read():
        better, worse = arguments[pair.better], arguments[pair.worse]
        found[(better.rank > worse.rank) - (better.rank < worse.rank)] += 1
        assert (better.convincing > worse.convincing) == (better.rank < worse.rank)
    assert found == {-1: 10806, 1: 836, 0: 8}


def test_ukp_debates_have_two_sides_that_oppose_each_other_and_one_part():
    sides = {one.side: (one.debate, one.polarity) for one in RANKED_ARGUMENTS.read()}
    assert Counter(sides.values()) == {(debate, polarity): 1 for debate in DEBATES for polarity in (1, -1)}
    assert Counter(PARTS.values()) == {"train": 10, "dev": 2, "test": 4}


def test_ukp_line_breaks_become_line_breaks():
    assert tidied("One. <br/> Two  words<br/><br />") == "One.\nTwo words"
    assert not any("<br" in one.text for one in RANKED_ARGUMENTS.read())


def test_perspectrum_holds_what_its_readme_counts():
    claims, pool = DEBATED_CLAIMS.read(), {perspective.id for perspective in PERSPECTIVES.read()}
    assert len(claims) == 907
    assert len(pool) == 11112
    assert Counter(one.part for one in claims) == {"train": 541, "dev": 139, "test": 227}
    clusters = [cluster for claim in claims for cluster in clusters_of_claims()[claim.id]]
    used = [id for cluster in clusters for id in cluster.perspectives]
    assert (len(clusters), len(used), len(pool - set(used))) == (5095, 11822, 2742)


def test_ibm_holds_what_its_readme_counts():
    claims = IBM_CLAIMS.read()
    assert Counter(one.part for one in claims) == {"train": 1039, "test": 1355}
    assert Counter(part for _, part in {(one.topic, one.part) for one in claims}) == {"train": 25, "test": 30}


def test_argkp_labels_point_at_arguments_and_key_points_of_one_motion_and_side():
    arguments = {one.id: one for found in load_corpus("argkp").motions.values() for one in found}
    points = {one.id: one for one in KEY_POINTS.read()}
    matches = MATCHES.read()
    assert Counter(one.argument.partition("/")[0] for one in matches) == {"train": 20635, "dev": 3458, "test": 3426}
    assert sum(one.matches for one in matches) == 4260 + 738 + 552
    for one in matches:
        argument, point = arguments[one.argument], points[one.key_point]
        assert (argument.motion, argument.polarity) == (point.motion, point.polarity)


def test_propositions_have_both_statements():
    questions = QUESTIONS.read()
    assert Counter(one.part for one in questions) == {"train": 4500, "iid_test": 565, "ood_test": 580}
    assert all(one.question and one.affirming and one.negating for one in questions)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("argkp", {"train": 5583, "dev": 932, "test": 723}),
        ("ibm", {"train": 1039, "test": 1355}),
        ("perspectrum", {"train": 6951, "dev": 2067, "test": 2764}),
    ],
)
def test_stances_of_every_set_have_one_shape_and_no_topic_in_two_parts(name, counts):
    found = read_stances(name)
    assert Counter(one.part for one in found) == counts
    assert len({one.id for one in found}) == len(found)
    assert {one.polarity for one in found} == {1, -1}
    parts = {(one.topic, one.part) for one in found}
    assert len(parts) == len({topic for topic, _ in parts})
    assert read_stances(name, "test") == tuple(one for one in found if one.part == "test")


@pytest.mark.parametrize("folder", LICENCES)
def test_every_folder_says_where_it_comes_from_and_under_which_licence(folder):
    assert LICENCES[folder] in (set_folder(folder) / "LICENSE").read_text(encoding="utf-8")
    notice = (set_folder(folder) / "NOTICE.md").read_text(encoding="utf-8")
    assert "changed" in notice
    for file in Path(str(set_folder(folder))).glob("*.gz"):
        assert f"`{file.name}`" in notice
        raw = file.read_bytes()
        assert raw[4:8] == bytes(4), "a gzip header with a time in it differs at every packing"
        assert gzip.decompress(raw).startswith(b"# Changed from ")


def test_a_missing_table_says_what_to_do():
    with pytest.raises(CorpusError, match="Install doxa again"):
        ShippedSet(kind=ConvincingPair, folder="ukp", file="none.csv.gz").read()


def test_packing_writes_the_pair_by_ids_with_the_better_first(tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    written = {
        "argkp/labels_train.csv": "arg_id,key_point_id,label\na,k,1\n",
        "argkp/labels_dev.csv": "arg_id,key_point_id,label\n",
        "argkp/labels_test.csv": "arg_id,key_point_id,label\n",
        "ukpconvarg1/ranks.csv.gz": "topic_side,id,rank,argument\nd_s,x,0.1,X\nd_s,y,0.2,Y\n",
        "ukpconvarg1/strict_pairs.csv.gz": "pair_id,topic_side,label,a1,a2\ny_x,d_s,a2,Y,X\n",
        "perspectrum/perspectrum_with_answers_v1.0.json.gz": '[{"cId":1,"text":"C","topics":[],"perspectives":'
        '[{"pids":[2,3],"stance_label_3":"SUPPORT"}]}]',
        "perspectrum/perspective_pool_v1.0.json.gz": '[{"pId":2,"text":"P","source":"idebate"}]',
        "perspectrum/dataset_split_v1.0.json": '{"1":"dev"}',
        "ibm-claim-stance/claim_stance_dataset.csv.gz": "claims.claimId,split,topicId,topicText,topicTarget,"
        "claims.stance,claims.claimCorrectedText\n1,test,2,M,T,PRO,text\n",
        "propositions/habermas_questions.json.gz": '[{"id":"q","split":"train","topic":0,"question":"Q?",'
        '"affirming_statement":"Q.","negating_statement":"Not Q."}]',
    }
    for name, text in written.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    subprocess.run([sys.executable, Path(__file__).parents[2] / "tools" / "pack_gold.py", source, target], check=True)
    pairs = gzip.decompress((target / "ukp" / "pairs.csv.gz").read_bytes()).decode().splitlines()
    assert pairs[1:] == ["better,worse", "x,y"]
    clusters = gzip.decompress((target / "perspectrum" / "clusters.csv.gz").read_bytes()).decode().splitlines()
    assert clusters[1:] == ["claim,stance,perspectives", "1,SUPPORT,2 3"]
