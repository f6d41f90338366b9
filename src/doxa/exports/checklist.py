"""The reporting items of GUIDE-LLM for a set of runs: what the logs say, and what a person has to add.

GUIDE-LLM is a checklist for studies with language models in the behavioural and social sciences: 14 core items and 8
optional ones (llm-checklist.com, 2026). The items are put here in our own words, under their numbers.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from doxa.analysis.who_does import describe_offline_hearing
from doxa.exports.frames import Frames
from doxa.exports.opened import OpenedRun
from doxa.exports.tables.spoken import list_messages
from doxa.log.disk import write_text
from doxa.records.model_kinds import ModelKind, is_callable, is_person, is_simulated, is_somebody
from doxa.records.recorded import is_recorded

FILE = "checklist.md"
ADD = "**To add:**"
"""The mark of what a person has to write."""


@dataclass(frozen=True)
class ChecklistItem:
    """One item: its number, what it asks, what the logs say, and what they cannot say."""

    number: str
    asks: str
    says: tuple[str, ...]
    adds: str


@dataclass
class Gathered:
    """What the items need, gathered run by run; its size does not grow with the number of runs."""

    runs: Counter[str] = field(default_factory=Counter)
    """Status → runs."""
    models: dict[tuple[str, str], "ReportedUse"] = field(default_factory=dict)
    """(role, model) → how it was used."""
    sampling: Counter[str] = field(default_factory=Counter)
    """Sampling settings of a role in words → runs."""
    outcomes: Counter[str] = field(default_factory=Counter)
    """Status → steps."""
    tasks: Counter[str] = field(default_factory=Counter)
    """Task → steps."""
    versions: Counter[str] = field(default_factory=Counter)
    hearing: set[str] = field(default_factory=set)
    """Sentences on how often the offline judge is right."""
    readings: int = 0
    people: int = 0
    messages: int = 0
    seconds: float = 0.0


@dataclass
class ReportedUse:
    """How one model was used in one role."""

    declared: ModelKind | None = None
    """What the package of a model that doxa does not bring declares it to be."""
    calls: int = 0
    tokens: int = 0
    revisions: set[str] = field(default_factory=set)
    first: float = 0.0
    last: float = 0.0

    @property
    def when(self) -> str:
        """The days of the first and the last call, in UTC."""
        if not self.first:
            return "dates not recorded"
        days = [datetime.fromtimestamp(moment, UTC).date().isoformat() for moment in (self.first, self.last)]
        return " to ".join(dict.fromkeys(days))


def write_checklist(source: Frames, out: Path) -> None:
    """Write ``checklist.md`` into a folder; LogError where it cannot be written."""
    gathered = Gathered()
    for run in source.runs_opened():
        gather_run(gathered, run)
    write_text(out / FILE, describe_items(gathered))


def gather_run(gathered: Gathered, run: OpenedRun) -> None:
    """Add one run to what is gathered."""
    gathered.runs[run.status] += 1
    if run.log is None:
        return
    for call in run.calls:
        use = gathered.models.setdefault((call.role.partition("@")[0], call.model), ReportedUse(call.declared))
        use.calls += 1
        use.tokens += (call.input_tokens or 0) + (call.output_tokens or 0)
        use.revisions |= {call.revision} - {""}
        if call.began:
            use.first, use.last = min(use.first or call.began, call.began), max(use.last, call.began)
        gathered.seconds += call.seconds
    for role, settings in run.log.spec.roles.items():
        if not settings.simulated and any(call.role == role for call in run.calls):
            sampled = settings.model_dump(mode="json", exclude={"corpus", "declared", "model"}).items()
            words = ", ".join(f"{name} {'provider default' if level is None else level}" for name, level in sampled)
            gathered.sampling[f"{role} ({settings.model}): {words}"] += 1
    for _, outcome in run.outcomes.values():
        gathered.outcomes[outcome.status] += 1
        gathered.tasks[outcome.task] += 1
    gathered.versions.update({sitting.doxa for sitting in run.sittings})
    gathered.hearing |= {sentence} if (sentence := describe_offline_hearing(run.log.spec)) else set()
    folder = run.place.path / "readings"
    gathered.readings += len(list(folder.iterdir())) if folder.is_dir() else 0
    gathered.people += sum(is_person(call.model) for call in run.spoke_for.values())
    gathered.messages += sum(1 for _ in list_messages(run))


def _use(gathered: Gathered) -> tuple[ChecklistItem, ...]:
    kinds = {(role, model): use.declared for (role, model), use in gathered.models.items()}
    offline = sorted({role for (role, model), kind in kinds.items() if is_simulated(model, kind)})
    others = sorted({role for (role, _), kind in kinds.items() if kind == "instrument"})
    asked = [used for used, kind in kinds.items() if not (kind == "instrument" or is_simulated(used[1], kind))]
    roles = sorted({role for role, model in asked if not is_somebody(model)})
    recorded = sorted({role for role, model in gathered.models if is_recorded(model)})
    callables = sorted({role for role, model in gathered.models if is_callable(model)})
    says = (
        f"Language models performed these roles: {', '.join(roles)}." if roles else "No language model was asked.",
        f"Lines of a transcript were played back in these roles: {', '.join(recorded)}." if recorded else "",
        f"Python callables of the user's, of which only names are recorded, spoke in: {', '.join(callables)}."
        if callables
        else "",
        f"Plain code, and small models that doxa ships, performed: {', '.join(offline)}." if offline else "",
        f"Models that only read or measure performed: {', '.join(others)}." if others else "",
    )
    people = f"{gathered.people} seats were taken by people." if gathered.people else "No person took part in a run."
    return (
        ChecklistItem(
            "A.1", "What language models were used for", tuple(filter(None, says)), "why, in the terms of the study."
        ),
        ChecklistItem(
            "A.2",
            "Whether people were in the loop, or everything ran by itself",
            (f"{people} Every step ran by itself once started.",),
            "who chose scenarios, looked at results in between, or left runs out.",
        ),
    )


def _models(gathered: Gathered) -> tuple[ChecklistItem, ...]:
    uses = [
        f"{role}: `{model}`, revision {', '.join(sorted(use.revisions)) or 'not reported'}, "
        f"{use.calls:,} calls, {use.when}."
        for (role, model), use in sorted(gathered.models.items())
    ]
    own = ", ".join(sorted({model for _, model in gathered.models if model.partition(":")[0] == "encoder"}))
    return (
        ChecklistItem(
            "B.1",
            "Name, provider, size, version, days of use and source of each model",
            tuple(uses) or ("No call was made.",),
            "sizes in parameters, and a link to each model or its card.",
        ),
        ChecklistItem(
            "B.2",
            "How models were reached, and whether each call stood alone",
            ("By doxa, over the interface of the provider that each name begins with. Every call stands alone.",),
            "whether a local server was used, which one, in which version and on which machine.",
        ),
        ChecklistItem(
            "B.3",
            "Settings that shape answers, and the number of runs",
            (
                *(f"{words} — in {count:,} runs." for words, count in sorted(gathered.sampling.items())),
                f"Runs: {_counted(gathered.runs)}. Seeds and replicates are in the table runs.",
            ),
            "why this number of runs: p-values over simulated runs are a choice of their number.",
        ),
        ChecklistItem(
            "B.4",
            "Fine-tuning or other adaptation",
            (f"Judges trained with doxa: {own}." if own else "No name of a model says that it was adapted.",),
            "any fine-tuning of the models, with its data.",
        ),
        ChecklistItem(
            "B.5",
            "Whether a model kept anything from one call to the next",
            ("Nothing: what an agent knows of the talk so far is in the prompt of each call, and in the log.",),
            "a provider's own memory or personalisation, where an account has it.",
        ),
    )


def _prompts(gathered: Gathered) -> tuple[ChecklistItem, ...]:
    tasks = ", ".join(f"{task} ({count:,})" for task, count in sorted(gathered.tasks.items()))
    people = "The runs hold words of people." if gathered.people else "The runs hold no words of participants."
    return (
        ChecklistItem(
            "C.1",
            "The exact prompts",
            (
                "Every prompt of every call is kept word for word: calls.jsonl names its blocks, blobs.jsonl has them, "
                "and `doxa prompt` shows one.",
                f"Tasks, with their steps: {tasks or 'none'}.",
            ),
            "one full prompt of each task in the supplement, and where the run directories are published.",
        ),
        ChecklistItem(
            "C.2",
            "Instructions to the system as a whole",
            ("The first blocks of each prompt, which do not change for an agent; doxa sends no others.",),
            "instructions that a provider or a local server adds.",
        ),
        ChecklistItem(
            "D.1",
            "Personal or sensitive data",
            (people,),
            "whether scenarios, corpora or personas hold such data, and where providers process prompts.",
        ),
    )


def _outputs(gathered: Gathered) -> tuple[ChecklistItem, ...]:
    readings = f"Readings by outside judges beside the runs: {gathered.readings:,}."
    return (
        ChecklistItem(
            "E.1",
            "Validation of outputs by people",
            (*sorted(gathered.hearing), readings if gathered.readings else "No outside judge read the runs."),
            "a sample that people coded, their number and their agreement (Krippendorff's alpha).",
        ),
        ChecklistItem(
            "E.2",
            "Filtering, reformatting and other processing of outputs",
            (
                f"Steps by status: {_counted(gathered.outcomes)}. A structured answer of another shape is asked for "
                "again; what never fitted stays missing, and no default replaces it.",
                "Claims, directions and strengths are drawn from the words by the roles extractor and scorer.",
            ),
            "runs, agents or turns that the analysis leaves out, and why.",
        ),
        ChecklistItem(
            "F.1",
            "Code and scripts of the calls",
            (
                f"doxa {', '.join(sorted(gathered.versions)) or '(version not recorded)'}; `doxa verify` recomputes "
                "every request, move and result from the recorded replies.",
            ),
            "links to the scenarios, the run directories with their seals, and the scripts of the analysis.",
        ),
        ChecklistItem("G.1", "Funding, support and other interests", (), "all of it: no log knows."),
    )


def _optional(gathered: Gathered) -> tuple[ChecklistItem, ...]:
    tokens = sum(use.tokens for use in gathered.models.values())
    return (
        ChecklistItem("O.1", "Why these models", (), "performance, openness, reproducibility, ethics, cost."),
        ChecklistItem("O.2", "Why these prompts", (), "how they were arrived at, and what was tried before."),
        ChecklistItem(
            "O.3",
            "Comparison with other models or methods",
            (),
            "the same scenario under other models (`doxa compare`).",
        ),
        ChecklistItem(
            "O.4", "Whether training data may hold the materials", (), "motions, corpora and published debates used."
        ),
        ChecklistItem(
            "O.5", "Risks of bias for the conclusions", (), "such as a pull of a model towards one side (`doxa judge`)."
        ),
        ChecklistItem(
            "O.6", "Transcripts", (f"{gathered.messages:,} messages, word for word, in the table messages.",), "a link."
        ),
        ChecklistItem("O.7", "Ethical implications", (), "those of the research, and whether a board saw it."),
        ChecklistItem(
            "O.8",
            "Computing resources",
            (f"{tokens:,} tokens as reported, {gathered.seconds:,.0f} s of calls.",),
            "machines, and energy where known.",
        ),
    )


def describe_items(gathered: Gathered) -> str:
    """Return the checklist as Markdown: the core items and then the optional ones, filled."""
    lines = [
        "# Reporting checklist\n\n",
        "After GUIDE-LLM (llm-checklist.com), in doxa's words; O.1 to O.8 are its optional items. What the logs say is "
        f"filled in. Lines that begin with {ADD} are for you: replace them, or write N/A with the reason.\n\n",
        f"Runs: {_counted(gathered.runs)}.\n",
    ]
    for item in (*_use(gathered), *_models(gathered), *_prompts(gathered), *_outputs(gathered), *_optional(gathered)):
        lines.append(f"\n## {item.number} {item.asks}\n\n")
        lines += [f"- {sentence}\n" for sentence in item.says]
        lines.append(f"- {ADD} {item.adds}\n")
    return "".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items())) or "none"
