"""The report of a feed: its batches are rounds, and of many agents those that moved most are named."""

from doxa.analysis.building import agent_of, flat, parts_of, roles_of
from doxa.analysis.calls import count_reasons
from doxa.analysis.view import PointView, RunView, SummaryView
from doxa.analysis.who_does import speakers_of
from doxa.log.rundir import RunLog
from doxa.records.cells import signed
from doxa.systems.feed.exhibits.influence import movers
from doxa.systems.feed.exhibits.story import Story, story_of
from doxa.systems.feed.views import READERS

LOOKED_AT = 20
"""How many posts of an agent are searched for the one that moved it most in its direction."""

CARDS = 3
"""How many agents have a card before a reader asks for all."""

POSTED = (
    "What agents do on this feed was decided offline, by plain code, and their words are real arguments of a corpus. "
    "It is a simulation: it says nothing about how a language model or a person would have acted."
)


def feed_run(log: RunLog) -> RunView:
    """Return the view of a feed: its batches are rounds, and of many agents those that moved most are named."""
    story = story_of(log)
    calls = log.calls()
    moved = [mover.agent for mover in movers(story, 0)]
    named, participants = moved[:READERS], {participant.id: participant for participant in log.spec.participants}
    others = [id for id in participants if id not in set(moved)]
    agents = [agent_of(participants[id], []) for id in [*named, *others[: READERS - len(named)]]]
    crowd = {"seeds", "counters"} | ({"participants"} if len(log.spec.participants) > READERS else set())
    return RunView(
        name=log.spec.name,
        spec=log.spec_hash,
        status="finished" if log.finished else "unfinished",
        simulated=speakers_of(log, calls).describe(POSTED),
        proposition=log.spec.proposition.text,
        protocol=log.spec.protocol,
        seed=log.spec.seed,
        replicate=log.spec.replicate,
        agents=tuple(agents),
        batches=("start", *(f"round {number}" for number in range(1, story.rounds + 1))),
        curves={agent.id: _feed_points(story, agent.id) for agent in agents if agent.id in named},
        turns=(),
        moves=(),
        memory={},
        summaries=tuple(
            SummaryView(agent=agent, sentence=sentence, turning=()) for agent, sentence in feed_summaries(story).items()
        ),
        roles=tuple(roles_of(calls)),
        reasons=count_reasons(calls),
        prefix={},
        settings=tuple(flat(log.spec.model_dump(mode="json", exclude=crowd))),
        counts={kind: count for kind, count in story.counts.items() if count},
        cards=CARDS,
        opens=busiest_round(story),
        middle="none",
        parts=parts_of(log),
    )


def _feed_points(story: Story, agent: str) -> tuple[PointView, ...]:
    return tuple(
        PointView(batch=number, stance=readouts[agent].stance, log_odds=None, kind=readouts[agent].kind)
        for number, readouts in enumerate(story.readouts)
    )


def busiest_round(story: Story) -> int | None:
    """Return the round in which the agents whose feeds are shown moved furthest together; None where nobody moved."""
    readers = {mover.agent for mover in movers(story, 0)[:READERS]}
    sizes: dict[int, float] = {}
    for meeting in story.meetings:
        before, after = meeting.trace.before.stance, meeting.trace.after.stance
        if meeting.agent in readers and meeting.round > 0 and before is not None and after is not None:
            sizes[meeting.round] = sizes.get(meeting.round, 0.0) + abs(after - before)
    largest = max(sizes, key=lambda number: sizes[number], default=None)
    return largest if largest is not None and sizes[largest] > 0 else None


def feed_summaries(story: Story) -> dict[str, str]:
    """Return agent → sentence for every agent whose feed is shown: how far it moved, and which post moved it most."""
    sentences = {}
    for mover in movers(story, LOOKED_AT)[:READERS]:
        move = f"{mover.name} went from {signed(mover.start)} to {signed(mover.end)}"
        toward = [(id, part) for id, part in mover.posts if part * (mover.end - mover.start) > 0 and id in story.posts]
        post = story.posts[toward[0][0]] if toward else None
        why = f"; most by “{post.text}”, {story.name_of(post.author)}, {signed(toward[0][1])}" if post else ""
        sentences[mover.agent] = f"{move}{why}."
    return sentences
