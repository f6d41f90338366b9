"""Hooks of a jury: its progress lines, its table, its measures, and what happened in a sentence."""

from collections import Counter
from collections.abc import Iterator

from doxa import Column, Progress, RunLog, Table
from doxa.plugin import Hooks, RoundLines, Shown
from doxa_jury.deliberation import VOTE, JuryResult, JurySettings, neighbours


class JuryLines(RoundLines):
    votes: tuple[str, ...] = ()

    def gather(self, now: Progress) -> None:
        self.votes = tuple(vote.verdict for outcome in now.outcomes if (vote := VOTE.reply_of(outcome)))

    def describe(self) -> str:
        counts = Counter(self.votes).most_common()
        return ", ".join(f"{count} {verdict}" for verdict, count in counts) or super().describe()


def measures(log: RunLog) -> dict[str, float]:
    """Return how many voted guilty, before and after, how many changed their vote, and 1 for a hung jury."""
    if (result := log.result(JuryResult)) is None:
        return {}
    first, second = ([*votes.values()].count("guilty") for votes in (result.first, result.second))
    changed = sum(result.first.get(juror) != vote for juror, vote in result.second.items())
    return {"guilty_first": first, "guilty": second, "changed": changed, "hung": float(result.verdict == "hung")}


def tell(log: RunLog) -> str:
    """Return the verdict in one sentence."""
    if (result := log.result(JuryResult)) is None:
        return ""
    counts = "{guilty_first:g} voted guilty before the talk, {guilty:g} after it".format(**measures(log))
    return f"The jury {'is hung' if result.verdict == 'hung' else f'finds: {result.verdict}'}; {counts}."


def tabulate_jury(log: RunLog) -> Iterator[Table]:
    """Yield a row for each juror: both votes, and who heard it."""
    jury = JurySettings.model_validate(log.spec.script).jury
    if jury and (result := log.result(JuryResult)):
        columns = (Column(name="juror", show="agent"), "first vote", "second vote", "heard by")
        rows = tuple(
            (juror, result.first.get(juror), result.second.get(juror), ", ".join(neighbours(jury, juror)))
            for juror in jury.jurors
        )
        yield Table(name="jury", title="The jury", note=tell(log), columns=columns, rows=rows)


SHOWN = Shown(tabulate_jury, on=("terminal", "json", "page", "files"))
HOOKS = {"jury": Hooks(exhibits=(SHOWN,), teller=JuryLines, measures=measures, story=tell)}
