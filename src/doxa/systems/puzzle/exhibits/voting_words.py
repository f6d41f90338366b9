"""The verdict on debates and votes in words: by size, against the vote that is right most often, with its interval."""

from collections import defaultdict
from collections.abc import Sequence

from doxa.analysis.exhibit import Prose
from doxa.systems.puzzle.exhibits.runs import DebateRun
from doxa.systems.puzzle.measures.baselines import Gain

Row = tuple[int, str, bool, Gain, Gain]
"""(players, name of the vote, whether it has a supervisor, against debates as held, against debates without one)."""

SELECTION = (
    "The strongest vote is chosen on the puzzles on which it is compared, which favours votes a little; the intervals "
    "resample puzzles and do not contain this choice."
)


def state_verdicts(
    rows: Sequence[Row], checked: Sequence[tuple[int, str, Gain]], debates: Sequence[DebateRun]
) -> Prose:
    """Return the answer to the question of the title: a paragraph for each size, and what to keep in mind."""
    paragraphs = [_state_verdict(size, of_size, checked) for size, of_size in rows_by_size(rows).items()]
    if not paragraphs:
        paragraphs = ["Not known: there are no debates with votes on the same puzzles."]
    else:
        paragraphs.append(SELECTION)
    if any(debate.simulated or debate.partly_simulated for debate in debates):
        paragraphs.append("The agents here are declared reasoners; an answer about language models needs models.")
    return Prose(name="votes-answer", title="Does debate add anything beyond voting?", paragraphs=tuple(paragraphs))


def strongest_vote(rows: Sequence[Row]) -> Row:
    """Return the row of the vote without a supervisor that is right most often; of equal ones the first."""
    return max((row for row in rows if not row[2]), key=lambda row: row[3].voted)


def rows_by_size(rows: Sequence[Row]) -> dict[int, list[Row]]:
    """Return number of players → rows."""
    by_size: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_size[row[0]].append(row)
    return dict(by_size)


def name_verdict(gain: Gain) -> str:
    """Return what an interval says: who did better, or that the difference is not clear."""
    difference = gain.difference
    if difference is None:
        return "one puzzle: no interval"
    if difference.low > 0:
        return "the debate did better"
    return "the vote did better" if difference.high < 0 else "no clear difference"


def _state_verdict(size: int, rows: Sequence[Row], checked: Sequence[tuple[int, str, Gain]]) -> str:
    _, name, _, against, alone = strongest_vote(rows)
    sentences = [
        f"{size} players, {against.n} puzzles: the strongest vote is that of {name}, right on {against.voted:.2f}. "
        f"The debate is right on {against.debate:.2f}, less that vote {_state_interval(against)}.",
        f"Without its supervisor the debate is right on {alone.debate:.2f}, less that vote {_state_interval(alone)}.",
    ]
    for _, supervised_name, supervised, held, _ in rows:
        if supervised:
            sentences.append(
                f"The vote of {supervised_name}, is right on {held.voted:.2f}; the debate less it "
                f"{_state_interval(held)}."
            )
    best = [f"{of} {g.voted:.2f}" for other, of, g in checked if other == size]
    if best:
        sentences.append(f"Best of n by checking, which is no vote: {', '.join(best)}.")
    return " ".join(sentences)


def _state_interval(gain: Gain) -> str:
    """Return a difference with its interval, and what it says."""
    difference = gain.difference
    if difference is None:
        return f"{_signed(gain.estimate)} ({name_verdict(gain)})"
    ends = f"[{_signed(difference.low)}, {_signed(difference.high)}]"
    return f"{_signed(difference.estimate)} {ends}: {name_verdict(gain)}"


def _signed(number: float) -> str:
    return f"{round(number, 2) + 0.0:+.2f}".replace("-", "−")
