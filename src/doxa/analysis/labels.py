"""Words for settings and measures, in figures, tables of papers and pages: ``belief.u`` is "openness (u)".

Files, options and what programs read keep the identifiers.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

SETTINGS: Mapping[str, str] = MappingProxyType({
    "belief.a": "anchoring (a)",
    "belief.u": "openness (u)",
    "kernel": "belief rule",
    "memory.confirmation_bias": "confirmation bias (B)",
    "memory.own_words": "own words said again",
    "memory.theta": "sameness of arguments (θ)",
    "memory.theta_self": "sameness of own words (θ_self)",
    "policy.prompt.w_d": "weight of knowledge (w_d)",
    "policy.prompt.w_m": "weight of the dialogue (w_m)",
    "policy.prompt.w_t": "weight of the persona (w_t)",
    "prior.factor": "factor on the arguments at the start",
    "prior.mode": "how stances begin",
    "prior.reference_a": "anchoring at the start",
    "prior.stance": "stance at the start",
    "proposition": "motion",
    "seeds.per_side": "arguments a side at the start",
})  # fmt: skip
"""Dotted path → its words, where the words of the path itself do not say it."""

SIDES: Mapping[str, str] = MappingProxyType({"pro": "for", "con": "against"})

PLAIN = ("belief", "memory", "policy", "script")
"""Tables of a scenario whose names say nothing beside those of their settings."""


def name_setting(path: str, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the words for a setting: "openness (u)", "Violet: anchoring (a)", "rounds".

    Args:
        path: its dotted path in a scenario.
        names: agent → display name; an agent without a name is called by its id.
    """
    head, _, rest = path.partition(".")
    if head == "agents" and rest:
        agent, _, setting = rest.partition(".")
        return f"{names.get(agent, 'everybody' if agent == '*' else agent)}: {name_setting(setting)}"
    words = rest if head in PLAIN and rest else path
    return SETTINGS.get(path) or _spell(words)


def name_measure(measure: str, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the words for a measure of a run: "Violet: final stance", "players right"."""
    head, _, agent = measure.partition(".")
    return f"{names.get(agent, agent)}: final stance" if head == "stance" and agent else _spell(measure)


def name_level(keys: Sequence[str], level: Sequence[str], names: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a combination of values in words: "openness (u) = 0.2, anchoring (a) = 0.5"."""
    return ", ".join(f"{name_setting(key, names)} = {value}" for key, value in zip(keys, level, strict=True))


def _spell(identifier: str) -> str:
    return identifier.replace(".", ": ").replace("_", " ")
