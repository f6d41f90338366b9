"""Claims that deny a denial or a whole statement, in plain words for the network.

    "It would be foolish not to ban cars"           ─▶ "It would be right to ban cars"
    "We cannot afford not to act"                   ─▶ "We need to act"
    "I can't see how anyone could oppose the ban"   ─▶ "Everyone should support the ban"
    "It is not true that homework helps"            ─▶ "Homework helps", with the direction turned

A small network counts negative words rather than what they deny. A claim that fits no pattern stays as it is.
"""

import re

_FOLLY = (
    r"(?:foolish|wrong|a (?:\w+ )?mistake|unwise|irresponsible|reckless|folly|madness|crazy|absurd|stupid|immoral|"
    r"negligent|short-?sighted|unfair|unjust|inexcusable|indefensible|unforgivable|a shame|a pity|silly|cruel|"
    r"dangerous)"
)
_ANYBODY = r"(?:no (?:one|(?:\w+ )?person)|nobody|any(?:one|body))"
_OPPOSE = r"(?:oppose|object to|argue against|be (?:against|opposed to)|reject|resist|say no to)"

DOUBLE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (rf"\b(?:very |simply |just |plain |downright |utterly )?{_FOLLY} (?:of \w+ |for \w+ )?not to\b", "right to"),
        (r"\b(?:can ?not|can['’]t|could not|couldn['’]t|can ill|can hardly) (?:really )?afford not to\b", "need to"),
        (
            r"\b(?:there(?:['’]s| is| can be) )(?:absolutely |simply |really )?no (?:good |real |valid |sound )?"
            r"(?:reason|excuse|justification|argument) (?:for )?(?:why \w+ should(?:n['’]t| not)|not to)\b",
            "there is good reason to",
        ),
        (
            rf"\b(?:I (?:can['’]t|cannot|don['’]t|fail to) (?:see|understand) (?:how|why)|it(?:['’]s| is) (?:hard|"
            rf"difficult|impossible) to see (?:how|why)) any(?:one|body) (?:can|could|would|should) "
            rf"(?:\w+ly )?{_OPPOSE}\b",
            "everyone should support",
        ),
        (rf"\b(?:no (?:one|sane person|reasonable person|sensible person)|nobody) (?:can|could|should|would) "
         rf"(?:\w+ly )?{_OPPOSE}\b", "everyone should support"),
        (rf"\bit(?:['’]s| is) (?:hard|difficult|impossible) to {_OPPOSE}\b", "it is easy to support"),
    )
)  # fmt: skip
"""Two denials → the same without any."""

UNTRUE = re.compile(
    r"(?:(?:it|that)(?:['’]s| is) (?:simply |just |plainly |certainly |quite )?(?:not true|untrue|false|"
    r"wrong to (?:say|claim|think)|not the case|a myth|a lie|nonsense)|it isn['’]t (?:true|the case)|"
    r"there is no truth in the claim|it would be (?:false|wrong|a mistake) to (?:say|claim|think)) that (?P<said>.+)",
    re.IGNORECASE | re.DOTALL,
)
TURNING = re.compile(
    r"[,;:—–]\s*(?:but|yet|because|since|although|though|while|it|they|in fact|rather)\b", re.IGNORECASE
)
"""How a sentence goes on with what is true instead."""


def in_plain_words(claim: str) -> tuple[str, bool]:
    """Return a claim for the network to read, and whether the claim denies what that says."""
    if (untrue := UNTRUE.fullmatch(claim.strip())) and not TURNING.search(untrue["said"]):
        said = untrue["said"]
        return said[:1].upper() + said[1:], True
    for pattern, plain in DOUBLE:
        claim = pattern.sub(plain, claim)
    return claim, False
