"""``doxa replay check``: what a data set would give to replay, and what would be left out and why, row by row."""

from collections import Counter

from doxa.analysis.exhibit import Table
from doxa.humans.people import People


def check_tables(people: People) -> list[Table]:
    """Return what is there, and every remark."""
    return [summary(people), remarks(people)]


def summary(people: People) -> Table:
    """Count rounds, people, propositions and messages."""
    rounds = people.rounds
    propositions = Counter(round.proposition for round in people.fitted)
    most = propositions.most_common(1)
    received = [sum(not message.own for message in round.messages) for round in rounds]
    rows = (
        ("rounds (a person on a proposition)", len(rounds)),
        ("of them controls, never fitted", len(people.controls)),
        ("people", len({round.person for round in rounds})),
        ("people with several fitted rounds", sum(n > 1 for n in Counter(o.person for o in people.fitted).values())),
        ("groups", len({round.group for round in rounds})),
        ("propositions of fitted rounds", len(propositions)),
        ("fitted rounds on the commonest proposition", most[0][1] if most else 0),
        ("messages received", sum(received)),
        (
            "messages of one's own, left out unless --own",
            sum(message.own for round in rounds for message in round.messages),
        ),
        ("rounds without a received message", sum(not count for count in received)),
        ("stances stated on the way", sum(len(round.stated) for round in rounds)),
        (
            "stances at an end of the scale",
            sum(abs(s) == 1.0 for round in rounds for s in (round.initial, round.final)),
        ),
        ("rows dropped", len(people.dropped)),
        ("rows kept with an exception", len(people.remarks) - len(people.dropped)),
    )
    follows = f" Stances on the way: {people.belief_follows}." if people.belief_follows else ""
    return Table(
        name="check",
        title=f"What {people.name} holds",
        caption=f"{people.about}{follows}",
        columns=("what", "count"),
        rows=rows,
    )


def remarks(people: People) -> Table:
    """List every row that is dropped or out of the ordinary."""
    return Table(
        name="left_out",
        title="What is dropped, and what is out of the ordinary",
        caption="Nothing else is left out."
        if people.remarks
        else "Nothing is dropped and nothing is out of the ordinary.",
        columns=("row", "dropped", "why"),
        rows=tuple((remark.where, "dropped" if remark.dropped else "kept", remark.why) for remark in people.remarks),
    )
