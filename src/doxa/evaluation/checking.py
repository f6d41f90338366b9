"""``doxa check``: how a judge reads arguments that a user's file labels, each judged whole as one claim.

One appraising run, journalled and resumed like any other, under ``OUT/JUDGE/FILE-HASH``. In a run the labels are kept
(``hearing.labels``); the judge reads whatever is not said word for word.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.table import Table

from doxa.conversations.reading import read_conversation
from doxa.corpora import Argument, Corpus, load_corpus
from doxa.corpora.loading import POLARITIES
from doxa.engine.gate import Budget
from doxa.errors import CorpusError, ScenarioError
from doxa.evaluation.appraising import AppraisingResult, AppraisingSettings, Text
from doxa.evaluation.judging import slug
from doxa.experiments.named_models import OFFLINE, corpora_of, settings_of
from doxa.experiments.readings import JUDGE
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.experiments.starting import check_models
from doxa.models.conditions import Conditions
from doxa.models.offline.answers import REVISION
from doxa.models.setup import performer_for
from doxa.records.base import Record, group_by
from doxa.records.spec import Hearing, Proposition, RunSpec
from doxa.terminal.console import Json, JsonOut, Tokens, Usd, console, handed_over, plain, temperature_of

Reading = Literal["right", "wrong", "unclear", "lost"]
WORDS: dict[int, Literal["for", "against", "unclear"]] = {1: "for", -1: "against", 0: "unclear"}


class CheckedArgument(Record):
    """One argument of a file, and how it was read."""

    id: str
    proposition: str
    text: str
    label: Literal["for", "against"]
    read: Literal["for", "against", "unclear", ""]
    """'' where the judge gave no answer."""
    reading: Reading
    strength: float | None = None
    """That of the file; None where it has none."""
    read_strength: float | None = None
    """The judge's, on the anchored scale; None where the judge gave no answer."""


class StrengthCheck(Record):
    """The strengths of a file beside those that the judge reads, over the arguments that have both."""

    arguments: int
    labelled: float
    """Mean strength of the file."""
    read: float
    """Mean strength as read."""
    difference: float
    """Mean magnitude of the difference."""


class CorpusCheck(Record):
    """How a judge reads the arguments of a file."""

    file: str
    judge: str
    run: str
    arguments: tuple[CheckedArgument, ...]
    counts: dict[Reading, int]
    otherwise: float | None
    """The share of the arguments with an answer that is read as the other side, or unclear; None without answers."""
    turned: float | None
    """The share of them that is read as the other side."""
    strengths: StrengthCheck | None
    """None where no argument has both strengths."""


@dataclass(frozen=True, kw_only=True)
class CheckOrder:
    """Who checks what, and where the run goes."""

    corpus: Corpus
    motion: str | None = None
    """One motion of the file; all when absent."""
    judge: str = OFFLINE
    temperature: float | None = 0.0
    out: Path = Path("runs/check")
    budget: Budget = Budget()
    conditions: Conditions = Conditions()


def check_corpus(order: CheckOrder, make: MakePerformer = performer_for) -> CorpusCheck:
    """Let a judge read every argument, and return what it read.

    Raises:
        CorpusError: the file has no such motion.
        ModelSetupError: the judge cannot be used.
        StoppedError: the budget is spent, or interrupted; the same call goes on.
    """
    corpus = order.corpus
    arguments = [*chain(*corpus.motions.values())] if order.motion is None else list(corpus.motion(order.motion))
    spec = _plan(order, arguments)
    check_models([(settings, order.conditions) for settings in spec.roles.values()], make)
    named = REVISION if order.judge == OFFLINE else order.judge
    path = order.out / slug(named) / f"{slug(order.corpus.name)}-{spec.hash[:8]}"
    log = sit(spec, path, Terms(conditions=order.conditions, budget=order.budget), make=make)
    result = log.result(AppraisingResult)
    if result is None:
        raise ScenarioError(f"{path} is unfinished", hint="Call the same check again: it goes on.")
    checked = tuple(_check(argument, result) for argument in arguments)
    counts: Counter[Reading] = Counter(one.reading for one in checked)
    answered = len(checked) - counts["lost"]
    return CorpusCheck(
        file=order.corpus.name,
        judge=order.judge,
        run=str(path),
        arguments=checked,
        counts={reading: counts[reading] for reading in ("right", "wrong", "unclear", "lost")},
        otherwise=(counts["wrong"] + counts["unclear"]) / answered if answered else None,
        turned=counts["wrong"] / answered if answered else None,
        strengths=_check_strengths(checked),
    )


def _check_strengths(checked: Sequence[CheckedArgument]) -> StrengthCheck | None:
    pairs = [
        (argument.strength, argument.read_strength)
        for argument in checked
        if argument.strength is not None and argument.read_strength is not None
    ]
    if not pairs:
        return None
    return StrengthCheck(
        arguments=len(pairs),
        labelled=fmean(labelled for labelled, _ in pairs),
        read=fmean(read for _, read in pairs),
        difference=fmean(abs(labelled - read) for labelled, read in pairs),
    )


def _plan(order: CheckOrder, arguments: list[Argument]) -> RunSpec:
    texts = tuple(Text(key=one.id, proposition=one.motion, text=one.text) for one in arguments)
    return RunSpec(
        name="check",
        proposition=Proposition(text=f"(each argument of {order.corpus.name} has its own)"),
        participants=(JUDGE,),
        protocol="appraising",
        script=AppraisingSettings(texts=texts, claims=False).model_dump(mode="json"),
        roles={"extractor": settings_of(order.judge, order.temperature, "extractor")},
        hearing=Hearing(scale="anchored"),
        corpora=corpora_of([order.judge]),
    )


