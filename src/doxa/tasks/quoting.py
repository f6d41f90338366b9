"""Quoted words in a prompt: nothing in them ends their block, begins another, or stands as somebody else's line.

What could do so is escaped by the full-width form of one character, which looks alike and is as long. ``minds.places``
takes both forms for the same, so that words that a model copies from the prompt are found in the message as it was.
"""

import re
from collections.abc import Iterable

TAG = re.compile(
    r"<(?=\s*+/?\s*+(?:message|speech|point|answer|interjection|aside|definitions|claim|persona|passage|said|sample|"
    r"draft)\b)",
    re.IGNORECASE,
)
"""The beginning of a tag between which prompts quote."""

BREAKS = r"\n\r\v\f\x85\u2028\u2029"
LABEL = re.compile(rf"(?:^|(?<=[{BREAKS}]))([^:{BREAKS}]{{1,120}}):")
"""What stands before the first colon of a line, where a prompt names a block or who speaks."""

REMEMBERED = {
    (origin, polarity): f"What you {verb} {side} it"
    for origin, verb in (("seed", "know"), ("self", "have said"), ("peer", "have accepted"))
    for polarity, side in ((1, "for"), (-1, "against"))
}
"""Origin and polarity of records → the head above them in a prompt; no line of a quotation is let pass for one."""

PLAIN = str.maketrans("＜：", "<:")


def quote(text: str, names: Iterable[str] = ()) -> str:
    """Return a text in which nothing can be taken for the end of its quotation, or for a line of another.

    Args:
        names: who speaks in the prompt in lines such as "Ada: …".
    """
    heads = set(map(fold_head, (*REMEMBERED.values(), *names)))
    return LABEL.sub(lambda label: f"{label[1]}：" if fold_head(label[1]) in heads else label[0], TAG.sub("＜", text))


def unquote(text: str) -> str:
    """Return a text that was copied from a quotation as it was before."""
    return text.translate(PLAIN)


def in_one_line(text: str) -> str:
    """Return a text quoted without line breaks, for an entry of a list in a prompt."""
    return quote(" ".join(text.split()))


def fold_head(head: str) -> str:
    """Return a name as it is compared: without marks around it, what stands in brackets, and case."""
    return " ".join(re.sub(r"\([^)]*\)|[^\w\s]", " ", head).casefold().split())
