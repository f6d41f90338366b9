"""``doxa check``: how a judge reads the labelled arguments of a file."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.corpora import load_corpus
from doxa.engine.gate import Budget
from doxa.evaluation.checking import CheckOrder, CorpusCheck, check_corpus
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json, JsonOut, Tokens, Usd, temperature_of
from doxa.terminal.results import handed_over

COLOURS = {"right": "green", "wrong": "red", "unclear": "dim", "lost": "dim"}


def check(
    file: Annotated[str, Parameter(help="A CSV or JSON lines file of arguments, or a shipped corpus by name.")],
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
    """Show how a judge reads each argument that a file labels."""
    order = CheckOrder(
        corpus=load_corpus(file, motion=motion),
        motion=motion,
        judge=judge,
        temperature=temperature_of(temperature),
        out=runs,
        budget=Budget(usd=max_usd, tokens=max_tokens),
    )
    checked = check_corpus(order)
    if not handed_over(checked, json=json, out=out):
        _show(checked)


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
    for proposition in dict.fromkeys(one.proposition for one in checked.arguments):
        console.print(f"[bold]{plain(proposition)}[/]")
        table = Table(box=None, padding=(0, 1), header_style="dim", width=min(console.width, 120))
        for name, width in (("id", 9), ("label", 7), ("read as", 7), ("", 7), ("strength", 8), ("read", 5)):
            table.add_column(name, width=width, overflow="ellipsis", no_wrap=True)
        table.add_column("argument", ratio=1, no_wrap=True, overflow="ellipsis")
        for one in checked.arguments:
            if one.proposition == proposition:
                mark = f"[{COLOURS[one.reading]}]{one.reading}[/]"
                strengths = (_short(one.strength), _short(one.read_strength))
                words = plain(" ".join(one.text.split()))
                table.add_row(plain(one.id), one.label, one.read or "–", mark, *strengths, words)
        console.print(table)
    counts = ", ".join(f"{count} {reading}" for reading, count in checked.counts.items() if count)
    console.print(f"{counts} of {len(checked.arguments)}{_shares(checked)}")
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
