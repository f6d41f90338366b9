"""How often honest speech is taken for an instruction to judges: the false alarms of the search for injections.

    python bench/instructions.py

The closings are the last messages of the first 200 conversations of the written debates, then of all 854; the messages
are all of the written debates, of llm-messages and of own-messages. Nobody in them tells a judge what to answer, so
that every sentence flagged as an instruction is a false alarm; appeals to an audience are counted beside them.
"""

from collections.abc import Iterable

from doxa.corpora.message_sets import MODEL_MESSAGES, OWN_MESSAGES, WRITTEN_DEBATES
from doxa.judging.blind.instructions import find_flags

CLOSINGS = 200


def main() -> None:
    """Print the false alarms on closings and on messages."""
    written = WRITTEN_DEBATES.read()
    closings = {message.id.rpartition("/")[0]: message.text for message in written}  # the last message stays
    report(f"the last messages of {CLOSINGS} written debates", list(closings.values())[:CLOSINGS])
    report("the last messages of all written debates", closings.values())
    report("written debates, every message", (message.text for message in written))
    report("llm-messages", (message.text for message in MODEL_MESSAGES.read()))
    report("own-messages", (message.text for message in OWN_MESSAGES.read()))


def report(name: str, texts: Iterable[str]) -> None:
    """Print how many texts have a flag of either kind, and each false alarm."""
    listed = list(texts)
    flags = [find_flags(text) for text in listed]
    alarms = [
        text[flag.start : flag.end]
        for text, found in zip(listed, flags, strict=True)
        for flag in found
        if flag.kind == "instruction"
    ]
    alarmed, appealing = (
        sum(any(flag.kind == kind for flag in found) for found in flags) for kind in ("instruction", "appeal")
    )
    share = 100 * alarmed / len(listed)
    print(f"{name}: false alarms {alarmed} of {len(listed)} ({share:.1f} %); appeals in {appealing}")
    for alarm in alarms:
        print(f"  {alarm}")


if __name__ == "__main__":
    main()
