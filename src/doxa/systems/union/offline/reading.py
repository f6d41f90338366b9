"""The readers and the coach offline: arguments by paragraph, definitions and styles by plain cues.

A profile measures the surface of texts, not a voice. The coach keeps arguments that survived, drops those that fell,
and answers those nobody answered.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.saying import looks
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.transcripts import Term
from doxa.systems.union.offline import phrases
from doxa.systems.union.offline.material import ASKED
from doxa.systems.union.tasks.brief import CoachingNote, StyleProfile
from doxa.systems.union.tasks.reading import (
    AnnotateInputs,
    ArgumentTally,
    CoachInputs,
    ContestInputs,
    DefineInputs,
    DefinitionsResponse,
    Framework,
    Point,
    ProfileInputs,
    SpeechNotes,
)

GREETING_WORDS = 30
"""A first or last paragraph with fewer words is a greeting or a closing, without an argument."""

MOST_ARGUMENTS = 10
"""The most arguments of a speech without paragraphs: those that look strongest."""


def annotate_speech(request: Request, library: Library) -> Response:
    """Return the arguments of a speech: one for each paragraph that makes one."""
    inputs = inputs_of(request, AnnotateInputs)
    motion = request.scene.proposition.text
    parts = [part for part in re.split(r"\n\s*\n", inputs.text) if part.strip()]
    argued_parts = [
        part for place, part in enumerate(parts) if 0 < place < len(parts) - 1 or len(part.split()) >= GREETING_WORDS
    ]
    arguments = list(_points(argued_parts, motion)) if len(parts) > 1 else _strongest(inputs.text, motion)
    devices = [name for name, cue in (("question", "?"), ("quotation", "“")) if cue in inputs.text]
    return reply(SpeechNotes(arguments=tuple(arguments), devices=tuple(devices)))


def define_terms(request: Request, library: Library) -> Response:
    """Return how an opening speech defines the debate."""
    texts = [sentence.text for sentence in sentences(inputs_of(request, DefineInputs).speech)]
    return reply(
        Framework(
            terms=_terms(texts, phrases.MEANS) or _terms(texts, phrases.MEANS_AS_A_WHOLE),
            scope=next(_match_cue(texts, phrases.IN_QUESTION), ""),
            exclusions=tuple(_match_cue(texts, phrases.EXCLUDES)),
            framing=next(_match_cue(texts, phrases.TURNS_ON), ""),
        )
    )


def contest_terms(request: Request, library: Library) -> Response:
    """Return how the other side answers the definitions."""
    texts = [sentence.text for sentence in sentences(inputs_of(request, ContestInputs).speech)]
    return reply(
        DefinitionsResponse(
            accepted=tuple(_match_cue(texts, phrases.ACCEPTS))[:3],
            contested=tuple(term for term in _match_cue(texts, phrases.CONTESTS) if term != "it")[:3],
            counter_framing=next(_match_cue(texts, phrases.TURNS_ON), ""),
        )
    )


def _points(parts: list[str], motion: str) -> Iterator[Point]:
    for part in parts:
        if phrases.REBUTS.search(part):
            answer = part.rpartition("”")[2]
            reason = answer.partition(":")[2].strip() or answer.strip(" .")
            if reason:
                yield Point(text=reason, kind="rebuttal", snippet=reason)
            continue
        claims = [claim for claim in claims_of(part, motion) if not phrases.ABOUT_ITSELF.search(claim.claim)]
        if claims:
            yield Point(text=claims[0].claim, snippet=claims[0].snippet)


def _strongest(text: str, motion: str) -> list[Point]:
    claims = [claim for claim in claims_of(text, motion) if not phrases.ABOUT_ITSELF.search(claim.claim)]
    strongest = {id(claim) for claim in sorted(claims, key=lambda claim: -looks(claim.claim))[:MOST_ARGUMENTS]}
    return [Point(text=claim.claim, snippet=claim.snippet) for claim in claims if id(claim) in strongest]


def _match_cue(texts: list[str], cue: re.Pattern[str]) -> Iterator[str]:
    """Yield the first group of a cue in each text that matches it."""
    return (match[1] for match in map(cue.search, texts) if match)


def _terms(texts: list[str], cue: re.Pattern[str]) -> tuple[Term, ...]:
    return tuple(Term(term=match[1], meaning=match[2]) for match in map(cue.search, texts) if match)


SHORT, LONG = 14, 22
"""Mean words per sentence: a register is plain below the first, and elaborate from the second on."""

PHRASE = (3, 8)
"""The fewest and the most words of a sentence that counts as a signature phrase."""

DEVICES = {
    "asks and answers": re.compile(r"\?\s+[A-Z]"),
    "counts things off": re.compile(r"\b(?:First|Second|Third)(?:ly)?\b"),
    "figures": re.compile(r"\d"),
    "cases of particular people": re.compile(r"\b(?:a|one) (?:woman|man|child|girl|boy|nurse|teacher|pupil|family)\b"),
    "threes": re.compile(r"(?<!\w)\w++, \w+,? and \w+"),
    "contrast": re.compile(r"\bnot\b[^.;]{3,60}\bbut\b"),
    "comparison": re.compile(r"\b(?:like a|as if|imagine)\b", re.IGNORECASE),
}
CONCEDES = re.compile(r"\b(?:I grant|granted|to be fair|fair point|my opponents are right)\b", re.IGNORECASE)


def profile_style(request: Request, library: Library) -> Response:
    """Return a style profile, measured from samples."""
    inputs = inputs_of(request, ProfileInputs)
    texts = [passage.text for passage in inputs.sample if not passage.id.startswith("bio/")] or [
        passage.text for passage in inputs.sample
    ]
    later_sentences = [sentence.text for text in texts for sentence in sentences(text)[1:]]
    files: dict[str, set[str]] = {}
    for passage in inputs.sample:
        for sentence in sentences(passage.text):
            files.setdefault(sentence.text, set()).add(passage.id.partition("#")[0])
    word_counts = [len(sentence.split()) for sentence in later_sentences] or [0]
    mean = sum(word_counts) / len(word_counts)
    plain = "plain, short sentences" if mean < SHORT else "elaborate, long sentences" if mean >= LONG else "measured"
    joined = " ".join(texts)
    return reply(
        StyleProfile(
            speech_register=f"{plain} (about {mean:.0f} words a sentence)",
            opening_patterns=_openings(texts),
            rhetorical_devices=tuple(name for name, cue in DEVICES.items() if cue.search(joined)),
            disagreement_style="grants a point before it disagrees"
            if CONCEDES.search(joined)
            else "disagrees outright",
            signature_phrases=_phrases(files),
            closing_patterns=tuple(dict.fromkeys(sentence for sentence in later_sentences[-2:] if _is_short(sentence))),
            raw_analysis="Measured by plain counts of surface cues; nobody has read these samples.",
        )
    )


def _is_short(sentence: str) -> bool:
    return PHRASE[0] <= len(sentence.split()) <= PHRASE[1] and sentence[-1] in ".!?…"


def _openings(texts: list[str]) -> tuple[str, ...]:
    """Return the first words of samples that begin with a whole sentence of the speaker's own."""
    beginnings = [text for text in texts if text[:1].isupper() and not ASKED.match(text)]
    return tuple(dict.fromkeys(" ".join(text.split()[:4]) for text in beginnings))[:3]


