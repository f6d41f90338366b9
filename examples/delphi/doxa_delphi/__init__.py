"""A Delphi panel: everybody estimates alone, sees all estimates without names, and estimates again."""

from doxa.records.plugins import Later
from doxa.system import System, later

DELPHI = System(
    name="delphi",
    protocols=later("doxa_delphi", delphi="panel:PROTOCOL"),
    tasks=later("doxa_delphi", delphi_estimate="panel:ESTIMATE"),
    offline=Later("doxa_delphi.panel:SKILLS"),
    hooks=Later("doxa_delphi.shown:HOOKS"),
    scenarios="doxa_delphi",
)
