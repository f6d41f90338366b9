"""The surface of a text: thirteen numbers on its length, words and marks.

People find longer and tidier arguments more convincing (Habernal and Gurevych 2016). The strength model learns this
from these numbers, and the meaning of the words from the trunk.
"""

import html
import math
import re

NAMES = (
    "log length",
    "log length squared / 10",
    "mean word length",
    "share of different words",
    "share of capitals",
    "log commas",
    "log sentence ends",
    "log question marks",
    "log exclamation marks",
    "log reasoning words",
    "log chat words",
    "capital first",
    "log digits",
)

LINK = re.compile(r"https?://\S+")
ENDS = re.compile(r"[.!?]")
DIGITS = re.compile(r"\d")
REASONING = re.compile(r"\b(because|therefore|since|thus|so|if|would|studies|research|example|according)\b")
CHAT = re.compile(r"\b(i|u|ur|lol|ya|dont|cant|im|its)\b")


def surface(text: str) -> tuple[float, ...]:
    """Return the numbers that ``NAMES`` lists, with lengths in characters; all 0 for a text without words.

    Links do not count; "log" of a count n is ln(1 + n), of the length ln(n).
    """
    plain = " ".join(html.unescape(LINK.sub(" ", text)).split())
    words = plain.split()
    if not words:
        return (0.0,) * len(NAMES)
    length, low = len(plain), plain.lower()
    return (
        math.log(length),
        math.log(length) ** 2 / 10,
        sum(map(len, words)) / len(words),
        len({word.lower() for word in words}) / len(words),
        sum(letter.isupper() for letter in plain) / length,
        math.log1p(plain.count(",") + plain.count(";")),
        _log_count(ENDS, plain),
        math.log1p(plain.count("?")),
        math.log1p(plain.count("!")),
        _log_count(REASONING, low),
        _log_count(CHAT, low),
        float(plain[0].isupper()),
        _log_count(DIGITS, plain),
    )


def _log_count(pattern: re.Pattern[str], text: str) -> float:
    return math.log1p(len(pattern.findall(text)))
