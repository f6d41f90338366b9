"""Whether a debate adds anything beyond voting: the question of the title, which the text does not test in this way.

Debates are compared with every vote of ``measures.baselines``: of the debate's own proposals, of the same team and of
its strongest model, by complete solution, by player and by stated confidence, at as many calls and at as many tokens;
and of the team with a supervisor, as a debate has one. The verdict names the vote that is right most often.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from doxa.analysis.exhibit import Cell, Exhibit, Table
from doxa.analysis.natures import Effect
from doxa.systems.puzzle.exhibits.captions import OUTCOME, caption, title_exhibit
from doxa.systems.puzzle.exhibits.runs import DebateRun, SoloAnswers, StepCost, SupervisedVote, sittings_of
from doxa.systems.puzzle.exhibits.voting_words import (
    SELECTION,
    Row,
    name_verdict,
    rows_by_size,
    state_verdicts,
    strongest_vote,
)
from doxa.systems.puzzle.measures.accuracy import by_size
from doxa.systems.puzzle.measures.baselines import (
    CountedProposal,
    Gain,
    VotedAnswer,
    best_by_checking,
    gain,
    majority_vote,
    own_vote,
    vote_within,
)
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.measures.votes import RULES, By

INDEPENDENT = Effect(
    what="that answers of one profile to one puzzle share its misreadings and differ in nothing else", nature="assumed"
)
EFFECTS = (*OUTCOME, INDEPENDENT)

Cost = Literal["own", "calls", "tokens"]

Proposals = dict[tuple[int, str], list[CountedProposal]]
"""(players, replicate) → proposals, in the order in which a vote takes them."""


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """One way to vote."""

    of: str
    """Whose proposals are counted."""
    rule: str
    cost: Cost
    supervised: bool
    vote: Callable[[Sitting], VotedAnswer | None]
    """Returns the vote on a sitting's puzzle; None where its run failed, or gave too few proposals."""

    @property
    def name(self) -> str:
        """Return the baseline in words."""
        cost = {"own": "", "calls": ", equal calls", "tokens": ", equal tokens"}[self.cost]
        return f"{self.of}, by {self.rule}{cost}{', with a supervisor' if self.supervised else ''}"


@dataclass(frozen=True, kw_only=True)
class Compared:
    """Debates of one size compared with one baseline."""

    size: int
    baseline: Baseline
    gain: Gain
    """Of the debates as they were held."""
    players: Gain
    """The same by the share of players that is right."""
    alone: Gain
    """Of the debates without the roles that their supervisor decided."""


@dataclass(kw_only=True)
class Ballots:
    """What there is to vote on."""

    debates: Sequence[DebateRun]
    team: Proposals
    strongest: Proposals
    supervised: dict[tuple[int, str], SupervisedVote] = field(default_factory=dict)

    @property
    def tokens(self) -> dict[str, float]:
        """Return sitting → the tokens of its debate, where they were counted."""
        runs = [debate for debate in self.debates if debate.sitting is not None]
        return {debate.sitting.id: debate.tokens for debate in runs if debate.sitting and debate.tokens is not None}


def votes(
    debates: Sequence[DebateRun],
    team: Sequence[SoloAnswers],
    alone: Sequence[SoloAnswers],
    supervised: Sequence[SupervisedVote] = (),
) -> list[Exhibit]:
    """Return a comparison of one configuration's debates with votes on the same puzzles: tables and a verdict.

    Args:
        team: proposals of the same team, as many as cost what the debate cost.
        alone: as many proposals of its strongest model.
        supervised: votes of the team with a supervisor, at the calls of the debate.
    """
    ballots = Ballots(
        debates=debates,
        team=_take_turns(team),
        strongest=_take_turns(alone),
        supervised={(vote.size, str(vote.replicate)): vote for vote in supervised},
    )
    compared = [
        comparison
        for size, sittings in by_size(sittings_of(debates)).items()
        for baseline in baselines(ballots)
        if (comparison := _compare(size, sittings, baseline)) is not None
    ]
    checked = _check_best(ballots)
    sources = tuple(debate.path for debate in debates)
    rows = [(c.size, c.baseline.name, c.baseline.supervised, c.gain, c.alone) for c in compared]
    return [
        _verdicts(rows, debates, sources),
        _accuracies(compared, debates, sources),
        _supervision(compared, debates, sources),
        _checked_table(checked, debates, sources),
        _players(compared, debates, sources),
        _costs(compared, debates, ballots, sources),
        state_verdicts(rows, checked, debates),
    ]


