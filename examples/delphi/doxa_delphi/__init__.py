"""A Delphi panel: everybody estimates alone, sees all estimates without names, and estimates again."""

from doxa.plugin import Later, System

DELPHI = System(
    name="delphi",
    protocols={"delphi": Later("doxa_delphi.panel:PROTOCOL")},
    tasks={"delphi_estimate": Later("doxa_delphi.panel:ESTIMATE")},
    offline=Later("doxa_delphi.panel:SKILLS"),
    hooks=Later("doxa_delphi.shown:HOOKS"),
    scenarios="doxa_delphi",
)