def _phrases(files: dict[str, set[str]]) -> tuple[str, ...]:
    """Return short sentences that occur in more than one file of the samples."""
    file_counts = {sentence: len(names) for sentence, names in files.items() if _is_short(sentence)}
    return tuple(sentence for sentence, count in Counter(file_counts).most_common(6) if count > 1)


MOST_NOTES = 4
"""The most arguments in each list of a note."""


def coach_speaker(request: Request, library: Library) -> Response:
    """Return a coaching note from what the judges noted."""
    inputs = inputs_of(request, CoachInputs)
    worked = _texts(argument for argument in inputs.own if argument.survived > argument.demolished)
    demolished = [argument for argument in inputs.own if argument.demolished > argument.survived]
    sentences = [f"Lead with this: {text}" for text in worked[:1]]
    sentences += [
        f"Leave this out: {argument.text}" + (f" It falls to the answer: {argument.answer}" if argument.answer else "")
        for argument in demolished[:1]
    ]
    sentences += [f"Answer this, which nobody answered: {claim}" for claim in inputs.unanswered[:1]]
    return reply(
        CoachingNote(
            worked=worked,
            failed=_texts(demolished),
            missed=inputs.unanswered[:MOST_NOTES],
            advice=" ".join(sentences) or "Keep to what you did: nothing in the notes speaks against it.",
        )
    )


def _texts(arguments: Iterable[ArgumentTally]) -> tuple[str, ...]:
    return tuple(argument.text for argument in arguments)[:MOST_NOTES]
