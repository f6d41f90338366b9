"""The map of an ensemble's arguments: claims are embedded, laid out and clustered, and the clusters are named.

Embedding and naming are runs of their own under ``OUT``, with a journal like any other run: the same call again
repeats no step. Set phrases are left out: sentences about the debate itself, which make no argument and would cluster
with one another. A claim is one if, without the words in which debaters speak of debating ("thank", "motion", "the
other side", "let me", "three points"), hardly a word is left; or if both sides say the very same sentence, since an
argument is made for one of them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from doxa.engine.gate import Budget
from doxa.errors import LogError
from doxa.evidence.vectors import integers
from doxa.experiments.named_models import OFFLINE, corpora_of, settings_of
from doxa.experiments.runner import remaining_budget
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.judging.blind.instructions import find_flags
from doxa.judging.cases import debate_of
from doxa.judging.debates import debate_of_run, debate_protocols, judgement_of
from doxa.judging.exhibits.landscape import (
    ClaimCluster,
    EnsembleClaim,
    EnsembleJudgement,
    Method,
    find_clusters,
    lay_out,
    method_for,
    order_by_typicality,
    points,
)
from doxa.judging.protocol.mapping import EmbeddingResult, EmbeddingSettings, NamingResult, NamingSettings
from doxa.judging.tasks.wording import ClusterName, shorten_claim
from doxa.log.rundir import RunLog
from doxa.models.conditions import Conditions
from doxa.models.hearing.sentences import FUNCTION_WORDS
from doxa.models.setup import performer_for
from doxa.records.base import Settings
from doxa.records.spec import Participant, Proposition, RunSpec
from doxa.records.transcripts import Side, other

FEWEST = 2
"""The fewest words that are left of a sentence that says something."""

LONGEST_APPEAL = 14
"""The most words of a sentence that is an appeal and nothing else."""

_OF_MOTIONS = frozenset({"house", "believe", "believes", "motion", "support", "oppose"})

_DEBATING_WORDS = """
accept address affirm affirmative agree answer answered answers argue argued argues arguing argument arguments ask
audience beg begin believe bench brief burden case cases chair clash close colleague colleagues con conclude
conclusion consider contend contention contentions contest counter debate debated debater debaters debates defend
defined definition definitions delighted demonstrate disagree dispute end esteemed evening fellow final finally
first five floor four frame friend friends fundamentally further gentlemen give glad grateful hear heard hold
honour honourable house introduce issue judges ladies last lastly later left let let's listen look madam mean
member members moderator moment motion move moving negative next notice offer offered opponent opponents oppose
opposing opposition order outline plainly please pleased point pointed points position president privilege pro
proceed proponents propose proposing proposition proud prove proves question questions raise reason reasons rebut
rebuttal rebuttals refute reject repeat resolution respond response rest review round said say saying says second
secondly show side sides sir speak speaker speakers speaking speaks speech stand standing stands start statement
step still sum summarise summary support take tell test thank thanks therefore things third thirdly three today
told tonight topic turn turning turns two unanswered understand urge view voice vote votes want watch way weigh
welcome whole words worthy yield
"""

_DEBATING = frozenset(_DEBATING_WORDS.split())


def is_set_phrase(text: str, motion: str = "") -> bool:
    """Return whether a claim speaks of the debate and makes no argument; words of the motion are never set."""
    set_words = FUNCTION_WORDS | (_DEBATING - (set(_words(motion)) - _OF_MOTIONS))
    if len(set(_words(text)) - set_words) < FEWEST and not re.search(r"\d", text):
        return True
    # a set phrase, too, is an appeal for votes and nothing else
    sentences = [sentence for sentence in re.split(r"(?<=[.!?])\s+", text.strip()) if sentence]
    return all(
        len(sentence.split()) <= LONGEST_APPEAL
        and any(flag.kind == "appeal" and flag.start == 0 for flag in find_flags(sentence))
        for sentence in sentences
    )


def set_phrases(claims: Sequence[tuple[Side, str]], motion: str = "") -> set[int]:
    """Return the places of set phrases among claims, each with its side."""
    said = {(side, _plain(text)) for side, text in claims}
    return {
        place
        for place, (side, text) in enumerate(claims)
        if (other(side), _plain(text)) in said or is_set_phrase(text, motion)
    }


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text.lower())


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


MAPPER = Participant(id="mapper", name="The mapper", kernel=None, role="labeller")

_EPOCH = re.compile(r"(?:^|/)e(?:poch)?[-_ ]?0*(\d+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Landscape:
    """A map of arguments."""

    debates: tuple[EnsembleJudgement, ...]
    points: tuple[EnsembleClaim, ...]
    clusters: tuple[ClaimCluster, ...]
    method: Method
    set_phrases: tuple[str, ...] = ()
    """Claims that speak of the debate itself, which were left out."""


@dataclass(frozen=True, kw_only=True)
class Mapping:
    """The models that embed claims and name clusters, the output directory, and the budget."""

    out: Path
    embedder: str = OFFLINE
    labeller: str = OFFLINE
    seed: int = 42
    budget: Budget = Budget()
    conditions: Conditions = Conditions()


Watch = Callable[[str], None]


def judged_runs(logs: Sequence[RunLog], folder: Path) -> list[EnsembleJudgement]:
    """Return the finished debates of a folder, each with its latest judgement.

    Runs are named by their path in the folder. A part such as ``epoch-2`` gives the epoch; without one it is 1.

    Raises:
        LogError: a debate has no finished judgement, or no run is a debate.
    """
    debates = [log for log in logs if debate_of_run(log)]  # a folder may also hold runs that coach or draw up styles
    if not debates:
        hint = f"Give a folder of judged debates (protocols: {', '.join(debate_protocols())})."
        raise LogError(f"{folder} holds no debates", hint=hint)
    return [_read_judged_debate(log, folder) for log in debates]


def without_twins(logs: Sequence[RunLog]) -> list[RunLog]:
    """Return runs without the uncoached twins of coached ones, so that a debate and its twin count once.

    Twins have the same spec but for the coaching: the same draws, speaking order and speakers.
    """
    coached = {_twin_key(log.spec) for log in logs if log.spec.script.get("coaching")}
    return [log for log in logs if log.spec.script.get("coaching") or _twin_key(log.spec) not in coached]


def _twin_key(spec: RunSpec) -> str:
    script = {key: value for key, value in spec.script.items() if key != "coaching"}
    return spec.model_copy(update={"script": script}).hash


def map_claims(
    debates: Sequence[EnsembleJudgement],
    mapping: Mapping,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> Landscape:
    """Return the map of the claims of judged debates.

    Raises:
        LogError: no debate has annotated claims, or a claim could not be embedded.
        DoxaError: scikit-learn is not installed.
    """
    every = points(debates)
    set_places = set_phrases([(point.side, point.text) for point in every], debates[0].debate.motion)
    claim_points = [point for place, point in enumerate(every) if place not in set_places]
    if not claim_points:
        hint = "Map debates with arguments."
        raise LogError(f"all {len(every)} claims are set phrases, which make no argument", hint=hint)
    motion, method = debates[0].debate.motion, method_for(len(claim_points))
    vectors = _vectors([point.text for point in claim_points], motion, mapping, make)
    if watch and method == "umap":
        watch("laying out by UMAP; its first use in a process compiles for about ten seconds")
    places = lay_out(vectors, method, mapping.seed)
    numbers = find_clusters(vectors, places, method)
    groups = [
        order_by_typicality(vectors, [place for place, cluster in enumerate(numbers) if cluster == number])
        for number in sorted({number for number in numbers if number is not None})
    ]
    names = _names([[claim_points[place].text for place in group] for group in groups], motion, mapping, make)
    return Landscape(
        debates=tuple(debates),
        points=tuple(
            point.model_copy(update={"cluster": number, "x": float(x), "y": float(y)})
            for point, number, (x, y) in zip(claim_points, numbers, places, strict=True)
        ),
        clusters=tuple(
            ClaimCluster(number=number, name=name, description=about, claims=tuple(group))
            for number, ((name, about), group) in enumerate(zip(names, groups, strict=True))
        ),
        method=method,
        set_phrases=tuple(every[place].text for place in sorted(set_places)),
    )


def _read_judged_debate(log: RunLog, folder: Path) -> EnsembleJudgement:
    judgement = judgement_of(log.path)
    if judgement is None:
        raise LogError(f"{log.path} was not judged", hint=f"Judge it: doxa judge {log.path}")
    name = log.path.relative_to(folder).as_posix() if log.path != folder else log.path.name
    epoch = _EPOCH.search(name)
    return EnsembleJudgement(run=name, epoch=int(epoch[1]) if epoch else 1, debate=debate_of(log), judgement=judgement)


def _vectors(texts: list[str], motion: str, mapping: Mapping, make: MakePerformer) -> Any:
    log = _run_mapping("embedding", EmbeddingSettings(texts=tuple(texts)), motion, mapping, make)
    embedding_result = log.result(EmbeddingResult)
    assert embedding_result is not None, "sitting ends a run or raises"
    hashes = [vector for vector in embedding_result.vectors if vector is not None]
    if missing := len(embedding_result.vectors) - len(hashes):
        raise LogError(
            f"{missing} of {len(texts)} claims could not be embedded",
            hint=f"Fix the embedder, remove {log.path}, and map again.",
        )
    return np.stack([integers(log.blobs.vector(vector)) for vector in hashes])


def _names(clusters: list[list[str]], motion: str, mapping: Mapping, make: MakePerformer) -> list[tuple[str, str]]:
    """Return each cluster's name, which is its most central claim, and what the labeller says of it.

    A model may word a label otherwise each time, and the map should have the same names twice.
    """
    settings = NamingSettings(clusters=tuple(map(tuple, clusters)))
    naming_result = _run_mapping("naming", settings, motion, mapping, make).result(NamingResult)
    assert naming_result is not None, "sitting ends a run or raises"
    names = [shorten_claim(claims[0]) for claims in clusters]
    return [(name, _describe(name, label)) for name, label in zip(names, naming_result.names, strict=True)]


def _describe(name: str, label: ClusterName | None) -> str:
    if label is None:
        return "The labeller gave no label."
    return label.description if label.name == name else f"{label.name}: {label.description}"


def _run_mapping(protocol: str, settings: Settings, motion: str, mapping: Mapping, make: MakePerformer) -> RunLog:
    models = {"embedder": mapping.embedder, "labeller": mapping.labeller}
    spec = RunSpec(
        name=f"landscape-{protocol}",
        seed=mapping.seed,
        proposition=Proposition(text=motion),
        participants=(MAPPER,),
        protocol=protocol,
        script=settings.model_dump(mode="json"),
        roles={role: settings_of(model, role=role) for role, model in models.items()},
        corpora=corpora_of(models.values()),
    )
    path = mapping.out / f"{protocol}-{spec.hash[:8]}"
    others = [spec_file.parent for spec_file in mapping.out.glob("*-*/spec.json") if spec_file.parent != path]
    terms = Terms(conditions=mapping.conditions, budget=remaining_budget(mapping.budget, others))
    return sit(spec, path, terms, make=make)
