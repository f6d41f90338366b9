"""Which mutants there are, and a seeded draw of them, stratified by room.

A mutant is ranked by the hash of the seed and of its own content, so that a draw stays the same while others change.
"""

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code

ROOMS = ("engine", "minds", "evidence", "beliefs", "log", "scoring", "judging")
FEWEST_A_ROOM = 10

OPERATORS = re.compile(
    r"""core/(
    ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Div|Div_FloorDiv|Mod_FloorDiv|Pow_Mul
                          |BitOr_BitAnd|BitAnd_BitOr)
    |ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt|Is_IsNot|IsNot_Is)
    |ReplaceUnaryOperator_(USub_UAdd|Delete_Not|Delete_Invert)
    |AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd|ReplaceBreakWithContinue
    |ReplaceContinueWithBreak|ExceptionReplacer|NumberReplacer|RemoveDecorator|ZeroIterationForLoop)$""",
    re.VERBOSE,
)
"""What keeps a type: `a << b` of two floats only crashes, and would make a suite look better than it is."""

OPERAND_END = re.compile(r"[\w\])}\"']\s*$")


@dataclass(frozen=True)
class Mutant:
    """One small fault: where it is, and how Cosmic Ray makes it."""

    room: str
    path: str
    line: int
    function: str
    operator: str
    occurrence: int
    key: str
    """A hash of its content: path, text of the line, column in it, operator."""

    def write(self, source: str) -> str:
        """The source with the fault in it."""
        mutated = mutate_code(source, cosmic_ray.plugins.get_operator(self.operator)(), self.occurrence)
        if mutated is None:
            raise ValueError(f"{self.path}: no occurrence {self.occurrence} of {self.operator}")
        return str(mutated)

    def rank(self, seed: int) -> str:
        """Where it stands in the order of a draw."""
        return hashlib.sha256(f"{seed} {self.key}".encode()).hexdigest()


def list_mutants(root: Path) -> list[Mutant]:
    """Every mutant of the rooms below `root`, in order of path and line."""
    return [mutant for room in ROOMS for mutant in _of_room(root, room)]


def _of_room(root: Path, room: str) -> Iterator[Mutant]:
    ordinals: Counter[str] = Counter()
    for file in sorted((root / "src" / "doxa" / room).rglob("*.py")):
        path = str(file.relative_to(root))
        for operator, occurrence, (line, column), function in _occurrences(file):
            text = _lines(file)[line - 1]
            content = f"{path} {operator} {column - len(text) + len(text.lstrip())} {text.strip()}"
            ordinals[content] += 1
            key = hashlib.sha256(f"{content} {ordinals[content]}".encode()).hexdigest()[:12]
            yield Mutant(room, path, line, function, operator, occurrence, key)


def _occurrences(file: Path) -> Iterator[tuple[str, int, tuple[int, int], str]]:
    """Yield what Cosmic Ray can change in a file: operator, number among its like, line and column, function."""
    nodes = list(ast_nodes(get_ast_from_path(file)))
    for name in filter(OPERATORS.match, cosmic_ray.plugins.operator_names()):
        operator = cosmic_ray.plugins.get_operator(name)()
        positions = ((node, start) for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (node, start) in enumerate(positions):
            if _is_fault(name, start, file):
                yield name, occurrence, start, ASTQuery(node).get_definition_name() or ""


def _is_fault(operator: str, start: tuple[int, int], file: Path) -> bool:
    """Whether it changes what is computed: not a type, and not the mark `*` among parameters or before a dict."""
    line, column = start
    if line in _lines_of_types(file) and "BitOr" in operator:
        return False
    before = _lines(file)[line - 1][:column] or _lines(file)[line - 2]
    return "BinaryOperator" not in operator or bool(OPERAND_END.search(before))


@cache
def _lines(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text().splitlines())


@cache
def _lines_of_types(path: Path) -> frozenset[int]:
    """Lines of annotations, type aliases and everything else outside functions: there `|` joins types."""
    tree = ast.parse(path.read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    bodies = {line for node in functions for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)}
    annotations = [node.annotation for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)]
    marked = {line for note in annotations for line in range(note.lineno, (note.end_lineno or 0) + 1)}
    return frozenset(set(range(1, len(_lines(path)) + 1)) - bodies | marked)


def share_out(total: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """How many of `total` each room gets: in proportion to its mutants by largest remainders, some in any case."""
    exact = {room: Fraction(total * size, sum(sizes.values())) for room, size in sizes.items()}
    least = min(FEWEST_A_ROOM, total // len(sizes))
    small = [room for room in sizes if exact[room] < least]
    if small:
        rest = {room: size for room, size in sizes.items() if room not in small}
        return dict.fromkeys(small, least) | share_out_freely(total - least * len(small), rest)
    return share_out_freely(total, sizes)


def share_out_freely(total: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """Shares of `total` in proportion, by largest remainders."""
    exact = {room: Fraction(total * size, sum(sizes.values())) for room, size in sizes.items()}
    shares = {room: int(share) for room, share in exact.items()}
    by_remainder = sorted(sizes, key=lambda room: (shares[room] - exact[room], room))
    for room in by_remainder[: total - sum(shares.values())]:
        shares[room] += 1
    return shares


def draw(mutants: Sequence[Mutant], total: int, seed: int, root: Path) -> list[Mutant]:
    """Some `total` mutants, stratified by room; one that does not parse or changes nothing is passed over."""
    shares = share_out(total, Counter(mutant.room for mutant in mutants))
    drawn = []
    for room, share in shares.items():
        ranked = sorted((mutant for mutant in mutants if mutant.room == room), key=lambda mutant: mutant.rank(seed))
        changing = (mutant for mutant in ranked if _changes(mutant, (root / mutant.path).read_text()))
        drawn += [mutant for mutant, _ in zip(changing, range(share), strict=False)]
    return drawn


def _changes(mutant: Mutant, source: str) -> bool:
    try:
        return ast.dump(ast.parse(mutant.write(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False
