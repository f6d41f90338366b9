"""The questions about a long debate, passage by passage, with a bounded list of what was said before.

    annotation    a passage's claims and answers at once, beside the noted claims and answers that bear on it
    rubric        a passage's speeches at once, beside parts of earlier speeches of the other side that bear on it
    audit         the answered claims in batches; what nobody answered survives
    side by side  the beginning of each speech

A passage is a run of turns that is read at once. Beside it a judge sees what was said before only in part: the claims
and speeches that share the rarest words with it. Panel and naive judge see the whole debate. So the tokens of a
judgement grow with the debate's words, and not with their square.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

from doxa.judging.ballots.annotation import Annotation, AuditNote, ClaimNote, RebuttalNote
from doxa.judging.ballots.scores import SpeechScores
from doxa.judging.protocol.steps import (
    JudgeQuestion,
    ask_audit,
    ask_comparison,
    ask_rebuttals,
    debate_step,
    is_answerable,
    origin_of,
    plain_turns,
    read_scores,
    show_aside,
    show_turn,
    turns_before,
)
from doxa.judging.tasks.passages import ListedNote, PassageTurn, answer_name, claim_name
from doxa.records.transcripts import SIDES, Debate, ShownTurn, Utterance, other

Extent = Literal["whole", "windowed"]
"""Whether a question about a debate comes with all that was said before, or with the part that bears on it."""

WORDS = 1_200
"""The words from which on a passage is full."""

_WORD = re.compile(r"[^\W\d_]{3,}|\d+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")

STEM = 6
"""The letters by which words are compared, so that most endings make no difference."""

Passage = tuple[Utterance, ...]


def cut_passages(debate: Debate, words: int = WORDS) -> tuple[Passage, ...]:
    """Return the turns of a debate in runs of about so many words; a longer speech is a passage of its own."""
    passages: list[list[Utterance]] = []
    room = 0
    for turn in debate.turns:
        length = count_text_words(turn.text)
        if not passages or length > room:
            passages.append([])
            room = words
        passages[-1].append(turn)
        room -= length
    return tuple(tuple(passage) for passage in passages)


def count_text_words(text: str) -> int:
    """Return the number of words of a text."""
    return len(text.split())


def clip_words(text: str, words: int) -> str:
    """Return the first words of a text, with a mark where it goes on."""
    parts = text.split()
    return text if len(parts) <= words else f"{' '.join(parts[:words])} […]"


def choose_alike(texts: Sequence[str], passage: Iterable[str], most: int) -> list[int]:
    """Return the places of the texts that share the rarest words with a sentence of a passage, in their order.

    Args:
        most: the number of texts to keep; all are kept where there are no more.
    """
    if len(texts) <= most:
        return list(range(len(texts)))
    sentences = [_stems(sentence) for text in passage for sentence in _SENTENCE_END.split(text)]
    stems = [_stems(text) for text in texts]
    counts = Counter(word for words in (*stems, *sentences) for word in words)
    # the weight of a word is the logarithm of how rare it is among the texts
    weights = {word: math.log(1.0 + (len(stems) + len(sentences)) / count) for word, count in counts.items()}
    sizes = {words: _length(words, weights) for words in {*stems, *sentences}}
    likeness = [
        max((_length(words & other, weights) ** 2 / (sizes[words] * sizes[other]) for other in sentences), default=0.0)
        if words
        else 0.0
        for words in stems
    ]
    # of texts that are as near, later ones were said more recently
    nearest = sorted(range(len(texts)), key=lambda place: (-likeness[place], -place))
    return sorted(nearest[:most])


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in _WORD.findall(text.lower()))


def _length(words: frozenset[str], weights: dict[str, float]) -> float:
    """Return the length of a text's vector of weights, never 0."""
    return math.sqrt(math.fsum(weights[word] ** 2 for word in words)) or math.inf


LISTED_TARGETS = 80
"""The most claims and answers of one side that a passage's list holds."""

LISTED_BEFORE = 3
"""A passage's words for each word of earlier speeches that is shown beside it when it is scored."""

EXCERPT = 120
"""The most words of an earlier speech that are shown beside a passage."""

COMPARED_WORDS = 2_000
"""The words of all speeches together that are shown side by side."""

AUDITED_AT_ONCE = 40
"""The most claims of one question of the audit."""


def ask_passage(debate: Debate, notes: Annotation, number: int, passage: Passage) -> JudgeQuestion:
    """Return the question that notes the claims and answers of a passage.

    Args:
        number: the passage's number, from 1.
    """
    step = debate_step(
        f"passages/{number:02d}",
        "annotate_passage",
        debate,
        listed=[note.model_dump(mode="json") for note in list_notes(debate, notes, passage)],
        turns=[turn.model_dump(mode="json") for turn in _show_passage(debate, passage, {})],
    )
    return JudgeQuestion(step, partial(_read_passage, debate))


def list_notes(debate: Debate, notes: Annotation, passage: Passage) -> list[ListedNote]:
    """Return the noted claims and answers that bear on a passage, in the order noted, of either side."""
    names = {turn.speaker: turn.name for turn in debate.turns}
    kept: list[ListedNote] = []
    for side in SIDES:
        noted = [note for note in notes.all if note.side == side]
        answering = [turn.text for turn in passage if turn.side == other(side)]
        places = choose_alike(
            [note.text for note in noted], answering or [turn.text for turn in passage], LISTED_TARGETS
        )
        kept += [
            ListedNote(id=note.id, by=names[note.speaker], side=side, text=note.text)
            for note in (noted[place] for place in places)
        ]
    return kept


