"""The three roles of a player."""

from typing import Literal

Role = Literal["knight", "knave", "spy"]
"""A knight's statement is true, a knave's is false, a spy's is either."""

ROLES: tuple[Role, ...] = ("knight", "knave", "spy")
"""In the order in which files count them: 1, 2, 3."""

PLURALS: dict[Role, str] = {"knight": "knights", "knave": "knaves", "spy": "spies"}
