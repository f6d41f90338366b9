"""Help texts of the app's own commands, kept apart so that ``doxa --help`` need not import the commands."""

from doxa.system import flowing

ELSEWHERE = {"train": ("doxa-train", "pip install 'doxa[train]'     (in a clone of doxa: make .venv/.dev)")}
"""Command → the package of doxa's that brings the command, and how those who do not have it get it."""

PLACES = {
    "list": "listing:list_installed",
    **{name: f"listing:{name}" for name in ("show", "scenarios", "docs")},
    **{name: f"run:{name}" for name in ("prompt", "resume", "fork")},
    **{name: f"pages:{name}" for name in ("report", "studio")},
    "argue": "whatif:argue",
}
"""Command → its module and function in ``app.commands``, where they are not called as it is."""

HELPS = flowing(
    {
        "run": """\
Run a scenario; an interrupted run continues where it stopped.

The run is written to a directory of its own, the same for the same scenario and settings. The same call therefore
resumes an interrupted run, and shows the result of a finished one.

Try: doxa run compulsory-voting --set belief.u=0.6 --set agents.cobalt.belief.a=0.9""",
        "init": """\
Write a scenario and an arguments file for a motion of your own.

Both run at once: the arguments are stand-ins that fit any motion, each with a hint that yours goes in its place. Agents
argue for and against the motion in turn; a last odd one is undecided, and one alone meets a fixed opponent.

Try: doxa init "We should close the town centre to cars" --agents ana,ben,cleo""",
        "resume": """\
Continue a run that stopped.

Everything recorded is kept, and no answered call is made again. You may give a larger budget.""",
        "explain": """\
Explain why an agent has its stance.

Shows each move with the arguments that caused it, then the ledger: every record that counts, its strength s, its
weight γ, its contribution to the log-odds, and its exact effect on the stance (leave-one-out and Shapley value).""",
        "whatif": """\
Recompute every stance under other settings, without a model.

Messages stay as they were said. Settings: belief.*, memory.*, prior.*, hearing.strength, hearing.direction,
hearing.contradicted; for one agent, for example, agents.ID.belief.u. kernel=NAME gives everybody another belief rule,
agents.ID.kernel=NAME one agent: rules that read claims and rules that read posts exchange freely, and self-reports
exist where the run asked.

Try: doxa whatif DIR --set belief.u=0.6 --set memory.theta=0.8 --without 'r07/cobalt#1'
     doxa whatif DIR --set kernel=degroot --set belief.own_weight=4""",
        "argue": """\
Show what an argument of your own would do to each mind.

An agent says your words in place of a turn, or after the last one. The run's own judges hear them, and every mind meets
them: which claims were heard, what each memory made of each claim, and how far each stance moves. These are the numbers
of a fork in which the agent says so there. Nothing is written. Judges that are hosted models are asked only with --ask
or --max-usd; --dry-run shows what that would take.

Try: doxa argue DIR "Fines fall on the poor." --agent cobalt
     doxa argue DIR --agent cobalt --at r03/cobalt < words.txt""",
        "fork": """\
Start a new run that shares a run's past and then takes other settings.

Settings of belief, memory, policy, hearing and models change at that step. Any other setting applies from the start,
and is refused where it would change what was said before the step. Without --set the step is asked again, for example
after a turn failed: --failed begins at the first step that did. The parent is not changed. A fork of a fork keeps the
parent's own changes except those that it makes anew, and prints which.

Try: doxa fork DIR --at r07/violet --set agents.violet.belief.u=0.8
     doxa fork DIR --failed""",
        "verify": """\
Recompute every request, belief move and result of a run, and check that nothing was changed.

The script is driven again from the recorded replies, without a model. In a folder of runs, such as a sweep's, every
run is verified, and the exit code is that of the worst.

Exit code 0: verified. 1: damaged; the events are named. 2: unfinished; the events so far are intact. 4: unchecked,
differs or newer. Unchecked: a plug-in that the log needs is missing and named. Differs: every hash is right, but other
code than this doxa's computed the log. Newer: a later doxa wrote it in another format.

Every run prints its seal at its end. With --seal, the run must be the one whose seal was published.""",
        "report": """\
Write a run's report as one HTML file.

It shows stance curves, the transcript beside them, the arguments behind every move, each agent's memory, cost and
settings. Unfinished runs can be reported too.""",
        "studio": """\
Watch runs and ask what-ifs in the browser.

It lists the runs below a folder, follows those that are being written, whoever started them, and computes every stance
again while you move a slider. It listens on this machine alone, and only the browser that opened its link may ask it.
It changes no run. Needs: pip install 'doxa[studio]'

Try: doxa studio runs --open""",
        "sweep": """\
Run a scenario over a grid of settings, with replicates.

Ends with a table that has a column for every swept key. Beside the runs stand sweep.csv (a row for each run: settings,
block, status, outcomes), sweep-settings.csv (means with intervals), and a figure with its numbers. doxa compare DIR
--by KEY then compares the values of a key.

Try: doxa sweep counter-arguments --grid belief.u=0.2,0.4,0.6,0.8,1.0 --replicates 5 --out runs/uptake""",
        "prompt": """\
Show the prompt that an agent would get in a round.

Blocks are coloured by component (T who the agent is, Q what is discussed, M the dialogue, D passages, R the rule), and
the reason for each instruction follows its block. Nothing is sent: earlier rounds are simulated offline.

Try: doxa prompt land --agent farmer --round 2 --set policy.prompt.w_d=1.5""",
        "scenarios": """\
List the built-in scenarios.

Try: doxa scenarios compulsory-voting > mine.toml""",
        "list": """\
List what is installed, by kind, with one line each.

Scenarios, systems, protocols, kernels, policies, data sets, models, reproductions, and the files that systems ship;
doxa's own and those of other installed packages, whose name then follows.

Try: doxa list
     doxa list kernels""",
        "show": """\
Show one installed thing in full.

A scenario or a format is printed as its file, which can be the start of your own. Of a kernel, policy, data set, model,
protocol or system you see what it is, its settings with their defaults, how it is used, and where its source is.

Try: doxa show log_odds
     doxa show compulsory-voting > mine.toml""",
        "new": """\
Write the skeleton of a scenario, or of a package with a plug-in: a kernel, a policy, a data set, a judge-layer, a
measure, a ranker, a model or a system.

A kernel is a belief rule of your own, a policy a form of answer or a schedule of weights, a data set a reader of your
files of people, a judge-layer questions to the judges of debates, a measure numbers of every run, a ranker the order of
a feed, a model a service or program of your own that speaks and hears. A system is a whole method: its task and prompt,
its script, and how it is performed offline, shown, measured and judged. Each package installs and passes doxa's
conformance test as it is; replace its content with yours.

Try: doxa new kernel stubborn && cd doxa-stubborn && pip install -e . && doxa run ... --set kernel=stubborn
     doxa new policy terse && cd doxa-terse && pip install -e . && python -m pytest
     doxa new dataset panel && cd doxa-panel && pip install -e . && doxa replay check panel --path sample.csv
     doxa new judge-layer figures && cd doxa-figures && pip install -e . && doxa judge DIR --layers figures
     doxa new measure length && cd doxa-length && pip install -e . && doxa frames RUN
     doxa new ranker calm && cd doxa-calm && pip install -e . && doxa run feed --set script.ranking.by=calm
     doxa new model lab && cd doxa-lab && pip install -e . && python -m pytest
     doxa new system jury && cd doxa-jury && pip install -e . && doxa run jury""",
        "docs": """\
Read a page of the documentation, such as docs/offline.md, or search all of them.

Words that are no page are searched for, and the passages that have all of them are shown. Without a name, lists the
pages and their folder.

Try: doxa docs offline
     doxa docs "kept answers" SQLite""",
        "compare": """\
Compare two or more sets of runs, or the settings of one sweep.

A set is a run directory or a folder of runs, such as a sweep's. Shows the settings that differ, final stances with
intervals, differences from the first set (paired where replicates match), and the arguments that carried each set.
Several agents of one side count as their mean. Sets with different motions, protocols or numbers of rounds are refused
unless --anyway is given.

With --by, one sweep is compared with itself: every value of a key with the first, paired over replicates, averaged over
all other swept keys; with several keys, every combination. Each difference has a 95 % t interval over replicates, its
effect size d_z, and a bootstrap interval with its Monte Carlo error.

Try: doxa compare runs/uptake --by belief.u
     doxa compare runs/uptake --by belief.u,belief.a --out runs/compared
     doxa compare runs/shy runs/bold""",
        "frames": """\
Write the long tables of a run, or of all runs in a folder.

One row a stance, message, claim or call, ready for R, pandas or Polars. Words are written as they were said.

Try: doxa frames runs/uptake --to csv --out tables""",
        "methods": """\
Write the paragraph for the methods section of a paper, and the reference to doxa.

Only what the logs say: protocol, proposition, agents, settings and which of them vary, seeds and replicates, models and
their calls, whether words are simulated, steps that failed, doxa's version, and the seal.

Try: doxa methods runs/uptake
     doxa methods runs/uptake --format latex > methods.tex""",
        "answers": """\
Show, write out or remove the answers that are kept for other runs.

With --keep FILE, any command that asks models keeps what services answer in FILE, and takes from there what was
answered before: a fork, a sweep, a second judging or a reproduction pays for no request twice. Repetitions
(--replicate) and other seeds get answers of their own. DOXA_KEEP=FILE does the same for all commands. Nothing is kept
by default.

Try: doxa run compulsory-voting --model openai:gpt-4.1-mini --keep answers.sqlite
     doxa answers answers.sqlite --older 30 --prune""",
        "reproduce": """\
Run a paper's experiments and write its tables and figures.

Every table is written as CSV, Markdown and LaTeX, every figure as PNG, SVG and PDF, and all to one page, with the
published numbers beside ours; the terminal shows one screen of them, or all with --verbose. Offline, captions say which
effects the performer assumes, which are emergent, and which need models.

Try: doxa reproduce belief-engine fig2-left --models offline
     doxa reproduce belief-engine tableA8 --trials 1 --set script.rounds=5
     doxa reproduce policy-prompts table3 fig5
     doxa reproduce policy-prompts judges --judges offline,ollama:qwen3,ollama:llama3""",
    }
)
