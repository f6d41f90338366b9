"""Explain how a puzzle is solved: each role of one player is tried, and the others' statements rule assignments out.

The player and the order of statements keep the explanation short: the player whose three cases need the fewest
statements, and in each case next the statement that leaves the fewest assignments. A case ends when no assignment is
left, when one is left that no statement contradicts, or when no statement rules out any more.
"""

from dataclasses import dataclass

from doxa.systems.puzzle.puzzles.puzzle import Puzzle, PuzzleWorlds, examine
from doxa.systems.puzzle.puzzles.wording import join_names, sentence
from doxa.systems.puzzle.puzzles.worlds import PLURALS, ROLES, Bits, Role


@dataclass(frozen=True, kw_only=True)
class DeductionStep:
    """One statement used in a case: how many assignments it leaves and which roles become certain."""

    player: int
    before: int
    left: int
    learned: tuple[tuple[int, Role], ...]


@dataclass(frozen=True, kw_only=True)
class RoleCase:
    """One tried role of the player whose role is tried."""

    role: Role
    start: int
    """Assignments in which the player has the role and all hints hold."""
    steps: tuple[DeductionStep, ...]
    left: Bits
    """Solutions in which the player has the role."""


@dataclass(frozen=True, kw_only=True)
class Deduction:
    """A solved puzzle with the steps of its solution."""

    puzzle: Puzzle
    examined: PuzzleWorlds
    player: int
    """Index of the player whose role is tried."""
    cases: tuple[RoleCase, ...]
    """One case for each role that the hints allow."""


def deduce(puzzle: Puzzle) -> Deduction:
    """Return the shortest of the deductions that try one player's roles."""
    examined = examine(puzzle, puzzle.spies)
    deductions = []
    for player in range(len(puzzle.players)):
        suppositions = [(role, examined.hinted & examined.worlds.having[role][player]) for role in ROLES]
        cases = tuple(_case(examined, role, start) for role, start in suppositions if start)
        deductions.append(Deduction(puzzle=puzzle, examined=examined, player=player, cases=cases))
    return min(deductions, key=lambda deduction: sum(len(case.steps) for case in deduction.cases))


def describe_deduction(deduction: Deduction) -> list[str]:
    """Return a deduction in sentences, one for each line."""
    puzzle, examined = deduction.puzzle, deduction.examined
    lines = [f"The manager says: “{sentence(hint, puzzle.players)}”" for hint in puzzle.hints]
    lines.append(f"That leaves {_assignments(examined.hinted.bit_count())}.")
    name = puzzle.players[deduction.player]
    for case in deduction.cases:
        lines.append(f"Suppose {name} is a {case.role}: {_assignments(case.start)}.")
        lines += [f"  {_describe_step(deduction, step)}" for step in case.steps]
        lines.append(f"  {_describe_end(deduction, case)}")
    lines.append(_describe_conclusion(deduction))
    return lines


def _case(examined: PuzzleWorlds, role: Role, start: Bits) -> RoleCase:
    left, steps = start, []
    certain = _certain(examined, left)
    while left:
        player = min(range(len(examined.fits)), key=lambda player: (left & examined.fits[player]).bit_count())
        after = left & examined.fits[player]
        if after == left:
            break
        certain_after = _certain(examined, after)
        learned = tuple(sorted(certain_after - certain)) if after else ()
        steps.append(DeductionStep(player=player, before=left.bit_count(), left=after.bit_count(), learned=learned))
        left, certain = after, certain_after
    return RoleCase(role=role, start=start.bit_count(), steps=tuple(steps), left=left)


def _certain(examined: PuzzleWorlds, left: Bits) -> set[tuple[int, Role]]:
    """Return the roles that are the same in all worlds left."""
    having = examined.worlds.having
    return {(player, role) for role in ROLES for player, fact in enumerate(having[role]) if left & fact == left}


def _describe_step(deduction: Deduction, step: DeductionStep) -> str:
    players = deduction.puzzle.players
    quote = " ".join(sentence(deduction.puzzle.statements[step.player], players, step.player).split())
    left = "no assignment" if not step.left else f"{step.left}"
    line = f"{players[step.player]} says: “{quote}” That leaves {left} of {step.before}"
    if not step.learned:
        return f"{line}."
    return f"{line}: {', '.join(f'{players[player]} is a {role}' for player, role in step.learned)}."


def _describe_end(deduction: Deduction, case: RoleCase) -> str:
    count = case.left.bit_count()
    if not count:
        return f"Contradiction: {deduction.puzzle.players[deduction.player]} is no {case.role}."
    return f"Nobody contradicts {'this assignment' if count == 1 else f'these {count} assignments'}."


def _describe_conclusion(deduction: Deduction) -> str:
    puzzle, examined = deduction.puzzle, deduction.examined
    if not examined.count:
        return "No assignment of roles fits what is said."
    if examined.count > 1:
        return f"{examined.count} assignments fit what is said: the puzzle has no single solution."
    roles = examined.worlds.assigned(examined.solutions.bit_length() - 1)
    by_role = {
        role: [name for name, assigned_role in zip(puzzle.players, roles, strict=True) if assigned_role == role]
        for role in ROLES
    }
    parts = [
        f"{join_names(names)} {'is a ' + role if len(names) == 1 else 'are ' + PLURALS[role]}"
        for role, names in by_role.items()
        if names
    ]
    return f"So {'; '.join(parts)}."


def _assignments(count: int) -> str:
    return "1 assignment" if count == 1 else f"{count} assignments"
