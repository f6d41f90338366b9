"""Whether a debate adds anything beyond voting: the question of the title, which the text does not test in this way.

Debates are compared with every vote of ``measures.baselines``: of the debate's own proposals, of the same team and of
its strongest model, by complete solution, by player and by stated confidence, at as many calls and at as many tokens;
and of the team with a supervisor, as a debate has one. The verdict names the vote that is right most often.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Literal

from doxa.analysis.exhibit import Cell, Exhibit, Prose, Table
from doxa.records.base import group_by
from doxa.records.cells import write_cell
from doxa.scoring.bootstrap import estimate_of
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import WORDS, offline_roles, tabulate
from doxa.systems.puzzle.exhibits.runs import DebateRun, HeldDebates, HeldVotes, SoloAnswers, sittings_of
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
from doxa.systems.puzzle.measures.sittings import RULES, Sitting, by_size

Cost = Literal["", "calls", "tokens"]

Proposals = dict[str, list[CountedProposal]]
"""Sitting → proposals on its puzzle, in the order in which a vote takes them."""

Votes = Sequence[VotedAnswer | None]
"""One vote for each of some sittings; None where its run failed, or gave too few proposals."""


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """One way to vote."""

    of: str
    """Whose proposals are counted."""
    rule: str
    cost: Cost = ""
    """What it has as much of as the debate; empty for votes on the debate's own proposals."""
    supervised: bool = False

    @property
    def name(self) -> str:
        """Return the baseline in words."""
        cost = f", equal {self.cost}" if self.cost else ""
        return f"{self.of}, by {self.rule}{cost}{', with a supervisor' if self.supervised else ''}"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return whose proposals are counted, the rule, the cost and whether a supervisor decides."""
        return self.of, self.rule, self.cost, _yes(self.supervised)


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


def tabulate_votes(held: HeldDebates, votes: HeldVotes) -> list[Exhibit]:
    """Return a comparison of the anchor's debates with votes on the same puzzles: tables and a verdict."""
    debates = held.anchor
    pools = {"the team": _take_turns(votes.team), "its strongest model": _take_turns(votes.strongest)}
    supervised = {vote.sitting: vote for vote in votes.supervised}
    tokens = {run.sitting.id: run.cost.tokens for run in debates if run.sitting is not None and run.cost is not None}
    compared: list[Compared] = []
    checked: list[Compared] = []
    for size, sittings in by_size(sittings_of(debates)).items():
        for baseline, voted in list_ways(sittings, pools, tokens, supervised):
            compared += _compare(size, baseline, sittings, voted)
        for of, pool in pools.items():
            best = [best_by_checking(sitting, pool.get(sitting.id, [])) for sitting in sittings]
            checked += _compare(size, Baseline(of=of, rule="checking"), sittings, best)
    return [
        _tabulate_verdicts(compared, debates),
        tabulate("votes", debates, [(c.size, *c.baseline.cells, *_gain_cells(c.gain)) for c in compared]),
        _tabulate_supervision(compared, debates),
        tabulate("votes-checked", debates, [(c.size, c.baseline.of, *_gain_cells(c.gain)) for c in checked]),
        tabulate("votes-players", debates, [(c.size, *c.baseline.cells, *_gain_cells(c.players)) for c in compared]),
        _tabulate_costs(compared, debates),
        state_verdicts(compared, checked, debates),
    ]


def list_ways(
    sittings: Sequence[Sitting],
    pools: Mapping[str, Proposals],
    tokens: Mapping[str, float],
    supervised: Mapping[str, VotedAnswer],
) -> Iterator[tuple[Baseline, Votes]]:
    """Yield every way to vote on the debates' own proposals, or on some made without a debate at the same cost.

    Args:
        pools: whose → proposals.
        tokens: sitting → the tokens of its debate, where they were counted.
        supervised: sitting → the vote of the team with a supervisor.
    """
    own = "the debate's proposals"
    yield Baseline(of=own, rule="strict majority"), [majority_vote(sitting) for sitting in sittings]
    for rule in RULES:
        yield Baseline(of=own, rule=rule), [own_vote(sitting, rule) for sitting in sittings]
    costs: tuple[Cost, ...] = ("calls", "tokens")
    for cost, (of, pool), rule in product(costs, pools.items(), RULES):
        limits = [tokens.get(sitting.id) if cost == "tokens" else sitting.calls for sitting in sittings]
        yield (
            Baseline(of=of, rule=rule, cost=cost),
            [
                vote_within(sitting, pool.get(sitting.id, []), rule, limit, by_tokens=cost == "tokens")
                for sitting, limit in zip(sittings, limits, strict=True)
            ],
        )
    ruled = Baseline(of="the team", rule="player", cost="calls", supervised=True)
    yield ruled, [supervised.get(sitting.id) for sitting in sittings]


def _take_turns(asked: Sequence[SoloAnswers]) -> Proposals:
    """Return puzzle → proposals, the models taking turns."""
    return {
        puzzle: list(chain.from_iterable(zip(*(each.proposals for each in respondents), strict=False)))
        for puzzle, respondents in group_by(asked, lambda answers: answers.puzzle).items()
    }


