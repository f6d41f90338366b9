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
    propositions = Counter(one.proposition for one in people.fitted)
    most = propositions.most_common(1)
    received = [sum(not said.own for said in one.messages) for one in rounds]
    rows = (
        ("rounds (a person on a proposition)", len(rounds)),
        ("of them controls, never fitted", len(people.controls)),
        ("people", len({one.person for one in rounds})),
        ("people with several fitted rounds", sum(n > 1 for n in Counter(o.person for o in people.fitted).values())),
        ("groups", len({one.group for one in rounds})),
        ("propositions of fitted rounds", len(propositions)),
        ("fitted rounds on the commonest proposition", most[0][1] if most else 0),
        ("messages received", sum(received)),
        ("messages of one's own, left out unless --own", sum(said.own for one in rounds for said in one.messages)),
        ("rounds without a received message", sum(not count for count in received)),
        ("stances stated on the way", sum(len(one.stated) for one in rounds)),
        ("stances at an end of the scale", sum(abs(s) == 1.0 for one in rounds for s in (one.initial, one.final))),
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
        rows=tuple((one.where, "dropped" if one.dropped else "kept", one.why) for one in people.remarks),
    )
