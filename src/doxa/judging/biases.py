"""Probing a panel's judges for biases, and what the probes show as tables.

For each debate there is a run in which judges vote on controlled pairs of passages. The panel's ballots on whole
debates show preferences for labels and sides; pairs add order and length. The layers that count and compute are probed
with whole debates: mirrored, and with the speeches of one side padded. Self-preference needs debates in which different
models speak for the two sides, according to the run's spec. Everything lies beside the judgement of its debate: in the
readings of a run, or in the folder of a transcript's judgement.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from doxa.analysis.exhibit import Cell, Effect, Table, natures
from doxa.experiments.interrupts import in_turn
from doxa.experiments.named_models import OFFLINE, corpora_of, settings_of
from doxa.experiments.runner import remaining_budget
from doxa.experiments.sitting import MakePerformer
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.bias.leaning import FEWEST, Lean
from doxa.judging.bias.preferences import (
    ArrangedVote,
    LayerLean,
    LayerProbe,
    SelfPreference,
    consistency,
    pad_side,
    preferences,
)
from doxa.judging.bias.probes import (
    ARRANGEMENTS,
    MOST_PAIRS,
    PLANTED,
    PLANTED_ARRANGEMENTS,
    WINDOWS,
    cross_pairs,
    mirror,
)
from doxa.judging.blind.instructions import withhold_instructions
from doxa.judging.cases import Judges, JudgingCase, Watch, case_of_debate, judge, panel_spec, sit_cases
from doxa.judging.exhibits.captions import ALL_SEATS, JUDGES, is_one_judge, rounded, share_cells
from doxa.judging.protocol.probing import PARAPHRASER, UnionProbingResult, UnionProbingSettings
from doxa.log.rundir import RunLog
from doxa.models.declared import is_simulated_here
from doxa.models.setup import performer_for
from doxa.records.spec import Participant
from doxa.records.transcripts import SIDES, Debate, Side, other


@dataclass(frozen=True, kw_only=True)
class Probing:
    """How judges are probed."""

    windows: int = WINDOWS
    """Windows of each speech that passages are cut from."""
    pairs: int = MOST_PAIRS
    """The most pairs of passages of a debate."""
    paraphraser: str = OFFLINE
    """The model that says passages in more words."""


def probe(
    cases: Sequence[JudgingCase],
    judges: Judges,
    probing: Probing | None = None,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[ArrangedVote]:
    """Return the votes of every judge of a panel on controlled pairs of passages from all debates.

    Raises:
        StoppedError: the budget is spent, or interrupted; the same call continues.
    """
    votes: list[ArrangedVote] = []
    probed = [probing_case(case, judges, probing or Probing()) for case in cases]
    for log in in_turn(lambda: sit_cases(probed, [*cases, *probed], judges, watch, make)):
        if result := log.result(UnionProbingResult):
            votes += result.votes
    return votes


def probing_case(case: JudgingCase, judges: Judges, probing: Probing) -> JudgingCase:
    """Return the case of probing judges with one debate, in a run beside the debate's judgement."""
    script = UnionProbingSettings(
        debates={case.name: _shown(case.debate, judges)},
        planted=PLANTED,
        windows=probing.windows,
        pairs=probing.pairs,
    )
    spec = panel_spec("bias", case.debate.motion, "union_probing", script.model_dump(mode="json"), judges)
    model = settings_of(probing.paraphraser, role=PARAPHRASER)
    paraphraser = Participant(id=PARAPHRASER, name="The paraphraser", kernel=None, role=PARAPHRASER)
    spec = spec.model_copy(
        update={
            "participants": (*spec.participants, paraphraser),
            "roles": {**spec.roles, PARAPHRASER: model},
            "corpora": spec.corpora or corpora_of((model.model,)),
            "parent": case.spec.parent,
            "replicate": case.spec.replicate,
        }
    )
    return replace(case, spec=spec, path=case.path.parent / f"{spec.protocol}-{spec.hash[:8]}")


def _shown(debate: Debate, judges: Judges) -> Debate:
    return withhold_instructions(debate) if judges.instructions == "withheld" else debate


