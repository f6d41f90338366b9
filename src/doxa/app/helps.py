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

Exit code 0: verified. 1: damaged, with the events named. 2: unfinished; what is there holds together. 4: unchecked;
it rests on a plug-in that is missing here, which is named, and is intact as far as it can be read.""",
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
        "scenarios": """\
List the built-in scenarios.

Try: doxa scenarios compulsory-voting > mine.toml""",
        "models": """\
Say which models can be used, and how to set up the others.

A scenario names a model as provider:model, for example ollama:qwen3. Keys are read from the environment and are
never written anywhere. The offline model keeps the vectors of shipped arguments and of knowledge bases in
~/.cache/doxa, or where DOXA_CACHE says; they make a start faster, change no result, and may be deleted.""",
        "new": """\
Write the skeleton of a scenario, a kernel or a system.

A kernel is a belief rule of your own. A system is a whole method: its task and prompt, its script, how it is done
offline, shown, counted and judged. Each is a package that works as it is; replace what it does by yours.

Try: doxa new kernel stubborn && cd doxa-stubborn && pip install -e . && doxa run ... --set kernel=stubborn
     doxa new system jury && cd doxa-jury && pip install -e . && doxa run jury""",
        "docs": """\
Read a page of the documentation, such as docs/offline.md.

Without a name: what pages there are, and where they lie.

Try: doxa docs offline""",
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
    }
)