def baselines(ballots: Ballots) -> list[Baseline]:
    """Return every way to vote, those on the debate's own proposals first."""
    ways = [_strict_baseline(), *(_own_baseline(rule) for rule in RULES)]
    pools = (("the team", ballots.team), ("its strongest model", ballots.strongest))
    costs: tuple[Cost, ...] = ("calls", "tokens")
    ways += [
        _pool_baseline(of, pool, rule, cost, ballots.tokens) for cost in costs for of, pool in pools for rule in RULES
    ]
    return [*ways, _supervised_baseline(ballots.supervised)]


def _strict_baseline() -> Baseline:
    return Baseline(
        of="the debate's proposals", rule="strict majority", cost="own", supervised=False, vote=majority_vote
    )


def _own_baseline(rule: By) -> Baseline:
    return Baseline(
        of="the debate's proposals",
        rule=rule,
        cost="own",
        supervised=False,
        vote=lambda sitting: own_vote(sitting, rule),
    )


def _pool_baseline(of: str, pool: Proposals, rule: By, cost: Cost, tokens: dict[str, float]) -> Baseline:
    def vote(sitting: Sitting) -> VotedAnswer | None:
        if cost == "tokens" and sitting.id not in tokens:
            return None
        return vote_within(
            sitting, pool.get(_puzzle(sitting), []), rule, tokens=tokens[sitting.id] if cost == "tokens" else None
        )

    return Baseline(of=of, rule=rule, cost=cost, supervised=False, vote=vote)


def _supervised_baseline(supervised: dict[tuple[int, str], SupervisedVote]) -> Baseline:
    def vote(sitting: Sitting) -> VotedAnswer | None:
        ruled = supervised.get(_puzzle(sitting))
        if ruled is None or ruled.decided is None:
            return None
        return VotedAnswer(sitting=sitting.id, answer=ruled.decided, calls=ruled.calls, tokens=ruled.tokens)

    return Baseline(of="the team", rule="player", cost="calls", supervised=True, vote=vote)


def _puzzle(sitting: Sitting) -> tuple[int, str]:
    size, _, replicate = sitting.id.partition("/")
    return int(size), replicate


def _take_turns(asked: Sequence[SoloAnswers]) -> Proposals:
    """Return puzzle → proposals, the models taking turns."""
    by_puzzle: defaultdict[tuple[int, str], list[SoloAnswers]] = defaultdict(list)
    for respondent in asked:
        by_puzzle[respondent.size, str(respondent.replicate)].append(respondent)
    return {
        puzzle: [proposal for row in zip(*map(_proposals_of, respondents), strict=False) for proposal in row]
        for puzzle, respondents in by_puzzle.items()
    }


def _proposals_of(respondent: SoloAnswers) -> list[CountedProposal]:
    costs = respondent.costs or (StepCost(calls=1, tokens=0.0),) * len(respondent.answers)
    rows = zip(respondent.answers, respondent.confidences, costs, strict=True)
    return [
        CountedProposal(answer=answer, confidence=confidence, calls=cost.calls, tokens=cost.tokens)
        for answer, confidence, cost in rows
    ]


