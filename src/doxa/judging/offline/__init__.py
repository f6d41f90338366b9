"""Judging a debate in plain code. SIMULATED: it measures words and their likeness, and understands no argument."""

from collections.abc import Callable

from doxa.judging.offline import deciding, noting, wording
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response

SKILLS: dict[str, Callable[[Request, Library], Response]] = {
    "score_speech": deciding.score_speech,
    "compare_speeches": deciding.compare_speeches,
    "note_claims": noting.note_claims,
    "note_rebuttals": noting.note_rebuttals,
    "judge_teams": deciding.judge_teams,
    "rank_teams": deciding.rank_teams,
    "audit_claims": deciding.audit_claims,
    "judge_outright": deciding.judge_outright,
    "annotate_passage": noting.annotate_passage,
    "score_passage": noting.score_passage,
    "name_cluster": wording.name_cluster,
    "paraphrase_passage": wording.paraphrase_passage,
}
"""Task → the function that does it offline."""
