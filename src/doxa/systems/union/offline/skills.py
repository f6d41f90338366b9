"""Everything that is done offline in a union debate and around it, by task."""

from doxa.systems.union.offline import DEBATING
from doxa.systems.union.offline.judging import UNION_JUDGING

SKILLS = {**DEBATING, **UNION_JUDGING}
