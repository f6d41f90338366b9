"""Evaluation: judges are compared with people's labels on texts that they hear as the messages of a run."""

from doxa.records.plugins import Later
from doxa.system import Command, System, flowing, later

HELPS = flowing(
    {
        "check": """\
Show how a judge reads each argument that a file labels.

For every argument: its label, the direction in which the judge reads it when it is said by itself, and whether that
is right; its strength in the file and as the judge reads it on the anchored scale, on which 0.1 says nothing and 0.9
is hard to answer; last the share that is read otherwise, as the other side or as unclear. A judge that reads a motion
wrongly reads what agents say about it wrongly too; sentences of the file that are said word for word keep their label
in a run (hearing.labels). Exits with 1 where most arguments are read otherwise, or one got no answer. The argument
text is cut to the width of the terminal; --json has it whole. In a conversation what is said on a side has that label.

Try: doxa check arguments.csv
     doxa check lines-without-a-motion.csv --motion "Taxes should rise"
     doxa check arguments.csv --judge openai:gpt-4o-mini --max-usd 0.10""",
        "evaluate": """\
Evaluate a judge against people's labels or on debates with a known answer, or the threshold of near-duplicates.

Try: doxa evaluate judgement --sample 50
     doxa evaluate judges --sample 5
     doxa evaluate duplicates --sample 10""",
        "models": """\
Show which models can be used, and how to set up the others.

A scenario names a model as provider:model, for example ollama:qwen3. With --model, a command's model speaks and
hears: it writes the messages, extracts their claims and reads their direction. --hear offline leaves hearing to the
offline judge. Scorer and embedder are offline unless --set models.ROLE=… names another model.

Keys are read from the environment and are never written anywhere. The offline model caches the vectors of shipped
arguments and of knowledge bases in ~/.cache/doxa, or in the directory DOXA_CACHE. The cache only makes starts faster
and may be deleted.""",
    }
)

