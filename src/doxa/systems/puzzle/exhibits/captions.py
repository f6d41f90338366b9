"""Titles and captions of exhibits about puzzles: what is shown, who did it, and where each effect comes from.

Agents, supervisor and judge of reasons can each be a model or plain code, and captions say so of each. The words are in
``captions.toml``; those in braces are filled in.
"""

import tomllib
from collections.abc import Iterable, Sequence
from importlib import resources

from doxa.analysis.exhibit import Cell, Effect, Exhibit, Figure, Panel, Table, natures
from doxa.models.declared import is_simulated_here
from doxa.records.base import Settings
from doxa.records.cells import Estimate
from doxa.scoring.bootstrap import RESAMPLES, SEED, estimate_of, mean_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.runs import DebateRun
from doxa.systems.puzzle.measures.states import DRAWS


class ExhibitWords(Settings):
    """What a table or a figure says."""

    title: str
    shows: str
    effects: str
    """The group of effects that it shows."""
    intervals: str = "puzzles"
    """How its intervals are made."""
    columns: tuple[str, ...] = ()
    numbers: str = ""
    """What the caption of the table beside a figure adds."""
    detail: bool = False


class CaptionWords(Settings):
    """The words of all exhibits."""

    stand_ins: dict[str, str]
    intervals: dict[str, str]
    effects: dict[str, Effect]
    groups: dict[str, tuple[str, ...]]
    exhibits: dict[str, ExhibitWords]


WORDS = CaptionWords.model_validate(
    tomllib.loads((resources.files(__package__) / "captions.toml").read_text(encoding="utf-8"))
)


def caption(name: str, debates: Sequence[DebateRun], **facts: object) -> str:
    """Return a caption: what is shown, how many debates, who did what, and where each effect comes from."""
    words = WORDS.exhibits[name]
    shown = [WORDS.effects[effect] for effect in WORDS.groups[words.effects] if _applies(effect, debates)]
    sentences = [
        words.shows.format(**facts),
        count_debates(debates),
        describe_intervals(words.intervals),
        *_name_stand_ins(debates),
        *natures(shown, offline=True),
    ]
    return " ".join(filter(None, sentences))


def describe_intervals(kind: str) -> str:
    """Return the sentences on how intervals are made."""
    return WORDS.intervals[kind].format(resamples=RESAMPLES, draws=DRAWS, seed=SEED)


def tabulate(name: str, debates: Sequence[DebateRun], rows: Iterable[tuple[Cell, ...]], **facts: object) -> Table:
    """Return a table of debates; ``facts`` fill in what its caption leaves open."""
    words = WORDS.exhibits[name]
    return Table(
        name=name,
        title=title_exhibit(words.title, debates),
        caption=caption(name, debates, **facts),
        columns=words.columns,
        rows=tuple(rows),
        sources=tuple(debate.path for debate in debates),
        detail=words.detail,
    )


def illustrate(
    name: str,
    debates: Sequence[DebateRun],
    panels: Iterable[Panel],
    rows: Iterable[tuple[Cell, ...]],
    columns: tuple[str, ...] = (),
    **facts: object,
) -> list[Exhibit]:
    """Return a figure of debates, and the table ``NAME-numbers`` of what it draws."""
    words, sources = WORDS.exhibits[name], tuple(debate.path for debate in debates)
    title, shown = title_exhibit(words.title, debates), caption(name, debates, **facts)
    numbers = Table(
        name=f"{name}-numbers",
        title=title,
        caption=f"{shown} {words.numbers}".strip(),
        columns=columns or words.columns,
        rows=tuple(rows),
        sources=sources,
        detail=words.detail,
    )
    return [Figure(name=name, title=title, caption=shown, panels=tuple(panels), sources=sources), numbers]


def estimate_mean(values: Sequence[float]) -> Estimate | None:
    """Return a cell of a mean with its interval, which one value does not have; None without values."""
    interval = mean_interval(values) if len(values) > 1 else None
    return estimate_of(mean(values), interval) if values else None


def count_debates(debates: Sequence[DebateRun]) -> str:
    """Return the sentence that says how many debates there are and how many failed."""
    failed = [debate for debate in debates if debate.sitting is None]
    why = "; ".join(sorted({debate.reason for debate in failed}))
    return f"{len(debates)} debates, {len(failed)} failed{f' ({why}) and left out' if failed else ''}."


def count_puzzles(numbers: Iterable[int]) -> str:
    """Return the number of puzzles behind a panel's values for its title: ``n = 100``, or ``n = 98 to 100``."""
    counts = sorted(set(numbers))
    return f"n = {counts[0]}{f' to {counts[-1]}' if len(counts) > 1 else ''}" if counts else "n = 0"


def short(model: str) -> str:
    """Return a model's short name for figures: without its provider, and without the word reasoner."""
    return model.rpartition(":")[2].removeprefix("reasoner-")


def title_exhibit(title: str, debates: Sequence[DebateRun]) -> str:
    """Return a title that itself says who is simulated, for readers who do not see the caption."""
    if any(debate.simulated for debate in debates):
        return f"{title} (simulated reasoners)"
    offline = offline_roles(debates)
    who = ["some speakers simulated" if "speaker" in offline else "hosted speakers"]
    who += [f"offline {role}" for role in ("judge", "supervisor") if role in offline]
    return f"{title} ({', '.join(who)})" if offline else title


def offline_roles(debates: Sequence[DebateRun]) -> set[str]:
    """Return the roles that plain code has in some of the debates: speaker, supervisor, judge."""
    models = {
        "speaker": {model for debate in debates for model in debate.models},
        "supervisor": {debate.supervisor for debate in debates},
        "judge": {debate.judge for debate in debates},
    }
    return {role for role, of_role in models.items() if any(map(is_simulated_here, of_role))}


def _name_stand_ins(debates: Sequence[DebateRun]) -> list[str]:
    """Return a sentence for each role that plain code has."""
    whole, offline = any(debate.simulated for debate in debates), offline_roles(debates)
    if "speaker" in offline:
        # the sentence on agents speaks of the supervisor, too
        offline = offline - {"speaker", "supervisor"} | {"simulated" if whole else "partly"}
    return [WORDS.stand_ins[who] for who in ("simulated", "partly", "supervisor", "judge") if who in offline]


def _applies(effect: str, debates: Sequence[DebateRun]) -> bool:
    """Return whether an effect can occur: an assumed one only where plain code has the role that it is about."""
    role = {"rated": "judge", "supervised": "supervisor"}.get(effect)
    if role is None and WORDS.effects[effect].nature == "emergent":
        return True
    return (role or "speaker") in offline_roles(debates)
