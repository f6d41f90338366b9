"""A debate with the speaking order of its sides exchanged: who spoke second speaks first.

Each side's first speech takes the place of the other's first, the second that of the second, and so on; points and
answers go with the speech that they interrupt. A judge who listens to what was said names the same side in both; a
judge who goes by the order names the other side.
"""

from doxa.records.transcripts import SIDES, Debate, Side, Utterance


def mirror(debate: Debate) -> Debate:
    """Return the debate in its mirrored order; where a side has more speeches, its last ones stay in their places."""
    segments = _segments(debate)
    places: dict[Side, list[int]] = {
        side: [place for place, segment in enumerate(segments) if segment[0].side == side] for side in SIDES
    }
    order = list(range(len(segments)))
    for pro, con in zip(places["pro"], places["con"], strict=False):
        order[pro], order[con] = con, pro
    return debate.model_copy(update={"turns": tuple(turn for place in order for turn in segments[place])})


def _segments(debate: Debate) -> list[list[Utterance]]:
    """Return each speech with the points and answers in it."""
    segments: list[list[Utterance]] = []
    for turn in debate.turns:
        if turn.kind == "speech" or not segments:
            segments.append([turn])
        else:
            segments[-1].append(turn)
    return segments
