"""Hooks of a panel: its progress lines, its exhibits, its measures, and how judges read it."""

import statistics
from collections.abc import Iterator

from doxa import Column, Debate, Progress, RunLog, Table, Utterance
from doxa.plugin import Hooks, RoundLines, Shown
from doxa_delphi.panel import ESTIMATE, DelphiResult


class PanelLines(RoundLines):
    shares: tuple[float, ...] = ()

    def gather(self, now: Progress) -> None:
        self.shares = tuple(answer.share for outcome in now.outcomes if (answer := ESTIMATE.reply_of(outcome)))

    def describe(self) -> str:
        return f"median {statistics.median(self.shares):.0%}" if self.shares else "nobody answered"


def measures(log: RunLog) -> dict[str, float]:
    """Return the median of the last round, and its range, which is 0 where the panel agrees."""
    shares = result.rounds[-1].values() if (result := log.result(DelphiResult)) else ()
    return {"median": statistics.median(shares), "range": max(shares) - min(shares)} if shares else {}


def tabulate_panel(log: RunLog) -> Iterator[Table]:
    """Yield the panel's table: a row a panellist, a column a round."""
    if result := log.result(DelphiResult):
        columns = (
            Column(name="expert", show="agent"),
            *(f"round {number}" for number, _ in enumerate(result.rounds, 1)),
        )
        rows = [(agent.id, *(shares.get(agent.id) for shares in result.rounds)) for agent in log.spec.participants]
        end = ", ".join(f"{name} {share:.0%}" for name, share in measures(log).items()) or "Nobody answered."
        yield Table(name="panel", title="The panel", note=end, columns=columns, rows=tuple(rows))


def debate(log: RunLog) -> Debate | None:
    """Return the reasons of those above and below the median as a debate; None where nobody differs."""
    median = measures(log).get("median", 0.0)
    answers = [(event.body, ESTIMATE.reply_of(event.body)) for event in log.events if event.kind == "outcome"]
    turns = [
        Utterance(id=said.key, speaker=said.actor, name=log.spec.participant(said.actor).name, text=answer.reason,
                  side="pro" if answer.share > median else "con") for said, answer in answers if answer
    ]  # fmt: skip
    differ = len({turn.side for turn in turns}) > 1
    return Debate(motion=f"Above {median:.0%}: {log.spec.proposition.text}", turns=tuple(turns)) if differ else None


SHOWN = Shown(tabulate_panel, on=("terminal", "json", "page"))
HOOKS = {"delphi": Hooks(exhibits=(SHOWN,), teller=PanelLines, measures=measures, debate=debate)}
