"""Who was plain code in a run about a puzzle: agents, supervisor, judge of reasons; each only where it answered."""

from collections import defaultdict

from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.systems.puzzle.exhibits.runs import is_simulated


class StandIns(Record):
    """The plain code that answered in a run, by role."""

    agents: tuple[str, ...] = ()
    """Reasoners that were agents."""
    all_agents: bool = False
    """Whether every agent was one."""
    supervisor: str = ""
    """The reasoner that supervised; '' where a model did, or nobody."""
    judge: bool = False
    """Whether plain code rated reasons."""

    def __bool__(self) -> bool:
        return bool(self.agents or self.supervisor or self.judge)


def find_stand_ins(log: RunLog) -> StandIns:
    """Return who was plain code in a run, by the calls that it took."""
    models: defaultdict[str, set[str]] = defaultdict(set)
    for call in log.calls():
        models[call.role.partition("@")[0]].add(call.model)
    agents = sorted(model for model in models["speaker"] if is_simulated(model))
    supervisors = sorted(model for model in models["supervisor"] if is_simulated(model))
    return StandIns(
        agents=tuple(agents),
        all_agents=len(agents) == len(models["speaker"]),
        supervisor=supervisors[0] if supervisors else "",
        judge=any(is_simulated(model) for model in models["judge"]),
    )


def describe_stand_ins(log: RunLog) -> str:
    """Return sentences on the plain code that answered in place of models; '' where none did."""
    stand_ins = find_stand_ins(log)
    sentences = []
    if stand_ins.agents:
        who = "Agents" if stand_ins.all_agents else "Some agents"
        sentences.append(
            f"{who} are reasoners of declared strength standing in for models: {', '.join(stand_ins.agents)}."
        )
    if stand_ins.supervisor and not stand_ins.all_agents:
        sentences.append(f"The supervisor is such a reasoner: {stand_ins.supervisor}.")
    if stand_ins.judge:
        sentences.append("The judge of reasons is plain code.")
    return " ".join(sentences)
