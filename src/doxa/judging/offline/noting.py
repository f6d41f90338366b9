"""Notes of the simulated judge: the claims of a speech and what a turn answers, alone or passage by passage. SIMULATED.

Claims are found by the rules that extract claims from messages. A sentence answers what it quotes; otherwise it answers
the nearest target of the other side, if the two are close, or if they are near and the sentence has a word of answering
or names the target's speaker. An answer undermines its target if it is the more convincing of the two, or says outright
that the other does not follow.
"""

import re
from collections.abc import Sequence

from doxa.judging.blind.roles import introduces
from doxa.judging.offline.cues import (
    ANSWERS,
    NAMED,
    NEAR,
    REASONS,
    SAME,
    base_of,
    likeness,
    points_of,
    sentences_of,
    strengths_of,
)
from doxa.judging.offline.deciding import score_turn
from doxa.judging.tasks.noting import (
    Answering,
    Claims,
    NotedClaim,
    NotedRebuttal,
    NotingInputs,
    Rebuttals,
    Target,
)
from doxa.judging.tasks.passages import (
    ListedNote,
    NumberedScores,
    PassageClaim,
    PassageNotes,
    PassageRebuttal,
    PassageScores,
    PassageToAnnotate,
    PassageToScore,
    PassageTurn,
    answer_name,
    claim_name,
    scored_turns,
)
from doxa.judging.tasks.scoring import ScoringInputs
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.transcripts import ShownTurn

QUOTED = re.compile(r"“([^“”]+)”")
WORD = re.compile(r"[^\W_]+")
REPORTS = re.compile(r"“|\b(?:told us|argued|claimed|(?:we heard|it was said)) that\b", re.IGNORECASE)
FELLS = re.compile(r"\b(?:does not follow|is not true|is simply wrong)\b", re.IGNORECASE)
ASIDE = re.compile(r"\b(?:we heard about|there is another side)\b", re.IGNORECASE)

FEWEST, MOSTLY = 3, 0.7
"""The fewest words of a quotation that identify its target, and the share of them that the target must contain."""

MOST = 12
"""The most claims noted of one speech: the most convincing ones."""

CLOSE = 0.6
"""Cosine from which an answer counts as direct."""


def note_claims(request: Request, library: Library) -> Response:
    """Return the claims of one speech."""
    return reply(Claims(claims=tuple(note_turn(inputs_of(request, NotingInputs), library))))


def note_turn(inputs: NotingInputs, library: Library) -> list[NotedClaim]:
    """Return the claims of one speech."""
    candidates = [claim for claim in points_of([inputs.speech], inputs.motion) if not REPORTS.search(claim)]
    strengths = strengths_of(candidates, inputs.motion, library)
    convincing = sorted(range(len(candidates)), key=lambda place: -strengths[place])[:MOST]
    claims = [candidates[place] for place in sorted(convincing)]
    nearest = likeness(claims, points_of(inputs.before, inputs.motion), library).max(axis=1, initial=0.0)
    return [
        NotedClaim(text=claim, base=base_of(claim), specific=NAMED.search(claim) is not None, new=bool(near < SAME))
        for claim, near in zip(claims, nearest, strict=True)
    ]


def note_rebuttals(request: Request, library: Library) -> Response:
    """Return what one turn answers."""
    return reply(Rebuttals(rebuttals=tuple(rebut_targets(inputs_of(request, Answering), library))))


def rebut_targets(inputs: Answering, library: Library) -> list[NotedRebuttal]:
    """Return what one turn answers, by quotation or by nearness, at most once for each target."""
    sentences = [sentence for sentence in sentences_of([inputs.turn]) if not introduces(sentence)]
    near = likeness(sentences, [target.text for target in inputs.targets], library)
    rebuttals: dict[str, NotedRebuttal] = {}
    for place, sentence in enumerate(sentences):
        quoted = _find_quoted(sentence, inputs.targets)
        target = quoted or inputs.targets[int(near[place].argmax())]
        close = 1.0 if quoted else float(near[place].max())
        is_cued = ANSWERS.search(sentence) or _names(sentence, target)
        if target.id not in rebuttals and close >= (NEAR if is_cued else CLOSE):
            whole = " ".join(sentences[place : place + 2]) if quoted else sentence
            rebuttals[target.id] = _note_rebuttal(whole, target, close, inputs.motion, library)
    return list(rebuttals.values())