def _compare(size: int, sittings: Sequence[Sitting], baseline: Baseline) -> Compared | None:
    """Return the comparison on the puzzles that have a vote; None where none has."""
    pairs = [(sitting, vote) for sitting in sittings if (vote := baseline.vote(sitting)) is not None]
    if not pairs:
        return None
    debated, voted = [sitting for sitting, _ in pairs], [vote for _, vote in pairs]
    return Compared(
        size=size,
        baseline=baseline,
        gain=gain(debated, voted, baseline.name),
        players=gain(debated, voted, baseline.name, "smooth"),
        alone=gain(debated, voted, baseline.name, supervised=False),
    )


def _check_best(ballots: Ballots) -> list[tuple[int, str, Gain]]:
    """Return (players, whose proposals, comparison) of best of n by checking, at the calls of the debate."""
    rows: list[tuple[int, str, Gain]] = []
    for size, sittings in by_size(sittings_of(ballots.debates)).items():
        for of, pool in (("the team", ballots.team), ("its strongest model", ballots.strongest)):
            pairs = [(s, vote) for s in sittings if (vote := best_by_checking(s, pool.get(_puzzle(s), [])))]
            if pairs:
                debated, voted = [sitting for sitting, _ in pairs], [vote for _, vote in pairs]
                rows.append((size, of, gain(debated, voted, f"best of {of} by checking")))
    return rows


TITLE = "Does debate add anything beyond voting?"

RULES_SAID = (
    "By solution: the complete solution proposed most often (self-consistency; Wang et al. 2023). By player: the role "
    "given most often to each. By confidence: the complete solution with the largest sum of stated confidences. Ties "
    "go to the answer given first. A proposal that lacks a role is no vote for a solution, one without a confidence "
    "has no weight by confidence, and both are paid for. Strict majority: the role of more than half, else no answer. "
    "Equal calls or tokens: as many proposals as cost no more than the debate."
)


def _verdicts(rows: Sequence[Row], debates: Sequence[DebateRun], sources: tuple[str, ...]) -> Table:
    """Return debates less the strongest vote, by size."""
    shows = (
        "Debates as they were held, with their supervisor, less the strongest of all votes without one, by number of "
        f"players; the share of puzzles that is right as a whole. {SELECTION}"
    )
    chosen = [strongest_vote(of_size) for of_size in rows_by_size(rows).values()]
    return Table(
        name="votes-verdict",
        title=title_exhibit(f"{TITLE} The strongest vote", debates),
        caption=caption(shows, debates, EFFECTS),
        columns=("players", "n", "debate", "vote", "difference", "low", "high", "verdict", "strongest vote"),
        rows=tuple(
            (size, g.n, g.debate, g.voted, *_difference(g), name_verdict(g), name) for size, name, _, g, _ in chosen
        ),
        sources=sources,
    )


def _accuracies(compared: Sequence[Compared], debates: Sequence[DebateRun], sources: tuple[str, ...]) -> Table:
    shows = (
        "Share of puzzles that are right as a whole: the debate's decision minus that of a vote, on the same puzzles. "
        f"{RULES_SAID} The debate has its supervisor; of the votes only that which says so. An interval above 0 means "
        "that the debate added something, one below 0 that the vote did better."
    )
    columns = ("players", *_WAYS, "n", "debate", "votes", "difference", "low", "high")
    rows = tuple(
        (c.size, *_way(c.baseline), c.gain.n, c.gain.debate, c.gain.voted, *_difference(c.gain)) for c in compared
    )
    return Table(
        name="votes",
        title=title_exhibit(TITLE, debates),
        caption=caption(shows, debates, EFFECTS),
        columns=columns,
        rows=rows,
        sources=sources,
    )


_WAYS = ("votes of", "counted by", "equal", "supervisor")


def _way(baseline: Baseline) -> tuple[Cell, ...]:
    cost = "" if baseline.cost == "own" else baseline.cost
    return baseline.of, baseline.rule, cost, _said(baseline.supervised)


def _said(supervised: bool) -> str:
    return "yes" if supervised else "no"


def _difference(gain: Gain) -> tuple[Cell, ...]:
    difference = gain.difference
    return (gain.estimate, difference.low, difference.high) if difference else (gain.estimate, None, None)


