"""The tasks that read a finished speech: its arguments by paragraph, its definitions and the answer to them by cues."""

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
"""Words below which a first or last paragraph greets, or takes leave, and argues nothing."""

MOST = 10
"""Arguments of a speech that stands in one paragraph, at most: those that look strongest."""


def annotate_speech(request: Request, library: Library) -> Response:
    """Note the arguments of a speech: one for each paragraph that makes one."""
    inputs = inputs_of(request, annotating.Inputs)
    motion = request.scene.proposition.text
    parts = [one for one in re.split(r"\n\s*\n", inputs.text) if one.strip()]
    kept = [one for place, one in enumerate(parts) if 0 < place < len(parts) - 1 or len(one.split()) >= GREETING]
    found = list(_points(kept, motion)) if len(parts) > 1 else _strongest(inputs.text, motion)
    devices = [name for name, cue in (("question", "?"), ("quotation", "“")) if cue in inputs.text]
    return reply(annotating.Reply(arguments=tuple(found), devices=tuple(devices)))


def define_terms(request: Request, library: Library) -> Response:
    """Note how an opening speech defines the debate."""
    inputs = inputs_of(request, defining.Inputs)
    found = [one.text for one in sentences(inputs.speech)]
    means = [match for match in map(phrases.MEANS.search, found) if match]
    return reply(
        defining.Framework(
            terms=tuple(Term(term=one[1], meaning=one[2]) for one in means)
            or tuple(Term(term=motion, meaning=meaning) for motion, meaning in _whole_motion(found)),
            scope=next(_said(found, phrases.IN_QUESTION), ""),
            exclusions=tuple(_said(found, phrases.EXCLUDES)),
            framing=next(_said(found, phrases.TURNS_ON), ""),
        )
    )


def contest_terms(request: Request, library: Library) -> Response:
    """Note how the other side answers the definitions."""
    inputs = inputs_of(request, defining.Contested)
    found = [one.text for one in sentences(inputs.speech)]
    return reply(
        defining.Response(
            accepted=tuple(_said(found, phrases.ACCEPTS))[:3],
            contested=tuple(one for one in _said(found, phrases.CONTESTS) if one != "it")[:3],
            counter_framing=next(_said(found, phrases.TURNS_ON), ""),
        )
    )


def _points(parts: list[str], motion: str) -> Iterator[Point]:
    for part in parts:
        if phrases.REBUTS.search(part):
            told = part.rpartition("”")[2]
            reason = told.partition(":")[2].strip() or told.strip(" .")
            if reason:
                yield Point(text=reason, kind="rebuttal", snippet=reason)
            continue
        claims = [one for one in claims_of(part, motion) if not phrases.ABOUT_ITSELF.search(one.claim)]
        if claims:
            yield Point(text=claims[0].claim, snippet=claims[0].snippet)


def _strongest(text: str, motion: str) -> list[Point]:
    claims = [one for one in claims_of(text, motion) if not phrases.ABOUT_ITSELF.search(one.claim)]
    kept = {id(one) for one in sorted(claims, key=lambda one: -looks(one.claim))[:MOST]}
    return [Point(text=one.claim, snippet=one.snippet) for one in claims if id(one) in kept]


def _said(found: list[str], cue: re.Pattern[str]) -> Iterator[str]:
    return (match[1] for match in map(cue.search, found) if match)


def _whole_motion(found: list[str]) -> Iterator[tuple[str, str]]:
    for one in found:
        match = re.search(r"^By the motion, “([^”]+)”, we mean (.+?)\.?$", one)
        if match:
            yield match[1], match[2]
