"""Whether a debate adds anything beyond voting: the question of the title, which the text does not test in this way."""

from collections import defaultdict
from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Prose, Table
from doxa.analysis.natures import Effect
from doxa.systems.puzzle.exhibits.captions import HARDER, MODELS, STRENGTH, TEAMS, YIELDING, caption, title_exhibit
from doxa.systems.puzzle.exhibits.runs import DebateRun, SoloAnswers, sittings_of
from doxa.systems.puzzle.measures.accuracy import by_size
from doxa.systems.puzzle.measures.baselines import Gain, VotedAnswer, gain, majority_vote, self_consistency
from doxa.systems.puzzle.measures.sittings import Answer, Sitting

INDEPENDENT = Effect(
    what="that answers of one profile to one puzzle share its misreadings and differ in nothing else", nature="assumed"
)
EFFECTS = (HARDER, TEAMS, STRENGTH, YIELDING, INDEPENDENT, MODELS)

PLAIN, TEAM, ONE = "majority of the proposals", "team's votes, equal cost", "self-consistency, equal cost"


def votes(debates: Sequence[DebateRun], team: Sequence[SoloAnswers], alone: Sequence[SoloAnswers]) -> list[Exhibit]:
    """Return a comparison of one configuration's debates with votes on the same puzzles: a text and a table.

    Args:
        team: proposals of the same team, as many as the debate's calls.
        alone: as many proposals of its strongest model.
    """
    team_answers, alone_answers = _answers(team), _answers(alone)
    gains = [
        (size, gain)
        for size, sittings in by_size(sittings_of(debates)).items()
        for gain in _gains(size, sittings, team_answers, alone_answers)
    ]
    shows = (
        "Accuracy of the debate's decision minus that of votes, on the same puzzles. Majority: of the "
        "debate's own proposals, one call an agent. Equal cost: as many proposals as the debate took calls, by the "
        "team or by its strongest model, most votes for each player. Nobody supervises a vote. An interval above 0 "
        "means that the debate added something, one below 0 that votes did better."
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
        title=title_exhibit("Does debate add anything beyond voting?", debates),
        caption=caption(shows, debates, EFFECTS),
        columns=columns,
        rows=tuple(_row(size, gain) for size, gain in gains),
        sources=tuple(debate.path for debate in debates),
    )
    return [table, _answer_title(gains, debates)]


def _gains(
    size: int,
    sittings: Sequence[Sitting],
    team: dict[tuple[int, str], list[Answer]],
    alone: dict[tuple[int, str], list[Answer]],
) -> list[Gain]:
    gains: list[Gain] = []
    for name, samples in ((PLAIN, None), (TEAM, team), (ONE, alone)):
        pairs = [(sitting, _find_vote(sitting, samples)) for sitting in sittings]
        voted_pairs = [(sitting, vote) for sitting, vote in pairs if vote is not None]
        if voted_pairs:
            sittings_and_votes = ([sitting for sitting, _ in voted_pairs], [vote for _, vote in voted_pairs])
            gains += [gain(*sittings_and_votes, name, "strict"), gain(*sittings_and_votes, name, "smooth")]
    return gains


def _find_vote(sitting: Sitting, samples: dict[tuple[int, str], list[Answer]] | None) -> VotedAnswer | None:
    """Return the vote on a sitting's puzzle; None where its run failed."""
    if samples is None:
        return majority_vote(sitting)
    size, _, replicate = sitting.id.partition("/")
    answers = samples.get((int(size), replicate), [])
    return self_consistency(sitting, answers) if len(answers) >= sitting.calls else None


def _answers(asked: Sequence[SoloAnswers]) -> dict[tuple[int, str], list[Answer]]:
    """Return puzzle → proposals, the models taking turns."""
    by_puzzle: defaultdict[tuple[int, str], list[SoloAnswers]] = defaultdict(list)
    for respondent in asked:
        by_puzzle[respondent.size, str(respondent.replicate)].append(respondent)
    return {
        puzzle: [
            answer for row in zip(*(respondent.answers for respondent in respondents), strict=False) for answer in row
        ]
        for puzzle, respondents in by_puzzle.items()
    }


def _row(size: int, gain: Gain) -> tuple[Cell, ...]:
    difference = gain.difference
    estimate, low, high = (
        (difference.estimate, difference.low, difference.high) if difference else (gain.debate - gain.voted, None, None)
    )
    costs = (gain.debate_calls, gain.voted_calls)
    return (size, gain.baseline, gain.measure, gain.n, gain.debate, gain.voted, estimate, low, high, *costs)


def _answer_title(gains: Sequence[tuple[int, Gain]], debates: Sequence[DebateRun]) -> Prose:
    """Return the answer to the question of the title, one sentence for each baseline."""
    sentences = []
    for name in (PLAIN, TEAM, ONE):
        strict_gains = [
            (size, gain)
            for size, gain in gains
            if gain.baseline == name and gain.measure == "strict" and gain.difference
        ]
        comparisons = "; ".join(f"{size} players {_describe_gain(gain)}" for size, gain in strict_gains)
        sentences.append(f"Against the {name}: {comparisons or 'not known'}.")
    caveat = (
        "The agents here are declared reasoners; an answer about language models needs models."
        if any(debate.simulated for debate in debates)
        else ""
    )
    return Prose(
        name="votes-answer",
        title="Does debate add anything beyond voting?",
        paragraphs=(*sentences, *([caveat] if caveat else [])),
    )


def _describe_gain(gain: Gain) -> str:
    difference = gain.difference
    assert difference is not None
    word = "more" if difference.low > 0 else "less" if difference.high < 0 else "no clear difference"
    return f"{word} ({difference.estimate:+.2f} of puzzles, {difference.low:+.2f} to {difference.high:+.2f})"
