"""Control characters in models' texts: written out where a person reads, unchanged in the log and in JSON."""

import json
import re
import unicodedata

from hypothesis import given, strategies as st

from doxa.analysis.exhibit import Prose, Table
from doxa.judging.pages import standalone
from doxa.records.base import Record
from doxa.records.outside import visible
from doxa.terminal.console import console, handed_over, plain, print_json
from doxa.terminal.exhibits import as_csv, as_latex, as_markdown
from doxa.terminal.report import render_exhibits

EVIL = "a\u202eb\u2066c\x1b[31md\u200ee\ufefff\U000e0041g"
SHOWN = r"a\u202eb\u2066c\x1b[31md\u200ee\ufefff\U000e0041g"


def test_controls_are_written_out_and_joiners_and_line_ends_stay():
    assert visible(EVIL) == SHOWN
    kept = "salam\u200cha \U0001f468\u200d\U0001f469 e\u0301\n\u0645\u0631\u062d\u0628\u0627\tend"
    assert visible(kept) == kept


@given(st.text())
def test_nothing_that_cannot_be_seen_is_left_and_nothing_else_is_touched(text):
    found = visible(text)
    assert not [one for one in found if unicodedata.category(one) in ("Cc", "Cf") and one not in "\n\t\u200c\u200d"]
    assert visible(found) == found
    ordinary = "".join(one for one in text if unicodedata.category(one)[0] != "C")
    assert visible(ordinary) == ordinary


@given(st.text())
def test_the_terminal_gets_one_line_of_words(text):
    assert not re.search(r"[\n\r\t\x1b\u202a-\u202e\u2066-\u2069]", plain(text))


def test_the_terminal_shows_an_override_instead_of_obeying_it():
    with console.capture() as caught:
        console.print(plain(f"{EVIL} [bold]x[/]"), soft_wrap=True)
    assert caught.get() == f"{SHOWN} [bold]x[/]\n"


def test_documents_show_what_csv_keeps():
    table = Table(name="t", title=EVIL, caption="c", columns=("words",), rows=((EVIL,),), sources=())
    prose = Prose(name="p", title="P", paragraphs=(EVIL,), caption="")
    page = render_exhibits([(table, []), (prose, [])], title=EVIL)
    for text in (
        as_markdown(table),
        as_latex(table).replace("\\textbackslash{}", "\\"),
        page,
        standalone("arguments.js", {"of": [{EVIL: EVIL}]}, EVIL),
    ):
        assert text.replace("\\\\", "\\").count(SHOWN) >= 2
        assert not re.search("[\x1b\u202e\u2066]", text)
    assert EVIL in as_csv(table)


class Words(Record):
    text: str


def test_json_for_a_program_is_the_same_words_in_harmless_bytes(capsys):
    handed_over(Words(text=EVIL), json=True, out=None)
    print_json({"text": EVIL})
    first, second = capsys.readouterr().out.replace("}\n{", "}\0{").split("\0")
    assert "\u202e" not in first + second
    assert json.loads(first) == json.loads(second) == {"text": EVIL}
