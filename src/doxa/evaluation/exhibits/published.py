"""Table A3 of "Belief Engine": its judgement layer on 100 rows of Argument Quality Ranking (Gretz et al. 2019).

The paper's sample is of other data than doxa's, so that its figures are shown for orientation and are no target.
"""

SAMPLE = "100 rows of AQR"

TABLE_A3: dict[str, float] = {
    "extraction rate": 0.970,
    "exactly one claim": 0.770,
    "more than one claim": 0.200,
    "strongest claim: accuracy": 0.969,
    "strongest claim: macro-F1": 0.969,
    "strength, judge: Pearson r": 0.089,
    "strength, scorer: Pearson r": 0.720,
}
"""Measure → the value in the paper."""
