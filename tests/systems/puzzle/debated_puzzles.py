"""One small debate, worked by hand in the tests that use it."""

from doxa.systems.puzzle.measures.sittings import DebateOpinion, PlayerRound, Sitting

K, N, S = "knight", "knave", "spy"

PROPOSED = ((K, S), (N, S), (N, K))

OPINIONS = (
    DebateOpinion(role=K, disagrees=(1, 2), disagree_rating=4, agree_rating=0),
    DebateOpinion(role=N, agrees=(2,), agree_rating=2),
    DebateOpinion(role=N, disagrees=(1,), disagree_rating=1),
)

DEBATED = Sitting(
    id="one",
    solution=(K, S),
    agents=("a", "b", "c"),
    models=("strong", "weak", "weak"),
    initial=PROPOSED,
    rounds=(
        PlayerRound(player=0, opinions=OPINIONS, answers=((K, S), (K, S), (N, S))),
        PlayerRound(
            player=1, opinions=(DebateOpinion(), DebateOpinion(), DebateOpinion()), answers=((K, S), (K, S), (N, None))
        ),
    ),
    final=((K, S), (K, S), (N, S)),
    decided=(K, S),
    strongest=0,
    weakest=2,
    calls=3,
)

NOTHING = (None, None)

BROKEN = Sitting(
    id="broken",
    solution=(K, S),
    agents=("a", "b", "c"),
    models=("mute",) * 3,
    initial=(NOTHING,) * 3,
    rounds=(PlayerRound(player=0, opinions=(DebateOpinion(),) * 3, answers=(NOTHING,) * 3),),
    final=(NOTHING,) * 3,
    decided=NOTHING,
)
