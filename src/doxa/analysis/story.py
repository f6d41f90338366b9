"""The headline of an agent and the story of a run, one sentence each: who gave way and who did not, and why.

Everything in it follows from the numbers of the view. With ``MOVED`` = 0.05: an agent *stayed* if its stance ended
within 0.05 of where it began; it *changed sides* if it began on one side of zero and ended on the other, both 0.05 or
more away; it *gave way* if it ended nearer to where the others began on average, and *went further* if it ended further
from there. The turning point is the largest step, in its direction, of the agent that moved furthest; for one that
changed sides, the step across zero.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from doxa.analysis.bars import SETTINGS, Bar
from doxa.analysis.causes import Causes, cite
from doxa.analysis.exhaustion import first_without_news
from doxa.analysis.ledger import LedgerRow
from doxa.analysis.view import MoveView, RunView
from doxa.records.base import group_by
from doxa.records.cells import join_names, signed

if TYPE_CHECKING:
    from doxa.analysis.explain import MoveRow


MOVED = 0.05
"""A stance counts as moved when it ends further than this from where it began."""

UNDECIDED = 0.05
"""An agent whose stance is nearer to zero than this has no side."""

UNCOUNTED: Mapping[str, str] = {
    "duplicate": "it was close to an argument that counted already",
    "repeated": "it was close to an argument that counted already",
    "unclear": "its direction was unclear",
    "unscored": "nobody scored its strength",
}
"""Why a record did not count → in words."""


def write_headline(
    causes: Causes,
    start: float | None,
    now: float | None,
    moves: "tuple[MoveRow, ...]",
    ledger: tuple[LedgerRow, ...],
) -> str:
    """Return a sentence on an agent's movement, its largest cause and the strongest argument against its side."""
    name = causes.name
    if start is None or now is None:
        return f"{name} exposes no stance of its own."
    has_moved = abs(now - start) > MOVED
    went = _went(name, start, now)
    if any(item.origin == "self_report" for move in moves for item in move.items):
        return f"{went} by its own report; no argument can be named for it."
    parts = {source: part for source, part in moved_by(moves).items() if part}
    opposing = _strongest_opposing(causes, start, moves, ledger)
    if not parts and moves and start != now:
        return f"{went}; its belief rule does not say what moved it."
    if not parts and not opposing:
        return f"{went}; no argument that it met moved it." if moves else f"{went}; it met no argument."
    if not has_moved and opposing:
        return f"{went}; {opposing[1]}."
    if not parts:
        return f"{went}; {opposing[1]}." if opposing else f"{went}."
    toward = [source for source, part in parts.items() if (part < 0) == (now < start)] or list(parts)
    most = max(toward, key=lambda source: abs(parts[source]))
    cause = f"{went}; what moved it most, by {signed(parts[most], 3)}, was {causes.describe(most)}"
    if replaced := causes.describe_replaced(bar for move in moves for bar in move.bars if bar.replaced_by == most):
        cause += f": it took the place of {replaced}"
    names_opposing = causes.is_by_others(most) and parts[most] * _side_of(start) < 0 and not replaced
    return f"{cause}; {opposing[1]}." if opposing and opposing[0] != most and not names_opposing else f"{cause}."


def moved_by(moves: "Iterable[MoveRow]") -> dict[str, float]:
    """Return source → how far it moved the stance over a run; the parts add up to the whole movement."""
    total: dict[str, float] = defaultdict(float)
    for move in moves:
        for claim, part in (move.moved | ({SETTINGS: move.change} if move.amended else {})).items():
            total[claim] += part
    return dict(total)


def net_parts(bars: Iterable[Bar]) -> dict[str, float]:
    """Return source → its part of a move, with what was lost by the records that it replaced."""
    parts: dict[str, float] = defaultdict(float)
    for bar in bars:
        if bar.kind not in ("rest", "settings"):
            parts[bar.replaced_by or bar.source] += bar.part
    return dict(parts)


