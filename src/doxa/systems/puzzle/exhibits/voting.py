"""Whether a debate adds anything beyond voting: the question of the title, which the text does not put to this test."""

from collections import defaultdict
from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Prose, Table
from doxa.analysis.natures import Effect
from doxa.systems.puzzle.exhibits.captions import HARDER, MODELS, STRENGTH, TEAMS, YIELDING, caption, titled
from doxa.systems.puzzle.exhibits.runs import Asked, Debate, sittings_of
from doxa.systems.puzzle.measures.accuracy import by_size
from doxa.systems.puzzle.measures.baselines import Gain, Voted, gain, majority_vote, self_consistency
from doxa.systems.puzzle.measures.sittings import Answer, Sitting

INDEPENDENT = Effect(
    what="that answers of one profile to one puzzle share its misreadings and differ in nothing else", nature="assumed"
)
EFFECTS = (HARDER, TEAMS, STRENGTH, YIELDING, INDEPENDENT, MODELS)

PLAIN, TEAM, ONE = "majority of the proposals", "team's votes, equal cost", "self-consistency, equal cost"


def votes(debates: Sequence[Debate], team: Sequence[Asked], alone: Sequence[Asked]) -> list[Exhibit]:
    """Return debates of one configuration against votes on the same puzzles.

    Args:
        team: proposals of the same team, as many as the debate's calls.
        alone: proposals of its strongest model, as many.
    """
    together, single = _answers(team), _answers(alone)
    gains = [
        (size, one)
        for size, found in by_size(sittings_of(debates)).items()
        for one in _gains(size, found, together, single)
    ]
    shows = (
        "The decision of the debate less that of votes without a debate, on the same puzzles. Majority: of the "
        "debate's own proposals, one call an agent. Equal cost: as many proposals as the debate took calls, by the "
        "team or by its strongest model, most votes for each player. Nobody supervises a vote. An interval above 0 "
        "says that the debate added something, one below 0 that votes did better."
    )
    columns = (
        "players",
        "against",
        "measure",
        "n",
        "debate",
        "votes",
        "difference",
        "low",
        "high",
        "calls",
        "calls of votes",
    )
    table = Table(
        name="votes",
        title=titled("Does debate add anything beyond voting?", debates),
        caption=caption(shows, debates, EFFECTS),
        columns=columns,
        rows=tuple(_row(size, one) for size, one in gains),
        sources=tuple(one.path for one in debates),
    )
    return [table, _answer(gains, debates)]


def _gains(
    size: int,
    sittings: Sequence[Sitting],
    team: dict[tuple[int, str], list[Answer]],
    alone: dict[tuple[int, str], list[Answer]],
) -> list[Gain]:
    found: list[Gain] = []
    for name, samples in ((PLAIN, None), (TEAM, team), (ONE, alone)):
        pairs = [(one, _voted(one, samples)) for one in sittings]
        kept = [(one, vote) for one, vote in pairs if vote is not None]
        if kept:
            both = ([one for one, _ in kept], [vote for _, vote in kept])
            found += [gain(*both, name, "strict"), gain(*both, name, "smooth")]
    return found


def _voted(sitting: Sitting, samples: dict[tuple[int, str], list[Answer]] | None) -> Voted | None:
    """Return the vote on a sitting's puzzle; None where its run failed."""
    if samples is None:
        return majority_vote(sitting)
    size, _, replicate = sitting.id.partition("/")
    answers = samples.get((int(size), replicate), [])
    return self_consistency(sitting, answers) if len(answers) >= sitting.calls else None


def _answers(asked: Sequence[Asked]) -> dict[tuple[int, str], list[Answer]]:
    """Return the proposals on each puzzle, one of each model in turn."""
    by_puzzle: defaultdict[tuple[int, str], list[Asked]] = defaultdict(list)
    for one in asked:
        by_puzzle[one.size, str(one.replicate)].append(one)
    return {
        puzzle: [answer for row in zip(*(one.answers for one in found), strict=False) for answer in row]
        for puzzle, found in by_puzzle.items()
    }


def _row(size: int, one: Gain) -> tuple[Cell, ...]:
    apart = one.difference
    estimate, low, high = (apart.estimate, apart.low, apart.high) if apart else (one.debate - one.voted, None, None)
    costs = (one.debate_calls, one.voted_calls)
    return (size, one.baseline, one.measure, one.n, one.debate, one.voted, estimate, low, high, *costs)


def _answer(gains: Sequence[tuple[int, Gain]], debates: Sequence[Debate]) -> Prose:
    """Answer the question of the title, a sentence a baseline."""
    told = []
    for name in (PLAIN, TEAM, ONE):
        mine = [
            (size, one) for size, one in gains if one.baseline == name and one.measure == "strict" and one.difference
        ]
        words = "; ".join(f"{size} players {_said(one)}" for size, one in mine)
        told.append(f"Against the {name}: {words or 'not known'}.")
    ours = (
        "These are declared reasoners; the question about language models needs models."
        if any(one.simulated for one in debates)
        else ""
    )
    return Prose(
        name="votes-answer",
        title="Does debate add anything beyond voting?",
        paragraphs=(*told, *([ours] if ours else [])),
    )


def _said(one: Gain) -> str:
    apart = one.difference
    assert apart is not None
    word = "more" if apart.low > 0 else "less" if apart.high < 0 else "no clear difference"
    return f"{word} ({apart.estimate:+.2f} of puzzles, {apart.low:+.2f} to {apart.high:+.2f})"
