"""``doxa replay fit`` and ``doxa replay test``: an analysis that is fixed before the data of its test are seen."""

import json as jsons
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.exhibit import Exhibit, Prose, Table
from doxa.engine.gate import Budget
from doxa.humans.commands.options import (
    Clamp,
    Direction,
    Folder,
    HeardIn,
    Judge,
    Least,
    OfScale,
    Own,
    ProfilesBy,
    Records,
    Resamples,
    Scorer,
    Source,
    Strength,
    Temperature,
    Theta,
    Where,
)
from doxa.humans.commands.progress import StageLine
from doxa.humans.data.people import People
from doxa.humans.data.registry import read_people
from doxa.humans.identified.classes import check_column
from doxa.humans.identified.fit_file import read_fit, write_fit
from doxa.humans.identified.fixed import ScoredFit, find_early, fit_people, options_of, require_match, score_people
from doxa.humans.replay.evidence import THETA, Acceptance
from doxa.humans.replay.folds import SEED
from doxa.humans.replay.grid import CLAMP
from doxa.humans.replay.judged import JudgedEvidence
from doxa.humans.replay.judging import ReplaySettings, context_for, listen
from doxa.humans.replay.study import Options, check_options
from doxa.humans.shown.report import summarise_design, summarise_scores
from doxa.log.disk import write_text
from doxa.records.base import JsonValue
from doxa.records.file_names import file_name
from doxa.records.spec import Hearing
from doxa.terminal.console import console, plain
from doxa.terminal.exhibits import print_prose, print_table, write_exhibits
from doxa.terminal.opening import Open
from doxa.terminal.options import Json, Quiet, Tokens, Usd, temperature_of
from doxa.terminal.written import print_written


def write_fit_of(
    source: Source,
    /,
    *,
    out: Annotated[Path, Parameter(name="--out", help="The file that the fit is written to.")] = Path("fit.json"),
    path: Where = None,
    profiles_by: ProfilesBy = None,
    theta: Theta = THETA,
    clamp: Clamp = CLAMP,
    judge: Judge = None,
    scorer: Scorer = None,
    strength: Strength = "scorer",
    direction: Direction = "blind",
    scale: OfScale = "percentile",
    context: HeardIn = None,
    least: Least = 0.0,
    own: Own = False,
    temperature: Temperature = "0",
    records: Records = None,
    folder: Folder = None,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Fit all people and write the fit."""
    options = Options(
        acceptance=Acceptance(theta=theta, own=own, strength=strength, least=least),
        clamp=clamp,
        profiles_by=profiles_by,
    )
    check_options(options)
    people = read_people(source, path)
    check_column(people.rounds, profiles_by)
    hearing = Hearing(direction=direction, context=context or context_for(direction, judge), scale=scale)
    settings = ReplaySettings(
        judge=judge, strength=scorer, temperature=temperature_of(temperature), own=own, hearing=hearing,
        records=records, out=_folder(people, folder), budget=Budget(usd=max_usd, tokens=max_tokens),
    )  # fmt: skip
    fitted = fit_people(people, _judge(people, settings, quiet=quiet or json), hearing, options)
    write_fit(fitted.fit, out)
    if json:
        console.print_json(fitted.fit.model_dump_json())
        return
    _print(fitted.exhibits if not quiet else ())
    console.print(
        f"Fit {fitted.fit.hash[:8]} in {plain(str(out))}. Test it: doxa replay test SOURCE --fit {plain(str(out))}"
    )


def score_fit(
    source: Source,
    /,
    *,
    fit: Annotated[Path, Parameter(name="--fit", help="The file of a fit, as `doxa replay fit` writes it.")],
    path: Where = None,
    judge: Judge = None,
    temperature: Temperature = "0",
    records: Records = None,
    accept_mismatch: Annotated[
        bool, Parameter(help="Go on where code or judge differ from the fit's; the test begins with what differs.")
    ] = False,
    seed: Annotated[int, Parameter(help="Seed of the bootstrap.")] = SEED,
    replicates: Resamples = 10_000,
    out: Annotated[
        Path | None, Parameter(name="--out", help="The folder of runs and exhibits; runs/replay/NAME when absent.")
    ] = None,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    open: Open = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Score a fit on people whom it was not fitted to."""
    loaded = read_fit(fit)
    require_match(find_early(loaded, judge), accept=accept_mismatch)
    options = options_of(loaded, replicates, seed)
    check_options(options)
    people = read_people(source, path)
    # the records' own judge counts, and is compared with the fit's
    recorded = judge is not None or (records is not None and records.exists())
    extractor, scorer = (judge, None) if recorded else loaded.judge.named
    settings = ReplaySettings(
        judge=extractor, strength=scorer, temperature=temperature_of(temperature), own=loaded.settings.own,
        hearing=loaded.judge.hearing, whole=loaded.judge.whole, records=records, out=_folder(people, out),
        budget=Budget(usd=max_usd, tokens=max_tokens),
    )  # fmt: skip
    judged = _judge(people, settings, quiet=quiet or json)
    scored = score_people(people, judged, loaded.judge.hearing, loaded, options, accept=accept_mismatch)
    folder = _folder(people, out) / f"test-{loaded.hash[:8]}"
    written = write_exhibits(scored.exhibits, folder, title=f"{people.name} under a fixed fit")
    summary = jsons.dumps(_summary(people, scored), indent=1, ensure_ascii=False)
    write_text(folder / "summary.json", f"{summary}\n")
    if json:
        console.print_json(summary)
        return
    _print(scored.exhibits if not quiet else ())
    print_written(scored.exhibits, written, more=1, open=open)


def _folder(people: People, folder: Path | None) -> Path:
    return folder or Path("runs/replay") / file_name(people.name)


def _judge(people: People, settings: ReplaySettings, *, quiet: bool) -> JudgedEvidence:
    """Return the judged messages, with progress on the terminal."""
    line = None if quiet else StageLine("messages judged")
    try:
        return listen(people, settings, line.of_run if line else None)
    finally:
        if line:
            line.close()


def _print(exhibits: Sequence[Exhibit]) -> None:
    for exhibit in exhibits:
        if isinstance(exhibit, Prose):
            print_prose(exhibit)
        elif isinstance(exhibit, Table):
            print_table(exhibit)


def _summary(people: People, scored: ScoredFit) -> dict[str, JsonValue]:
    fit = scored.fit
    return {
        "people": people.name,
        "n": len(people.fitted_rounds),
        "fit": {"hash": fit.hash, "data": fit.data.hash, "judge": fit.judge.hash, "code": fit.code},
        "mismatches": list(scored.mismatches),
        "rounds_in_fit": scored.met,
        "scores": summarise_scores(scored.scores),
        "design": summarise_design(scored.design),
    }