def _strongest_opposing(
    causes: Causes, start: float, moves: "tuple[MoveRow, ...]", ledger: tuple[LedgerRow, ...]
) -> tuple[str, str] | None:
    """Return the strongest thing against an agent's side that it heard from others, and a clause on it."""
    side = _side_of(start)
    effects: dict[str, float] = defaultdict(float)
    for bar in (bar for move in moves for bar in move.bars if bar.kind == "added" and causes.is_by_others(bar.source)):
        effects[bar.source] += bar.part
    against = {source: part for source, part in effects.items() if part * side < 0}
    lead = "the strongest argument against its side that it heard was"
    if against:
        most = max(against, key=lambda source: abs(against[source]))
        return most, f"{lead} {causes.describe_opposing(most)} ({signed(against[most], 3)})"
    heard = [row for row in ledger if row.origin == "peer" and row.polarity * side < 0 and not row.active]
    if not heard:
        return None
    row = max(heard, key=lambda heard_row: heard_row.strength or 0.0)
    why = f": {UNCOUNTED[row.reason]}" if row.reason in UNCOUNTED else ""
    return row.claim, f"{lead} {causes.describe_opposing(row.claim)}, which did not count{why}"


def _side_of(start: float) -> int:
    """Return the side on which an agent began; 0 for one that began undecided."""
    return 0 if abs(start) < UNDECIDED else 1 if start > 0 else -1


def _went(name: str, start: float, now: float) -> str:
    if start == now:
        return f"{name} stayed at {signed(now)}"
    if abs(now - start) > MOVED:
        return f"{name} went from {signed(start)} to {signed(now)}"
    return f"{name} stayed near where it began ({signed(start, 3)} to {signed(now, 3)})"


Course = Literal["gave way", "changed sides", "went further", "moved", "came back", "stayed"]

LEANING, FIRM = 0.35, 0.75
"""Sizes of S from which a stance is called a side, and a firm side; from UNDECIDED on it is a leaning."""

ORDER: tuple[Course, ...] = ("changed sides", "gave way", "went further", "moved", "came back", "stayed")
MANY: Mapping[Course, str] = {
    "changed sides": "changed sides",
    "gave way": "gave way",
    "went further": "went further to their own side",
    "moved": "moved towards “{side}”",
    "came back": "ended where they began",
    "stayed": f"did not move by more than {MOVED:g}",
}
"""Course → what several agents did."""

ALONE: Mapping[Course, str] = {
    "stayed": "did not move",
    "came back": "ended where it began",
    "changed sides": "changed sides",
}
"""Course that needs neither size nor side → what one agent did."""

LITTLE, MUCH = 0.15, 0.5
"""Below LITTLE a move is called little, from MUCH on a long way."""


@dataclass(frozen=True, kw_only=True)
class StancePath:
    """Where one agent's stance began, went and ended."""

    agent: str
    name: str
    start: float
    end: float
    furthest: float
    """The stance furthest from the start."""
    course: Course

    @property
    def change(self) -> float:
        return (self.furthest if self.course == "came back" else self.end) - self.start


def tell_story(view: RunView) -> str:
    """Return the story of a run's stances in one sentence; of a run without stances, what was said."""
    paths = stance_paths(view)
    if not view.turns and view.status != "finished" and not any(move.bars for move in view.moves):
        return "Nothing has been said yet: this run has not ended, and nobody has moved."
    story = _tell_paths(view, paths) + _tell_exhaustion(view) if paths else _tell_turns(view)
    if view.status == "finished":
        return story
    lead = f"So far, up to {view.batches[-1]} of a run that has not ended, " if view.batches else "So far, "
    is_word = story.split(" ", 1)[0] in ("Nobody", "Of", "Nobody's")
    return lead + (story[0].lower() + story[1:] if is_word else story)


