"""Help texts of the commands in this folder; the commands themselves are imported only when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "metrics": """\
Show how a discussion at a round table behaved.

Responsiveness, rebuttal, non-repetition, evidence usage and stance, as means over all turns, by agent, round, query or
rule (n turns each), and each agent's weights by round. A folder of runs is pooled.

Try: doxa run land
     doxa metrics DIR --by round""",
    }
)