def _find_quoted(sentence: str, targets: Sequence[Target]) -> Target | None:
    """Return the target that contains the largest share of a quotation's words, if the share is large enough."""
    words = [word for quote in QUOTED.findall(sentence) for word in WORD.findall(quote.lower())]
    if len(words) < FEWEST:
        return None

    def share_of(target: Target) -> float:
        target_words = set(WORD.findall(target.text.lower()))
        return sum(word in target_words for word in words) / len(words)

    best = max(targets, key=share_of)
    return best if share_of(best) >= MOSTLY else None


def _names(sentence: str, target: Target) -> bool:
    return any(re.search(rf"\b{re.escape(word)}\b", sentence) for word in target.by.split() if len(word) > 2)


def _note_rebuttal(sentence: str, target: Target, close: float, motion: str, library: Library) -> NotedRebuttal:
    mine, theirs = strengths_of([sentence, target.text], motion, library)
    return NotedRebuttal(
        target=target.id,
        text=sentence,
        addresses_logic=REASONS.search(sentence) is not None,
        undermines=mine > theirs or FELLS.search(sentence) is not None,
        new_information=NAMED.search(sentence) is not None,
        direct=(close >= CLOSE or _names(sentence, target)) and ASIDE.search(sentence) is None,
    )


def annotate_passage(request: Request, library: Library) -> Response:
    """Return the claims and answers of a passage's turns."""
    inputs = inputs_of(request, PassageToAnnotate)
    claims = _passage_claims(inputs, library)
    turns = {turn.number: turn for turn in inputs.turns if turn.number}
    # what was said so far, each with the number of its turn; 0 for what was listed
    noted = [(0, note) for note in inputs.listed]
    noted += [
        (claim.turn, _list_note(claim_name(place), turns[claim.turn], claim.text))
        for place, claim in enumerate(claims, 1)
    ]
    rebuttals: list[PassageRebuttal] = []
    for turn in turns.values():
        targets = [note for number, note in noted if note.side != turn.side and number < turn.number]
        listed = tuple(Target(id=note.id, by=note.by, text=note.text) for note in targets)
        answering = Answering(motion=inputs.motion, turn=turn.turn, targets=listed)
        for rebuttal in rebut_targets(answering, library) if listed else ():
            rebuttals.append(PassageRebuttal(turn=turn.number, **rebuttal.model_dump()))
            noted.append((turn.number, _list_note(answer_name(len(rebuttals)), turn, rebuttal.text)))
    return reply(PassageNotes(claims=tuple(claims), rebuttals=tuple(rebuttals)))


def score_passage(request: Request, library: Library) -> Response:
    """Return the scores of a passage's speeches."""
    inputs = inputs_of(request, PassageToScore)
    scored = []
    for turn in scored_turns(inputs):
        before = (*inputs.before, *(other.turn for other in inputs.turns if 0 < other.number < turn.number))
        scores = score_turn(
            ScoringInputs(
                motion=inputs.motion,
                before=before,
                speech=turn.turn,
                persona=turn.persona,
                answerable=turn.answerable,
            ),
            library,
        )
        scored.append(NumberedScores(speech=turn.number, **scores.model_dump(exclude={"reason"})))
    return reply(PassageScores(scores=tuple(scored)))


def _passage_claims(inputs: PassageToAnnotate, library: Library) -> list[PassageClaim]:
    """Return the claims of a passage's speeches; a claim like a listed one or an earlier one of its side is not new."""
    claims: list[PassageClaim] = []
    for place, turn in enumerate(inputs.turns):
        if not turn.number or turn.turn.kind != "speech":
            continue
        before = [ShownTurn(label=note.by, text=note.text) for note in inputs.listed if note.side == turn.side]
        before += [own.turn for own in inputs.turns[:place] if own.side == turn.side and own.turn.kind == "speech"]
        noted = note_turn(NotingInputs(motion=inputs.motion, before=tuple(before), speech=turn.turn), library)
        claims += [PassageClaim(turn=turn.number, **claim.model_dump()) for claim in noted]
    return claims


def _list_note(id: str, turn: PassageTurn, text: str) -> ListedNote:
    return ListedNote(id=id, by=turn.turn.label.rpartition(" (")[0], side=turn.side, text=text)
