"""What agents answered to the questions of a run: means, changes with intervals, what could not be counted, opposites.

A change is paired: over the agents who answered at both moments, with a Student interval of its mean. Of two questions
that ask the opposite on one scale, the shares a and b of the scale should add up to 1; an agent contradicts itself
where |a + b − 1| is more than half.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from doxa.analysis.drawings import Series, SeriesLine, SeriesPanel
from doxa.analysis.exhibit import Cell, Column, Exhibit, Measured, Measures, Prose, Quote, Table
from doxa.log.rundir import RunLog
from doxa.records.base import group_by
from doxa.records.cells import Estimate
from doxa.records.questions import SurveyQuestion
from doxa.scoring.student import t_interval
from doxa.tasks.answering import DONT_KNOW, OFF_SCALE, GivenAnswer, name_moment, read_answers, round_at, round_of

HALF = 0.5

MOST_QUOTED = 20
"""Answers in words that the page shows."""


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """What is averaged over agents: the numbers on a scale, or who gave one of the choices (1) and who another (0)."""

    question: SurveyQuestion
    choice: str = ""
    values: Mapping[str, Mapping[str, float]]
    """Moment → agent → number."""

    @property
    def name(self) -> str:
        return f"{self.question.id}.{self.choice}" if self.choice else self.question.id

    def mean(self, moment: str) -> float | None:
        """Return the mean at a moment; None where nobody answered."""
        numbers = self.values.get(moment, {}).values()
        return fmean(numbers) if numbers else None

    def change(self, moment: str) -> Estimate | None:
        """Return the mean change since the first moment, over the agents who answered at both; None of the first."""
        first = next(iter(self.values), moment)
        then, now = self.values.get(first, {}), self.values.get(moment, {})
        changes = [now[agent] - then[agent] for agent in now if agent in then]
        if first == moment or not changes:
            return None
        interval = t_interval(changes) if len(changes) > 1 else None
        return Estimate.of(fmean(changes), (interval.low, interval.high) if interval else None)


def answers_of(log: RunLog) -> list[GivenAnswer]:
    """Return the answers to a run's questions, in order; none where it asks nothing."""
    return list(read_answers(log.spec, log.outcomes)) if log.spec.questions else []


def quantities_of(log: RunLog, answers: Sequence[GivenAnswer]) -> list[Quantity]:
    """Return what can be averaged, question by question; of a question in free words, nothing at each moment."""
    places = group_by(answers, _place)
    return [
        Quantity(
            question=question,
            choice=choice,
            values={
                moment: {
                    answer.agent: float(answer.text == choice) if choice else answer.value or 0.0
                    for answer in given
                    if not answer.missing and (choice or answer.value is not None)
                }
                for (id, moment), given in places.items()
                if id == question.id
            },
        )
        for question in log.spec.questions
        for choice in question.choices or [""]
    ]


def _place(answer: GivenAnswer) -> tuple[str, str]:
    return answer.question.id, answer.moment


def score_answers(log: RunLog) -> dict[str, float]:
    """Return the measures of a run's answers: means by moment, the change from first to last, and counts.

    ``answer.ID.before``, ``answer.ID.after``, ``answer.ID.change``, of a choice ``answer.ID.CHOICE.…``;
    ``answer.ID.off_scale`` and ``answer.ID.dont_know`` are numbers of answers.
    """
    answers = answers_of(log)
    quantities = [(f"answer.{quantity.name}", quantity) for quantity in quantities_of(log, answers)]
    means = {f"{name}.{moment}": quantity.mean(moment) for name, quantity in quantities for moment in quantity.values}
    changes = {f"{name}.change": quantity.change(list(quantity.values)[-1]) for name, quantity in quantities}
    counts = Counter(f"answer.{answer.question.id}.{answer.missing}" for answer in answers)
    return {
        **{name: mean for name, mean in means.items() if mean is not None},
        **{name: change.value for name, change in changes.items() if change},
        **{
            name: float(counts[name])
            for id in log.spec.questions
            for name in (f"answer.{id.id}.{OFF_SCALE}", f"answer.{id.id}.{DONT_KNOW}")
        },
    }


def measure_answers(log: RunLog) -> Iterator[Exhibit]:
    """Yield each answer of each agent, and how far apart two opposite answers are, for the table of measures."""
    answers = answers_of(log)
    rows = [
        Measured(
            who=answer.agent,
            instrument="question",
            item=answer.question.id,
            wave=name_moment(answer.moment),
            role="debater",
            step=answer.step,
            value=answer.value,
            low=answer.question.ends and answer.question.ends[0],
            high=answer.question.ends and answer.question.ends[1],
            answer=answer.text,
            missing=answer.missing,
        )
        for answer in answers
    ]
    rows += [
        Measured(
            who=answer.agent,
            instrument="consistency",
            item=f"{answer.question.id} against {answer.question.opposite_of}",
            wave=name_moment(answer.moment),
            role="debater",
            step=answer.step,
            value=distance,
            low=0.0,
            high=1.0,
        )
        for answer, distance in _distances(answers)
    ]
    if rows:
        yield Measures(name="answers", title="Answers", rows=tuple(rows))


