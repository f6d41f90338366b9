"""Data sets: every layout is read, odd rows are left out with a reason, and nothing else is."""

import csv
import json
from collections import Counter

import numpy as np
import pytest

from doxa.errors import CorpusError, UnknownNameError
from doxa.humans.data.contents import check_tables
from doxa.humans.data.registry import dataset_named, dataset_names, read_people
from doxa.humans.replay.grid import ANCHORS, UPTAKES, stance_by_hand
from doxa.humans.replay.listening import words_to_judge
from doxa.humans.replay.study import Options, make_study
from doxa.records.outside import from_scale
from humans.made import chat, debate_file, judged, lines_file, opinion, tweet


def why(people, where):
    return [(one.why, one.dropped) for one in people.remarks if where in one.where]


class TestPersuasiontrace:
    people = read_people("persuasiontrace")

    def test_its_rounds_are_those_of_the_source(self):
        assert (len(self.people.rounds), len(self.people.fitted_rounds), len(self.people.controls)) == (252, 202, 50)
        assert len({one.person for one in self.people.rounds}) == 237
        assert len({one.person for one in self.people.fitted_rounds}) == 187
        assert Counter(one.proposition for one in self.people.fitted_rounds).most_common(1)[0][1] == 107
        assert Counter(Counter(one.person for one in self.people.fitted_rounds).values()) == {1: 172, 2: 15}
        assert not self.people.dropped_remarks
        assert not self.people.published

    def test_the_same_number_in_another_deployment_is_somebody_else(self):
        """Ids start anew with each deployment; read by number alone, 36 people seemed to have several rounds."""
        assert not {one.person for one in self.people.controls} & {one.person for one in self.people.fitted_rounds}
        numbers = Counter(person.rsplit("-", 1)[1] for person in {one.person for one in self.people.rounds})
        assert numbers.most_common(1)[0][1] > 1

    def test_columns_known_beforehand_are_kept(self):
        assert Counter(one.traits["audio"] for one in self.people.rounds) == {"no": 228, "yes": 24}
        assert len({one.traits["deployment"] for one in self.people.rounds}) == 5

    def test_a_belief_of_three_quarters_is_a_stance_of_one_half(self):
        assert from_scale(0.75, 0, 1) == pytest.approx(0.5)
        first = self.people.rounds[0]
        assert (first.initial, first.final) == pytest.approx((0.4, 0.585))
        assert Counter(one.argued for one in self.people.rounds) == {0: 50, -1: 153, 1: 49}

    def test_belief_k_follows_the_persuaders_message_k(self):
        for one in self.people.rounds:
            received = [place for place, said in enumerate(one.messages) if not said.own]
            assert [stated.after - 1 for stated in one.stated] == received[: len(one.stated)]
            assert one.messages[0].speaker == "persuader"

    def test_all_but_eight_rounds_have_one_belief_fewer_than_messages(self):
        odd = {
            one.id for one in self.people.rounds if len(one.stated) != sum(not said.own for said in one.messages) - 1
        }
        assert len(odd) == 8
        assert {remark.where.split()[0] for remark in self.people.remarks} == odd
        assert not any(remark.dropped for remark in self.people.remarks)

    def test_what_the_person_wrote_is_marked_and_not_judged(self):
        said = [said for one in self.people.rounds for said in one.messages if said.text.strip()]
        assert len(words_to_judge(self.people.rounds)) == sum(not one.own for one in said) == 1043
        assert len(words_to_judge(self.people.rounds, own_messages=True)) == len(said) == 1925


