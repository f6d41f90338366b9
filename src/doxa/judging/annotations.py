"""Annotations carried in and out as JSON: a debate with the claims and rebuttals that somebody noted in it.

A file holds one debate. A claim or rebuttal names its turn, which says who made it and for which side; a rebuttal
names what it answers, a claim or rebuttal of an earlier turn or of its own. docs/debates.md has the schema.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StringConstraints

from doxa.errors import BeliefError, CorpusError, LogError, ScenarioError
from doxa.judging.ballots.annotation import Annotation, Base, ClaimNote, RebuttalNote, check_annotation
from doxa.judging.ballots.judged import DebateJudgement, JudgeFindings, judgement
from doxa.judging.ballots.verdicts import TallyRule
from doxa.judging.debates import debate_of_run, judgement_of
from doxa.judging.exhibits.landscape import EnsembleJudgement
from doxa.judging.protocol.script import UnionJudgingResult, UnionJudgingSettings
from doxa.log.rundir import open_run
from doxa.records.base import Record, clean
from doxa.records.outside import parse_json
from doxa.records.transcripts import SIDE_NAMES, SIDES, Aside, Debate, Definitions, Kind, Side, Utterance
from doxa.records.validating import settled

FORMAT = "doxa-annotation/1"

OUTSIDE = "outside"
"""The annotator of a file that names none."""

DIRECT = "direct"
"""The method of a rebuttal that engages its target itself; every other method engages it indirectly."""

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class AnnotatedTurn(Record):
    """One turn of the debate."""

    id: Text
    speaker: Text
    name: str = ""
    """The speaker's display name; the speaker's id where empty."""
    side: Side | Literal["none"]
    """none: a moderator, the audience; shown, and nothing is noted of such turns."""
    text: Text
    kind: Kind = "speech"
    within: str = ""
    """Of a point and its answer: the id of the speech that it interrupts."""
    team: str = ""


class AnnotatedClaim(Record):
    """One claim."""

    id: Text
    speech: Text
    """The id of its turn."""
    text: Text
    base: Base
    specific: StrictBool = False
    new: StrictBool = True


class AnnotatedRebuttal(Record):
    """One answer."""

    id: Text
    speech: Text
    """The id of its turn."""
    target: Text
    """The id of the claim or rebuttal that it answers."""
    text: str = ""
    addresses_logic: StrictBool = False
    undermines: StrictBool = False
    new_information: StrictBool = False
    method: str = ""
    """How it engages its target: direct, indirect, or another word; indirect where nothing is said."""
    strawman: StrictBool | None = None
    """Whether it answers what the other side did not say; null where nobody looked."""


class AnnotationFile(Record):
    """A file: a debate and its annotation."""

    format: Literal["doxa-annotation/1"]
    motion: Text
    annotator: str = ""
    """Who annotated, such as a model or a person; "offline" for doxa's own code."""
    turns: tuple[AnnotatedTurn, ...] = Field(min_length=1)
    definitions: Definitions | None = None
    claims: tuple[AnnotatedClaim, ...] = Field(min_length=1)
    rebuttals: tuple[AnnotatedRebuttal, ...] = ()


class AnnotatedDebate(Record):
    """A debate and what an annotator noted in it."""

    debate: Debate
    annotation: Annotation
    annotator: str = OUTSIDE

    def judge(self, rule: TallyRule = "rates") -> DebateJudgement:
        """Return the judgement that follows from the annotation alone.

        Args:
            rule: whether rates decide where one side spoke much more, or sums always do, as published.
        """
        return judgement(self.debate, JudgeFindings(annotator=self.annotator, annotation=self.annotation), rule)


def read_annotation(path: Path) -> AnnotatedDebate:
    """Return the debate of a file with its annotation.

    Raises:
        CorpusError: the file cannot be read, is not JSON of this schema, or its ids do not fit together.
    """
    try:
        values = parse_json(path.read_bytes())
    except OSError as error:
        raise CorpusError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise CorpusError(
            f"{path}: not JSON", hint="Write a file that shows the schema: doxa annotations export DIR"
        ) from None
    format = values.get("format") if isinstance(values, dict) else None
    if format != FORMAT:
        why = f"its format is {format!r}" if format is not None else "it names no format"
        raise CorpusError(f"{path} is no annotation: {why}", hint=f'Its first key must be "format": "{FORMAT}".')
    try:
        return _assemble(path, settled(AnnotationFile, _clean(values), ""))
    except ScenarioError as error:
        raise CorpusError(f"{path}: {error.message}", hint=error.hint) from None


def _clean(values: Any) -> Any:
    """Return parsed JSON whose texts can be written as UTF-8."""
    if isinstance(values, dict):
        return {clean(name): _clean(inner) for name, inner in values.items()}
    if isinstance(values, list):
        return [_clean(inner) for inner in values]
    return clean(values) if isinstance(values, str) else values