def _check(argument: Argument, result: AppraisingResult) -> CheckedArgument:
    whole = result.appraisals[argument.id].whole
    reading: Reading = "lost" if whole is None else "unclear"
    if whole is not None and whole.polarity:
        reading = "right" if whole.polarity == argument.polarity else "wrong"
    return CheckedArgument(
        id=argument.id,
        proposition=argument.motion,
        text=argument.text,
        label="for" if argument.polarity > 0 else "against",
        read="" if whole is None else WORDS[whole.polarity],
        reading=reading,
        strength=argument.strength,
        read_strength=None if whole is None else whole.strength,
    )


MOST_OTHERWISE = 0.5
"""The share of arguments read otherwise than labelled above which the judge cannot be relied on for the file."""

COLOURS = {"right": "green", "wrong": "red", "unclear": "dim", "lost": "dim"}


def check(
    file: Annotated[str, Parameter(help="Arguments as CSV or JSON lines, a conversation, or a shipped corpus.")],
    /,
    *,
    judge: Annotated[str, Parameter(help="The judge, as provider:model.")] = "offline",
    motion: Annotated[
        str | None,
        Parameter(help="One proposition of the file, or that of a file without such a column; all when absent."),
    ] = None,
    temperature: Annotated[
        str, Parameter(help='Of a hosted judge; "provider" leaves it to the provider, as models that take none need.')
    ] = "0",
    runs: Annotated[Path, Parameter(help="Where the run goes; called again, a finished run is kept.")] = Path(
        "runs/check"
    ),
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    out: JsonOut = None,
    json: Json = False,
) -> None:
    """Show how a judge reads each argument that a file labels; exits with 1 where most are read otherwise, or lost."""
    order = CheckOrder(
        corpus=_arguments_of(file, motion),
        motion=motion,
        judge=judge,
        temperature=temperature_of(temperature),
        out=runs,
        budget=Budget(usd=max_usd, tokens=max_tokens),
    )
    checked = check_corpus(order)
    if not handed_over(checked, json=json, out=out):
        _show(checked)
    if checked.counts["lost"] or (checked.otherwise or 0.0) > MOST_OTHERWISE:
        sys.exit(1)


def _arguments_of(file: str, motion: str | None) -> Corpus:
    """Return the arguments of a file; of a conversation what was said on a side.

    Raises:
        CorpusError: it is neither, or a conversation without sides or with no single motion.
    """
    try:
        return load_corpus(file, motion=motion)
    except CorpusError as error:
        try:
            talk = read_conversation(Path(file))
        except CorpusError:
            raise error from None
    motions = [motion] if motion else list(talk.motions)
    if len(motions) != 1:
        raise CorpusError(f"{file} does not say what it is about", hint='Say it: --motion "We should …"')
    said = [(turn, POLARITIES.get(str(talk.side_of(turn)))) for turn in talk.said]
    arguments = tuple(
        Argument(id=str(turn.at), text=turn.text, polarity=polarity, motion=motions[0])
        for turn, polarity in said
        if polarity
    )
    if not arguments:
        raise CorpusError(f"{file}: nobody is on a side", hint="Sides are the labels: doxa transcript check FILE")
    return Corpus(name=Path(file).name, motions={motions[0]: arguments}, hash=talk.sha256)


def _short(strength: float | None) -> str:
    return "–" if strength is None else f"{strength:.2f}"


def _shares(checked: CorpusCheck) -> str:
    """Return what share is read otherwise than labelled, and whether as the other side or as none."""
    if checked.otherwise is None or checked.turned is None:
        return ""
    unclear = checked.otherwise - checked.turned
    return (
        f": {checked.otherwise:.0%} read otherwise than labelled, {checked.turned:.0%} as the other side and "
        f"{unclear:.0%} as unclear"
    )


def _show(checked: CorpusCheck) -> None:
    for proposition, arguments in group_by(checked.arguments, lambda argument: argument.proposition).items():
        console.print(f"[bold]{plain(proposition)}[/]")
        table = Table(box=None, padding=(0, 1), header_style="dim", width=min(console.width, 120))
        for name, width in (("id", 9), ("label", 7), ("read as", 7), ("", 7), ("strength", 8), ("read", 5)):
            table.add_column(name, width=width, overflow="ellipsis", no_wrap=True)
        table.add_column("argument", ratio=1, no_wrap=True, overflow="ellipsis")
        for one in arguments:
            mark = f"[{COLOURS[one.reading]}]{one.reading}[/]"
            strengths = (_short(one.strength), _short(one.read_strength))
            words = plain(" ".join(one.text.split()))
            table.add_row(plain(one.id), one.label, one.read or "–", mark, *strengths, words)
        console.print(table)
    counts = ", ".join(f"{count} {reading}" for reading, count in checked.counts.items() if count)
    console.print(f"{counts} of {len(checked.arguments)}{_shares(checked)}")
    if (checked.otherwise or 0.0) > MOST_OTHERWISE:
        console.print(
            "[yellow]This judge reads most of the file otherwise than it is labelled. What helps: say labelled "
            "sentences word for word, give speakers their sides, or let a model hear (--judge PROVIDER:MODEL).[/]"
        )
    if both := checked.strengths:
        console.print(
            f"strength of {both.arguments}: mean {both.labelled:.2f} in the file, {both.read:.2f} as read, "
            f"{both.difference:.2f} apart on average; "
            "[dim]0.1 says nothing on the proposition, 0.3 names a consideration, 0.5 gives an understandable reason, "
            "0.7 a specific one that needs an answer, 0.9 one that is hard to answer[/]"
        )
    console.print(
        "[dim]In a run a labelled sentence that is said word for word keeps its label (hearing.labels); other words "
        f"on the motion are read by the judge. Run: {plain(checked.run)}[/]"
    )