def _compare(size: int, baseline: Baseline, sittings: Sequence[Sitting], voted: Votes) -> list[Compared]:
    """Return the comparison on the puzzles that have a vote; none where none has."""
    pairs = [(sitting, vote) for sitting, vote in zip(sittings, voted, strict=True) if vote is not None]
    if not pairs:
        return []
    debated, votes = zip(*pairs, strict=True)
    held, players = gain(debated, votes), gain(debated, votes, "smooth")
    return [
        Compared(size=size, baseline=baseline, gain=held, players=players, alone=gain(debated, votes, supervised=False))
    ]


def _tabulate_verdicts(compared: Sequence[Compared], debates: Sequence[DebateRun]) -> Table:
    """Return debates less the strongest vote, by size."""
    strongest = [strongest_vote(of_size) for of_size in group_by(compared, lambda c: c.size).values()]
    rows = [(c.size, *_gain_cells(c.gain), name_verdict(c.gain), c.baseline.name) for c in strongest]
    return tabulate("votes-verdict", debates, rows)


def _tabulate_supervision(compared: Sequence[Compared], debates: Sequence[DebateRun]) -> Table:
    """Return the supervisor as a factor: debates with and without, against the team's votes with and without."""
    rows = [
        (c.size, supervised, c.baseline.rule, _yes(c.baseline.supervised), *_gain_cells(held))
        for c in compared
        if c.baseline.of == "the team" and c.baseline.cost == "calls" and c.baseline.rule != "confidence"
        for supervised, held in (("yes", c.gain), ("no", c.alone))
    ]
    return tabulate("votes-supervisor", debates, rows)


def _tabulate_costs(compared: Sequence[Compared], debates: Sequence[DebateRun]) -> Table:
    counted = group_by([(run.size, run.cost.tokens) for run in debates if run.cost is not None], lambda cost: cost[0])
    tokens = {size: mean([spent for _, spent in of_size]) for size, of_size in counted.items()}
    rows = [
        (
            *(c.size, *c.baseline.cells),
            *(c.gain.debate_calls, c.gain.voted_calls, tokens.get(c.size), c.gain.voted_tokens),
        )
        for c in compared
    ]
    estimated = (
        " Tokens are estimated, four characters of prompts and replies each, since offline none are reported."
        if any(debate.cost and debate.cost.estimated for debate in debates)
        else ""
    )
    return tabulate("votes-costs", debates, rows, estimated=estimated)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _gain_cells(gain: Gain) -> tuple[Cell, ...]:
    return gain.n, gain.debate, gain.voted, estimate_of(gain.estimate, gain.difference)


SELECTION = (
    "The strongest vote is chosen on the puzzles on which it is compared, which favours votes a little; the intervals "
    "resample puzzles and do not contain this choice."
)


def state_verdicts(compared: Sequence[Compared], checked: Sequence[Compared], debates: Sequence[DebateRun]) -> Prose:
    """Return the answer to the question of the title: a paragraph for each size, and what to keep in mind."""
    paragraphs = [
        _state_verdict(size, of_size, checked) for size, of_size in group_by(compared, lambda c: c.size).items()
    ]
    paragraphs.append(SELECTION if compared else "Not known: there are no debates with votes on the same puzzles.")
    if "speaker" in offline_roles(debates):
        paragraphs.append("The agents here are declared reasoners; an answer about language models needs models.")
    return Prose(name="votes-answer", title=WORDS.exhibits["votes"].title, paragraphs=tuple(paragraphs))


def strongest_vote(compared: Sequence[Compared]) -> Compared:
    """Return the vote without a supervisor that is right most often; of equal ones the first."""
    return max((c for c in compared if not c.baseline.supervised), key=lambda c: c.gain.voted)


def name_verdict(gain: Gain) -> str:
    """Return what an interval says: who did better, or that the difference is not clear."""
    if gain.difference is None:
        return "one puzzle: no interval"
    if gain.difference.low > 0:
        return "the debate did better"
    return "the vote did better" if gain.difference.high < 0 else "no clear difference"


def _state_verdict(size: int, compared: Sequence[Compared], checked: Sequence[Compared]) -> str:
    strongest = strongest_vote(compared)
    held, alone = strongest.gain, strongest.alone
    sentences = [
        f"{size} players, {held.n} puzzles: the strongest vote is that of {strongest.baseline.name}, right on "
        f"{held.voted:.2f}. The debate is right on {held.debate:.2f}, less that vote {_state_interval(held)}.",
        f"Without its supervisor the debate is right on {alone.debate:.2f}, less that vote {_state_interval(alone)}.",
    ]
    sentences += [
        f"The vote of {c.baseline.name}, is right on {c.gain.voted:.2f}; the debate less it {_state_interval(c.gain)}."
        for c in compared
        if c.baseline.supervised
    ]
    best = [f"{c.baseline.of} {c.gain.voted:.2f}" for c in checked if c.size == size]
    if best:
        sentences.append(f"Best of n by checking, which is no vote: {', '.join(best)}.")
    return " ".join(sentences)


def _state_interval(gain: Gain) -> str:
    """Return a difference with its interval, and what it says."""
    estimate, verdict = estimate_of(gain.estimate, gain.difference), name_verdict(gain)
    written = write_cell(estimate, 2, signed=True)
    return f"{written}: {verdict}" if gain.difference else f"{written} ({verdict})"
