"""The file of a fit: parameters, and the hashes of the data, the judge and the code that they came from.

The file is JSON and ends with the hash of all its other fields, so that a change after writing is seen. Numbers have 12
decimals. What it predicts with is in it: a test needs no data of the fit.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pydantic import Field, ValidationError

from doxa.errors import CorpusError
from doxa.humans.data.people import PersonRound
from doxa.humans.identified.methods import FittedMethod
from doxa.humans.replay.evidence import Acceptance
from doxa.log.disk import write_text
from doxa.log.formats import VERSION, code_hash
from doxa.records.base import Record, canonical, digest
from doxa.records.outside import parse_json
from doxa.records.spec import Hearing

FORMAT = 1


class PeopleMark(Record):
    """Which data a fit came from."""

    name: str
    hash: str
    rounds: int
    controls: int
    people: int
    round_hashes: tuple[str, ...]
    """Of every round, so that a test sees which of its rounds the fit has met."""


class JudgeMark(Record):
    """Who judged the messages, and how."""

    hash: str
    judges: dict[str, str]
    hearing: Hearing
    revision: str | None
    """Of the offline judge; None where it had no part."""
    whole: bool
    """Whether messages were judged as a whole."""

    @property
    def named(self) -> tuple[str | None, str | None]:
        """The extractor and the scorer, as provider:model."""
        return self.judges.get("extractor"), self.judges.get("scorer")


class FitSettings(Acceptance):
    """The settings by which evidence is accepted and stances are taken."""

    clamp: float
    profiles_by: str | None = None


class FitFile(Record):
    """A fit, as its file holds it."""

    fit: int = FORMAT
    doxa: str = VERSION
    code: str
    data: PeopleMark
    judge: JudgeMark
    settings: FitSettings
    methods: tuple[FittedMethod, ...]
    hash: str = Field(default="", exclude_if=lambda digits: not digits)
    """Of all other fields."""

    @property
    def sealed(self) -> "FitFile":
        """The same with the hash of all other fields."""
        bare = self.model_copy(update={"hash": ""})
        return bare.model_copy(update={"hash": digest(canonical(bare.model_dump(mode="json")))})


@cache
def fitting_code() -> str:
    """Return the hash of doxa's sources that replay and fit people, and of those that fold a log."""
    root = Path(__file__).parents[1]
    lines = [f"{path.relative_to(root).as_posix()} {digest(path.read_bytes())}" for path in sorted(root.rglob("*.py"))]
    return digest("\n".join([code_hash(), *lines]))


def hash_round(round: PersonRound) -> str:
    """Return the hash of a round's content: stances, messages, sides and traits, but not the names of people."""
    content = [
        round.proposition,
        round.initial,
        round.final,
        [[message.text, message.own] for message in round.messages],
        round.control,
        round.argued,
        round.of_own_choice,
        dict(round.traits),
    ]
    return digest(canonical(content))[:16]


def mark_people(name: str, rounds: Sequence[PersonRound]) -> PeopleMark:
    """Return the mark of a data set; its hash depends on who has which rounds, and not on their order."""
    hashes = [hash_round(round) for round in rounds]
    lines = sorted(f"{round.person}\n{content}" for round, content in zip(rounds, hashes, strict=True))
    return PeopleMark(
        name=name,
        hash=digest("\n".join(lines)),
        rounds=len(rounds),
        controls=sum(round.control for round in rounds),
        people=len({round.person for round in rounds}),
        round_hashes=tuple(sorted(hashes)),
    )


def write_fit(fit: FitFile, path: Path) -> None:
    """Write a fit as JSON, with the same bytes for the same fit.

    Raises:
        LogError: the file cannot be written.
    """
    write_text(path, f"{fit.sealed.model_dump_json(indent=1)}\n")


def read_fit(path: Path) -> FitFile:
    """Return the fit of a file.

    Raises:
        CorpusError: the file cannot be read, is no fit, is of a later format, or was changed after it was written.
    """
    try:
        content = parse_json(path.read_text(encoding="utf-8"))
        if isinstance(content, dict) and isinstance(content.get("fit"), int) and content["fit"] > FORMAT:
            raise CorpusError(
                f"{path} is a fit of format {content['fit']}; this doxa reads {FORMAT}", hint="Install a newer doxa."
            )
        fit = FitFile.model_validate(content)
    except OSError as error:
        raise CorpusError(
            f"{path}: {error.strerror or error}", hint="Write a fit first: doxa replay fit SOURCE --out fit.json"
        ) from None
    except (ValidationError, ValueError, UnicodeDecodeError) as error:
        raise CorpusError(
            f"{path} is not a fit: {str(error).splitlines()[0]}",
            hint="Write one: doxa replay fit SOURCE --out fit.json",
        ) from None
    if fit.hash != fit.sealed.hash:
        raise CorpusError(
            f"{path} was changed after it was written: its hash is {fit.hash[:8] or 'missing'}, its content has "
            f"{fit.sealed.hash[:8]}",
            hint="Take the file as it was written, or fit again.",
        )
    return fit
