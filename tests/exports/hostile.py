"""Texts that break careless writers: separators, quotes, line ends, NUL, formulas, both directions, great length."""

from random import Random

PIECES = (
    ",", ";", "\t", "\n", "\r", "\r\n", '"', '""', "'", "\\", "\\n", "\0", "\x1a", "\x1b[31m", "\ufeff", "\u2028",
    "\u2029", "\x85", "\x0b", "\x0c", "=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "NA", "NaN", "null", "None",
    "true", "0", "1e5", "\u202eright\u202c", "שלום", "مرحبا", "👩\u200d👩\u200d👧", "e\u0301", "<b>", "[bold]", "]]>",
    "{{x}}", "#", "--", "\x7f", " ", "  ", "\u00a0", "\u200b", "𝔘", "\U0010ffff", "NULL", "\\N", "#N/A", "|", "/*", "é",
)  # fmt: skip


def hostile_texts(count: int = 1000, seed: int = 26) -> list[str]:
    """Return texts that differ, drawn by a seed: each piece alone, pieces joined, and some very long ones."""
    drawing = Random(seed)
    texts = list(PIECES)
    texts += [piece * 70_000 for piece in (",", '"', "\n", "=x")]
    while len(texts) < count:
        texts.append("".join(drawing.choice(PIECES) for _ in range(drawing.randint(2, 12))))
        texts = list(dict.fromkeys(texts))
    return texts[:count]