def test_debate_with_every_odd_case(tmp_path):
    talk = [
        opinion("A", 1),
        opinion("B", 6, order=1),
        opinion("C", 3),
        opinion("D", 4),
        tweet("A", "tweet of A", 2),
        tweet("A", "tweet of A", 2),  # a repeated row
        chat("B", "A", "second, by its order", 40),  # numbers are skipped
        chat("B", "A", "first, by its order", 7),
        chat("A", "A", "to myself", 8),
        chat("C", "D", "marked", 9, validity="Invalid"),
        chat("D", "C", "blank is valid", 10),
        chat("D", "C", "", 11),
        {"event_type": "message_sent", "worker_id": "C", "sender_id": "C", "recipient_id": "D", "text": "never arrived",
         "event_order": 12, "chat_round_order": 1},
        {"event_type": "message_sent", "worker_id": "B", "sender_id": "B", "recipient_id": "A",
         "text": "first, by its order", "event_order": 6, "chat_round_order": 1},
        opinion("A", 3, post=True),
        opinion("B", 6, post=True),
        opinion("C", "seven", post=True),
        opinion("D", 4, post=True),
        {"event_type": "exit_survey", "worker_id": "A", "text": "fine"},
    ]  # fmt: skip
    debate_file(tmp_path / "raw/depth/gun_control/one.csv", talk)
    other = [opinion("E", 2), chat("F", "E", "It’s café talk", 1), opinion("F", 5), opinion("E", 2, post=True)]
    debate_file(tmp_path / "raw/breadth/taxes/two.csv", other, "cp1252")
    debate_file(tmp_path / "raw/breadth/taxes/three.csv", [opinion("G", 1), opinion("G", 6, post=True)], "utf-16")
    people = read_people("debate", tmp_path)
    found = {one.person: one for one in people.rounds}
    assert set(found) == {"A", "B", "D", "E", "G"}
    assert people.published
    assert [said.text for said in found["A"].messages] == ["tweet of A", "first, by its order", "second, by its order"]
    assert [said.own for said in found["A"].messages] == [True, False, False]
    assert [said.text for said in found["B"].messages if not said.own] == ["tweet of A"]
    assert (found["A"].initial, found["A"].final) == pytest.approx((-1.0, -0.2))
    assert found["D"].messages[0].own, "D wrote the message that blank validity does not take away"
    assert (found["E"].proposition, found["E"].messages[0].text) == ("taxes", "It’s café talk")
    assert {one.group for one in people.rounds} == {
        "raw/depth/gun_control/one", "raw/breadth/taxes/two", "raw/breadth/taxes/three",
    }  # fmt: skip
    assert Counter(one.why.split(":")[0] for one in people.remarks) == {
        "repeats line 6 in every column": 1,
        "a message to oneself": 1,
        "marked 'Invalid' under validity": 1,
        "message_received without text": 1,
        "sent, and no receipt is logged": 1,
        "Post Opinion": 1,
        "no usable Post Opinion": 2,
        "read as Windows-1252, not UTF-8": 1,
        "read as UTF-16, not UTF-8": 1,
    }
    assert why(people, "one, C") == [("no usable Post Opinion: the person is left out", True)]


def test_planted_uptake_and_anchoring_are_found_from_files_of_debate(tmp_path):
    random = np.random.default_rng(6)
    for talk in range(60):
        rows, met = [], {}
        starts = {who: int(random.integers(1, 7)) for who in "ABCD"}
        for place, (who, start) in enumerate(starts.items()):
            rows.append(opinion(f"{who}{talk}", start))
            side, partner = random.choice([-1, 1]), "BADC"[place]
            met[who] = [(int(side), 0.9)] * int(random.integers(0, 9))
            words = "for" if side > 0 else "against"
            rows += [chat(f"{partner}{talk}", f"{who}{talk}", f"{words} {n}", n) for n in range(len(met[who]))]
        for who, start in starts.items():
            stance = stance_by_hand(from_scale(start, 1, 6), met[who], 0.4, 0.6)
            rows.append(opinion(f"{who}{talk}", round(3.5 + 2.5 * stance), post=True))
        debate_file(tmp_path / f"raw/depth/topic {talk % 9}/{talk}.csv", rows)
    found = read_people("debate", tmp_path)
    told = {
        said.key: [(1 if said.text.startswith("for") else -1, 0.9, random.integers(-3000, 3000, 32))]
        for one in found.rounds
        for said in one.messages
    }
    study = make_study(found, judged(found.rounds, told), Options(replicates=20))
    assert len(study.kinds) == 240
    for fit in study.fits.values():
        for cell in fit.cell[0]:
            u, a = divmod(int(cell), len(ANCHORS))
            assert abs(u - UPTAKES.index(0.4)) <= 1
            assert abs(a - ANCHORS.index(0.6)) <= 1


