"""Print what the checks of replies do: ``cd tests && python -m replies [--held-back]``.

The recorded replies by label, before and after; false alarms on turns that are speech, in full (of the half that is
held back only with ``--held-back``: not for whoever writes a check); and what is noticed of faults made from turns.
"""

import sys

from replies.examining import MOST, describe_alarm, find_alarms, make_replies, measure_sensitivity
from replies.held_back import read_held_back
from replies.labelled import read_replies
from replies.table import judge_held_back, make_table
from replies.turns import read_turns

HALVES = {False: "open half", True: "half held back"}


def print_table() -> None:
    print("Recorded replies by label     replies  accepted before  as wanted  after")
    for row in make_table(read_replies()):
        after = ", ".join(f"{count} {verdict}" for verdict, count in row.after.most_common())
        print(f"{f'{row.kind}: {row.label}':<29} {row.replies:>7}  {row.before:>15}  {row.as_wanted:>9}  {after}")


def print_held_back() -> None:
    print()
    for label, verdicts in judge_held_back(read_held_back()).items():
        after = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        print(f"{f'Held back: {label}':<29} {verdicts.total():>7}  {verdicts.total():>15}  {'':>9}  {after}")


def print_alarms(*, held_back_too: bool) -> None:
    turns = read_turns()
    for half, name in HALVES.items():
        of_half = [turn for turn in turns if turn.held_back == half]
        alarms = find_alarms(of_half)
        print(f"\nFalse alarms, {name}: {len(alarms)} of {len(of_half)} turns ({MOST:.1%} are allowed)")
        for turn, speech in alarms:
            shown = held_back_too or not half
            print(describe_alarm(turn, speech) if shown else f"{turn.id}: {speech.fault or 'changed'}")


def print_sensitivity() -> None:
    replies = [
        reply for half in HALVES for reply in make_replies([turn for turn in read_turns() if turn.held_back == half])
    ]
    print("\nFaults made from the turns                         made  noticed  exactly  equal to a source (baseline)")
    for figure in measure_sensitivity(replies):
        counts = f"{figure.made:>4}  {figure.noticed:>7}  {figure.exact:>7}  {figure.equal:>6}"
        print(f"{figure.kind:<50} {counts}")


if __name__ == "__main__":
    print_table()
    print_held_back()
    print_alarms(held_back_too="--held-back" in sys.argv)
    print_sensitivity()
