"""Judging a debate in plain code. SIMULATED: it measures words and their likeness, and understands no argument."""

from collections.abc import Callable

from doxa.judging.offline import deciding, labelling, noting, paraphrasing, passages, scoring
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response

SKILLS: dict[str, Callable[[Request, Library], Response]] = {
    "score_speech": scoring.score_speech,
    "compare_speeches": scoring.compare_speeches,
    "note_claims": noting.note_claims,
    "note_rebuttals": noting.note_rebuttals,
    "judge_teams": deciding.judge_teams,
    "rank_teams": deciding.rank_teams,
    "audit_claims": deciding.audit_claims,
    "judge_outright": deciding.judge_outright,
    "annotate_passage": passages.annotate_passage,
    "score_passage": passages.score_passage,
    "name_cluster": labelling.name_cluster,
    "paraphrase_passage": paraphrasing.paraphrase_passage,
}
"""Task → the function that does it offline."""
