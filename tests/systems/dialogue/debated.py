"""Trials made up for tests: straight lines from a start to an end, with a little luck by replicate."""

from doxa.analysis.trial import Curve, Trial


def line(start, end, rounds=15):
    return tuple(start + (end - start) * at / rounds for at in range(rounds + 1))


def trial(condition="BE", *, pro=None, con=None, kind="maintained", start=0.75, judged=None, **more):
    """A trial that ends at the given stances; ``judged`` adds (pro, con) curves without a prior."""
    curves = [
        Curve(agent=side, side=side, kind=kind, stances=line(from_, end))
        for side, end, from_ in (("pro", pro, start), ("con", con, -start))
        if end is not None
    ]
    if judged:
        curves += [
            Curve(agent=side, side=side, kind="judged", stances=(None, *line(from_, end)[1:]))
            for side, end, from_ in zip(("pro", "con"), judged, (0.75, -0.75), strict=True)
        ]
    fields = {
        "model": "offline",
        "motion": "We should adopt atheism",
        "replicate": 0,
        "settings": {},
        "path": "runs/here",
        "status": "finished",
    }
    return Trial(condition=condition, curves=tuple(curves), **(fields | more))


def sweep(model="offline", trials=5, slope=-0.3, luck=0.05):
    """Both sweeps of Figure 2 (left): finals fall with u, rise with a, and share their luck by replicate."""
    found = []
    for level in (0.2, 0.4, 0.6, 0.8, 1.0):
        for replicate in range(trials):
            lucky = luck * (replicate - trials // 2)
            for name, other, end in (("u", {"belief.a": 0.7}, 0.8 + slope * 5 * (level - 0.2)), ("a", {}, level - 0.5)):
                settings = {f"belief.{name}": level, **(other or {"belief.u": 0.4})}
                wobble = luck * 0.1 * ((replicate * 7 + round(level * 10)) % 5)
                one = trial("BE", pro=max(-1.0, min(1.0, end + lucky + wobble)), start=0.99, replicate=replicate)
                found.append(one.model_copy(update={"model": model, "settings": settings}))
    return found


FAILED = {"status": "failed", "reason": "quota"}