def test_a_tweet_reaches_partners_of_its_round_else_everybody(tmp_path):
    opinions = [opinion(who, 3, post=post) for who in "ABCD" for post in (False, True)]
    talk = [
        *opinions,
        tweet("A", "to partners", 1, turn=1),
        chat("A", "B", "hello", 2, turn=1),
        tweet("A", "to all", 1, turn=2),
        tweet("A", "to C alone", 2, turn=2, recipient_id="C"),
        tweet("A", "as D's own log has it", 3, turn=2, worker_id="D"),
    ]
    debate_file(tmp_path / "raw/depth/t/one.csv", talk)
    met = {
        one.person: [said.text for said in one.messages if not said.own]
        for one in read_people("debate", tmp_path).rounds
    }
    assert met == {
        "A": [],
        "B": ["to partners", "hello", "to all"],
        "C": ["to all", "to C alone"],
        "D": ["to all", "as D's own log has it"],
    }


def test_debate_needs_its_files():
    with pytest.raises(CorpusError, match="does not ship debate"):
        read_people("debate")


def test_a_file_without_the_columns_of_debate_is_left_out_whole(tmp_path):
    debate_file(tmp_path / "raw/depth/t/one.csv", [opinion("A", 1), opinion("A", 2, post=True)])
    (tmp_path / "raw/depth/t/two.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    people = read_people(str(tmp_path))
    assert why(people, "two.csv") == [("no column 'chat_round_order': the whole conversation is left out", True)]


ROW = {
    "person": "p", "proposition": "P", "group": "g", "initial": 3, "final": 5, "scale": [1, 5],
    "messages": [{"text": "one", "speaker": "q", "stance": 4}, {"text": "mine", "speaker": "p"}, {"text": "two"}],
}  # fmt: skip


@pytest.fixture
def plain_limit():
    """Python's own limit on the fields of a CSV file; libraries that other tests import raise it for the process."""
    before = csv.field_size_limit(131_072)
    yield
    csv.field_size_limit(before)


def test_a_quote_that_is_not_closed_takes_no_rows_along(plain_limit, tmp_path):
    head = "person,proposition,initial,final,text\n"
    path = tmp_path / "own.csv"
    path.write_text(head + 'p1,P,0,1,"one\np2,P,0,1,two\np3,P,0,1,three\n')
    with pytest.raises(CorpusError, match=r"own\.csv: line 2 is not CSV .*end of data"):
        read_people(str(path))
    path.write_text(head + f"p1,P,0,1,{'x' * 200_000}\n")
    with pytest.raises(CorpusError, match="larger than field limit"):
        read_people(str(path))
    debate_file(tmp_path / "raw/depth/taxes/whole.csv", [opinion("E", 2), opinion("E", 2, post=True)])
    debate_file(tmp_path / "raw/depth/taxes/open.csv", [opinion("F", 2), opinion("F", 2, post=True)])
    with (tmp_path / "raw/depth/taxes/open.csv").open("a") as file:
        file.write('"')
    people = read_people("debate", tmp_path)
    assert [one.person for one in people.rounds] == ["E"]
    ((said, dropped),) = why(people, "open.csv")
    assert (said.endswith("the whole conversation is left out"), dropped) == (True, True)


def test_json_lines_and_csv_give_the_same_people(tmp_path):
    lines = read_people(str(lines_file(tmp_path / "own.jsonl", [ROW])))
    table = tmp_path / "own.csv"
    table.write_text(
        "person,proposition,group,initial,final,low,high,text,speaker,stance\n"
        "p,P,g,3,5,1,5,one,q,4\np,P,g,3,5,1,5,mine,p,\np,P,g,3,5,1,5,two,,\n",
        encoding="utf-8",
    )
    assert read_people(str(table)).rounds == lines.rounds
    (one,) = lines.rounds
    assert (one.initial, one.final) == (0.0, 1.0)
    assert [(stated.after, stated.stance) for stated in one.stated] == [(1, 0.5)]
    assert [said.own for said in one.messages] == [False, True, False]
    assert lines.belief_follows


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"final": None}, "final: missing"),
        ({"final": 9}, "final: 9 is not on the scale from 1 to 5"),
        ({"initial": "low"}, "initial: 'low' is not a number"),
        ({"initial": float("nan")}, "nan is not a number from"),
        ({"person": " "}, "person: missing"),
        ({"scale": [5, 1]}, "scale: 5 is not below 1"),
        ({"scale": "six"}, "scale: 'six' is not a pair"),
        ({"messages": "words"}, "messages: missing, or not a list"),
        ({"messages": ["words"]}, "message 1 is not an object"),
        ({"messages": [{"text": "a", "mood": 1}]}, "message 1 has an unknown field 'mood'"),
        ({"messages": [{"text": "a", "own": "perhaps"}]}, "'perhaps' is neither true nor false"),
        ({"argued": "sideways"}, "argued: 'sideways' is neither"),
        ({"propostion": "Q"}, "unknown field 'propostion'; did you mean 'proposition'?"),
        ({"country": ["NL"]}, "country: a further field is a text or a number, not list"),
    ],
)
def test_a_round_that_is_not_whole_is_dropped_with_its_reason(tmp_path, change, complaint):
    path = lines_file(tmp_path / "own.jsonl", [{**ROW, "id": "whole"}, {**ROW, **change}])
    people = read_people(str(path))
    assert [one.id for one in people.rounds] == ["whole"]
    ((told, dropped),) = why(people, "line 2")
    assert complaint in told
    assert dropped


