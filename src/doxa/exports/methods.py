"""The paragraph for a methods section: what specs, journals and ends of runs say, and nothing else.

One run or a folder of runs, such as a sweep's; each trial counts once. A setting that differs between runs is told with
all its values.
"""

from collections import Counter
from collections.abc import Iterable
from importlib.metadata import metadata
from itertools import chain
from pathlib import Path

from doxa.analysis.building import describe_simulated
from doxa.analysis.labels import SIDES, name_setting
from doxa.analysis.naming import names_in
from doxa.analysis.settings import (
    MISSING,
    differing_settings,
    find_setting,
    flatten_settings,
    setting_paths,
    shorten_setting,
)
from doxa.analysis.who_does import count_roles
from doxa.errors import LogError
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog, open_run, runs_in
from doxa.log.seals import seal_of
from doxa.log.trials import trials_in
from doxa.records.cells import join_names, write_latex_text
from doxa.records.plugins import GUIDE

MOST_NAMED = 12
"""The most names or values in a sentence."""

TOLD = ("belief", "memory", "prior", "script")
"""Tables of a scenario whose settings are told also where they are the same in all runs."""


def write_methods(folder: Path, *, latex: bool = False) -> str:
    """Return the paragraph on a run or on the runs of a folder, and the reference to doxa.

    Args:
        latex: whether to return LaTeX, with the reference as BibTeX in comments.

    Raises:
        LogError: the folder contains no run, or a log cannot be read.
    """
    logs = [open_run(path) for path in trials_in(folder)]
    if not logs:
        raise LogError(f"{folder} holds no run", hint="Give a run directory, or the --out of a sweep.")
    versions = _list(sitting.doxa for log in logs for sitting in log.sittings())
    paragraph = " ".join(filter(None, _sentences(folder, logs, versions)))
    package = metadata("doxa")
    title = f"doxa: {package['Summary'].rstrip('.')}"
    if not latex:
        return f"{paragraph}\n\n{package['Author']}. {title} (version {versions}). {GUIDE}\n"
    fields = {"author": package["Author"], "title": title, "version": versions, "url": GUIDE}
    lines = [f"%   {name} = {{{{{write_latex_text(text)}}}}}," for name, text in fields.items()]
    return "\n".join([write_latex_text(paragraph), "", "% @software{doxa,", *lines, "% }\n"])


def _sentences(folder: Path, logs: list[RunLog], versions: str) -> list[str]:
    calls = [log.calls() for log in logs]
    agents = {agent.id: agent for log in logs for agent in log.spec.participants}
    named = (f"{agent.name}{f' ({SIDES[agent.side]})' if agent.side in SIDES else ''}" for agent in agents.values())
    notices = Counter(map(describe_simulated, logs, calls))
    lead = "In {} runs: " if len(logs) > 1 else ""
    readings = {*runs_in(folder, readings=True)}.difference(runs_in(folder))
    steps = sum((Counter(log.ended.outcomes) for log in logs if log.ended), Counter[str]())
    statuses = (f"{count:,} were {status}" for status, count in steps.most_common())
    asked, seal = {call.role for call in chain(*calls)}, seal_of(folder)
    sampled = _list(
        f"{role} at temperature {settings.temperature:g}"
        for role, settings in chain(*(log.spec.roles.items() for log in logs))
        if role in asked and settings.temperature is not None and not settings.simulated
    )
    return [
        f"We made {len(logs)} {'run' if len(logs) == 1 else 'runs'} of the protocol "
        f"{_list(log.spec.protocol for log in logs)} with doxa {versions}; "
        f"{sum(log.finished for log in logs)} finished.",
        f"The subject was {_list(f'“{log.spec.proposition.text}”' for log in logs)}.",
        f"Agents were {_list(named)}.",
        f"Stances followed the belief rule {_list(agent.kernel or 'none' for agent in agents.values())}.",
        *_tell_settings(logs),
        f"The seed was {_list(str(log.spec.seed) for log in logs)}, the replicate "
        f"{_list(str(log.spec.replicate) for log in logs)}; runs of one seed and replicate share their random choices.",
        _tell_roles("Roles were performed thus", chain(*calls)),
        f"Models were sampled thus: {sampled}." if sampled else "",
        *(f"{lead.format(count)}{notice}" for notice, count in notices.items() if notice),
        f"Of the steps {', '.join(statuses)}." if steps else "",
        _tell_roles("Runs were read afterwards", chain(*(open_run(path).calls() for path in sorted(readings)))),
        f"The seal is {seal}; doxa verify recomputes all of it." if seal else "There is no seal: a run has no end yet.",
    ]


def _tell_settings(logs: list[RunLog]) -> list[str]:
    """Return sentences on the settings that differ between runs, and on those of all runs, without long texts."""
    settings, names = [flatten_settings(log.spec) for log in logs], names_in(logs)
    differing = differing_settings({str(place): [of_run] for place, of_run in enumerate(settings)})
    varied = [f"{name_setting(path, names)} ({_list(values)})" for path, values in differing.items() if path != "seed"]
    common = [
        f"{name_setting(path)} = {text}"
        for path in sorted(setting_paths(settings[0]))
        if path.split(".")[0] in TOLD
        if len(texts := {shorten_setting(find_setting(of_run, path)) for of_run in settings}) == 1
        if not (text := min(texts)).endswith(("…", MISSING))
    ]
    return [
        f"Settings that differ: {'; '.join(varied)}." if varied else "",
        f"Settings of all runs: {'; '.join(common)}.",
    ]


def _tell_roles(lead: str, calls: Iterable[CallRecord]) -> str:
    lines = [f"{', '.join(line.roles)} by {line.models}" for line in count_roles(calls)]
    return f"{lead}: {'; '.join(lines)}." if lines else ""


def _list(names: Iterable[str]) -> str:
    """Return names as a list in words, each once; '' where there is none."""
    unlike = list(dict.fromkeys(names))
    return join_names(unlike, MOST_NAMED) if unlike else ""