def _tell_exhaustion(view: RunView) -> str:
    """Return a sentence on last rounds without an argument that counted, which look like agreement; '' for few."""
    counted = (move.batch for move in view.moves if any(bar.kind == "added" for bar in move.bars))
    first = first_without_news(view.batches, counted)
    return f" From round {first} on no new argument counted for anybody." if first else ""


def stance_paths(view: RunView) -> tuple[StancePath, ...]:
    """Return the path of every agent that shows a stance at the start and at the end."""
    names = {agent.id: agent.name for agent in view.agents}
    curves = {
        agent: [point.stance for point in points if point.stance is not None]
        for agent, points in view.curves.items()
        if points and points[0].stance is not None and points[-1].stance is not None
    }
    starts = {agent: stances[0] for agent, stances in curves.items()}
    return tuple(_path(agent, names.get(agent, agent), stances, starts) for agent, stances in curves.items())


def describe_stance(stance: float) -> str:
    """Return a stance in plain words: "firmly for", "leaning against", "undecided"."""
    side = "for" if stance > 0 else "against"
    if abs(stance) < UNDECIDED:
        return "undecided"
    if abs(stance) < LEANING:
        return f"leaning {side}"
    return f"firmly {side}" if abs(stance) >= FIRM else side


def describe_move(start: float, end: float) -> str:
    """Return two stances in words and numbers: "from for (+0.62) to leaning for (+0.20)"."""
    before, after = describe_stance(start), describe_stance(end)
    if before == after:
        return f"from {signed(start)} to {signed(end)}, still {after}"
    return f"from {before} ({signed(start)}) to {after} ({signed(end)})"


def _path(agent: str, name: str, stances: list[float], starts: Mapping[str, float]) -> StancePath:
    start, end = stances[0], stances[-1]
    furthest = max(stances, key=lambda stance: abs(stance - start))
    others = [stance for other, stance in starts.items() if other != agent]
    course = _course(start, end, furthest, sum(others) / len(others) - start if others else 0.0)
    return StancePath(agent=agent, name=name, start=start, end=end, furthest=furthest, course=course)


def _course(start: float, end: float, furthest: float, gap: float) -> Course:
    change = end - start
    if abs(change) <= MOVED:
        return "came back" if abs(furthest - start) > 2 * MOVED else "stayed"
    if start * end < 0 and min(abs(start), abs(end)) >= UNDECIDED:
        return "changed sides"
    if abs(gap) <= MOVED:
        return "moved"
    return "gave way" if gap * change > 0 else "went further"


def _tell_paths(view: RunView, paths: tuple[StancePath, ...]) -> str:
    movers = [path for path in paths if path.course != "stayed"]
    if not movers:
        return _tell_stillness(view, paths)
    tell = {1: _tell_one, 2: _tell_pair}.get(len(paths), _tell_many)
    return f"{tell(paths)}; {_tell_turning(view, max(movers, key=_rank))}."


def _tell_pair(paths: Sequence[StancePath]) -> str:
    first, second = paths
    both = f"{first.name} and {second.name}"
    courses = {first.course, second.course}
    ends = f"{first.name} {_describe_course(first)} and {second.name} {_describe_course(second)}"
    if courses == {"gave way"}:
        small = all(abs(path.change) < LITTLE for path in paths)
        return f"{both} both gave way{' a little' if small else ''}: {ends}"
    if courses == {"changed sides"}:
        return f"{both} both changed sides: {ends}"
    if courses == {"went further"} and first.change * second.change < 0:
        return f"{both} moved apart: {ends}"
    moved, other = (first, second) if _rank(first) >= _rank(second) else (second, first)
    did_not = other.course == "stayed" and moved.course in ("gave way", "changed sides")
    verbs = f"{moved.name} {_did(moved)} and {other.name} {'did not' if did_not else _did(other)}"
    return f"{verbs}: {moved.name} {_describe_course(moved)}, while {other.name} {_describe_course(other)}"


