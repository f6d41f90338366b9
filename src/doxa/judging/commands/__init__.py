"""The commands of judging: their help, kept apart so that ``--help`` does not import them."""

from doxa.system import flowing

HELPS = flowing(
    {
        "transcript": """\
Show what was said in a run, whatever its protocol.

--to markdown, csv or jsonl gives a line for each thing said, word for word, with round, step, speaker and side; so does
--out FILE.md, FILE.csv or FILE.jsonl. Such a file can be played back: --model recorded:FILE. Without a format a union
debate is a document with running order, definitions, points of information and, where it was judged, the verdict.
--json prints the same as JSON. The log does not change.

Try: doxa transcript DIR --out said.csv
     doxa run compulsory-voting --model recorded:said.csv
     doxa transcript check said.csv""",
        "annotations": """\
Carry claims and rebuttals of a debate in and out as JSON.

A debate that was annotated elsewhere is tallied, drawn as an argument graph and mapped like one that doxa judged:
doxa landscape takes a folder of such files. docs/debates.md has the schema.

Try: doxa annotations export DIR --out debate.json
     doxa annotations tally debate.json""",
        "judge": """\
Judge finished debates, or transcripts from outside, in layers.

The layers are a rubric, annotated claims and rebuttals with their tally and argument graph, a panel that sees Team A
and Team B under both assignments, an audit, and a naive judge as the baseline. A run is not run again: its judgement
is a reading beside its log, one for each choice of judges. Transcripts are CSV or JSON lines with speaker, side, text,
and optionally kind (speech, point, answer, interjection), team, phase and motion; captions (SRT, VTT) and documents of
"NAME: text" that say who is for and against; or a ConvoKit corpus by its path. People of side none are shown to judges
and never judged. Long debates are read in passages. A folder of transcripts may hold votes.csv (file,
before_for, before_against, before_undecided, after_for, after_against, after_undecided): tables then compare verdicts
with the side that won the room. Sentences that tell judges what to answer are flagged and withheld from judges.

Try: doxa judge DIR --panel openai:gpt-4o-mini,anthropic:claude-haiku-4-5,ollama:qwen3
     doxa judge debate.csv --motion "This House would ban cars from the centre"
     doxa judge FOLDER""",
        "landscape": """\
Map the arguments of many judged debates.

Every annotated claim is embedded, laid out in the plane (UMAP) and clustered (HDBSCAN); clusters are named. A table
shows for each cluster how often it recurs, which side makes it, whether it survives and its correlation with winning;
a page shows the map, with a choice of colours. Needs scikit-learn, and umap-learn for UMAP:
pip install 'doxa[landscape]'.

Try: doxa judge DIR
     doxa landscape DIR""",
        "stances": """\
Show the stance that an outside judge reads in every message of a run, or of a conversation from outside.

The judge sees the proposition, a name and one message, and nothing else of the run. The stance that the speaker's
belief rule maintained at that time stands beside, with how far both agree. The run is not run again: the judgement is
a reading beside its log, one for each judge.

Try: doxa stances DIR
     doxa stances meeting.vtt --motion "We should make buses free"
     doxa stances DIR --judge openai:gpt-4o-mini --dry-run""",
    }
)

TALLY = "rates: points per 1,000 words decide where words differ by 5 %; published: sums always do."

PARTS = flowing(
    {
        "transcript check": """\
Show who speaks how much in a file, and what is doubtful, before anything is paid.

The file is read as every command reads it (recorded:FILE, doxa judge, doxa listen): CSV, TSV, JSON, JSON lines,
Markdown, "NAME: text", SRT, VTT, exports of WhatsApp, Slack, Discord, Teams and Zoom, ConvoKit. What is no words
(names, times, marks, other fields) is counted, so that nothing is lost unseen. docs/conversations.md lists the formats.

Try: doxa transcript check meeting.vtt""",
        "annotations export": """\
Write the claims and rebuttals of a judged debate as JSON, with its turns.

Try: doxa annotations export DIR --out debate.json""",
        "annotations tally": """\
Tally a debate that was annotated elsewhere, and draw its argument graph.

The tables are those of the annotation layer of doxa judge: verdict, points and words, claims, rebuttals and what
survives. Where the words of the sides differ by more than 5 %, points per 1,000 words decide. No model is asked.

Try: doxa annotations tally debate.json
     doxa annotations tally debate.json --tally published""",
    }
)
"""Part of a command → its help."""
