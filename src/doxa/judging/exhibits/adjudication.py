"""An oral adjudication by clash, written from annotations alone: which claims met an answer, who is ahead, and why."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Prose
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.notes import ClaimNote, RebuttalNote
from doxa.judging.exhibits.captions import caption
from doxa.judging.graph.clashes import Clash, find_clashes, unanswered
from doxa.records.transcripts import SIDE_NAMES, SIDES, Debate, Side, other

MOST = 6
"""Clashes that are told one by one; the others are counted."""

NAMED = 3
"""Unanswered claims of a side that are quoted."""

QUOTED = 30
"""The most words that are quoted of a claim or an answer."""

NAME = "adjudication"


def adjudicate(debate: Debate, judgement: DebateJudgement) -> Prose:
    """Return the adjudication of an annotated debate."""
    notes = judgement.brought.annotation
    clashes, missed = find_clashes(notes), unanswered(notes)
    names = {turn.speaker: turn.name for turn in debate.turns}
    paragraphs = [_overview(clashes)]
    paragraphs += [_describe(number, clash, names) for number, clash in enumerate(clashes[:MOST], 1)]
    if more := clashes[MOST:]:
        paragraphs.append(f"In {len(more)} lesser clashes: {_count(more)}.")
    paragraphs += [text for side in SIDES if (text := _describe_missed(side, missed, names))]
    paragraphs.append(_conclude(clashes, judgement))
    shows = (
        "Written by plain code from the claims and rebuttals that were noted: a claim stands or falls in the argument "
        "graph (docs/debates.md). No model was asked."
    )
    return Prose(
        name=NAME,
        title="Oral adjudication, clash by clash",
        paragraphs=tuple(paragraphs),
        caption=caption(shows, [judgement.brought]),
    )


def _overview(clashes: Sequence[Clash]) -> str:
    if not clashes:
        return "There was no clash: no claim of either side met an answer from the other."
    many = "one clash" if len(clashes) == 1 else f"{len(clashes)} clashes"
    shown = f" The {MOST} weightiest come first." if len(clashes) > MOST else ""
    return f"The debate had {many}, each about a claim that the other side answered.{shown}"


def _describe(number: int, clash: Clash, names: dict[str, str]) -> str:
    claim = clash.claim
    claimed = f"{names[claim.speaker]} ({SIDE_NAMES[claim.side]}) said: “{_quote(claim.text)}”."
    won = f"{SIDE_NAMES[clash.winner]} wins it" if clash.winner else "It stays open"
    return f"Clash {number}. {claimed} {won}: {_explain(clash, names)}{_straw(clash, names)}"


def _explain(clash: Clash, names: dict[str, str]) -> str:
    side, rival = SIDE_NAMES[clash.claim.side], SIDE_NAMES[other(clash.claim.side)]
    deciding = clash.deciding
    said = f"{names[deciding.speaker]}{_quoted(deciding)}" if deciding else ""
    if clash.reason == "demolished":
        return f"{said} went to its reasoning and undermined it, and {side} had no answer that stood."
    if clash.reason == "beaten":
        return f"{said} undermined it without going to its reasoning, and {side} had no answer that stood."
    if clash.reason == "answered back":
        return f"{rival} undermined it, and {said or side} took that answer away."
    if clash.reason == "open":
        return f"{said} undermined it, {side} contested this without undermining it, and neither is ahead."
    times = "once" if len(clash.moves) == 1 else f"in {len(clash.moves)} moves"
    return f"{rival} touched it {times} and did not undermine it."


def _straw(clash: Clash, names: dict[str, str]) -> str:
    """Return the sentence about answers to what nobody said; empty where there are none."""
    speakers = dict.fromkeys(names[move.speaker] for move in clash.moves if move.strawman)
    return f" What {' and '.join(speakers)} answered had not been said." if speakers else ""


def _describe_missed(side: Side, missed: Sequence[ClaimNote], names: dict[str, str]) -> str:
    claims = [claim for claim in missed if claim.side == side]
    if not claims:
        return ""
    rival = SIDE_NAMES[other(side)]
    many = "1 claim" if len(claims) == 1 else f"{len(claims)} claims"
    order = ("evidence-backed", "principled", "assertion")
    first = sorted(claims, key=lambda claim: (order.index(claim.base), not claim.specific))[:NAMED]
    quoted = " ".join(f"{names[claim.speaker]}: “{_quote(claim.text)}”." for claim in first)
    return f"{rival} left {many} of {SIDE_NAMES[side]} unanswered. {quoted}"


def _conclude(clashes: Sequence[Clash], judgement: DebateJudgement) -> str:
    """Return who won more clashes, and whether the verdict is the same."""
    wins = {side: sum(clash.winner == side for clash in clashes) for side in SIDES}
    ahead: Side | None = None if wins["pro"] == wins["con"] else "pro" if wins["pro"] > wins["con"] else "con"
    counted = f"Over all clashes: {_count(clashes)}." if clashes else "No clash can decide."
    verdict = judgement.final.winner
    if ahead is None or verdict is None:
        agrees = f"The verdict: {judgement.final.statement}"
    elif ahead == verdict:
        agrees = f"The verdict names {SIDE_NAMES[verdict]}, too: {judgement.final.statement}"
    else:
        agrees = f"The verdict names {SIDE_NAMES[verdict]} all the same: {judgement.final.statement}"
    return f"{counted} {agrees}"


def _count(clashes: Sequence[Clash]) -> str:
    counts = [(SIDE_NAMES[side], sum(clash.winner == side for clash in clashes)) for side in SIDES]
    words = [f"{name} wins {count}" for name, count in counts]
    undecided = sum(clash.winner is None for clash in clashes)
    return ", ".join([*words, *([f"{undecided} open"] if undecided else [])])


def _quoted(move: RebuttalNote) -> str:
    return f"’s answer (“{_quote(move.text)}”)" if move.text.strip() else "’s answer"


def _quote(text: str) -> str:
    words = text.split()
    short = " ".join(words[:QUOTED]) + ("…" if len(words) > QUOTED else "")
    return short.rstrip(".,;: ").replace("“", "‘").replace("”", "’")
