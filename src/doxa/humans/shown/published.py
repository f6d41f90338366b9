"""The Belief Engine paper's figures of its replay of DEBATE (Tables 1, A4, A6, A7 and the β of appendix E).

They are about the participants of DEBATE. Beside other people they are shown for orientation only: no difference
between the two is computed.
"""

OTHER_PEOPLE = "published, DEBATE, other people"

TABLE_1: dict[str, tuple[int, float, float, float, float, float]] = {
    "All participants": (2495, 0.283, 0.489, 0.488, 0.465, 0.023),
    "Evidence-aligned movers": (542, 0.619, 0.718, 0.689, 0.393, 0.296),
    "Evidence-opposed movers": (400, 0.633, 0.737, 0.765, 0.658, 0.107),
    "Stable participants": (1379, 0.000, 0.000, 0.037, 0.006, 0.031),
}
"""Population → N, mean |Δ|, and RMSE of no change, linear and Belief Engine, and linear less Belief Engine."""

WEAK_SIGNAL = 174

BETAS = (0.0083, 0.0105, 0.0080, 0.0089, 0.0082)

TABLE_A7: dict[str, tuple[str, str, str]] = {
    "person": ("0.365 [0.337, 0.393]", "−0.123 [−0.145, −0.102]", "−0.100 [−0.112, −0.087]"),
    "topic": ("0.366 [0.356, 0.376]", "−0.122 [−0.152, −0.092]", "−0.099 [−0.118, −0.081]"),
}
"""Split → RMSE with evidence-alignment profiles, and its difference from prior-only and from global."""
