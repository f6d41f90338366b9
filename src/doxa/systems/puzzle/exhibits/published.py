"""Numbers of *Can LLM Agents Really Debate?*: Tables 3 to 5, and those in the text on Figures 4 and 6.

The text prints no numbers for Figures 2, 3 and 5, only directions.
"""

TABLE3: dict[str, dict[int, float]] = {
    "initial, team": {4: 0.1733, 6: 0.0600, 8: 0.0333},
    "final, team": {4: 0.6933, 6: 0.4667, 8: 0.3600},
    "initial, agents": {4: 0.3533, 6: 0.2711, 8: 0.2266},
    "final, agents": {4: 0.7711, 6: 0.5556, 8: 0.4489},
}
"""Row → size of puzzle → share of puzzles (team) or answers (agents) that are right as a whole."""

TABLE4: dict[str, tuple[float, float, str]] = {
    "constant": (0.044, 0.013, "**"),
    "game size": (-0.030, 0.007, "***"),
    "agents": (0.066, 0.014, "***"),
    "debate depth": (0.019, 0.015, ""),
    "initial smooth accuracy": (0.600, 0.100, "***"),
    "initial strict accuracy": (-0.015, 0.048, ""),
    "strong: initial smooth accuracy": (0.170, 0.091, ""),
    "strong: initial strict accuracy": (0.005, 0.057, ""),
    "weak: initial smooth accuracy": (0.018, 0.087, ""),
    "weak: initial strict accuracy": (0.020, 0.069, ""),
    "strong in minority": (0.011, 0.012, ""),
    "weak in minority": (0.003, 0.014, ""),
    "confidence visible": (0.023, 0.017, ""),
    "order the same": (0.035, 0.019, ""),
    "initial chaos": (0.085, 0.020, "***"),
}
"""Predictor → coefficient, standard error, stars. R² 0.393, adjusted 0.380, 745 observations."""

TABLE5: dict[str, tuple[float, float, str]] = {
    "constant": (0.040, 0.012, "**"),
    "game size": (0.052, 0.006, "***"),
    "agents": (0.111, 0.012, "***"),
    "debate depth": (0.019, 0.013, ""),
    "initial smooth accuracy": (0.275, 0.087, "**"),
    "initial strict accuracy": (0.018, 0.042, ""),
    "strong: initial smooth accuracy": (-0.022, 0.079, ""),
    "strong: initial strict accuracy": (-0.025, 0.049, ""),
    "weak: initial smooth accuracy": (-0.032, 0.076, ""),
    "weak: initial strict accuracy": (0.067, 0.060, ""),
    "strong in minority": (-0.102, 0.010, "***"),
    "weak in minority": (-0.055, 0.013, "***"),
    "confidence visible": (0.025, 0.015, ""),
    "order the same": (0.002, 0.017, ""),
    "initial chaos": (-0.117, 0.017, "***"),
}
"""As ``TABLE4``. R² 0.290, adjusted 0.274, 745 observations."""

FITS = {"smooth": (0.393, 0.380, 745), "agreement": (0.290, 0.274, 745)}
"""R², adjusted R² and observations of Tables 4 and 5; both fit 16 regressors, and the tables list 14 of them."""

FIGURE4 = (
    "The text prints: over 97 % right afterwards from a correct majority, for all models; from a wrong majority 34.4 % "
    "(gemini-2.5-flash), 30.0 % (gpt-5-mini) and 3.6 % (gemini-2.5-flash-lite in Het-Mix A)."
)
FIGURE6 = (
    "The text prints: over 90 % right afterwards where an agent behaves rationally, less than 55 % where it does not "
    "(gemini-2.5-flash-lite apart); receivers of high ratings from gpt-5-mini 80 %, from gpt-4.1-mini 93 % at size 8."
)
