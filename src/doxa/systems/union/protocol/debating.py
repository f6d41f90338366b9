"""Union: a debate in a format, by speakers who argue from their own writing. Cambridge Union simulation, phases 0–2.

    styles · passages drawn · private preparation · then each speech in turn:
    free text → asked again once where its length is off → annotated → points of information → said aloud
    → questions, where the format has a cross-examination or a crossfire

Definitions are read from the first speech of each side and are part of every later brief. Speeches are recited as they
were written, so that listeners with beliefs (agents without a side) hear them and the report shows them.
"""

from collections.abc import Generator

from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue
from doxa.records.spec import RunSpec
from doxa.records.steps import ENGINE, Batch, Floor, Outcome, Script
from doxa.records.transcripts import SIDE_NAMES, Debate as Transcript, Definitions
from doxa.systems.union.protocol.interrupting import hold_interruptions, hold_questions, recite_aloud
from doxa.systems.union.protocol.preparation import draw_passages, draw_up_styles, prepare_cases
from doxa.systems.union.protocol.settings import LENSES, Turn, UnionSettings, running_order
from doxa.systems.union.protocol.state import DebateState, Speech, Steps, UnionResult, ask
from doxa.systems.union.tasks.brief import AnnotatedArgument
from doxa.systems.union.tasks.reading import (
    ANNOTATE_SPEECH,
    CONTEST_TERMS,
    DEFINE_TERMS,
    Framework,
    SpeechNotes,
)


def script(spec: RunSpec) -> Script:
    """Hold the debate and return a UnionResult; with ``part = "styles"``, the profiles alone."""
    settings = UnionSettings.model_validate(spec.script)
    debate = DebateState(spec=spec, settings=settings, order=running_order(spec, settings))
    yield from draw_up_styles(debate)
    if settings.part == "styles":
        return UnionResult(profiles=debate.profiles).model_dump(mode="json", include={"profiles"})
    yield from draw_passages(debate)
    yield from prepare_cases(debate)
    for turn in debate.order:
        yield from _speech(debate, turn)
    return _result(debate)


def _speech(debate: DebateState, turn: Turn) -> Steps:
    """Hold one speech: write it, annotate it, offer points of information, recite it."""
    plan = debate.plans.get(turn.speaker)
    repeated = tuple(argument for argument in (plan.arguments if plan else ()) if _is_made(debate, turn, argument))
    first, outcome, asked_again = yield from _write_speech(debate, turn, repeated)
    speech = Speech(
        key=turn.key,
        speaker=turn.speaker,
        side=turn.place.side,
        title=turn.place.title,
        team=turn.place.team,
        lens=debate.lenses.get(turn.speaker, ""),
        target=turn.words,
        named=repeated,
        asked_again=asked_again,
    )
    text = outcome.text or first
    if not text:
        debate.speeches.append(speech.model_copy(update={"silent": outcome.reason or outcome.status}))
        return  # a period of questions after it falls away, too: its questions are about the speech
    notes = yield from _annotate(debate, turn, text)
    yield from _read_definitions(debate, turn, text)
    arguments, texts = notes.arguments, [argument.text for argument in notes.arguments]
    yield from debate.vectors.embedded(texts, turn.note, f"{turn.key}/arguments")
    offered, points_and_answers = yield from hold_interruptions(debate, turn, text, arguments)
    utterance = debate.utter(turn.key, turn.speaker, text, team=turn.place.team)
    yield from recite_aloud(debate, turn, [utterance, *points_and_answers])
    has_vectors = debate.vectors.has_all(texts)
    measures = {
        "words": len(text.split()),
        "within": _within(debate, turn, text),
        "arguments": arguments,
        "repeated": tuple(text for text in texts if _is_made(debate, turn, text)) if has_vectors else None,
        "tone": notes.tone,
        "devices": notes.devices,
        "offered": offered,
        "accepted": sum(utterance.kind == "point" for utterance in points_and_answers),
    }
    debate.speeches.append(speech.model_copy(update=measures))
    debate.made += [
        AnnotatedArgument(speech=turn.key, speaker=utterance.name, side=turn.place.side, text=text) for text in texts
    ]
    yield from hold_questions(debate, turn)


def _write_speech(
    debate: DebateState, turn: Turn, named: tuple[str, ...]
) -> Generator[Batch, Floor, tuple[str, Outcome, bool]]:
    """Return the first draft where it is kept, the outcome, and whether a second draft was asked for."""
    inputs = _inputs(debate, turn, named)
    first = yield from ask(turn, f"{turn.key}/draft", turn.speaker, "give_speech", inputs)
    draft = first.text or ""
    if not first.ok or _within(debate, turn, draft):
        return "", first, False
    second = yield from ask(turn, f"{turn.key}/again", turn.speaker, "give_speech", {**inputs, "draft": draft})
    if second.ok and _off(turn, second.text or "") <= _off(turn, draft):
        return "", second, True
    return draft, first, True