def write_annotation(annotated: AnnotatedDebate) -> str:
    """Return an annotated debate as the JSON text of a file."""
    debate, notes = annotated.debate, annotated.annotation
    file = AnnotationFile(
        format="doxa-annotation/1",
        motion=debate.motion,
        annotator=annotated.annotator,
        turns=tuple(_annotated_turns(debate)),
        definitions=debate.definitions,
        claims=tuple(AnnotatedClaim(**_own(claim, AnnotatedClaim)) for claim in notes.claims),
        rebuttals=tuple(
            AnnotatedRebuttal(
                **_own(rebuttal, AnnotatedRebuttal)
                | {"method": rebuttal.method or (DIRECT if rebuttal.direct else "indirect")}
            )
            for rebuttal in notes.rebuttals
        ),
    )
    return json.dumps(file.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"


def _annotated_turns(debate: Debate) -> Iterator[AnnotatedTurn]:
    """Yield the turns of a debate, and what people of no side said between them."""
    counts: Counter[str] = Counter()
    for said in debate.in_order():
        if isinstance(said, Aside):
            counts[said.after] += 1
            id = f"aside-{said.after or 'first'}-{counts[said.after]}"
            yield AnnotatedTurn(id=id, speaker=said.name, name=said.name, side="none", text=said.text)
        else:
            yield AnnotatedTurn(**said.model_dump())


def annotated_run(path: Path) -> AnnotatedDebate:
    """Return the debate of a judged run, or of the judgement itself, with the judges' annotation.

    Raises:
        LogError: the run was not judged, or has no annotation.
    """
    log = open_run(path)
    judged = log.result(UnionJudgingResult) if log.spec.protocol == "union_judging" else None
    debate = UnionJudgingSettings.model_validate(log.spec.script).debate if judged else debate_of_run(log)
    judgement = judged.judgement if judged else judgement_of(path)
    if debate is None or judgement is None:
        raise LogError(f"{path} holds no judged debate", hint=f"Judge it: doxa judge {path}")
    if judgement.tally is None:
        raise LogError(f"{path} has no whole annotation", hint=f"Judge it with that layer: doxa judge {path}")
    brought = judgement.brought
    return AnnotatedDebate(debate=debate, annotation=brought.annotation, annotator=brought.annotator)


def annotated_debates(folder: Path) -> list[EnsembleJudgement]:
    """Return the annotated debates of a folder and its subfolders as a map takes them; other JSON files are left out.

    Raises:
        CorpusError: as ``read_annotation``.
    """
    files = [path for path in sorted(folder.rglob("*.json")) if path.is_file() and _is_annotation(path)]
    return [
        EnsembleJudgement(
            run=path.relative_to(folder).as_posix(), epoch=1, debate=annotated.debate, judgement=annotated.judge()
        )
        for path, annotated in zip(files, map(read_annotation, files), strict=True)
    ]


def _is_annotation(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return FORMAT.partition("/")[0].encode() in file.read(2000)
    except OSError:
        return False


def _own(note: Record, model: type[Record]) -> dict[str, Any]:
    """Return those fields of a note that a file has."""
    return note.model_dump(include=set(model.model_fields))


def _assemble(path: Path, file: AnnotationFile) -> AnnotatedDebate:
    """Return the annotated debate of a file whose fields are sound, after checking that its ids fit together."""
    turns: list[Utterance] = []
    asides: list[Aside] = []
    for place, turn in enumerate(file.turns):
        if turn.id in [earlier.id for earlier in file.turns[:place]]:
            raise CorpusError(f"{path}: turns.{place} has the id {turn.id!r} of an earlier one", hint="Ids are unique.")
        name = turn.name or turn.speaker
        if turn.side == "none":
            asides.append(Aside(name=name, text=turn.text, after=turns[-1].id if turns else ""))
        else:
            turns.append(Utterance(**{**turn.model_dump(), "name": name}))
    debate = Debate(motion=file.motion, turns=tuple(turns), asides=tuple(asides), definitions=file.definitions)
    for side in SIDES:
        if side not in [turn.side for turn in debate.speeches]:
            raise CorpusError(f"{path}: there is no speech of {SIDE_NAMES[side]}", hint="A debate needs both sides.")
    for spoken in turns:
        if spoken.within and not any(speech.id == spoken.within for speech in debate.speeches):
            raise CorpusError(f"{path}: turn {spoken.id!r} is within {spoken.within!r}, which is no speech")
    origins: dict[str, Any] = {turn.id: {"speaker": turn.speaker, "side": turn.side} for turn in turns}
    _check_speeches(path, "claim", file.claims, origins)
    _check_speeches(path, "rebuttal", file.rebuttals, origins)
    annotation = Annotation(
        claims=tuple(ClaimNote(**claim.model_dump(), **origins[claim.speech]) for claim in file.claims),
        rebuttals=tuple(
            RebuttalNote(**rebuttal.model_dump(), **origins[rebuttal.speech], direct=rebuttal.method == DIRECT)
            for rebuttal in file.rebuttals
        ),
    )
    _check_targets(path, debate, annotation)
    return AnnotatedDebate(debate=debate, annotation=annotation, annotator=file.annotator or OUTSIDE)


def _check_speeches(
    path: Path, kind: str, notes: Iterable[AnnotatedClaim | AnnotatedRebuttal], origins: dict[str, Any]
) -> None:
    for note in notes:
        if note.speech not in origins:
            raise CorpusError(
                f"{path}: the {kind} {note.id!r} is of the turn {note.speech!r}, which no debater speaks",
                hint=f"Turns: {', '.join(list(origins)[:8])}{', …' * (len(origins) > 8)}.",
            )


def _check_targets(path: Path, debate: Debate, notes: Annotation) -> None:
    """Check that every rebuttal answers a note, and one that had been made by then."""
    try:
        check_annotation(notes)
    except BeliefError as error:
        raise CorpusError(f"{path}: {error.message}", hint=error.hint) from None
    places = {turn.id: place for place, turn in enumerate(debate.turns)}
    said = {note.id: places[note.speech] for note in notes.all}
    for rebuttal in notes.rebuttals:
        if said[rebuttal.target] > said[rebuttal.id]:
            raise CorpusError(
                f"{path}: the rebuttal {rebuttal.id!r} answers {rebuttal.target!r}, which is said later",
                hint="Put the turns in the order of speaking.",
            )
