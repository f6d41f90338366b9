"""Verdicts over a folder of debates, compared with the votes of real audiences and beside trivial rules.

The side with the larger gain won the room (``readers/votes.py`` has the rules). The share of verdicts that name this
side has a Wilson interval; a random verdict names it half the time. As forecasts, verdicts have a Brier score and are
more or less calibrated:

    p = the probability that Proposition wins the room
    Brier score = mean (p − o)²              o = 1 where Proposition won the room, else 0     (Brier 1950)
    calibration error = Σ n_b / n · |mean p_b − mean o_b|      over bins b of p of equal width

A layer's p is Proposition's share of the layer's numbers (votes, points, mean scores, surviving claims), a seat's its
share of the seat's votes, and that of the final verdict the deciding layer's. A rule that only names a side is certain
of it (p is 1 or 0) and has ½ where it names none. ``even`` always says ½; ``base rate`` says (k + 1) / (n + 2), where
Proposition won k of the n *other* debates.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from doxa.analysis.exhibit import Cell, Table
from doxa.judging.ballots.judged import BASELINES, DebateJudgement, followers_of
from doxa.judging.ballots.scores import find_repeated
from doxa.judging.ballots.verdicts import ORDER, LayerVerdict, name_larger
from doxa.judging.bias.leaning import wilson
from doxa.judging.exhibits.captions import caption, interval_cells, rounded, share_cells, side_name, winner_name
from doxa.judging.readers.votes import RULES, RoomRule, Votes
from doxa.records.base import Record, Unit, group_by
from doxa.records.transcripts import Side
from doxa.scoring.agreement import alpha

EVEN, BASE_RATE = "even", "base rate"

BINS = 5

HALF = 0.5


class RoomForecast(Record):
    """What one judge or rule says of one debate, and what the audience did."""

    by: str
    debate: str
    chance: Unit
    """The probability that Proposition wins the room."""
    named: Side | None
    """The side that the verdict names."""
    room: Side
    """The side that won the room."""

    @property
    def outcome(self) -> float:
        """1 where Proposition won the room, else 0."""
        return float(self.room == "pro")

    @property
    def brier(self) -> float:
        """The squared error of the probability."""
        return (self.chance - self.outcome) ** 2


class CalibrationBin(Record):
    """The forecasts of one judge whose probability lies in one bin."""

    low: float
    high: float
    debates: int
    won: int
    """Debates of these that Proposition won."""
    mean_chance: float

    @property
    def gap(self) -> float:
        """The mean probability less the share that Proposition won."""
        return self.mean_chance - self.won / self.debates


def forecasts(debates: Sequence[tuple[str, DebateJudgement, Side]]) -> list[RoomForecast]:
    """Return the forecasts of every layer, seat and rule.

    Args:
        debates: name, judgement and the side that won the room, of each debate.
    """
    won = sum(room == "pro" for _, _, room in debates)
    return [
        RoomForecast(by=by, debate=name, chance=chance, named=named, room=room)
        for name, judgement, room in debates
        for by, chance, named in (
            *_of_one(judgement),
            (EVEN, HALF, None),
            (BASE_RATE, *_name_likelier((won - (room == "pro") + 1) / (len(debates) + 1))),
        )
    ]


def _name_likelier(chance: float) -> tuple[float, Side | None]:
    """Return the probability that Proposition wins with the side that it names, which is none at ½."""
    return chance, name_larger(chance, HALF)


def _of_one(judgement: DebateJudgement) -> Iterator[tuple[str, float, Side | None]]:
    """Yield the name, the probability and the verdict of each judge and rule on a debate."""
    final = judgement.final
    yield "final", share_of(judgement.verdicts.get(final.decided_by), final.winner), final.winner
    for layer in (*ORDER, *judgement.brought.added):
        if verdict := judgement.verdicts.get(layer):
            yield layer, share_of(verdict, verdict.winner), verdict.winner
    if verdict := judgement.verdicts.get("holistic"):
        yield "holistic", certain(verdict.winner), verdict.winner
    for judge, own in group_by(judgement.brought.ballots, lambda ballot: ballot.judge).items():
        yield f"{judge} ({own[0].model})", *_name_likelier(sum(certain(ballot.side) for ballot in own) / len(own))
    for rule in BASELINES:
        side = judgement.baselines.get(rule)
        yield rule, certain(side), side


def share_of(verdict: LayerVerdict | None, winner: Side | None) -> float:
    """Return Proposition's share of a verdict's numbers; certainty where it has none."""
    if verdict is None or verdict.pro + verdict.con <= 0 or min(verdict.pro, verdict.con) < 0:
        return certain(winner)
    return verdict.pro / (verdict.pro + verdict.con)


def certain(side: Side | None) -> float:
    """Return 1 for Proposition, 0 for Opposition, ½ for neither."""
    return HALF if side is None else float(side == "pro")


def calibration(of_one: Sequence[RoomForecast]) -> list[CalibrationBin]:
    """Return the bins of one judge's forecasts that have any, the lowest first; 1 belongs to the last."""
    grouped = group_by(of_one, lambda forecast: min(BINS - 1, int(forecast.chance * BINS)))
    return [
        CalibrationBin(
            low=place / BINS,
            high=(place + 1) / BINS,
            debates=len(group),
            won=sum(forecast.room == "pro" for forecast in group),
            mean_chance=sum(forecast.chance for forecast in group) / len(group),
        )
        for place, group in sorted(grouped.items())
    ]