def _tell_one(paths: Sequence[StancePath]) -> str:
    (path,) = paths
    return f"{path.name}, the only one whose stance was followed, {_did(path)}: it {_describe_course(path)}"


def _tell_many(paths: Sequence[StancePath]) -> str:
    """Return how many agents gave way, changed sides, moved otherwise and stayed, with names."""
    groups = group_by(
        sorted(paths, key=lambda path: ORDER.index(path.course)),
        lambda path: MANY[path.course].format(side="for" if path.change > 0 else "against"),
    )
    counts = [
        f"{'all' if len(group) == len(paths) else len(group)} {words} ({join_names([path.name for path in group])})"
        for words, group in groups.items()
    ]
    none = "" if any(path.course in ("gave way", "changed sides") for path in paths) else ", and none gave way"
    main = max((path for path in paths if path.course != "stayed"), key=_rank)
    listed = join_names(counts, most=len(counts))
    return f"Of {len(paths)} agents, {listed}{none}; {main.name} moved furthest and {_describe_course(main)}"


def _tell_stillness(view: RunView, paths: Sequence[StancePath]) -> str:
    stays = join_names([f"{path.name} stayed {describe_stance(path.end)} ({signed(path.end)})" for path in paths], 4)
    met_peers = any(row.origin == "peer" for rows in view.memory.values() for row in rows)
    if not (met_peers or any(move.bars for move in view.moves)):
        return f"Nobody moved, and nobody heard an argument that could count: {stays}."
    why = _strongest_of_all(view, paths) or "nothing that they heard counted against their sides"
    return f"Nobody moved by more than {MOVED:g}: {stays}; {why}."


def _strongest_of_all(view: RunView, paths: Sequence[StancePath]) -> str:
    """Return a clause on the heard argument that counted most against a listener's side."""
    sides = {path.agent: (path.start or path.end) for path in paths}
    names = {path.agent: path.name for path in paths}
    against = [
        (bar, move)
        for move in view.moves
        for bar in move.bars
        if bar.kind == "added" and bar.by not in ("", names.get(move.agent)) and bar.part * sides.get(move.agent, 0) < 0
    ]
    if not against:
        return ""
    bar, move = max(against, key=lambda bar_move: abs(bar_move[0].part))
    return (
        f"the strongest argument that anybody heard against its side was {bar.by}'s "
        f"{_cite_source(view, move, bar.source)} in {view.batches[move.batch]}, and it moved "
        f"{names[move.agent]} by only {signed(bar.part, 3)}"
    )


def _tell_turning(view: RunView, path: StancePath) -> str:
    """Return a clause on the turning point of an agent, and why it moved there."""
    step = _turning_step(view, path)
    if step is None:
        return "no single step shows why"
    moved = f"{path.name} {signed(step.before or 0.0)} to {signed(step.after or 0.0)}"
    return f"the turning point was {view.batches[step.batch]}, {_why(view, step, path)} ({moved})"


def _turning_step(view: RunView, path: StancePath) -> MoveView | None:
    """Return the step in which an agent changed sides, else its largest one in its direction; None without any."""
    moves = [move for move in view.moves if move.agent == path.agent and move.before is not None]
    place = _turning_place(path, [(move.before or 0.0, move.after or 0.0) for move in moves])
    return None if place is None else moves[place]


def _turning_place(path: StancePath, steps: Sequence[tuple[float, float]]) -> int | None:
    """Return which of the steps of a path (before, after) is its turning point; None where none is in its direction."""
    towards = [place for place, (before, after) in enumerate(steps) if (after - before) * path.change > 0]
    across = [place for place in towards if steps[place][0] * path.end < 0 <= steps[place][1] * path.end]
    if path.course == "changed sides" and across:
        return across[-1]
    return max(towards, key=lambda place: abs(steps[place][1] - steps[place][0]), default=None)


