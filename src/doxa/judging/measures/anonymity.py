"""A debate without names and sides, under either label assignment, for judges who must not know who speaks.

Neutral labels replace names; words for the sides; offices that stand for a speaker ("the honourable member", "the MP",
"Leader of the Opposition"); statements of the speaker's side on the motion; and introductions. The arguments stay, and
mostly show which side a team is on: anonymity removes the label, not the case. It removes too much rather than too
little ("the opposition" of a parliament is replaced, too).
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from doxa.judging.measures.naming import Naming, naming
from doxa.judging.measures.panel import Assignment, label_of
from doxa.records.base import Record
from doxa.records.transcripts import SIDES, Debate, Definitions, ShownTurn, Side, Term, Utterance

INTRODUCED = "[The speaker introduces themselves.]"

BENCH = "one bench"
"""The label of a side where each team within a side has a label of its own."""

_OCCUPATIONS = (
    "professor|lecturer|researcher|scientist|philosopher|lawyer|barrister|solicitor|judge|doctor|physician|surgeon|"
    "nurse|engineer|programmer|economist|politician|minister|mp|councillor|peer|student|undergraduate|postgraduate|"
    "fresher|teacher|headteacher|journalist|columnist|writer|author|historian|activist|campaigner|founder|director|"
    "fellow|chair|chairman|chairwoman|executive|entrepreneur|farmer|soldier|officer|diplomat|ambassador|editor|novelist|"
    "priest|bishop|vicar|rabbi|imam|mayor|baroness|scholar|academic|don|president|secretary|treasurer|member"
)

_MOTION = r"(?:this|the|tonight's|tonight’s|today's|today’s|our|that)\s+(?:motion|house|resolution)"

_SENTENCE = r"[^.!?\n]*"

_INTRODUCTIONS = re.compile(
    rf"(?<![^\s\"“(\[]){_SENTENCE}\b(?:"
    rf"my (?:full )?name(?: is|['’]s)|(?:i am|i['’]m) (?:called|known as)|introduce myself|"
    rf"(?:i am|i['’]m) (?:an? |the |your |one of )?(?:[\w’'-]+ ){{0,4}}(?:{_OCCUPATIONS})\b|"
    rf"(?:speak(?:ing)?|stand(?:ing)?|come|rise|address(?:ing)?|write|serve) "
    rf"(?:here |before |to |you |tonight |today )*as (?:an?|the|your)\b|"
    rf"as (?:an?|the|your) (?:[\w’'-]+ ){{0,4}}(?:{_OCCUPATIONS})"
    rf"(?: [\w’'-]+){{0,6}},? (?:i|i['’]ve|i['’]m|we|my|let)\b|"
    rf"(?:i|i['’]ve|i have) (?:have )?(?:spent|worked|taught|served|practised|studied) "
    rf"(?:[\w’'-]+ ){{0,6}}(?:years|decades) (?:as|in|at)\b"
    rf"){_SENTENCE}[.!?]?",
    re.IGNORECASE | re.MULTILINE,
)

_TEAM_NOUNS = r"(?:\s+(?:side|sides|bench|benches|team|case|party))?"

_PRO = re.compile(
    rf"\b(?:(?:the\s+)?(?:opening|closing|first|second)\s+)?(?:the\s+)?(?:side\s+)?"
    rf"(?:propositions?|affirmative|pro(?=[\s-]+side)|prop(?!\s+up\b)){_TEAM_NOUNS}\b(?:\s*-?\s*side)?",
    re.IGNORECASE,
)
_CON = re.compile(
    rf"\b(?:(?:the\s+)?(?:opening|closing|first|second)\s+)?(?:the\s+)?(?:side\s+)?"
    rf"(?:oppositions?|negative(?=\s+(?:side|team|bench|speaker|case))|con(?=[\s-]+side)|opp){_TEAM_NOUNS}\b(?:\s*-?\s*side)?",
    re.IGNORECASE,
)

_PRO_OFFICES = re.compile(
    r"\b(?:deputy\s+)?prime\s+minister\b|\bgovernment\s+whip\b|\bthe\s+ayes?\b(?:\s+lobby)?|\bayes?\s+lobby\b|\bproposers?\b",
    re.I,
)
_CON_OFFICES = re.compile(
    r"\b(?:deputy\s+)?leader\s+of\s+(?:the\s+)?opposition\b|\bopposition\s+whip\b|\bthe\s+noe?s\b(?:\s+lobby)?|"
    r"\bnoe?s?\s+lobby\b|\bopposers?\b",
    re.IGNORECASE,
)

_GOVERNMENT = re.compile(
    r"\b(?:the\s+)?(?:(?:opening|closing|side)\s+government|government\s+(?:side|bench|benches|team|case|speakers?))\b",
    re.IGNORECASE,
)
"""The Proposition in British Parliamentary; ``government`` alone is the subject of many motions and is kept."""

_BARE_GOVERNMENT = re.compile(r"\b(?:[Tt]he\s+)?Government\b")
"""``Government`` alone, with a capital: the side, where teams have it in their names."""

_SPEAKERS = re.compile(
    r"\b(?:the|my|our|this|that)\s+(?:(?:right|very|most|dear|good)\s+)*(?:honou?rable|hon\.?|learned|noble|gallant|"
    r"reverend|distinguished)\s+(?:and\s+\w+\s+)?(?:friends?|members?|lady|ladies|gentlem[ae]n|colleagues?|opponents?|"
    r"speakers?|lord|baroness|professor|doctor)(?:\s+(?:opposite|for\s+[A-Z]\w+(?:\s+[A-Z]\w+)*))?|"
    r"\b(?:the|our)\s+(?:mp|msp|mep|professor|doctor|minister|member\s+opposite|member\s+for\s+(?:the\s+)?\w+|barrister|"
    r"baroness|lord|councillor|senator|philosopher|student\s+speaker)\b",
    re.IGNORECASE,
)

_CHAIR = re.compile(r"\b(?:mr|madam|mister|mme)\.?\s+(?:speaker|president|chair(?:man|woman|person)?)\b", re.IGNORECASE)

_STANDS = re.compile(
    rf"\b(?:(?:in\s+)?(?:favou?r|support|defence|defense|opposition)\s+(?:of|to)|for|against|supporting|opposing)\s+{_MOTION}",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\b(support|back|propose|oppose|reject|defeat|carry|pass|endorse|defend|resist|uphold|commend|adopt|second|negate)"
    rf"(?:s|es|ed|d|ing)?\s+{_MOTION}",
    re.IGNORECASE,
)
_MOVES = re.compile(r"\b(?:propos(?:e|es|ed|ing|al|als)|(?<!as\s)oppos(?:e|es|ed|ing))\b", re.IGNORECASE)
_FORMS = {"e": "argue", "es": "argues", "ed": "argued", "ing": "arguing", "al": "idea", "als": "ideas"}


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
        turns=tuple(
            ShownTurn(label=labels.speakers[turn.speaker], text=replace(turn.text), kind=turn.kind)
            for turn in debate.turns
        ),
    )


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
    remove_names = _name_remover(debate, labels)
    governed = any("Government" in name for name in debate.teams)
    pro, con = labels.benches["pro"], labels.benches["con"]
    teams = [(re.compile(rf"\b(?:the\s+)?{re.escape(name)}\b", re.I), label) for name, label in labels.teams.items()]

    def replace(text: str) -> str:
        text = _INTRODUCTIONS.sub(lambda match: _replace_introduction(match[0]), text)
        text = _STANDS.sub("on the motion", text)
        text = _TAKES.sub("argue the motion", text)
        text = remove_names(text)
        for pattern, label in teams:
            text = pattern.sub(label, text)
        text = _CON_OFFICES.sub(f"{con} speaker", _PRO_OFFICES.sub(f"{pro} speaker", text))
        text = _SPEAKERS.sub("the speaker", _CHAIR.sub("Chair", text))
        text = _CON.sub(con, _PRO.sub(pro, _GOVERNMENT.sub(pro, text)))
        text = _BARE_GOVERNMENT.sub(pro, text) if governed else text
        return _MOVES.sub(_reword_move, text)

    return replace


def _name_remover(debate: Debate, labels: Labels) -> Naming:
    """Return the function that replaces names alone, for texts such as the motion, which no side says."""
    people = {turn.speaker: turn for turn in debate.turns}.values()
    return naming([(person.name, labels.speakers[person.speaker]) for person in people])


def introduces(text: str) -> bool:
    """Return whether somebody introduces themselves in a text."""
    return INTRODUCED in text or _INTRODUCTIONS.search(text) is not None


def _replace_introduction(sentence: str) -> str:
    """Return the text that replaces a sentence of introduction, with the sentence's leading space."""
    return sentence[: len(sentence) - len(sentence.lstrip())] + INTRODUCED


def _reword_move(match: re.Match[str]) -> str:
    ending = re.sub(r"^(?:propos|oppos)", "", match[0].lower())
    word = _FORMS[ending]
    return word.capitalize() if match[0][0].isupper() else word


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
