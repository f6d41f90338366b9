"""What ``doxa COMMAND --help`` says of the commands beside this file, which load when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "train": """\
Train the small models that doxa judges with, or a larger one of your own.

Strength is learned in a minute as it is. Anything else needs torch: pip install 'doxa[train]'; called again with the
same --out, such a training goes on after its last epoch.

Try: doxa train polarity --out models/polarity
     doxa train strength --out models/strength""",
    }
)

PARTS = flowing(
    {
        "train polarity": """\
Train a model that says whether a claim speaks for or against a proposition.

Learns from the train parts of ArgKP, Perspectrum and IBM claim stance, from key points, and from propositions turned
round; is tested on the parts that it has not seen. Without --backbone: three small layers, which the offline judge
runs without torch; with --teacher they learn from a larger model's answers too, and with --start they go on learning
from where an earlier such training ended, on other pairs. With --backbone: an encoder of your choice, to be used as
the judge encoder:DIR or as a teacher.

Writes weights, settings.json, figures.json and MODEL_CARD.md.

Try: doxa train polarity --out models/polarity
     doxa train polarity --backbone microsoft/deberta-v3-large --out models/large
     doxa train polarity --teacher models/large --out models/polarity
     doxa train polarity --teacher models/large --start models/polarity --out models/later""",
        "train strength": """\
Train a model that says how convincing a claim is.

Learns from pairs of UKPConvArg1, which of two arguments convinced people more. Debates are left out in turn, both sides
together, to tell how it orders arguments on debates that it has not seen, beside the length of the text; then one model
learns from all debates but those of the test part. Without --backbone: a linear reading of the shipped trunk, without
torch, in a minute. With --backbone: an encoder of your choice, to be used as the scorer encoder:DIR, on the same pairs
or on the ratings of IBM-ArgQ-Rank-30kArgs; the options of torch are for that.

Writes weights, settings.json, figures.json and MODEL_CARD.md.

Try: doxa train strength --out models/strength
     doxa train strength --backbone microsoft/deberta-v3-large --dataset aqr --path FILE.csv --out models/quality""",
    }
)
"""Part of a command → its help."""
