"""The tasks that read a finished speech: its arguments by paragraph, definitions and the answers to them by cues."""

import re
from collections.abc import Iterator

from doxa.models.embedded.extraction import claims_of, sentences
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.looks import looks
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.transcripts import Term
from doxa.systems.union.offline import phrases
from doxa.systems.union.tasks import annotating, defining
from doxa.systems.union.tasks.annotating import Point

GREETING = 30
"""A first or last paragraph with fewer words is a greeting or a closing, without an argument."""

MOST = 10
"""The most arguments of a speech without paragraphs: those that look strongest."""


def annotate_speech(request: Request, library: Library) -> Response:
    """Return the arguments of a speech: one for each paragraph that makes one."""
    inputs = inputs_of(request, annotating.Inputs)
    motion = request.scene.proposition.text
    parts = [part for part in re.split(r"\n\s*\n", inputs.text) if part.strip()]
    argued_parts = [
        part for place, part in enumerate(parts) if 0 < place < len(parts) - 1 or len(part.split()) >= GREETING
    ]
    arguments = list(_points(argued_parts, motion)) if len(parts) > 1 else _strongest(inputs.text, motion)
    devices = [name for name, cue in (("question", "?"), ("quotation", "“")) if cue in inputs.text]
    return reply(annotating.Reply(arguments=tuple(arguments), devices=tuple(devices)))


def define_terms(request: Request, library: Library) -> Response:
    """Return how an opening speech defines the debate."""
    inputs = inputs_of(request, defining.Inputs)
    texts = [sentence.text for sentence in sentences(inputs.speech)]
    definitions = [match for match in map(phrases.MEANS.search, texts) if match]
    return reply(
        defining.Framework(
            terms=tuple(Term(term=match[1], meaning=match[2]) for match in definitions)
            or tuple(Term(term=motion, meaning=meaning) for motion, meaning in _whole_motion(texts)),
            scope=next(_match_cue(texts, phrases.IN_QUESTION), ""),
            exclusions=tuple(_match_cue(texts, phrases.EXCLUDES)),
            framing=next(_match_cue(texts, phrases.TURNS_ON), ""),
        )
    )


def contest_terms(request: Request, library: Library) -> Response:
    """Return how the other side answers the definitions."""
    inputs = inputs_of(request, defining.ContestInputs)
    texts = [sentence.text for sentence in sentences(inputs.speech)]
    return reply(
        defining.DefinitionsResponse(
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
    strongest = {id(claim) for claim in sorted(claims, key=lambda claim: -looks(claim.claim))[:MOST]}
    return [Point(text=claim.claim, snippet=claim.snippet) for claim in claims if id(claim) in strongest]


def _match_cue(texts: list[str], cue: re.Pattern[str]) -> Iterator[str]:
    """Yield the first group of a cue in each text that matches it."""
    return (match[1] for match in map(cue.search, texts) if match)


def _whole_motion(texts: list[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        match = re.search(r"^By the motion, “([^”]+)”, we mean (.+?)\.?$", text)
        if match:
            yield match[1], match[2]