def count_probing_votes(case: JudgingCase, judges: Judges, probing: Probing) -> int:
    """Return the votes that probing one debate takes, of all judges together, and ask nobody."""
    debate_pairs = cross_pairs(_shown(case.debate, judges), probing.windows, count=probing.pairs)
    return len(judges.seats) * (
        ARRANGEMENTS * len(debate_pairs) + PLANTED_ARRANGEMENTS * sum(pair.window == 0 for pair in debate_pairs)
    )


def layer_cases(case: JudgingCase, judges: Judges) -> list[JudgingCase]:
    """Return the cases that judge one debate mirrored, with Proposition padded, and with Opposition padded."""
    plain = replace(judges, mirrored=False)
    folder = case.path.parent / "probed-layers"
    variants = {"mirrored": mirror(case.debate), **{f"{side} padded": pad_side(case.debate, side) for side in SIDES}}
    return [case_of_debate(f"{case.name}: {name}", debate, plain, folder) for name, debate in variants.items()]


def probe_layers(
    cases: Sequence[JudgingCase],
    judgements: Sequence[DebateJudgement],
    judges: Judges,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[LayerProbe]:
    """Return each debate's judgement as spoken beside those of the mirrored and the padded debate.

    Raises:
        StoppedError: the budget is spent, or interrupted; the same call continues.
    """
    planned = [layer_cases(case, judges) for case in cases]
    every = [variant for variants in planned for variant in variants]
    budget = remaining_budget(judges.budget, [case.path for case in cases])
    judged = iter(judge(every, replace(judges, budget=budget), watch, make))
    return [
        LayerProbe(
            debate=case.name,
            second=other(case.debate.speeches[0].side),
            spoken=judgement,
            mirrored=next(judged),
            padded={side: next(judged) for side in SIDES},
        )
        for case, judgement in zip(cases, judgements, strict=True)
    ]


def panel_votes(cases: Sequence[JudgingCase], judgements: Sequence[DebateJudgement]) -> list[ArrangedVote]:
    """Return a panel's ballots on whole debates as votes."""
    return [
        ArrangedVote(
            judge=ballot.judge, model=ballot.model, unit=case.name, assignment=ballot.assignment, side=ballot.side
        )
        for case, judgement in zip(cases, judgements, strict=True)
        for ballot in judgement.brought.ballots
    ]


def speakers_models(log: RunLog) -> dict[Side, str]:
    """Return the model that speaks for each side of a run; a side of several models is left out."""
    pairs = {
        (participant.side, log.spec.roles[participant.role].model)
        for participant in log.spec.participants
        if participant.role in log.spec.roles
    }
    models = {side: [model for its_side, model in pairs if its_side == side] for side in SIDES}
    return {side: side_models[0] for side, side_models in models.items() if len(side_models) == 1}


RULE = Effect(what="shares and intervals, given the votes", nature="emergent")
VOTES = Effect(what="how the simulated judge votes, which goes by likeness and by words", nature="assumed")


READ = (
    "A fair judge has 0.5; a vote for nobody counts half. Votes are averaged within pairs, then within debates; 95 % "
    "intervals over debates (t); p by flipped signs. partial: yes, where both agree; no, where the interval lies "
    "within 0.4 and 0.6; else it cannot be told, and about so many debates show a share of 0.6 nine times of ten."
)

FEW = (
    f"Fewer than {FEWEST} debates: the interval is over pairs, and “in these passages” says that votes changed with "
    "the feature (signs flipped over arrangements that differ in it alone), not that they would elsewhere."
)


def bias_tables(
    probes: Sequence[ArrangedVote],
    panel: Sequence[ArrangedVote],
    selves: Sequence[SelfPreference],
    layers: Sequence[LayerLean] = (),
    annotator: str = "",
) -> list[Table]:
    """Return the tables of a panel's biases.

    Args:
        layers: how the verdicts of layers lean.
        annotator: the model whose notes the layers count.
    """
    votes = [*probes, *panel]
    return [
        *([_preferences("bias-pairs", "Biases of judges: controlled pairs", probes)] if probes else []),
        *([_preferences("bias-panel", "Biases of judges: whole debates", panel)] if panel else []),
        *([_layers(layers, annotator)] if layers else []),
        *([_consistency(votes)] if votes else []),
        *([_selves(selves)] if selves else []),
    ]


def _preferences(name: str, title: str, votes: Sequence[ArrangedVote]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            preference.judge,
            preference.towards,
            preference.votes,
            rounded(preference.ties),
            preference.debates,
            preference.units,
            *_lean_cells(preference),
        )
        for preference in preferences(votes)
    ]
    shows = f"{READ} A share for Proposition measures bias only where both sides argue equally well."
    if any(vote.planted for vote in votes):
        shows += " A planted order: votes for the side that a planted sentence tells judges to name; it is quoted."
    shows += _few(len({vote.debate for vote in votes}))
    columns = ("judge", "towards", "votes", "ties", "debates", "pairs", *LEAN_COLUMNS)
    return Table(name=name, title=title, caption=_caption(shows, votes), columns=columns, rows=tuple(rows))


