"""Where an effect that an exhibit shows comes from, as its caption says.

*Emergent*: the mechanism under test makes it. *Assumed by the performer*: plain code was told to do it. *Needs
models*: the factor is the model itself. The last two are said of simulated words only.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.records.base import Record

Nature = Literal["emergent", "assumed", "needs models"]


class Effect(Record):
    """An effect that an exhibit may show, and where it comes from."""

    what: str
    nature: Nature


_LEADS: dict[Nature, str] = {
    "emergent": "Emergent (follows from the mechanism under test)",
    "assumed": "Assumed by the performer",
    "needs models": "Needs models",
}


def natures(effects: Sequence[Effect], offline: bool) -> list[str]:
    """Return one sentence for each nature that some effect has."""
    shown_effects = [effect for effect in effects if offline or effect.nature == "emergent"]
    grouped = {
        lead: [effect.what for effect in shown_effects if effect.nature == nature] for nature, lead in _LEADS.items()
    }
    return [f"{lead}: {'; '.join(descriptions)}." for lead, descriptions in grouped.items() if descriptions]