def calibration_error(of_one: Sequence[RoomForecast]) -> float:
    """Return the mean distance between probability and share of wins over bins, weighted by their debates."""
    parts = calibration(of_one)
    return sum(part.debates * abs(part.gap) for part in parts) / sum(part.debates for part in parts)


MIRRORED = "mirrored"
"""The column of the panel's verdict on the debate in mirrored order."""


class FolderDebate(Record):
    """One debate of a folder."""

    name: str
    votes: Votes | None = None
    rule: RoomRule = "whole"

    @property
    def won_the_room(self) -> Side | None:
        """The side that won the room; None where neither gained more, or nobody voted."""
        return self.votes.winner(self.rule) if self.votes else None


class Silent(FolderDebate):
    """A debate that cannot be judged, since nothing was said for one side."""

    side: str
    """The side for which nothing was said."""


class JudgedDebate(FolderDebate):
    """A debate and its judgement."""

    judgement: DebateJudgement

    def winner(self, layer: str) -> Side | None:
        """Return the winner by a layer, the final verdict, the panel on the mirrored debate, or a baseline."""
        if layer == "final":
            return self.judgement.final.winner
        if layer == MIRRORED:
            return self.judgement.mirrored.verdict.winner if self.judgement.mirrored else None
        if layer in BASELINES:
            return self.judgement.baselines.get(layer)
        verdict = self.judgement.verdicts.get(layer)
        return verdict.winner if verdict else None

    def name_winner(self, layer: str) -> str | None:
        """Return the winner by a layer as a cell."""
        return winner_name(self.judgement.verdicts.get(layer)) or side_name(self.winner(layer))


def columns_of(debates: Sequence[JudgedDebate]) -> tuple[str, ...]:
    """Return the final verdict, every layer, those of other packages among them, and the rules that judge nothing."""
    layers = dict.fromkeys((*ORDER, *(layer for debate in debates for layer in debate.judgement.brought.added)))
    return ("final", *layers, "holistic", MIRRORED, *BASELINES)


def folder_table(debates: Sequence[JudgedDebate], silent: Sequence[Silent] = ()) -> Table:
    """Return a row per debate: each layer's winner, the audience's, and the swing in percentage points.

    Args:
        silent: debates that cannot be judged; they have no winner in any layer, and their status says why.
    """
    columns = columns_of(debates)
    rows: list[tuple[Cell, ...]] = [
        (debate.name, "judged", *map(debate.name_winner, columns), *_of_the_room(debate)) for debate in debates
    ]
    rows += [
        (unheard.name, f"nothing was said for {unheard.side}", *(None for _ in columns), *_of_the_room(unheard))
        for unheard in silent
    ]
    many = "1 debate" if len(debates) == 1 else f"{len(debates)} debates"
    lost = f", and {len(silent)} that could not be judged" if silent else ""
    judgements = [debate.judgement.brought for debate in debates]
    followers = sum(len(followers_of(brought)) for brought in judgements)
    repeated = sum(len(find_repeated(brought.rubric)) for brought in judgements)
    doubts = f"Undetermined judges, over all debates: {followers}. " * bool(followers)
    doubts += f"Flagged: {repeated} speeches got one whole reply. " * bool(repeated)
    shows = (
        f"{many}{lost}. {doubts}mirrored: the panel's verdict where who spoke second speaks first. More words, last "
        f"speaker and Opposition always judge nothing. {describe_rules([*debates, *silent])}"
    )
    return Table(
        name="debates",
        title="Verdicts and audiences",
        caption=_caption(shows.rstrip(), debates),
        columns=("debate", "status", *columns, "audience", "gain for, points", "gain against, points", "rule"),
        rows=tuple(rows),
    )


def _caption(shows: str, debates: Sequence[JudgedDebate]) -> str:
    return caption(shows, [debate.judgement.brought for debate in debates])


def _of_the_room(debate: FolderDebate) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the side that won the room, both sides' gains in percentage points, and the rule."""
    if debate.votes is None:
        return None, None, None, None
    gains = debate.votes.gains(debate.rule)
    points = tuple(round(100 * gain, 1) for gain in gains) if gains else (None, None)
    return side_name(debate.won_the_room), points[0], points[1], debate.votes.rule(debate.rule)


def describe_rules(debates: Sequence[FolderDebate]) -> str:
    """Return the sentences that name the rules by which sides won rooms; empty where nobody voted."""
    rules = [debate.votes.rule(debate.rule) for debate in debates if debate.votes]
    sentences = [f"Audience, by the rule “{rule}”: {words}." for rule, words in RULES.items() if rule in rules]
    if any(debate.votes and debate.votes.rule(debate.rule) != debate.rule for debate in debates):
        sentences.append("Where votes.csv does not count the undecided, the rule is that of the decided.")
    return " ".join(sentences)


