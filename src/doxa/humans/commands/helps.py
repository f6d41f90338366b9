"""The help texts of the commands in this folder, whose modules are imported when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "replay": """\
Fit the belief rule to real people's changes of stance.

People stated their stances before and after a conversation. The messages are judged (claims, direction, strength) and
admitted in order under θ; then the rule's uptake u and anchoring a are fitted on a grid and tested on held-out people:
how much better than predicting no change, for whom, and with what uncertainty. The report begins with what its numbers
do and do not support. doxa ships persuasiontrace; debate needs its files; your own data are a JSON lines or CSV file.

The judging is a run of its own under --out: a repeated call repeats no request. --records stores the judged evidence in
one file. Tables are printed and written as CSV and Markdown, figures as PNG and SVG, and everything on one page.

Try: doxa replay persuasiontrace
     doxa replay check FILE.jsonl
     doxa replay FILE.jsonl --folds topic --records evidence.jsonl
     doxa replay debate --path DIR""",
    }
)

PARTS = flowing(
    {
        "replay check": """\
Show the contents of a human data set, and every row that replay would drop, with the reason.

Nothing is judged and nothing is written. SOURCE is a data set's name, a file or a folder.

Try: doxa replay check persuasiontrace""",
    }
)
"""Part of a command → its help."""
