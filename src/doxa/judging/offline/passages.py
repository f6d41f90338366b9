"""The tasks ``annotate_passage`` and ``score_passage`` in plain code: turn by turn, as of whole debates. SIMULATED."""

from collections.abc import Sequence

from doxa.judging.offline.noting import note_turn, rebut_targets
from doxa.judging.offline.scoring import score_turn
from doxa.judging.tasks.noting import Answering, NotingInputs, Target
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

Made = list[tuple[int, ListedNote]]
"""What was said so far, each with the number of its turn; 0 for what was listed."""


def annotate_passage(request: Request, library: Library) -> Response:
    """Return the claims and answers of a passage's turns."""
    inputs = inputs_of(request, PassageToAnnotate)
    claims = _note_claims(inputs, library)
    sides = {turn.number: turn for turn in inputs.turns if turn.number}
    made: Made = [(0, note) for note in inputs.listed]
    for place, claim in enumerate(claims, 1):
        made.append((claim.turn, _list_note(claim_name(place), sides[claim.turn], claim.text)))
    rebuttals: list[PassageRebuttal] = []
    for turn in sides.values():
        targets = [note for number, note in made if note.side != turn.side and number < turn.number]
        for rebuttal in _rebut(inputs, turn, targets, library):
            rebuttals.append(rebuttal)
            made.append((turn.number, _list_note(answer_name(len(rebuttals)), turn, rebuttal.text)))
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
        fields = scores.model_dump(exclude={"reason"})
        scored.append(NumberedScores(speech=turn.number, **fields))
    return reply(PassageScores(scores=tuple(scored)))


def _note_claims(inputs: PassageToAnnotate, library: Library) -> list[PassageClaim]:
    """Return the claims of a passage's speeches; a claim like a listed one or an earlier one of its side is not new."""
    claims: list[PassageClaim] = []
    for place, turn in enumerate(inputs.turns):
        if not turn.number or turn.turn.kind != "speech":
            continue
        before = _own_before(inputs, place)
        noted = note_turn(NotingInputs(motion=inputs.motion, before=before, speech=turn.turn), library)
        claims += [PassageClaim(turn=turn.number, **claim.model_dump()) for claim in noted]
    return claims


def _own_before(inputs: PassageToAnnotate, place: int) -> tuple[ShownTurn, ...]:
    side = inputs.turns[place].side
    listed = [ShownTurn(label=note.by, text=note.text) for note in inputs.listed if note.side == side]
    return (*listed, *(turn.turn for turn in inputs.turns[:place] if turn.side == side and turn.turn.kind == "speech"))


def _list_note(id: str, turn: PassageTurn, text: str) -> ListedNote:
    return ListedNote(id=id, by=turn.turn.label.rpartition(" (")[0], side=turn.side, text=text)


def _rebut(
    inputs: PassageToAnnotate, turn: PassageTurn, targets: Sequence[ListedNote], library: Library
) -> list[PassageRebuttal]:
    """Return what one turn answers of what was said before."""
    if not targets:
        return []
    listed = tuple(Target(id=note.id, by=note.by, text=note.text) for note in targets)
    answering = Answering(motion=inputs.motion, turn=turn.turn, targets=listed)
    return [
        PassageRebuttal(turn=turn.number, **rebuttal.model_dump()) for rebuttal in rebut_targets(answering, library)
    ]