def accuracy_table(debates: Sequence[JudgedDebate]) -> Table:
    """Return how often each layer names the side that won the room, of the debates where both name a side."""
    rows: list[tuple[Cell, ...]] = []
    for layer in columns_of(debates):
        winners = [(debate.winner(layer), debate.won_the_room) for debate in debates]
        matches = [verdict == room for verdict, room in winners if verdict and room]
        share = wilson(sum(matches), len(matches)) if matches else None
        cells = (share.share, share.low, share.high) if share else (None, None, None)
        rows.append((layer, len(matches), sum(matches), *cells))
    shows = "How often verdicts name the side that won the room, with 95 % Wilson intervals; chance is 0.5."
    return Table(
        name="audiences",
        title="Verdicts against audiences",
        caption=_caption(f"{shows} {describe_rules(debates)}", debates),
        columns=("layer", "debates", "the same", "share", "low", "high"),
        rows=tuple(rows),
    )


def agreement_table(debates: Sequence[JudgedDebate]) -> Table:
    """Return Krippendorff's alpha between the judges of a panel, and between layers."""
    ballots = [[_number(ballot.side) for ballot in debate.judgement.brought.ballots] for debate in debates]
    order = columns_of(debates)[1 : -len(BASELINES) - 2]
    layers = [[_number(debate.winner(layer)) for layer in order] for debate in debates]
    rows: list[tuple[Cell, ...]] = [
        ("judges of the panel, one vote an assignment", _count_comparable(ballots), alpha(ballots, "nominal")),
        (f"layers: {', '.join(order)}", _count_comparable(layers), alpha(layers, "nominal")),
    ]
    shows = "Krippendorff's alpha: 1 is perfect agreement, 0 agreement by chance; a dash where no two votes can differ."
    return Table(
        name="agreement",
        title="Agreement of judges and layers",
        caption=_caption(shows, debates),
        columns=("between", "debates", "alpha"),
        rows=tuple(rows),
    )


def _count_comparable(units: Sequence[Sequence[float | None]]) -> int:
    """Return the number of debates in which two or more voters name a side; the others cannot show agreement."""
    return sum(sum(vote is not None for vote in unit) > 1 for unit in units)


def _number(side: Side | None) -> float | None:
    return None if side is None else float(side == "pro")


def votes_of(name: str, votes: Mapping[str, Votes]) -> Votes | None:
    """Return an audience's votes by the transcript's file name, with or without its suffix."""
    return votes.get(name) or votes.get(name.rpartition(".")[0])


def unmatched(votes: Mapping[str, Votes], names: Iterable[str]) -> list[str]:
    """Return the names in the votes that match none of these debates."""
    return sorted(votes.keys() - {key for name in names for key in (name, name.rpartition(".")[0])})


ABOUT = (
    "Probability that Proposition wins the room: its share of a layer's numbers or of a seat's votes; a rule that only "
    "names a side is certain. More words, last speaker, Opposition always, even (always ½) and base rate (the other "
    "debates) judge nothing."
)


def forecast_table(all_forecasts: Sequence[RoomForecast], rules: str) -> Table:
    """Return accuracy, Brier score and calibration error of every judge and rule.

    Args:
        rules: the sentences that name the rule by which the room was won.
    """
    rows: list[tuple[Cell, ...]] = []
    for by, of_one in group_by(all_forecasts, lambda forecast: forecast.by).items():
        named = [forecast for forecast in of_one if forecast.named]
        share = wilson(sum(forecast.named == forecast.room for forecast in named), len(named)) if named else None
        brier = interval_cells([forecast.brier for forecast in of_one])
        rows.append((by, len(of_one), len(named), *share_cells(share), *brier, rounded(calibration_error(of_one))))
    return Table(
        name="audience-forecasts",
        title="Judges against audiences",
        caption=f"{ABOUT} right: of the debates in which a side is named, with a 95 % Wilson interval. Brier score: 0 "
        f"is perfect, 0.25 is always ½; its interval resamples debates. {rules}",
        columns=("judge", "debates", "named", "right", "low", "high", "Brier", "from", "to", "calibration error"),
        rows=tuple(rows),
    )


def calibration_table(all_forecasts: Sequence[RoomForecast]) -> Table:
    """Return for every judge how often Proposition won the room where it was given such a chance."""
    rows: list[tuple[Cell, ...]] = [
        (
            by,
            f"{part.low:.1f} to {part.high:.1f}",
            part.debates,
            rounded(part.mean_chance),
            *share_cells(wilson(part.won, part.debates)),
        )
        for by, of_one in group_by(all_forecasts, lambda forecast: forecast.by).items()
        for part in calibration(of_one)
    ]
    return Table(
        name="audience-calibration",
        title="Calibration",
        caption=f"A calibrated judge's mean chance is the share that Proposition won. {ABOUT}",
        columns=("judge", "chance", "debates", "mean chance", "won", "low", "high"),
        rows=tuple(rows),
        detail=len(rows) > 30,
    )
