"""The help of this system's commands, apart from them so that ``--help`` does not import them."""

from doxa.system import flowing

HELPS = flowing(
    {
        "ensemble": """\
Hold a union debate many times, in epochs, and judge every one.

Each run draws its speaking order, passages and lenses anew. Between epochs a coach tells the named learners what
worked, what failed and what they missed; twins without coaching show what the coaching changed. Tables, coaching
memos, a summary and a synthesis are written to --out. The same call again keeps finished runs and continues the
others. If models cost money, an estimate is printed first.

Try: doxa ensemble union --epochs 2 --runs 2 --learners wren,jun
     doxa ensemble union --runs 10 --until-width 0.3""",
        "formats": """\
List the formats of union debates, print one, or check one's own.

A format is a TOML file: teams, the order of speeches with their lengths, who may interrupt or ask whom, what each role
owes, and what a ballot holds. script.format names one of the list, or the path of a file of your own.

Try: doxa formats
     doxa formats wsdc > mine.toml
     doxa formats mine.toml
     doxa run union --set script.format=wsdc""",
        "speakers": """\
Check folders of speakers for a union debate.

Try: doxa speakers check speakers/""",
    }
)

PARTS = flowing(
    {
        "speakers check": """\
Check a speaker's folder: which files are usable, which parts have too little text, which files cannot be read.

A speaker is a folder with bio/, writings/, interviews/ and speeches/, of Markdown, text or PDF files. With fifteen or
more passages of 1,000 characters, runs differ in the passages that a speaker gets.

Try: doxa speakers check speakers/""",
    }
)
"""Part of a command → its help."""
