"""Training: the small models that doxa judges with, and a user's larger ones."""

from doxa.system import Command, System, flowing

HELPS = flowing(
    {
        "train": """\
Train the small models that doxa judges with, or a larger one of your own.

Strength, roles and positions are trained in minutes without torch. Other trainings need torch: pip install
'doxa[train]'. A training with torch continues after its last epoch when it is called again with the same --out.

Try: doxa train polarity --out models/polarity
     doxa train messages --out models/messages
     doxa train strength --out models/strength
     doxa train roles --out models/roles
     doxa train positions --out models/positions""",
    }
)

PARTS = flowing(
    {
        "train polarity": """\
Train a model that says whether a claim speaks for or against a proposition.

The model learns from the train parts of ArgKP, Perspectrum and IBM claim stance, from key points, and from negated
propositions; it is tested on the dev and test parts. Without --backbone: three small layers, which the offline judge
runs without torch; with --teacher they also learn from a larger model's answers, and with --start they continue from
the weights of an earlier training with a teacher, on other pairs. With --backbone: an encoder of your choice, for use
as the judge encoder:DIR or as a teacher.

Writes weights, settings.json, figures.json and MODEL_CARD.md.

Try: doxa train polarity --out models/polarity
     doxa train polarity --backbone microsoft/deberta-v3-large --out models/large
     doxa train polarity --teacher models/large --out models/polarity
     doxa train polarity --teacher models/large --start models/polarity --out models/later""",
        "train messages": """\
Train a model that says whether a whole message argues for or against a proposition.

The model goes on from the polarity model with the written debates that doxa ships: windows of some seventy words of
both sides of many motions. It is measured on their dev and test parts and on sets of messages that teach nothing. With
--backbone: an encoder of your choice, larger and surer, for use as the judge encoder:DIR, which then reads claims in
their message; it may be what `doxa train polarity --backbone` made.

Writes weights, settings.json, figures.json, calibration.json and MODEL_CARD.md. Needs torch.

Try: doxa train messages --out models/messages
     doxa train messages --start models/polarity --out models/messages
     doxa train messages --backbone microsoft/deberta-v3-large --out models/large""",
        "train strength": """\
Train a model that says how convincing a claim is.

The model learns from pairs of UKPConvArg1: which of two arguments convinced people more. Debates are left out in turn,
both sides together, to measure how well it orders arguments of new debates, compared with the length of the text; then
one model learns from all debates but those of the test part. Without --backbone: a linear model over the shipped trunk,
without torch, in a minute. With --backbone: an encoder of your choice, for use as the scorer encoder:DIR, trained on
the same pairs or on the ratings of IBM-ArgQ-Rank-30kArgs; the options of torch apply to it only.

Writes weights, settings.json, figures.json and MODEL_CARD.md.

Try: doxa train strength --out models/strength
     doxa train strength --backbone microsoft/deberta-v3-large --dataset aqr --path FILE.csv --out models/quality""",
        "train roles": """\
Train a model that says what each sentence of a message does.

A sentence argues, goes on with an argument, cites a witness, reports what others argue, concedes, states a position, is
neutral, or says nothing on the matter. The model learns this from messages that doxa ships, each sentence with its
role; every writer is left out in turn to measure how often it is right. It needs scikit-learn and some minutes.

Writes weights, settings.json, figures.json and MODEL_CARD.md.

Try: doxa train roles --out models/roles""",
        "train positions": """\
Train a model that says whether a short text takes a position at all.

The model learns from statements that doxa ships, on some hundreds of propositions: firm, plain and leaning ones of
both sides, and such as take none. Every writer is left out in turn to measure how often it is right. It needs
scikit-learn and a minute.

Writes weights, settings.json, figures.json and MODEL_CARD.md.

Try: doxa train positions --out models/positions""",
    }
)
"""Part of a command → its help."""

TRAINING = System(
    name="training",
    commands={"train": Command(at="doxa_train.commands:train", help=HELPS["train"], parts=PARTS)},
)