def turning_batch(view: RunView) -> int | None:
    """Return the batch of the turning point that the story names; None where it names none."""
    movers = [path for path in stance_paths(view) if path.course != "stayed"]
    if not movers:
        return None
    path = max(movers, key=_rank)
    points = [point for point in view.curves[path.agent] if point.stance is not None]
    place = _turning_place(path, [(before.stance or 0.0, after.stance or 0.0) for before, after in pairwise(points)])
    return None if place is None else points[place + 1].batch


def _why(view: RunView, move: MoveView, path: StancePath) -> str:
    """Return why an agent moved in one step: the source with the largest net part in its direction."""
    if any(bar.kind == "report" for bar in move.bars):
        return f"when {path.name} reported another stance, for which no argument can be named"
    if move.amended:
        return "when its settings were changed"
    parts = {source: part for source, part in net_parts(move.bars).items() if part * path.change > 0}
    if not parts:
        return "where its belief rule does not say what moved it"
    main = max(parts, key=lambda source: abs(parts[source]))
    lost = [bar for bar in move.bars if bar.replaced_by == main and bar.part * path.change > 0]
    said = f"when {_said(move, main, path)} {_cite_source(view, move, main)}".rstrip()
    if not lost:
        return said
    first = max(lost, key=lambda bar: abs(bar.part))
    whose = f"{path.name}'s own" if first.by in ("", path.name) else f"{first.by}'s"
    weight = "weightier" if first.weightier else "lighter"
    return f"{said}, which took the place of {whose}, {weight} reason {_cite_source(view, move, first.source)}"


def _said(move: MoveView, source: str, path: StancePath) -> str:
    bar = next((bar for bar in move.bars if bar.source == source), None)
    if bar is None or not bar.by:
        return f"it met {bar.label}" if bar else "it took in"
    if bar.by == path.name:
        return f"{path.name} itself said"
    return f"{bar.by} {'granted' if bar.concedes else 'argued'}"


def _tell_turns(view: RunView) -> str:
    """Return what can be told of a run in which nobody's stance was followed."""
    speakers = [turn.speaker for turn in view.turns if turn.status == "ok"]
    if not speakers:
        return "Nobody's stance was followed in this run, so nobody can be said to have given way."
    names = {agent.id: agent.name for agent in view.agents}
    who = join_names([names.get(speaker, speaker) for speaker in dict.fromkeys(speakers)], 4)
    times = f"{len(speakers)} time{'s' if len(speakers) != 1 else ''}"
    return f"{who} spoke {times}; nobody's stance was followed, so nobody can be said to have given way."


def _did(path: StancePath) -> str:
    side = "for" if path.change > 0 else "against"
    if path.course == "gave way":
        size = abs(path.change)
        return f"gave way{' a little' if size < LITTLE else ' a long way' if size >= MUCH else ''}"
    if path.course == "went further" and path.start * path.change >= 0:
        return f"went further {side}"
    return ALONE.get(path.course, f"moved towards “{side}”")


def _describe_course(path: StancePath) -> str:
    """Return where a stance began and ended, in words and numbers."""
    if path.course == "came back":
        return f"went from {signed(path.start)} to {signed(path.furthest)} and back to {signed(path.end)}"
    if path.course == "stayed":
        return f"stayed {describe_stance(path.end)} ({signed(path.start)} to {signed(path.end)})"
    return f"went {describe_move(path.start, path.end)}"


def _rank(path: StancePath) -> tuple[bool, bool, float]:
    return path.course == "changed sides", path.course in ("gave way", "changed sides"), abs(path.change)


def _cite_source(view: RunView, move: MoveView, source: str) -> str:
    """Return the words of a source of a move, in quotation marks where somebody said them; '' where it has none."""
    text = next((item.text for item in move.items if item.claim == source), "")
    paraphrases = {claim.id for turn in view.turns for claim in turn.claims if claim.start is None}
    return cite(text, is_said=source not in paraphrases) if text else ""


def _step(move: MoveView) -> float:
    return (move.after or 0.0) - (move.before or 0.0)
