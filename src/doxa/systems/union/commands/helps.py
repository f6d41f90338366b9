"""What ``doxa COMMAND --help`` says of the commands beside this file, which load when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "ensemble": """\
Hold a union debate many times, in epochs, and judge every one.

Each run draws its speaking order, passages and lenses anew. Between epochs a coach writes to the named learners what
worked, failed and was missed; twins without coaching tell what that changed. Tables, coaching memos, a summary and a
synthesis go to --out; called again, finished runs are kept. With models that cost money an estimate comes first.

Try: doxa ensemble union --epochs 2 --runs 2 --learners wren,jun
     doxa ensemble union --runs 10 --until-width 0.3""",
        "speakers": """\
Check folders of speakers for a union debate.

Try: doxa speakers check speakers/""",
        "transcript": """\
Show a union debate as a document.

Running order, definitions, every speech with its points of information, and the verdict where it was judged, as
Markdown; --json prints everything that is known of it. A finished log is left as it is: --out writes beside it.

Try: doxa run union
     doxa transcript DIR --out debate""",
    }
)

PARTS = flowing(
    {
        "speakers check": """\
Say what of a speaker's folder is usable, what is thin and what could not be read.

A speaker is a folder with bio/, writings/, interviews/ and speeches/, of Markdown, text or PDF files. Fifteen passages
of 1,000 characters or more let runs differ in what a speaker has at hand.

Try: doxa speakers check speakers/""",
    }
)
"""Part of a command → its help."""
