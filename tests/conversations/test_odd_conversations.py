"""Odd files: what a format states is never guessed at again, one rule for sides and names, and doubts before paying."""

import json

import pytest

from doxa.app.commands.init import lay_out_motion
from doxa.conversations.doubts import doubts_of
from doxa.conversations.reading import read_conversation
from doxa.errors import CorpusError
from doxa.experiments.sitting import run
from doxa.judging.commands.stances import stances
from doxa.judging.commands.transcript_check import check
from doxa.judging.debates import messages_of


def read(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return read_conversation(path)


def said(conversation):
    return [(one.speaker, one.text) for one in conversation.said]


def test_the_words_of_a_voice_are_words_whatever_they_begin_with(tmp_path):
    cues = ["NOTE this: it rains.", "BO: is what she said.", "42", "-- no --", "For: me"]
    text = "WEBVTT\n\n" + "\n\n".join(
        f"00:0{n}.000 --> 00:0{n + 1}.000\n<v Ann Lee>{cue}\n<v.low Bo>Yes." for n, cue in enumerate(cues)
    )
    found = said(read(tmp_path, "a.vtt", text))
    assert found == [turn for cue in cues for turn in (("Ann Lee", cue), ("Bo", "Yes."))]


def test_entities_of_captions_are_unescaped_and_tags_are_no_words(tmp_path):
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v R&amp;D>a &lt;b&gt; <i>c</i> <00:01.500>&amp; d</v>\n"
    assert said(read(tmp_path, "a.vtt", text)) == [("R&D", "a <b> c & d")]


@pytest.mark.parametrize("ending", [".txt", ".md"])
def test_heads_give_sides_to_every_reader(tmp_path, ending):
    text = "Motion: Make buses free\nFor: Ann Lee\nAgainst: Bo Noor\n\nAnn Lee: Yes.\n\nBo Noor: For: everyone. No.\n"
    conversation = read(tmp_path, f"a{ending}", text)
    assert [conversation.side_of(one) for one in conversation.said] == ["pro", "con"]
    assert (conversation.motions, said(conversation)[1][1]) == (("Make buses free",), "For: everyone. No.")


def test_two_spellings_are_asked_about_and_mapped_by_a_file(tmp_path):
    text = "For: Ann Lee\nAgainst: Bo Noor\n\nANN LEE: Yes.\n\nNOOR: No.\n"
    with pytest.raises(CorpusError, match="Bo Noor is listed and says nothing, and NOOR speaks") as refused:
        read(tmp_path, "a.txt", text)
    assert "NOOR,con,Bo Noor" in refused.value.hint
    (tmp_path / "sides.csv").write_text("\ufeffspeaker;side;name\nNOOR;con;Bo Noor\n", encoding="utf-8")
    conversation = read_conversation(tmp_path / "a.txt")
    assert set(conversation.speakers) == {"ANN LEE", "Bo Noor"}
    assert [conversation.side_of(one) for one in conversation.said] == ["pro", "con"]


def test_a_person_listed_for_another_file_is_nobody_s_double(tmp_path):
    (tmp_path / "sides.csv").write_text("speaker,side\nAnn Lee,for\nBo Lee,against\n")
    assert read(tmp_path, "a.txt", "**Bo Lee:** No.\n").speakers == {"Bo Lee": 1}


def test_a_cell_may_be_longer_than_a_csv_reader_s_limit(tmp_path):
    words = "word " * 60_000
    assert said(read(tmp_path, "a.csv", f"speaker,text\nAna,{words}\n")) == [("Ana", words.strip())]


def test_a_time_within_words_and_a_clock_in_two_lines_make_no_chat(tmp_path):
    text = "**Ana:** At noon.\n12:30 was too late.\n\n**Bo:** No,\n11:15 was: fine.\n"
    assert said(read(tmp_path, "a.md", text)) == [
        ("Ana", "At noon.\n12:30 was too late."),
        ("Bo", "No,\n11:15 was: fine."),
    ]


def test_what_an_export_calls_an_event_is_a_notice(tmp_path):
    entries = [
        {"type": "message", "ts": "1", "subtype": "channel_join", "user": "U1", "text": "<@U1> has joined"},
        {"type": "message", "ts": "2", "user": "U1", "text": "See <https://x.org|this> &lt;3"},
    ]
    conversation = read(tmp_path, "a.json", json.dumps(entries))
    assert (said(conversation), conversation.dropped["notices"] > 0) == ([("U1", "See this <3")], True)


def test_doubts_are_told_before_anything_is_paid(tmp_path, capsys):
    turns = "".join(f"Ann Lee: Turn {n}.\n\nBo: Turn {n}.\n\n" for n in range(3))
    (tmp_path / "a.md").write_text(f"Nobody's words.\n\n{turns}LEE: Me too.\n\nBO: And me.\n")
    doubts = list(doubts_of(read_conversation(tmp_path / "a.md")))
    assert [doubt.partition(" may")[0] for doubt in doubts[:2]] == ["Bo and BO", "LEE and Ann Lee"]
    assert "LEE, BO speak once" in doubts[2]
    assert "Nobody is on a side" in doubts[3]
    assert doubts[4].startswith("15 characters")
    check(tmp_path / "a.md")
    shown = capsys.readouterr().out
    assert "Ann Lee" in shown
    assert "document, 8 turns" in shown
    check(tmp_path / "a.md", json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["speakers"][0] == {"name": "Ann Lee", "side": "—", "turns": 3, "words": 6}
    assert facts["doubts"] == doubts


def test_a_scenario_of_the_people_of_a_conversation_runs_with_their_words(tmp_path):
    text = "For: Ann Lee\nAgainst: Bo\n\nAnn Lee: Buses are cheap.\n\nBo: They are late.\n\nAnn Lee: Not on lanes.\n"
    conversation = read(tmp_path, "talk.md", text)
    scenario, arguments = lay_out_motion("Make buses free", list(conversation.speakers), "bus", conversation).items()
    for name, written in (scenario, arguments):
        (tmp_path / name).write_text(written)
    log = run(tmp_path / "bus.toml", out=tmp_path / "run")
    assert [agent.side for agent in log.spec.participants] == ["pro", "con"]
    assert [said.text for said in messages_of(log)] == [
        "Buses are cheap.", "They are late.", "Not on lanes.",
    ]  # fmt: skip


def test_an_outside_judge_reads_every_message_of_a_file(tmp_path, capsys):
    (tmp_path / "talk.md").write_text("**Ann:** Buses should be free.\n\n**Bo:** Buses should not be free.\n")
    with pytest.raises(CorpusError, match="names no motion"):
        stances(tmp_path / "talk.md", out=tmp_path / "out")
    stances(tmp_path / "talk.md", motion="Buses should be free", out=tmp_path / "out", json=True)
    read_stances = json.loads(capsys.readouterr().out)["stances"]
    assert [(one["message"], one["speaker"]) for one in read_stances] == [("t001", "Ann"), ("t002", "Bo")]
    assert read_stances[0]["judged"] > 0 > read_stances[1]["judged"]


def test_words_that_look_like_heads_and_phases_stay_words(tmp_path):
    quoted = "**Ana** · pro · r01/ana\n\n> It is so.\n> Conclusion.\n> For: everyone.\n"
    assert said(read(tmp_path, "a.md", quoted)) == [("Ana", "It is so.\nConclusion.\nFor: everyone.")]
    (tmp_path / "b.md").write_text("# Buses\n\n### Ana\n\nFor: me, it is clear.\n\n### Bo\n\nNo.\n")
    assert said(read_conversation(tmp_path / "b.md", ["Ana", "Bo"])) == [
        ("Ana", "For: me, it is clear."),
        ("Bo", "No."),
    ]
    assert said(read(tmp_path, "c.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v k._>Hi.</v>\n")) == [("k._", "Hi.")]


def test_a_conversation_that_a_corpus_lacks_and_a_broken_day_are_refused_in_words(tmp_path):
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "conversations.json").write_text("{}")
    for lines in ("", '{"id": "1", "conversation_id": "c", "speaker": "a", "text": "Hi."}\n'):
        (corpus / "utterances.jsonl").write_text(lines)
        with pytest.raises(CorpusError, match="none is called d"):
            read_conversation(corpus / "d")
    (tmp_path / "town").mkdir()
    for broken in ("{", "3"):
        (tmp_path / "town" / "2024-01-01.json").write_text(broken)
        with pytest.raises(CorpusError, match=r"2024-01-01.json: not"):
            read_conversation(tmp_path / "town")
