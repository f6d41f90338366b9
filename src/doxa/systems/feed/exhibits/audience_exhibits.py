"""Exhibits of a population: a heat map of opinions over rounds, a figure of polarisation, and a table of rounds."""

from doxa.analysis.exhibit import Figure, Heat, Line, Panel, Table
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.scoring.polarisation import centres
from doxa.systems.feed.exhibits.audience import is_population, replies_of

ASSUMED = "Emergent: how opinions move, under the rule {rule}. Assumed: whom everybody follows, where listeners begin, "
VOICES = "and that voices post where they stand, without words."
FEED = "and, where agents are simulated, what they post, like and repost."

MEASURES = ("variance", "bimodality", "polarisation")


def audience_exhibits(log: RunLog) -> tuple[Figure, Figure, Table]:
    """Return the figures and the table of a population's rounds.

    Raises:
        LogError: no round of it has ended.
    """
    rounds = replies_of(log)
    if not rounds:
        raise LogError(f"{log.path} has no round of listeners yet", hint=f"Go on with: doxa resume {log.path}")
    size = sum(rounds[0]["counts"])
    rule = next(participant.kernel for participant in log.spec.participants if participant.kernel)
    caption = f"{size:,} listeners, {len(log.spec.participants)} voices. " + ASSUMED.format(rule=rule)
    caption += VOICES if is_population(log.spec) else FEED
    numbers = tuple(float(number) for number in range(1, len(rounds) + 1))
    shares = [[count / size for count in reply["counts"]] for reply in rounds]
    heat = Heat(x=numbers, y=tuple(centres(len(shares[0]))), values=tuple(zip(*shares, strict=True)))
    measured = tuple(Line(label=name, x=numbers, y=tuple(reply[name] for reply in rounds)) for name in MEASURES)
    distribution = Figure(
        name="audience",
        title="Where listeners stand",
        caption=f"Share of listeners in each of {len(heat.y)} cells of the scale. {caption}",
        panels=(Panel(title="", x_label="round", y_label="stance", lines=(), heat=heat),),
        sources=(str(log.path),),
    )
    divided = Figure(
        name="audience-divided",
        title="How divided listeners are",
        caption=f"Variance, bimodality coefficient (0.556 when even), polarisation after Esteban and Ray. {caption}",
        panels=(Panel(title="", x_label="round", y_label="measure", lines=measured, y_range=(0.0, 1.0)),),
        sources=(str(log.path),),
    )
    rows = tuple(
        (number, reply["mean"], reply["variance"], reply["bimodality"], reply["polarisation"], reply["moved"])
        for number, reply in enumerate(rounds, 1)
    )
    table = Table(
        name="audience-by-round",
        title="Listeners by round",
        caption=f"Polarisation after Esteban and Ray over ten cells; moved: the mean distance. {caption}",
        columns=("round", "mean", "variance", "bimodality", "polarisation", "moved"),
        rows=rows,
        sources=(str(log.path),),
    )
    return distribution, divided, table
