"""``doxa puzzle``: its help texts; the command itself is imported only when it is called."""

from doxa.system import flowing

HELPS = flowing(
    {
        "puzzle": """\
Make Knight–Knave–Spy puzzles, solve files of them, show one.

Knights tell the truth, knaves lie, spies do either. Files have one JSON object a line, like the published files.

Try: doxa puzzle show --players 5 --seed 3
     doxa puzzle make --players 4..9 --count 300 --seed 7 --out puzzles.jsonl
     doxa puzzle solve puzzles.jsonl""",
    }
)

PARTS = flowing(
    {
        "puzzle make": """\
Make puzzles that have exactly one solution.

Statements are of fifteen kinds. No two puzzles of a size have the same statements, and the first do not depend on how
many follow. Each line of the file has the puzzle's text, its solution and its statements as numbers.

Try: doxa puzzle make --players 4..9 --count 300 --seed 7 --out puzzles.jsonl
     doxa puzzle make --players 8 --spies 2 --hints 1 --count 20 --out harder.jsonl""",
        "puzzle solve": """\
Find every solution of every puzzle of a file.

Reads the text of each puzzle (text_game), tries every assignment of roles and compares with the solution that the file
gives. --explain says how each is solved. --json prints one object a line: game_id and all solutions.

Try: doxa puzzle solve puzzles.jsonl --game 6-1 --explain""",
        "puzzle show": """\
Show one puzzle and how hard it is.

How hard: how many assignments of roles each statement leaves, alone and after all statements before it.

Try: doxa puzzle show --players 5 --seed 3 --solution
     doxa puzzle show puzzles.jsonl --game 6-1""",
    }
)
"""Part of a command → its help."""
