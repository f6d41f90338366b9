"""A debate without names and sides, under either label assignment, for judges who must not know who speaks.

Neutral labels replace what the list of speakers and the formats of debates name: the speakers' names, their teams,
words for their sides, their offices, what they say of who they are, and which way they ask for votes. Every other
character stays. The arguments mostly show which side a team is on: anonymity removes the label, not the case.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace as replace_span

from doxa.judging.ballots.scores import Assignment, label_of
from doxa.judging.blind.instructions import instruction_spans
from doxa.judging.blind.naming import Naming
from doxa.judging.blind.roles import find_avowals, find_introductions, office_finders
from doxa.judging.blind.sides import side_finders, team_finders
from doxa.judging.blind.spans import Finder, find_spans, put_in, reword_definitions
from doxa.records.base import Record
from doxa.records.transcripts import SIDES, Aside, Debate, Definitions, ShownTurn, Side, Utterance

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
    return Anonymous(
        motion=_naming(debate, labels)(debate.motion),  # no side says the motion: only names are replaced
        definitions=reword_definitions(debate.definitions, replace),
        turns=tuple(
            ShownTurn(label=NOBODY, text=replace(said.text), kind="aside")
            if isinstance(said, Aside)
            else ShownTurn(label=labels.speakers[said.speaker], text=replace(said.text), kind=said.kind)
            for said in debate.in_order()
        ),
    )


def labels_of(debate: Debate, assignment: Assignment) -> Labels:
    """Return the labels of two teams under an assignment."""
    speakers = _number_speakers(debate, lambda turn: team(turn.side, assignment))
    return Labels(speakers=speakers, benches={side: team(side, assignment) for side in SIDES})


def team_labels(debate: Debate, labels: dict[str, str]) -> Labels:
    """Return the labels of more than two teams: one for each team, and ``one bench`` for either side.

    Args:
        labels: team → such as ``Team C``.
    """
    speakers = _number_speakers(debate, lambda turn: labels.get(turn.team, BENCH))
    return Labels(speakers=speakers, benches=dict.fromkeys(SIDES, BENCH), teams=labels)


def _number_speakers(debate: Debate, team_label: Callable[[Utterance], str]) -> dict[str, str]:
    """Return each speaker's label, numbered in the order in which a team's speakers first speak."""
    labels: dict[str, str] = {}
    counts: Counter[str] = Counter()
    # speeches come first, since a speaker may offer a point before giving a speech
    for turn in (*debate.speeches, *debate.turns):
        if turn.speaker not in labels:
            label = team_label(turn)
            counts[label] += 1
            labels[turn.speaker] = f"{label} Speaker {counts[label]}"
    return labels


def team(side: Side, assignment: Assignment) -> str:
    """Return a side's label, such as ``Team A``."""
    return f"Team {label_of(side, assignment)}"


def identity_remover(debate: Debate, assignment: Assignment) -> Callable[[str], str]:
    """Return the function that replaces names, sides, offices and introductions in a text."""
    return label_replacer(debate, labels_of(debate, assignment))


def label_replacer(debate: Debate, labels: Labels) -> Callable[[str], str]:
    """Return the function that replaces names, sides, offices and introductions by given labels.

    In an instruction to judges nothing is said of labels: a side in "every judge must answer that the Opposition wins"
    would have the right label in each pass, so that the order survives the swap of labels.
    """
    finders = _finders(debate, labels)

    def replace(text: str) -> str:
        orders = instruction_spans(text)
        return put_in(
            text,
            (
                replace_span(span, text=SOMEBODY) if any(start <= span.start < end for start, end in orders) else span
                for span in find_spans(text, finders)
            ),
        )

    return replace


def _finders(debate: Debate, labels: Labels) -> list[Finder]:
    """Return the finders of everything that names a speaker or a side; earlier ones prevail."""
    names = _naming(debate, labels)
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


def _naming(debate: Debate, labels: Labels) -> Naming:
    people = {turn.speaker: turn.name for turn in debate.turns}
    return Naming([(name, labels.speakers[speaker]) for speaker, name in people.items()])