def _supervision(compared: Sequence[Compared], debates: Sequence[DebateRun], sources: tuple[str, ...]) -> Table:
    """Return the supervisor as a factor: debates with and without, against the team's votes with and without."""
    shows = (
        "The supervisor as a factor, at equal calls: debates with the supervisor and without (players without a "
        "majority then have no answer), against the team's votes: by strict majority of players with a supervisor for "
        "the others, by player, and by solution; the last two need no supervisor."
    )
    chosen = [c for c in compared if c.baseline.of == "the team" and c.baseline.cost == "calls"]
    rows = tuple(
        (c.size, held, c.baseline.rule, _said(c.baseline.supervised), g.n, g.debate, g.voted, *_difference(g))
        for c in chosen
        if c.baseline.rule != "confidence"
        for held, g in (("yes", c.gain), ("no", c.alone))
    )
    columns = ("players", "debate supervised", "votes by", "votes supervised", "n", "debate", "votes", "difference")
    return Table(
        name="votes-supervisor",
        title=title_exhibit("The supervisor as a factor", debates),
        caption=caption(shows, debates, EFFECTS),
        columns=(*columns, "low", "high"),
        rows=rows,
        sources=sources,
    )


def _checked_table(
    checked: Sequence[tuple[int, str, Gain]], debates: Sequence[DebateRun], sources: tuple[str, ...]
) -> Table:
    shows = (
        "Best of n by checking is no vote: of as many proposals as the debate took calls it takes the one that fits "
        "every statement and hint. Whoever can check this way solves the puzzle once any proposal is right. It shows "
        "what a perfect check of the proposals would reach."
    )
    return Table(
        name="votes-checked",
        title=title_exhibit("Best of n by checking against the statements, which is no vote", debates),
        caption=caption(shows, debates, EFFECTS),
        columns=("players", "proposals of", "n", "debate", "best of n", "difference", "low", "high"),
        rows=tuple((size, of, g.n, g.debate, g.voted, *_difference(g)) for size, of, g in checked),
        sources=sources,
    )


def _players(compared: Sequence[Compared], debates: Sequence[DebateRun], sources: tuple[str, ...]) -> Table:
    shows = f"Share of players that are right, otherwise as the table votes. {RULES_SAID}"
    return Table(
        name="votes-players",
        title=title_exhibit(f"{TITLE} By players", debates),
        caption=caption(shows, debates, EFFECTS),
        columns=("players", *_WAYS, "n", "debate", "votes", "difference", "low", "high"),
        rows=tuple(
            (c.size, *_way(c.baseline), c.players.n, c.players.debate, c.players.voted, *_difference(c.players))
            for c in compared
        ),
        sources=sources,
        detail=True,
    )


def _costs(
    compared: Sequence[Compared], debates: Sequence[DebateRun], ballots: Ballots, sources: tuple[str, ...]
) -> Table:
    estimated = any(debate.tokens_estimated for debate in debates)
    shows = "Mean cost of a puzzle: input and output tokens of agents and supervisor, cached ones included." + (
        " Tokens are estimated, four characters of prompts and replies each, since offline none are reported."
        if estimated
        else ""
    )
    by_debates: defaultdict[int, list[float]] = defaultdict(list)
    for debate in debates:
        if debate.tokens is not None:
            by_debates[debate.size].append(debate.tokens)
    tokens = {size: sum(counted) / len(counted) for size, counted in by_debates.items()}
    rows = tuple(
        (
            c.size,
            *_way(c.baseline),
            c.gain.debate_calls,
            c.gain.voted_calls,
            tokens.get(c.size),
            c.gain.voted_tokens,
        )
        for c in compared
    )
    return Table(
        name="votes-costs",
        title=title_exhibit("What debates and votes cost", debates),
        caption=caption(shows, debates, EFFECTS, intervals=""),
        columns=("players", *_WAYS, "calls of the debate", "calls of the vote", "tokens of the debate", "of the vote"),
        rows=rows,
        sources=sources,
        detail=True,
    )