def _distances(answers: Sequence[GivenAnswer]) -> Iterator[tuple[GivenAnswer, float]]:
    """Yield the answers whose opposite was answered too, with the share of the scale by which the two disagree."""
    values = {(answer.question.id, answer.moment, answer.agent): answer.value for answer in answers}
    for answer in answers:
        other = values.get((answer.question.opposite_of, answer.moment, answer.agent))
        if answer.value is not None and other is not None and answer.question.ends:
            low, high = answer.question.ends
            yield answer, round(abs((answer.value + other - 2 * low) / (high - low) - 1.0), 12)


def show_answers(log: RunLog) -> Iterator[Exhibit]:
    """Yield the table of answers, and that of contradictions where opposites are asked; nothing without answers."""
    if answers := answers_of(log):
        yield _tabulate(log, answers)
    if distances := list(_distances(answers)):
        pairs = group_by(distances, lambda pair: _place(pair[0]))
        yield Table(
            name="consistency",
            title="Opposite questions",
            caption="Both answers of an agent as shares of the scale should add up to 1. An agent contradicts itself "
            "where they miss it by more than half.",
            columns=("question", "opposite of", "when", "both answered", "contradict themselves", "mean miss"),
            rows=tuple(
                (
                    *(id, given[0][0].question.opposite_of, name_moment(moment), len(given)),
                    *(sum(miss > HALF for _, miss in given), fmean(miss for _, miss in given)),
                )
                for (id, moment), given in pairs.items()
            ),
        )


def _tabulate(log: RunLog, answers: Sequence[GivenAnswer]) -> Table:
    """Return the table of answers: a row for each question, or choice, at each moment."""
    reasons = {place: [answer.missing for answer in given] for place, given in group_by(answers, _place).items()}
    rows: list[tuple[Cell, ...]] = []
    for quantity in quantities_of(log, answers):
        id, choice = quantity.question.id, quantity.choice
        for moment in quantity.values:
            why = reasons[id, moment]
            counts = (why.count(""), why.count(DONT_KNOW), why.count(OFF_SCALE))
            numbers = (quantity.mean(moment), quantity.change(moment), *counts, len(why) - sum(counts))
            rows.append((f"{id}: {choice}" if choice else id, name_moment(moment), *numbers))
    who = {answer.agent for answer in answers}
    simulated = {log.spec.roles[one.role].simulated for one in log.spec.participants if one.id in who}
    title = "Answers to private questions"
    return Table(
        name="answers",
        title=f"{title} ({'' if simulated == {True} else 'partly '}simulated offline)" if True in simulated else title,
        caption="The mean of a scale, or the share of those who chose an answer; the change is that of the agents who "
        "answered at both moments, since the first, with its 95 % interval (Student). Answers off the scale count in "
        "no mean.",
        columns=(
            *("question", "when"),
            Column(name="mean", show="number", decimals=2),
            Column(name="change", show="number", decimals=2, signed=True),
            *("answered", "unsure", "off scale", "no answer"),
        ),
        rows=tuple(rows),
    )


def draw_answers(log: RunLog) -> Iterator[Exhibit]:
    """Yield the means over the rounds, a panel for each question, and answers in words; nothing without answers."""
    answers = answers_of(log)
    last = max([round_of(event.body.note) for event in log.events if event.kind == "batch"], default=0) or 1
    places = {answer.moment: round_at(answer.moment, last) for answer in answers}
    x = tuple(sorted(set(places.values())))
    panels = tuple(
        SeriesPanel(
            title=question.id,
            lines=tuple(
                SeriesLine(
                    name=quantity.choice or "mean",
                    values=tuple(map({places[moment]: quantity.mean(moment) for moment in quantity.values}.get, x)),
                )
                for quantity in quantities_of(log, answers)
                if quantity.question is question
            ),
            low=question.ends[0] if question.ends else 0.0,
            high=question.ends[1] if question.ends else 1.0,
        )
        for question in log.spec.questions
        if answers and (question.scale or question.choices)
    )
    if panels:
        yield Series(name="answers_by_round", title="Mean answers", x=x, x_name="after round", panels=panels)
    words = [answer for answer in answers if answer.text and not (answer.missing or answer.question.choices)]
    if words:
        yield Prose(
            name="answers_in_words",
            title="Answers in words",
            caption=f"{min(len(words), MOST_QUOTED)} of {len(words)}; all are in the table measures of doxa frames.",
            quotes=tuple(
                Quote(text=answer.text, agent=answer.agent, facts=(answer.question.id, name_moment(answer.moment)))
                for answer in words[:MOST_QUOTED]
            ),
        )