def _read_passage(debate: Debate, reply: Any) -> Iterator[Annotation]:
    """Yield what the judge noted of a passage, with the ids that notes have in whole debates."""
    names: dict[str, str] = {}  # ids of this reply → ids of the debate
    counts: Counter[str] = Counter()

    def place_note(noted: dict[str, Any], own_name: str, id: str) -> dict[str, Any]:
        counts[id] += 1
        names[own_name] = f"{id}.{counts[id]}"
        fields = {name: value for name, value in noted.items() if name != "turn"}
        return {**fields, "id": names[own_name], **origin_of(debate.turns[noted["turn"] - 1])}

    claims: list[ClaimNote] = []
    for place, noted in enumerate(reply["claims"], 1):
        number = debate.speeches.index(debate.turns[noted["turn"] - 1]) + 1
        claims.append(ClaimNote(**place_note(noted, claim_name(place), f"c{number}")))
    rebuttals: list[RebuttalNote] = []
    for place, noted in enumerate(reply["rebuttals"], 1):
        fields = place_note(noted, answer_name(place), f"r{noted['turn']}")
        rebuttals.append(RebuttalNote(**{**fields, "target": names.get(noted["target"], noted["target"])}))
    yield Annotation(claims=tuple(claims), rebuttals=tuple(rebuttals))


def ask_rebuttals_again(debate: Debate, notes: Annotation, number: int) -> Iterator[JudgeQuestion]:
    """Yield the question that reads a turn again beside the notes that bear on it; none where there is none."""
    kept = {note.id for note in list_notes(debate, notes, (debate.turns[number - 1],))}
    few = Annotation(
        claims=tuple(claim for claim in notes.claims if claim.id in kept),
        rebuttals=tuple(rebuttal for rebuttal in notes.rebuttals if rebuttal.id in kept),
    )
    return ask_rebuttals(debate, few, number, again=True)


def ask_passage_scores(
    debate: Debate, passages: Sequence[Passage], personas: dict[str, str]
) -> Iterator[JudgeQuestion]:
    """Yield a question for each passage with a speech, which scores the passage's speeches."""
    for number, passage in enumerate(passages, 1):
        if any(turn.kind == "speech" for turn in passage):
            step = debate_step(
                f"rubric/passage-{number:02d}",
                "score_passage",
                debate,
                before=plain_turns(_excerpts_before(debate, passage)),
                turns=[turn.model_dump(mode="json") for turn in _show_passage(debate, passage, personas)],
            )
            yield JudgeQuestion(step, partial(_read_passage_scores, debate))


def _read_passage_scores(debate: Debate, reply: Any) -> Iterator[SpeechScores]:
    for scores in reply["scores"]:
        yield from read_scores(debate.turns[scores["speech"] - 1], scores)


def ask_short_comparison(debate: Debate, scores: Sequence[SpeechScores]) -> JudgeQuestion:
    """Return the question that compares the beginnings of all speeches side by side."""
    words = max(1, COMPARED_WORDS // len(scores))
    turns = [turn.model_copy(update={"text": clip_words(turn.text, words)}) for turn in debate.turns]
    return ask_comparison(debate.model_copy(update={"turns": tuple(turns)}), scores)


def ask_audits(debate: Debate, notes: Annotation) -> Iterator[JudgeQuestion]:
    """Yield the questions of what became of the claims that somebody answered."""
    answered = {rebuttal.target for rebuttal in notes.rebuttals}
    claims = [claim for claim in notes.claims if claim.id in answered]
    for number, start in enumerate(range(0, len(claims), AUDITED_AT_ONCE), 1):
        yield ask_audit(f"audit/{number:02d}", debate, notes, claims[start : start + AUDITED_AT_ONCE])


def audit_unanswered(notes: Annotation) -> tuple[AuditNote, ...]:
    """Return the fate of the claims that nobody answered: they survived."""
    answered = {rebuttal.target for rebuttal in notes.rebuttals}
    return tuple(
        AuditNote(claim=claim.id, fate="survived", reason="nobody answered it")
        for claim in notes.claims
        if claim.id not in answered
    )


def _show_passage(debate: Debate, passage: Passage, personas: dict[str, str]) -> Iterator[PassageTurn]:
    """Yield the turns of a passage and what people of no side said between them; interjections have no number."""
    if passage[0] == debate.turns[0]:
        yield from (PassageTurn(side="none", turn=show_aside(aside)) for aside in debate.asides_after(""))
    for turn in passage:
        number = 0 if turn.kind == "interjection" else debate.turns.index(turn) + 1
        yield PassageTurn(
            number=number,
            side=turn.side,
            turn=show_turn(turn),
            persona=personas.get(turn.speaker, "") if turn.kind == "speech" else "",
            answerable=is_answerable(debate, turn),
        )
        yield from (PassageTurn(side="none", turn=show_aside(aside)) for aside in debate.asides_after(turn.id))


def _excerpts_before(debate: Debate, passage: Passage) -> list[ShownTurn]:
    """Return parts of earlier speeches that bear on a passage, in the order spoken, a third of its words in all."""
    earlier = [turn for turn in turns_before(debate, passage[0]) if turn.kind == "speech"]
    wanted = max(1, sum(count_text_words(turn.text) for turn in passage) // LISTED_BEFORE // EXCERPT)
    chosen: list[int] = []
    for side in {turn.side for turn in passage}:
        places = [place for place, turn in enumerate(earlier) if turn.side == other(side)]
        nearest = choose_alike(
            [earlier[place].text for place in places], [turn.text for turn in passage if turn.side == side], wanted
        )
        chosen += [places[place] for place in nearest]
    return [
        show_turn(earlier[place].model_copy(update={"text": clip_words(earlier[place].text, EXCERPT)}))
        for place in sorted(chosen)
    ]
