"""The view of an audience that the report shows: the same numbers as ``doxa audience``, from the log's own rounds."""

from doxa.analysis.view import AudienceView, ListenedView
from doxa.log.rundir import RunLog
from doxa.scoring.polarisation import clusters
from doxa.systems.feed.exhibits.audience import replies_of


def audience_view(log: RunLog) -> AudienceView | None:
    """Return where those who only listen stood after each round; None where nobody does, or not yet."""
    rounds = replies_of(log)
    if not rounds:
        return None
    return AudienceView(
        size=sum(rounds[0]["counts"]),
        rounds=tuple(
            ListenedView(
                round=number,
                counts=tuple(one["counts"]),
                mean=one["mean"],
                spread=one["variance"] ** 0.5,
                bimodality=one["bimodality"],
                esteban_ray=one["polarisation"],
                moved=one["moved"],
            )
            for number, one in enumerate(rounds, 1)
        ),
        clusters=tuple(clusters(rounds[-1]["counts"])),
    )
