"""The task ``profile_style``: counts of plain cues in the samples. It hears no voice; it measures surface."""

import re
from collections import Counter

from doxa.models.embedded.extraction import sentences
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.union.offline.material import ASKED
from doxa.systems.union.tasks.profiling import Inputs, StyleProfile

SHORT, LONG = 14, 22
"""Mean words of a sentence below which a register is called plain, and from which it is called elaborate."""

PHRASE = (3, 8)
"""Words of a sentence that counts as a phrase of one's own."""

DEVICES = {
    "asks and answers": re.compile(r"\?\s+[A-Z]"),
    "counts things off": re.compile(r"\b(?:First|Second|Third)(?:ly)?\b"),
    "figures": re.compile(r"\d"),
    "cases of particular people": re.compile(r"\b(?:a|one) (?:woman|man|child|girl|boy|nurse|teacher|pupil|family)\b"),
    "threes": re.compile(r"\w+, \w+,? and \w+"),
    "contrast": re.compile(r"\bnot\b[^.;]{3,60}\bbut\b"),
    "comparison": re.compile(r"\b(?:like a|as if|imagine)\b", re.IGNORECASE),
}
CONCEDES = re.compile(r"\b(?:I grant|granted|to be fair|fair point|my opponents are right)\b", re.IGNORECASE)


def profile_style(request: Request, library: Library) -> Response:
    """Measure how somebody writes."""
    inputs = inputs_of(request, Inputs)
    texts = [one.text for one in inputs.sample if not one.id.startswith("bio/")] or [one.text for one in inputs.sample]
    found = [one.text for text in texts for one in sentences(text)[1:]]
    files: dict[str, set[str]] = {}
    for one in inputs.sample:
        for sentence in sentences(one.text):
            files.setdefault(sentence.text, set()).add(one.id.partition("#")[0])
    lengths = [len(one.split()) for one in found] or [0]
    mean = sum(lengths) / len(lengths)
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
            closing_patterns=tuple(dict.fromkeys(one for one in found[-2:] if _is_short(one))),
            raw_analysis="Measured by plain counts of surface cues; nobody has read these samples.",
        )
    )


def _is_short(sentence: str) -> bool:
    return PHRASE[0] <= len(sentence.split()) <= PHRASE[1] and sentence[-1] in ".!?…"


def _openings(texts: list[str]) -> tuple[str, ...]:
    """Return the first words of samples that begin at a beginning, and with the speaker's own words."""
    own = [text for text in texts if text[:1].isupper() and not ASKED.match(text)]
    return tuple(dict.fromkeys(" ".join(text.split()[:4]) for text in own))[:3]


def _phrases(files: dict[str, set[str]]) -> tuple[str, ...]:
    """Return short sentences that stand in more than one file of the samples."""
    short = {one: len(found) for one, found in files.items() if _is_short(one)}
    return tuple(one for one, count in Counter(short).most_common(6) if count > 1)