def test_lines_that_are_no_objects_and_ids_twice_are_dropped(tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_text(f"{json.dumps(ROW)}\nwhat?\n[1]\n\n{json.dumps(ROW)}\n", encoding="utf-8")
    people = read_people(str(path))
    assert [one.where for one in people.remarks] == [f"own.jsonl, line {n}" for n in (2, 3, 5)]
    assert len(people.rounds) == 1


def test_a_file_of_nothing_usable_says_the_first_complaint(tmp_path):
    with pytest.raises(CorpusError, match="line 1: final: missing"):
        read_people(str(lines_file(tmp_path / "own.jsonl", [{**ROW, "final": None}])))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("person,proposition,initial,final\np,P,0,0\n", "lacks the column 'text'"),
        ("person,proposition,initial,final,text,contrl\np,P,0,0,t,1\n", "unknown column 'contrl'"),
    ],
)
def test_csv_with_unknown_or_missing_columns_is_refused(tmp_path, content, complaint):
    (tmp_path / "own.csv").write_text(content, encoding="utf-8")
    with pytest.raises(CorpusError, match=complaint):
        read_people(str(tmp_path / "own.csv"))


def test_further_columns_are_traits_of_the_round(tmp_path):
    lines = read_people(str(lines_file(tmp_path / "own.jsonl", [{**ROW, "country": "NL", "age": 30, "band": None}])))
    assert lines.rounds[0].traits == {"country": "NL", "age": "30", "band": ""}
    table = tmp_path / "own.csv"
    head = "person,proposition,initial,final,text,country\n"
    table.write_text(
        f"{head}p,P,0,0.5,one,NL\np,P,0,0.5,two,NL\nq,P,0,0,one,\nr,P,0,0,a,NL\nr,P,0,0,b,BE\n", encoding="utf-8"
    )
    people = read_people(str(table))
    assert [one.traits for one in people.rounds] == [{"country": "NL"}, {}]
    assert why(people, "line 5") == [("line 6 gives another country than the round's first row", True)]


