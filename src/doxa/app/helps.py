"""What ``doxa --help`` and ``doxa COMMAND --help`` say of the app's own commands, which load when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "run": """\
Run a scenario; an interrupted one goes on where it stopped.

The run goes to a directory of its own; the same scenario with the same settings goes to the same one, so that
calling this again after an interrupt resumes, and after the end shows the result.

Try: doxa run compulsory-voting --set belief.u=0.6 --set agents.cobalt.belief.a=0.9""",
        "resume": """\
Go on with a run that stopped.

Everything that was written down is kept and no answered call is made again. A larger budget may be given.""",
        "explain": """\
Say why an agent stands where it stands.

Shows each move with the arguments that made it, then the ledger: every record that counts, its strength s, its
weight γ, its contribution to the log-odds, and its exact effect on the stance (leave-one-out and Shapley value).""",
        "whatif": """\
Recompute every stance under other settings, without a model.

Messages stay as they were said. Settings: belief.*, memory.*, prior.*, hearing.strength; for one agent
agents.ID.belief.u and the like.

Try: doxa whatif DIR --set belief.u=0.6 --set memory.theta=0.8 --without 'r07/cobalt#1'""",
        "fork": """\
Start a new run that shares a run's past and goes another way.

Belief, memory, policy, hearing and models change at that step; anything else acts from the start and is refused
where it would alter what was said before. Without --set the same question is asked again, which is how a turn
that failed gets another chance. The parent is left untouched.

Try: doxa fork DIR --at r07/violet --set agents.violet.belief.u=0.8""",
        "verify": """\
Recompute a run's every belief move and check that nothing was changed.

Of a folder of runs, such as a sweep's, every run is verified and the exit code is that of the worst.

Exit code 0: verified. 1: damaged, with the events named. 2: unfinished; what is there holds together.""",
        "report": """\
Write a run's report as one HTML file.

Stance curves, the transcript beside them, the arguments behind every move, each agent's memory, cost and settings.
Unfinished runs have one too.""",
        "sweep": """\
Run a scenario over a grid of settings, with replicates.

Try: doxa sweep counter-arguments --grid belief.u=0.2,0.4,0.6,0.8,1.0 --replicates 5 --out runs/uptake""",
        "prompt": """\
Show the prompt that an agent would get in a round.

Its blocks are coloured by component (T who it is, Q what is discussed, M the dialogue, D passages, R the rule), and
under each stands why its instructions are there. Nothing is sent: the rounds before it are held offline.

Try: doxa prompt land --agent farmer --round 2 --set policy.prompt.w_d=1.5""",
        "speakers": """\
Check folders of speakers for a union debate.

Try: doxa speakers check speakers/""",
        "scenarios": """\
List the built-in scenarios.

Try: doxa scenarios compulsory-voting > mine.toml""",
        "models": """\
Say which models can be used, and how to set up the others.

A scenario names a model as provider:model, for example ollama:qwen3. Keys are read from the environment and are
never written anywhere. The offline model keeps the vectors of shipped arguments and of knowledge bases in
~/.cache/doxa, or where DOXA_CACHE says; they make a start faster, change no result, and may be deleted.""",
        "new": """\
Write the skeleton of a scenario or a kernel.

Try: doxa new kernel stubborn && cd doxa-stubborn && pip install -e . && doxa run ... --set kernel=stubborn""",
        "compare": """\
Compare two or more sets of runs.

A set is a run directory or a folder of runs, such as a sweep's. Shows final stances with intervals, differences from
the first set (paired where replicates match), and the arguments that carried each set. Several agents of one side
count as their mean.

Try: doxa compare runs/uptake/u=0.2_k0 runs/uptake/u=0.8_k0 --out runs/compared""",
        "reproduce": """\
Run a paper's experiments and write its tables and figures.

Every table goes to the terminal, CSV and Markdown, every figure to PNG and SVG, and all to one page. Published numbers
stand beside ours; offline, each effect is told as assumed by the performer or emergent, and what needs models says so.

Try: doxa reproduce belief-engine fig2-left --models offline
     doxa reproduce belief-engine tableA8 --trials 1 --set script.rounds=5
     doxa reproduce policy-prompts table3 fig5
     doxa reproduce policy-prompts judges --judges offline,ollama:qwen3,ollama:llama3""",
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
        "evaluate": """\
Hold a judge, or the threshold of near-duplicates, to what people said.

Try: doxa evaluate judgement --sample 50
     doxa evaluate duplicates --sample 10""",
        "train": """\
Train the small models that doxa judges with, or a larger one of your own.

Strength is learned in a minute as it is. Anything else needs torch: pip install 'doxa[train]'; called again with the
same --out, such a training goes on after its last epoch.

Try: doxa train polarity --out models/polarity
     doxa train strength --out models/strength""",
    }
)
"""Command → its help: the first line stands in the list of commands."""

PARTS = flowing(
    {
        "speakers check": """\
Say what of a speaker's folder is usable, what is thin and what could not be read.

A speaker is a folder with bio/, writings/, interviews/ and speeches/, of Markdown, text or PDF files. Fifteen passages
of 1,000 characters or more let runs differ in what a speaker has at hand.

Try: doxa speakers check speakers/""",
        "replay check": """\
Say what a data set of people holds, and what replay would leave out and why, row by row.

Nothing is judged and nothing is written. SOURCE is a data set's name, a file or a folder.

Try: doxa replay check persuasiontrace""",
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