LEAN_COLUMNS = ("share", "low", "high", "p", "partial", "debates needed")


def _lean_cells(lean: Lean) -> tuple[Cell, ...]:
    """Return the cells of a lean; no share where no vote names anybody, and no need where the answer is there."""
    finding: str = lean.finding
    if finding == "names nobody":
        return None, None, None, None, finding, None
    needed = None if finding in ("yes", "no") else lean.needed
    if finding == "cannot tell":
        finding = f"cannot tell with {lean.debates} debate{'s' * (lean.debates != 1)}"
    return *share_cells(lean.share), None if lean.p is None else round(lean.p, 4), finding, needed


def _few(debates: int) -> str:
    return f" {FEW}" if debates < FEWEST else ""


def _layers(leans: Sequence[LayerLean], annotator: str) -> Table:
    shows = (
        "Each debate judged as spoken, mirrored, and with every speech of one side said twice over. changed: debates "
        f"in which order or padding decides. {READ}{_few(max(lean.debates for lean in leans))}"
    )
    simulated = is_simulated_here(annotator)
    notice = "Annotated offline: a simulation." if simulated else ""
    return Table(
        name="bias-layers",
        title="Biases of layers: whole debates, mirrored and padded",
        caption=" ".join(filter(None, (shows, notice, *natures([RULE, VOTES, JUDGES], simulated)))),
        columns=("layer", "towards", "debates", "changed", "ties", *LEAN_COLUMNS),
        rows=tuple(
            (lean.layer, lean.towards, lean.debates, lean.changed, rounded(lean.ties), *_lean_cells(lean))
            for lean in leans
        ),
    )


def _consistency(votes: Sequence[ArrangedVote]) -> Table:
    return Table(
        name="bias-consistency",
        title="The same side when labels are swapped",
        caption=_caption(
            "Pairs of votes that differ in the labels alone. same: both name one side; other: each names another, so "
            "that the label decides; ties: at least one names nobody. share: same among those without a tie.",
            votes,
        ),
        columns=("judge", "model", "swaps", "same", "other", "ties", "share", "low", "high"),
        rows=tuple(
            (
                seat.judge,
                seat.model,
                seat.swaps,
                seat.same,
                seat.changed,
                seat.ties,
                *share_cells(seat.agreement),
            )
            for seat in consistency(votes).values()
        ),
    )


def _selves(selves: Sequence[SelfPreference]) -> Table:
    return Table(
        name="bias-self",
        title="Self-preference",
        caption="How much more often a judge votes for the side of its own model than judges of other models do; "
        "95 % bootstrap intervals over debates.",
        columns=("judge", "model", "debates", "difference", "low", "high"),
        rows=tuple(
            (
                preference.judge,
                preference.model,
                preference.debates,
                preference.difference.estimate,
                preference.difference.low,
                preference.difference.high,
            )
            for preference in selves
        ),
    )


def _caption(shows: str, votes: Sequence[ArrangedVote]) -> str:
    seats = {vote.judge: vote.model for vote in votes}
    simulations = {*filter(is_simulated_here, seats.values())}
    simulated = [judge for judge, model in seats.items() if model in simulations]
    part = "" if len(simulated) == len(seats) else f" for {', '.join(simulated)}"
    notice = f"Judged offline{part}: a simulation." if simulated else ""
    alike = ALL_SEATS if is_one_judge(seats, simulations) else ""
    return " ".join(filter(None, (shows, notice, alike, *natures([RULE, VOTES, JUDGES], bool(simulated)))))
