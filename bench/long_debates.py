"""Whether an offline judge that sees passages names the same winner and the same fates as one that sees the whole.

    python bench/long_debates.py --tokens --words 15000
    python bench/long_debates.py [--debates 40] [--skip 0] [--words 6000] [--part train]

Each long debate is made from written debates: one of them, and those that share the rarest words with it, one after the
other, under the first one's motion. Panel and naive judge see the same in both contexts, so that the layers annotation,
rubric and audit are compared, and the winner that these name together. A claim's fate is the tally's (demolished or
not) and the auditor's; a debate has the same fates where those of every claim are the same.
"""

import argparse
import tempfile
from pathlib import Path

from doxa.corpora.message_sets import DebatePart
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.judging.ballots.judged import DebateJudgement, Layer
from doxa.judging.cases import Judges, case_of_debate, judge
from doxa.judging.known import known_debates
from doxa.judging.protocol.windowed import Extent, choose_alike
from doxa.records.transcripts import Debate

LAYERS: tuple[Layer, ...] = ("annotation", "rubric", "audit")


def make_long_debates(part: DebatePart, count: int, words: int) -> list[Debate]:
    """Return long debates, each chained from written ones that are alike."""
    debates = known_debates(part)
    texts = [" ".join(turn.text for turn in debate.turns) for debate in debates]
    per_chain = words // (sum(len(text.split()) for text in texts) // len(texts)) + 1
    step = max(1, len(debates) // count)
    return [
        _chain(debates, choose_alike(texts, [texts[start]], per_chain), start) for start in range(0, len(debates), step)
    ][:count]


def _chain(debates: tuple[Debate, ...], places: list[int], first: int) -> Debate:
    order = [first, *(place for place in places if place != first)]
    turns = [turn for place in order for turn in debates[place].turns]
    numbered = [turn.model_copy(update={"id": f"t{number}"}) for number, turn in enumerate(turns, 1)]
    return Debate(motion=debates[first].motion, turns=tuple(numbered))


def judge_with(debate: Debate, context: Extent, folder: Path) -> DebateJudgement:
    """Return the offline judgement of a debate in one context."""
    judges = Judges(layers=LAYERS, context=context)
    (judgement,) = judge([case_of_debate("long", debate, judges, folder)], judges)
    return judgement


def fates_of(judgement: DebateJudgement) -> dict[str, tuple[bool, str]]:
    """Return each claim's fate by the tally and by the audit."""
    demolished = set(judgement.tally.demolished) if judgement.tally else set()
    audited = {note.claim: note.fate for note in judgement.brought.audit}
    return {claim.id: (claim.id in demolished, audited[claim.id]) for claim in judgement.brought.annotation.claims}


def show_tokens(debate: Debate) -> None:
    """Print the calls and tokens of one debate with three hosted seats, in either context, as ``--dry-run`` does."""
    print(f"{len(debate.turns)} turns, {sum(len(turn.text.split()) for turn in debate.turns)} words")
    for context in ("windowed", "whole"):
        judges = Judges(panel=("openai:gpt-4o-mini",), context=context)
        case = case_of_debate("long", debate, judges, Path(tempfile.gettempdir()) / "nowhere")
        forecast = rehearse([Rehearsal(spec=case.spec, path=case.path, conditions=judges.conditions)])
        print(f"{context}: {forecast.calls} calls, {forecast.input_tokens:,} tokens in", flush=True)


def main() -> None:
    """Print, debate by debate and in all, what is the same in both contexts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--debates", type=int, default=40)
    parser.add_argument("--words", type=int, default=6_000)
    parser.add_argument("--skip", type=int, default=0, help="debates at the beginning that are left out")
    parser.add_argument("--tokens", action="store_true", help="count the tokens of one debate with hosted judges")
    parser.add_argument("--part", choices=("train", "dev", "test"), default="train")
    given = parser.parse_args()
    if given.tokens:
        show_tokens(make_long_debates(given.part, 1, given.words)[0])
        return
    same = dict.fromkeys((*LAYERS, "winner", "fates", "both"), 0)
    claims = kept = count = 0
    for count, debate in enumerate(make_long_debates(given.part, given.debates, given.words)[given.skip :], 1):
        with tempfile.TemporaryDirectory() as folder:
            whole, windowed = (judge_with(debate, context, Path(folder)) for context in ("whole", "windowed"))
        fates, others = fates_of(whole), fates_of(windowed)
        agreeing = sum(others.get(claim) == fate for claim, fate in fates.items())
        claims, kept = claims + len(fates), kept + agreeing
        for layer in LAYERS:
            first, second = (judgement.verdicts.get(layer) for judgement in (whole, windowed))
            same[layer] += (first and first.winner) == (second and second.winner)
        is_same_winner, is_same_fate = whole.final.winner == windowed.final.winner, fates == others
        same["winner"] += is_same_winner
        same["fates"] += is_same_fate
        same["both"] += is_same_winner and is_same_fate
        words = sum(len(turn.text.split()) for turn in debate.turns)
        print(
            f"{count}: {words} words; winner {'same' if is_same_winner else 'other'}; fates {agreeing}/{len(fates)}",
            flush=True,
        )
    print("the same in both contexts:", ", ".join(f"{name} {number}/{count}" for name, number in same.items()))
    print(f"claims with the same fate: {kept}/{claims} ({kept / max(1, claims):.1%})")


if __name__ == "__main__":
    main()