PARTS = flowing(
    {
        "evaluate judgement": """\
Show how well a judge reads arguments that people labelled.

A judge is the model that turns messages into claims in a run (models.extractor): it extracts claims and judges whether
each is for, against or unclear, and how strong it is. It is tested on the sets' test parts, which no training sees:
direction on ArgKP, IBM claim stance and Perspectrum, strength on UKPConvArg1. The length of the text and the figures of
the Belief Engine paper (its Table A3, on a sample of its own) are shown for comparison. Every number has a bootstrap
interval; "unclear" is counted separately. Two or more judges: their agreement, as Krippendorff's alpha.

Each judge and set is a run of its own under --out, journalled and resumable: the same call continues after an interrupt
or a spent budget, and repeats no request. A hosted judge gets about 2.1 requests for a labelled text, and 0.25 for a
ranked text: begin with --sample. Tables are printed, and written as CSV, Markdown and JSON to OUT/exhibits.

--shift shows the benchmark under shift: a row for each kind of text that differs from training. Single claims of crowd
workers, Wikipedia and debate sites on motions new by meaning; whole messages, which are heard as in a run, doxa's own,
those of 24 models, of persuaders and of people; and suites of swaps, negated motions, irony, concessions, hedges, other
languages, everyday talk and noise. Intervals resample topics. --file puts your own labelled messages beside them.
--sets ratings shows how strengths on the anchored scale agree: a hosted scorer's, the raters', the embedded scorer's.
--dataset aqr --path FILE.csv shows the paper's Table A3 on its own data set, which is free (CC BY 3.0) and does not
come with doxa.

Try: doxa evaluate judgement --judge offline --sample 50
     doxa evaluate judgement --shift --sample 20
     doxa evaluate judgement --file mine.csv --judge offline --judge openai:gpt-4o-mini
     doxa evaluate judgement --dataset aqr --path arg_quality_rank_30k.csv
     doxa evaluate judgement --sets ratings-new --judge openai:gpt-4o-mini --max-usd 0.20
     doxa evaluate judgement --judge offline --judge openai:gpt-4o-mini --sample 100 --max-usd 0.50
     doxa evaluate judgement --judge ollama:qwen3 --strength offline --sets argkp,ukp""",
        "evaluate judges": """\
Show how often judges of debates prefer the side that was not made worse, and name the side that won the room.

Nobody knows who won a debate, but a side that was made worse should lose more often. From every debate, as spoken and
mirrored (who spoke second speaks first), either side is made worse in six ways and by several doses: rebuttals dropped,
evidence dropped, sentences shuffled, a passage about another motion put in, sentences contradicted, the end cut off
(half the words at dose 1). The table shows how often each layer and each judge of the panel names the whole side,
beside rules that judge nothing; a second, whether the speaking order decides; a third, kinds and doses one by one.

If the folder contains votes.csv (doxa judge reads it, too), each debate is judged once as it is, and the tables show
how often each layer, each judge and each rule that judges nothing names the side that won the room, with the Brier
score and the calibration of the chance that each gives to Proposition. --kinds adds the debates made worse.

A case is judged as by doxa judge, in a run of its own under --out: 50 cases a debate. The same call continues after an
interrupt and repeats no request. With models that cost money begin with --dry-run, --sample 1 and --layers engagement.

Try: doxa evaluate judges --sample 5
     doxa evaluate judges runs/union --layers engagement
     doxa evaluate judges voted/
     doxa evaluate judges debates/ --judge offline --judge openai:gpt-4o-mini --layers engagement --dry-run""",
        "evaluate duplicates": """\
Show from which similarity two texts count as one argument.

Precision, recall and F1 of thresholds θ on the cosine of two texts' vectors (memory.theta and memory.theta_self): on
pairs of ArgKP arguments that do or do not match one key point, and of Perspectrum perspectives of one or two clusters.
The table marks the thresholds of the Belief Engine paper, and the threshold of highest F1 on each set.

Try: doxa evaluate duplicates --sample 10""",
        "models calibrate": """\
Find out how to read directions from the probabilities of a model's answers, and whether it hears blind.

Whether a text supports a proposition, opposes it or takes no side is asked as one question with the options as letters,
in every order of the options; the probabilities of the letters are averaged, less those of an empty message. The
offset, the scale and the probability that a direction needs are fitted on dev texts: claims and messages, as many for
as against, and some of no side; none is of a domain of doxa evaluate judgement --shift. A table shows how often the
likelier side is right beside the offline judge and beside always saying "for".

The result is kept by the model's address and name. Runs in which the model hears read directions so, and hear without
the speaker's side only where the model beat the offline judge; as a judge it reads stances so. The texts are read in
runs under --out: a calibration that was stopped continues with the same call. Needs a service that states
probabilities: local, llama.cpp, vLLM, OpenAI.

Try: doxa models calibrate ollama:qwen3
     doxa models calibrate local:FILE.gguf --sample 200""",
        "models try": """\
Find out in some minutes what a model can do in runs, and how fast it is.

Thirty-four calls with the prompts of real runs show whether the model can speak (eight turns on four motions: words of
its own, in the motion's language, on the speaker's side as the offline judge leans), hear (the direction of twelve
plain claims, exact quotations from two messages), judge (the better team of two debates, in both orders) and answer
probes (opposed questions to two people whose side is plain). Beside what is right stands how often it must be, how
often rules that read nothing are right, and how often a coin would pass. Speed, context, slots, calls at once,
log-probabilities and mean lengths are measured.

The result is kept by the model's address and name. Runs that use the model for a part at which it failed say so before
they start; timeouts, calls at once and the time that --dry-run prints come from it. The calls are runs under --out: an
examination that was stopped continues with the same call.

Try: doxa models try ollama:qwen3
     doxa models try compatible:NAME --again --show""",
    }
)
"""Part of a command → its help."""

EVALUATION = System(
    name="evaluation",
    protocols=later("doxa.evaluation", appraising="appraising:APPRAISING", examining="examining:EXAMINING"),
    reproductions=Later("doxa.evaluation.real_models:REPRODUCTIONS"),
    commands={
        "check": Command(at="doxa.evaluation.checking:check", help=HELPS["check"]),
        **{
            name: Command(
                at=f"doxa.evaluation.{name}:{name}",
                help=HELPS[name],
                parts={part: text for part, text in PARTS.items() if part.startswith(f"{name} ")},
            )
            for name in ("evaluate", "models")
        },
    },
)
