"""What ``doxa COMMAND --help`` says of the commands beside this file, which load when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "replay": """\
Fit the belief rule to what real people did.

People stated where they stood before and after a conversation. Their messages are judged (claims, direction, strength),
admitted in order under θ, and the rule's uptake u and anchoring a are fitted on a grid and tested on people held out:
how much better than doing nothing, for whom, and how certain. A report opens with what its numbers do and do not
support. persuasiontrace comes with doxa; debate needs its files; your own people are one JSON lines or CSV file.

The judging is a run of its own under --out: called again, nothing is asked twice. --records keeps what was judged in
one file. Tables go to the terminal, CSV and Markdown, figures to PNG and SVG, and all to one page.

Try: doxa replay persuasiontrace
     doxa replay check FILE.jsonl
     doxa replay FILE.jsonl --folds topic --records evidence.jsonl
     doxa replay debate --path DIR""",
    }
)

PARTS = flowing(
    {
        "replay check": """\
Say what a data set of people holds, and what replay would leave out and why, row by row.

Nothing is judged and nothing is written. SOURCE is a data set's name, a file or a folder.

Try: doxa replay check persuasiontrace""",
    }
)
"""Part of a command → its help."""
