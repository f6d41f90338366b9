"""The origin of the effects that an exhibit shows, for its caption.

*Emergent*: the mechanism under test causes the effect. *Assumed by the performer*: the offline code was written to show
it. *Needs models*: it depends on the model itself. The last two apply to simulated words only.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.records.base import Record

Nature = Literal["emergent", "assumed", "needs models"]


class Effect(Record):
    """An effect that an exhibit may show, and its origin."""

    what: str
    nature: Nature


_LEADS: dict[Nature, str] = {
    "emergent": "Emergent (follows from the mechanism under test)",
    "assumed": "Assumed by the performer",
    "needs models": "Needs models",
}


def natures(effects: Sequence[Effect], offline: bool) -> list[str]:
    """Return one sentence for each nature of these effects."""
    shown_effects = [effect for effect in effects if offline or effect.nature == "emergent"]
    grouped = {
        lead: [effect.what for effect in shown_effects if effect.nature == nature] for nature, lead in _LEADS.items()
    }
    return [f"{lead}: {'; '.join(descriptions)}." for lead, descriptions in grouped.items() if descriptions]
