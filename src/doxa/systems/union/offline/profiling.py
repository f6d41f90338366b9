"""The task ``profile_style``: counts of plain cues in the samples. It measures the surface of texts, not a voice."""

import re
from collections import Counter

from doxa.models.embedded.extraction import sentences
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.union.offline.material import ASKED
from doxa.systems.union.tasks.profiling import Inputs, StyleProfile

SHORT, LONG = 14, 22
"""Mean words per sentence: a register is plain below the first, and elaborate from the second on."""

PHRASE = (3, 8)
"""The fewest and the most words of a sentence that counts as a signature phrase."""

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
    """Return a style profile, measured from samples."""
    inputs = inputs_of(request, Inputs)
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