def test_a_csv_round_whose_rows_disagree_is_dropped(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text(
        "person,proposition,initial,final,text\np,P,0,0.5,one\np,P,0,0.6,two\nq,P,0,0,three\n", encoding="utf-8"
    )
    people = read_people(str(path))
    assert [one.person for one in people.rounds] == ["q"]
    assert "another initial or final stance" in people.remarks[0].why


def convokit(folder, stances, **meta):
    utterances = [
        {"id": "u2", "conversation_id": "c", "speaker": "B", "text": "later", "timestamp": 20, "meta": {}},
        {"id": "u1", "conversation_id": "c", "speaker": "A", "text": "first", "timestamp": 10,
         "meta": {"stances": {"B": 3}}},
        {"id": "u3", "conversation_id": "c", "speaker": "A", "text": " ", "timestamp": 30, "meta": {}},
        {"id": "u4", "conversation_id": "lost", "speaker": "A", "text": "where am I", "timestamp": 1},
    ]  # fmt: skip
    lines_file(folder / "utterances.jsonl", utterances)
    talk = {"c": {"meta": {"proposition": "P", "stances": stances, "scale": [1, 5], **meta}, "vectors": []}}
    (folder / "conversations.json").write_text(json.dumps(talk), encoding="utf-8")
    speakers = {"A": {"meta": {"initial": 1, "final": 2}}, "B": {"meta": {}}}
    (folder / "speakers.json").write_text(json.dumps(speakers), encoding="utf-8")
    return folder


def test_convokit_takes_stances_from_metadata(tmp_path):
    people = read_people(str(convokit(tmp_path, {"B": {"initial": 5, "final": 4}})))
    found = {one.person: one for one in people.rounds}
    assert (found["A"].initial, found["A"].final) == (-1.0, -0.5), "A's stances stand with the speaker"
    assert (found["B"].initial, found["B"].final) == (1.0, 0.5)
    assert [said.text for said in found["B"].messages] == ["first", "later"]
    assert [said.own for said in found["B"].messages] == [False, True]
    assert [(stated.after, stated.stance) for stated in found["B"].stated] == [(1, 0.0)]
    assert [reason for reason, _ in why(people, "lost")] == [
        f"{tmp_path}, conversation lost: stance: 2 is not on the scale from -1 to 1"
    ]


def test_convokit_without_a_speakers_stances_leaves_that_speaker_out(tmp_path):
    people = read_people("conversation", convokit(tmp_path, {}))
    assert [one.person for one in people.rounds] == ["A"]
    assert why(people, "c, B") == [("stated one stance, and a round has an initial and a final one", True)]


def test_convokit_without_any_stance_says_where_they_are_looked_for(tmp_path):
    with pytest.raises(CorpusError, match="nobody in it has"):
        read_people("conversation", convokit(tmp_path, {}, proposition=""))


@pytest.mark.parametrize("name", dataset_names())
def test_every_installed_set_is_a_loader_that_knows_its_layout_from_others(name, tmp_path):
    dataset = dataset_named(name)
    (tmp_path / "notes.txt").write_text("nothing of the kind", encoding="utf-8")
    assert not any(dataset.recognises(place) for place in (tmp_path, tmp_path / "notes.txt"))
    if not dataset.shipped:
        with pytest.raises(CorpusError):
            dataset.read(None)


def test_an_unknown_set_is_refused_with_the_nearest_name(tmp_path):
    assert dataset_names() == ["conversation", "debate", "doxa-runs", "own", "persuasiontrace"]
    with pytest.raises(UnknownNameError, match="Did you mean 'persuasiontrace'"):
        read_people("persuasion-trace")
    with pytest.raises(CorpusError, match="no data set has this layout"):
        read_people(str(tmp_path))


def test_check_counts_and_lists_everything_left_out(tmp_path):
    people = read_people(str(lines_file(tmp_path / "own.jsonl", [ROW, {**ROW, "final": 99}])))
    counts, left_out = check_tables(people)
    told = dict(counts.rows)
    assert told["rounds (a person on a proposition)"] == 1
    assert told["messages received"] == 2
    assert told["rows dropped"] == 1
    assert [row[0] for row in left_out.rows] == ["own.jsonl, line 2"]
    assert "stated after it" in counts.caption
