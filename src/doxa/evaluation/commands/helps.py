"""What ``doxa COMMAND --help`` says of the commands beside this file, which load when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "evaluate": """\
Hold a judge, or the threshold of near-duplicates, to what people said.

Try: doxa evaluate judgement --sample 50
     doxa evaluate duplicates --sample 10""",
    }
)

PARTS = flowing(
    {
        "evaluate judgement": """\
Show how well a judge reads arguments that people labelled.

A judge is what turns messages into claims in a run (models.extractor): it extracts claims and says of each whether it
is for or against, or that this is unclear, and how strong it is. It is tested on the sets' test parts, which are kept
out of training: direction on ArgKP, IBM claim stance and Perspectrum, strength on UKPConvArg1, beside the length of the
text and the figures that the Belief Engine paper prints (its Table A3, on a sample of its own). Every number has a
bootstrap interval; "unclear" is counted apart. Two judges or more: their agreement, as Krippendorff's alpha.

Each judge and set is a run of its own under --out, journalled and resumable: the same call goes on after an interrupt
or a spent budget, and asks nothing twice. A hosted judge is asked about two and an eighth times a labelled text, a
quarter of a time a ranked one: begin with --sample. Tables go to the terminal, and as CSV, Markdown and JSON to
OUT/exhibits.

Try: doxa evaluate judgement --judge offline --sample 50
     doxa evaluate judgement --judge offline --judge openai:gpt-4o-mini --sample 100 --max-usd 0.50
     doxa evaluate judgement --judge ollama:qwen3 --strength offline --sets argkp,ukp""",
        "evaluate duplicates": """\
Show from which similarity on two texts are one argument.

Precision, recall and F1 of thresholds θ on the cosine of two texts' vectors (memory.theta and memory.theta_self): on
pairs of ArgKP arguments that do or do not match one key point, and of Perspectrum perspectives of one or two clusters.
The thresholds of the Belief Engine paper are marked, and the one of highest F1 on each set.

Try: doxa evaluate duplicates --sample 10""",
    }
)
"""Part of a command → its help."""
