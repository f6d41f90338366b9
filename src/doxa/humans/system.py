"""Humans: people's conversations are heard like those of a run, and the belief rule is fitted to their stances."""

from doxa.system import Command, System, flowing, later

HELPS = flowing(
    {
        "replay": """\
Fit the belief rule to real people's changes of stance.

People stated their stances before and after a conversation. The messages are judged (claims, direction, strength) and
admitted in order under θ; then the rule's uptake u and anchoring a are fitted on a grid and tested on held-out people:
how much better than predicting no change, for whom, and with what uncertainty. The report begins with what its numbers
do and do not support. doxa ships persuasiontrace; debate needs its files; your own data are a JSON lines or CSV file.
In a folder of doxa's own runs agents are the people: who moves whom, and how open each model is (doxa docs persuasion).

The judging is a run of its own under --out: a repeated call repeats no request. --records stores the judged evidence in
one file. Tables are printed and written as CSV and Markdown, figures as PNG and SVG, and everything on one page.

Beside the paper's protocol stands an identified model: anchoring from controls, uptake from what treated people
moved beyond them, people as random effects. The report says where the data cannot tell persuasion from shrinking.
--profiles-by COLUMN gives each class of a column known beforehand its own profile, and tests what that gains.

Try: doxa replay persuasiontrace
     doxa replay check FILE.jsonl
     doxa replay FILE.csv --profiles-by country
     doxa replay fit FIRST.jsonl --out fit.json
     doxa replay test SECOND.jsonl --fit fit.json
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
        "replay fit": """\
Fit all people of a data set and write the fit to a file, to be tested on others.

Nobody is held out. The file holds the identified model, the paper's grid and trivial forecasts, with the hashes of the
data, of the judge and of the code: it can be published before the data of a test are seen. SOURCE is a data set's name,
a file or a folder; the judging is a run under --folder, which a repeated call does not repeat.

Try: doxa replay fit persuasiontrace --out fit.json
     doxa replay fit FIRST.csv --profiles-by country --out fit.json""",
        "replay test": """\
Score a fit on people whom it was not fitted to, beside trivial forecasts, with intervals.

Nothing is fitted. The fit's settings and its judge hold. Where the code or the judge differs from the fit's, the test
is refused, or begins with what differs (--accept-mismatch); rounds that the fit has met are counted. Tables are printed
and written under --out with a page of all of them.

Try: doxa replay test SECOND.jsonl --fit fit.json""",
    }
)
"""Part of a command → its help."""

HUMANS = System(
    name="humans",
    protocols=later("doxa.humans.replay", listening="listening:LISTENING"),
    commands={"replay": Command(at="doxa.humans.commands:replay", help=HELPS["replay"], parts=PARTS)},
)