def _inputs(debate: DebateState, turn: Turn, named: tuple[str, ...]) -> dict[str, JsonValue]:
    settings, plan = debate.settings, debate.plans.get(turn.speaker)
    coaching = settings.coaching.get(turn.speaker)
    definitions = debate.definitions
    opens = _opens(debate, turn)
    return {
        **debate.brief(turn.speaker),
        "place": turn.place.title,
        "words": turn.words,
        "lens": LENSES.get(debate.lenses.get(turn.speaker, ""), ""),
        "plan": list[JsonValue](plan.arguments) if plan else [],
        "notes": plan.notes if plan else "",
        "definitions": definitions.model_dump(mode="json") if definitions else None,
        "defines": opens and turn.place.side == "pro" and settings.definitions,
        "contests": opens and turn.place.side == "con" and definitions is not None,
        "made": [argument.model_dump(mode="json") for argument in debate.made],
        "repeated": list[JsonValue](named),
        "coaching": coaching.model_dump(mode="json") if coaching else None,
        "last": turn.last,
        **({"owes": turn.place.owes} if turn.place.owes else {}),
    }


def _annotate(debate: DebateState, turn: Turn, text: str) -> Generator[Batch, Floor, SpeechNotes]:
    """Return the notes on a finished speech; without arguments where the annotator is off or its step failed."""
    if not debate.settings.annotated:
        return SpeechNotes(arguments=())
    inputs: dict[str, JsonValue] = {
        "name": debate.spec.participant(turn.speaker).name,
        "side": SIDE_NAMES[turn.place.side],
        "text": text,
    }
    outcome = yield from ask(turn, f"{turn.key}/notes", ENGINE, "annotate_speech", inputs)
    return ANNOTATE_SPEECH.reply_of(outcome) or SpeechNotes(arguments=())


def _read_definitions(debate: DebateState, turn: Turn, text: str) -> Steps:
    """Read the definitions from Proposition's first speech, and the answer to them from Opposition's first speech."""
    if not (debate.settings.definitions and _opens(debate, turn)):
        return
    inputs: dict[str, JsonValue] = {"motion": debate.spec.proposition.text, "speech": text}
    if turn.place.side == "pro":
        outcome = yield from ask(turn, f"{turn.key}/defined", ENGINE, "define_terms", inputs)
        if framework := DEFINE_TERMS.reply_of(outcome):
            debate.definitions = Definitions(**framework.model_dump())
    elif debate.definitions:
        framework = Framework(**debate.definitions.model_dump(include=set(Framework.model_fields)))
        inputs["framework"] = framework.model_dump(mode="json")
        outcome = yield from ask(turn, f"{turn.key}/contested", ENGINE, "contest_terms", inputs)
        if response := CONTEST_TERMS.reply_of(outcome):
            debate.definitions = debate.definitions.model_copy(update=response.model_dump())


def _opens(debate: DebateState, turn: Turn) -> bool:
    """Return whether this is the first speech of its side."""
    return turn == next(earlier for earlier in debate.order if earlier.place.side == turn.place.side)


def _is_made(debate: DebateState, turn: Turn, text: str) -> bool:
    """Return whether the speaker's side has made an argument already."""
    arguments = [argument.text for argument in debate.made if argument.side == turn.place.side]
    if not arguments or not debate.vectors.has_all([text, *arguments]):
        return False
    return bool(debate.vectors.near(text, arguments).max() >= debate.settings.alike)


def _within(debate: DebateState, turn: Turn, text: str) -> bool:
    return _off(turn, text) <= debate.settings.tolerance * turn.words


def _off(turn: Turn, text: str) -> int:
    return abs(len(text.split()) - turn.words)


def _result(debate: DebateState) -> UnionResult:
    motion, turns = debate.spec.proposition.text, tuple(debate.turns)
    return UnionResult(
        debate=Transcript(motion=motion, turns=turns, definitions=debate.definitions),
        personas={speaker.id: speaker.persona for speaker in debate.speakers if speaker.persona},
        profiles=debate.profiles,
        plans=debate.plans,
        passages={id: tuple(passage.id for passage in passages) for id, passages in debate.drawn.items()},
        speeches=tuple(debate.speeches),
        offered=sum(speech.offered for speech in debate.speeches),
        accepted=sum(speech.accepted for speech in debate.speeches),
    )


UNION = Protocol(Settings=UnionSettings, Result=UnionResult, script=script)
