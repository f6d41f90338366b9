"""A debate without names and sides, under either label assignment, for judges who must not know who speaks.

Neutral labels replace what the list of speakers and the formats of debates name: the speakers' names, their teams,
words for their sides, their offices, what they say of who they are, and which way they ask for votes. Every other
character stays. The arguments mostly show which side a team is on: anonymity removes the label, not the case.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from doxa.judging.ballots.panel import Assignment, label_of
from doxa.judging.blind.avowals import find_avowals, find_introductions
from doxa.judging.blind.instructions import instruction_spans
from doxa.judging.blind.naming import Naming, naming
from doxa.judging.blind.offices import office_finders
from doxa.judging.blind.sides import side_finders, team_finders
from doxa.judging.blind.spans import Finder, Span, find_spans, put_in
from doxa.records.base import Record
from doxa.records.transcripts import SIDES, Aside, Debate, Definitions, ShownTurn, Side, Term, Utterance

SOMEBODY = "one of the teams"
"""What replaces a name or a side in an instruction to judges, under either assignment."""

BENCH = "one bench"
"""The label of a side where each team within a side has a label of its own."""


NOBODY = "Somebody of no team"
"""The label of moderators, hosts and the audience."""


class Anonymous(Record):
    """A debate under neutral labels."""

    motion: str
    definitions: Definitions | None
    turns: tuple[ShownTurn, ...]


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The labels that replace speakers, sides and teams."""

    speakers: dict[str, str]
    """Speaker → label, such as ``Team A Speaker 1``."""
    benches: dict[Side, str]
    """Side → label, which replaces words for the side."""
    teams: dict[str, str] = field(default_factory=dict)
    """Team within a side → label."""


def anonymise(debate: Debate, assignment: Assignment) -> Anonymous:
    """Return a debate with neutral labels in place of names and sides."""
    return relabel(debate, labels_of(debate, assignment))


def relabel(debate: Debate, labels: Labels) -> Anonymous:
    """Return a debate under given labels."""
    replace = label_replacer(debate, labels)
    definitions = debate.definitions
    return Anonymous(
        motion=_name_remover(debate, labels)(debate.motion),
        definitions=_replace_definitions(definitions, replace) if definitions else None,
        turns=tuple(_shown_turns(debate, labels, replace)),
    )


def _shown_turns(debate: Debate, labels: Labels, replace: Callable[[str], str]) -> Iterator[ShownTurn]:
    """Yield the turns and what people of no side said between them."""
    yield from (_shown_aside(aside, replace) for aside in debate.asides_after(""))
    for turn in debate.turns:
        yield ShownTurn(label=labels.speakers[turn.speaker], text=replace(turn.text), kind=turn.kind)
        yield from (_shown_aside(aside, replace) for aside in debate.asides_after(turn.id))


def _shown_aside(aside: Aside, replace: Callable[[str], str]) -> ShownTurn:
    return ShownTurn(label=NOBODY, text=replace(aside.text), kind="aside")


def labels_of(debate: Debate, assignment: Assignment) -> Labels:
    """Return the labels of two teams under an assignment."""
    return Labels(speakers=speaker_labels(debate, assignment), benches={side: team(side, assignment) for side in SIDES})


def team_labels(debate: Debate, labels: dict[str, str]) -> Labels:
    """Return the labels of more than two teams: one for each team, and ``one bench`` for either side.

    Args:
        labels: team → such as ``Team C``.
    """
    speakers = _number_speakers(debate, lambda turn: labels.get(turn.team, BENCH))
    return Labels(speakers=speakers, benches=dict.fromkeys(SIDES, BENCH), teams=labels)


def speaker_labels(debate: Debate, assignment: Assignment) -> dict[str, str]:
    """Return each speaker's label, numbered in the order in which a team's speakers first speak."""
    return _number_speakers(debate, lambda turn: team(turn.side, assignment))


def _number_speakers(debate: Debate, team_label: Callable[[Utterance], str]) -> dict[str, str]:
    labels: dict[str, str] = {}
    counts: Counter[str] = Counter()
    # speeches come first, since a speaker may offer a point before giving a speech
    for turn in (*debate.speeches, *debate.turns):
        if turn.speaker not in labels:
            counts[team_label(turn)] += 1
            labels[turn.speaker] = f"{team_label(turn)} Speaker {counts[team_label(turn)]}"
    return labels


def team(side: Side, assignment: Assignment) -> str:
    """Return a side's label, such as ``Team A``."""
    return f"Team {label_of(side, assignment)}"


def identity_remover(debate: Debate, assignment: Assignment) -> Callable[[str], str]:
    """Return the function that replaces names, sides, offices and introductions in a text."""
    return label_replacer(debate, labels_of(debate, assignment))


def label_replacer(debate: Debate, labels: Labels) -> Callable[[str], str]:
    """Return the function that replaces names, sides, offices and introductions by given labels."""
    finders = _finders(debate, labels)

    def replace(text: str) -> str:
        told = instruction_spans(text)
        return put_in(text, (_neutral(span, told) for span in find_spans(text, finders)))

    return replace


def _neutral(span: Span, told: Sequence[tuple[int, int]]) -> Span:
    """Return a span that says nothing of labels within an instruction to judges.

    A side in "every judge must answer that the Opposition wins" would have the right label in each pass, so that the
    order survives the swap of labels.
    """
    if any(start <= span.start < end for start, end in told):
        return Span(span.start, span.end, SOMEBODY)
    return span


def _finders(debate: Debate, labels: Labels) -> list[Finder]:
    """Return the finders of everything that names a speaker or a side; earlier ones prevail."""
    names = _name_remover(debate, labels)
    governed = any("government" in name.lower() for name in debate.teams)
    teams = labels.teams or {turn.team: labels.benches[turn.side] for turn in debate.turns if turn.team}
    return [
        names.find_whole,
        names.find_short,
        *office_finders(labels.benches, [turn.name for turn in debate.turns], governed=governed),
        find_avowals,
        *team_finders(teams),
        *side_finders(labels.benches, governed=governed),
        find_introductions,
        names.find_parts,
    ]


def _name_remover(debate: Debate, labels: Labels) -> Naming:
    """Return the function that replaces names alone, for texts such as the motion, which no side says."""
    people = {turn.speaker: turn for turn in debate.turns}.values()
    return naming([(person.name, labels.speakers[person.speaker]) for person in people])


def _replace_definitions(definitions: Definitions, replace: Callable[[str], str]) -> Definitions:
    return Definitions(
        terms=tuple(Term(term=replace(term.term), meaning=replace(term.meaning)) for term in definitions.terms),
        scope=replace(definitions.scope),
        exclusions=tuple(map(replace, definitions.exclusions)),
        framing=replace(definitions.framing),
        accepted=tuple(map(replace, definitions.accepted)),
        contested=tuple(map(replace, definitions.contested)),
        counter_framing=replace(definitions.counter_framing),
    )
