"""``doxa judge``: judge finished debates, or transcripts from outside, in layers."""

import sys
from pathlib import Path
from typing import Annotated, get_args

from cyclopts import Parameter

from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError
from doxa.experiments.dry_runs import rehearse
from doxa.experiments.named_models import OFFLINE, settings_of
from doxa.judging.ballots.judged import LAYERS, DebateJudgement, Layer
from doxa.judging.ballots.verdicts import TallyRule
from doxa.judging.bias.preferences import layer_leans, self_preferences
from doxa.judging.bias.probes import LARGEST_PAIRS, LARGEST_WINDOWS, MOST_PAIRS, WINDOWS
from doxa.judging.biases import (
    Probing,
    bias_tables,
    count_probing_votes,
    layer_cases,
    panel_votes,
    probe,
    probe_layers,
    probing_case,
    speakers_models,
)
from doxa.judging.cases import (
    LONG,
    Judges,
    JudgingCase,
    Watch,
    cases_of_path,
    estimate,
    judge as judged_all,
    names_hosted,
    read_layers,
    rehearsal_of,
)
from doxa.judging.commands import TALLY
from doxa.judging.exhibits.audiences import unmatched
from doxa.judging.judgements import OUT, compare_debates, exhibits_of_case
from doxa.judging.pages import argument_page
from doxa.judging.protocol.windowed import Extent
from doxa.judging.readers.votes import RULES, RoomRule, read_votes
from doxa.log.disk import write_text
from doxa.log.rundir import open_run
from doxa.models.conditions import Conditions
from doxa.records.judge_layers import GROUP
from doxa.records.plugins import plugin_names
from doxa.terminal.batches import announce_estimate
from doxa.terminal.console import (
    Batch,
    DryRun,
    Open,
    Quiet,
    Tokens,
    Usd,
    Verbose,
    console,
    cost_so_far,
    open_page,
    plain,
    print_publishing_call,
    print_written,
    show_dry_run,
    temperature_of,
)
from doxa.terminal.exhibits import print_exhibits, write_exhibits
from doxa.terminal.seat import seat_at_terminal

VOTES_A_MINUTE = 2_500
"""Votes of offline judges on passages, with the judgements of whole debates that the tests for biases need besides."""

Room = Annotated[
    RoomRule,
    Parameter(
        help="The rule by which a side wins the room, from votes.csv. "
        + "; ".join(f"{rule}: {words}" for rule, words in RULES.items())
        + "."
    ),
]
Bias = Annotated[
    bool,
    Parameter(
        help="Also test the judges for biases: labels, order, length, sides, planted orders, their own model; takes "
        "many calls, which --dry-run counts."
    ),
]
Context = Annotated[
    Extent | None,
    Parameter(
        help="windowed: the annotator reads passages of a debate beside a list of what bears on them; whole: it reads "
        f"all that was said before, again for each speech. By default windowed from {LONG:,} words."
    ),
]
BiasWindows = Annotated[int, Parameter(help="Windows of each speech that the passages of --bias are cut from.")]
BiasPairs = Annotated[int, Parameter(help="The most pairs of passages of a debate for --bias.")]
Paraphraser = Annotated[str, Parameter(help="The model that says passages in more words for --bias.")]
Source = Annotated[
    Path,
    Parameter(
        help="A run of a debate, a transcript (CSV, JSON lines, SRT, VTT, plain text), a folder of either, or a "
        "ConvoKit corpus."
    ),
]
Panel = Annotated[
    str,
    Parameter(help="Models of the panel, separated by commas, one judge each; a single model fills three seats."),
]
Layers = Annotated[
    str,
    Parameter(
        help=f"Layers, separated by commas; {', '.join(LAYERS)} by default; ranking for more than two "
        "teams, and those of other packages by their names."
    ),
]
Tally = Annotated[
    TallyRule,
    Parameter(help=TALLY),
]
Mirrored = Annotated[
    bool,
    Parameter(help="Let the panel also judge the debate with the speaking order mirrored; always so offline."),
]
QuoteInstructions = Annotated[
    bool, Parameter(help="Show judges the sentences of speeches that tell them what to answer, instead of a mark.")
]


Annotator = Annotated[
    str, Parameter(help="The model that scores, annotates and audits; the first of the panel by default.")
]
JudgedIn = Annotated[
    Path | None,
    Parameter(help="Directory of transcripts' judgements and of a folder's tables; runs/judged by default."),
]


Temperature = Annotated[
    str, Parameter(help='Temperature of the panel; "provider" sends none, for models that accept none.')
]


def judge(
    path: Source,
    /,
    *,
    panel: Panel = "offline",
    annotator: Annotator = "",
    motion: Annotated[str, Parameter(help="The motion, for transcripts that do not name it.")] = "",
    layers: Layers = "",
    tally: Tally = "rates",
    mirrored: Mirrored = False,
    context: Context = None,
    out: JudgedIn = None,
    bias: Bias = False,
    bias_windows: BiasWindows = WINDOWS,
    bias_pairs: BiasPairs = MOST_PAIRS,
    paraphraser: Paraphraser = OFFLINE,
    temperature: Temperature = "0.8",
    room: Room = "whole",
    quote_instructions: QuoteInstructions = False,
    seed: Annotated[int, Parameter(help="With another seed the same judges judge again, beside the first time.")] = 0,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    batch: Batch = False,
    dry_run: DryRun = False,
    open: Open = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Judge debates in layers."""
    judges = Judges(
        panel=tuple(model.strip() for model in panel.split(",")),
        annotator=annotator,
        layers=read_layers(layers or ",".join(LAYERS), (*get_args(Layer), *plugin_names(GROUP))),
        temperature=temperature_of(temperature),
        tally=tally,
        mirrored=mirrored or None,
        context=context,
        seed=seed,
        instructions="quoted" if quote_instructions else "withheld",
        budget=Budget(usd=max_usd, tokens=max_tokens),
        conditions=Conditions(batch=batch),
    )
    probing = _probing(bias_windows, bias_pairs, paraphraser) if bias else None
    cases, silent = cases_of_path(path, motion, judges, out or OUT)
    if probing and not quiet:
        _announce_probing(cases, judges, probing)
    if dry_run:
        _rehearse(cases, judges, probing)
        return
    if not quiet and names_hosted(cases):
        announce_estimate(lambda: estimate(cases, judges))
    judged = _judge_all(cases, judges, quiet=quiet)
    pages = [_write_debate(case, judgement, alone=len(cases) == 1, verbose=verbose) for case, judgement in judged]
    if len(cases) > 1 or (path.is_dir() and not (path / "spec.json").exists()):
        pages = [_report_folder(path, judged, silent, out or OUT, room, verbose=verbose)]
    if probing:
        _report_biases(judged, judges, probing, out or path, quiet=quiet, verbose=verbose)
    for page in pages if open else ():
        open_page(page)
    _fail_for_silent(silent)


def _judge_all(cases: list[JudgingCase], judges: Judges, *, quiet: bool) -> list[tuple[JudgingCase, DebateJudgement]]:
    with seat_at_terminal(*((case.spec, case.path) for case in cases)):
        return list(zip(cases, judged_all(cases, judges, None if quiet else _show_progress(len(cases))), strict=True))


def _fail_for_silent(silent: dict[str, str]) -> None:
    """Print the debates in which a side said nothing, and end with exit code 1 where there are any."""
    for name, side in silent.items():
        console.print(f"not judged: {plain(name)}: nothing was said for {side}", soft_wrap=True)
    if silent:
        sys.exit(1)


def _probing(windows: int, pairs: int, paraphraser: str) -> Probing:
    limits = (("--bias-windows", windows, LARGEST_WINDOWS), ("--bias-pairs", pairs, LARGEST_PAIRS))
    for name, number, largest in limits:
        if not 1 <= number <= largest:
            raise ScenarioError(f"{name} is {number}", hint=f"Give 1 to {largest:,}, or leave it out.")
    return Probing(windows=windows, pairs=pairs, paraphraser=paraphraser)


def _rehearse(cases: list[JudgingCase], judges: Judges, probing: Probing | None) -> None:
    """Print what judging would take, with the tests for biases where they are wanted."""
    runs = [rehearsal_of(case, judges) for case in cases]
    if probing:
        for case in cases:
            probed = probing_case(case, judges, probing)
            runs += [rehearsal_of(variant, judges) for variant in (probed, *layer_cases(case, judges))]
    show_dry_run(rehearse(runs))


def _announce_probing(cases: list[JudgingCase], judges: Judges, probing: Probing) -> None:
    """Print how many votes the tests for biases take, and how long that is where no model is asked."""
    votes = sum(count_probing_votes(case, judges, probing) for case in cases)
    is_offline = all(settings_of(model).offline for model in judges.seats)
    duration = f", about {max(1, round(votes / VOTES_A_MINUTE))} min offline" if is_offline else ""
    console.print(f"Tests for biases: {votes:,} votes on pairs of passages{duration}.", soft_wrap=True)


def _write_debate(case: JudgingCase, judgement: DebateJudgement, *, alone: bool, verbose: bool) -> Path:
    """Return the page of one debate, after writing its tables beside its judgement.

    The tables are printed where no other debate is judged.
    """
    debate_exhibits = exhibits_of_case(case, judgement)
    files = write_exhibits(debate_exhibits, case.path / "exhibits", title=case.debate.motion)
    page, drawn = files[-1], ""
    if judgement.tally:
        page = case.path / "exhibits" / "arguments.html"
        write_text(page, argument_page(case.debate, judgement))
        drawn = f"; the argument graph: {plain(str(page))}"
    if alone:
        print_exhibits(debate_exhibits, verbose=verbose)
        console.print(f"{len(files)} files in {plain(str(case.path / 'exhibits'))}{drawn}", soft_wrap=True)
        print_publishing_call(case.path)
    return page


def _report_folder(
    path: Path,
    judged: list[tuple[JudgingCase, DebateJudgement]],
    silent: dict[str, str],
    out: Path,
    room: RoomRule,
    *,
    verbose: bool,
) -> Path:
    """Return the page of the tables that compare many debates, after printing and writing the tables."""
    votes = read_votes(path) if path.is_dir() else {}
    folder_exhibits = compare_debates({case.name: judgement for case, judgement in judged}, silent, votes, room)
    print_exhibits(folder_exhibits, verbose=verbose)
    if unmatched_names := unmatched(votes, [*silent, *(case.name for case, _ in judged)]):
        console.print(f"votes.csv: there is no debate named {plain(', '.join(unmatched_names))}", soft_wrap=True)
    files = write_exhibits(folder_exhibits, out / "exhibits", title=f"Judged debates: {path.name}")
    print_written(folder_exhibits, files)
    console.print("Each debate's files are beside its judgement.", soft_wrap=True)
    return files[-1]


def _report_biases(
    judged: list[tuple[JudgingCase, DebateJudgement]],
    judges: Judges,
    probing: Probing,
    folder: Path,
    *,
    quiet: bool,
    verbose: bool,
) -> None:
    """Probe the panel and the layers for biases, then print and write the tables."""
    cases, judgements = [case for case, _ in judged], [judgement for _, judgement in judged]
    votes = probe(cases, judges, probing, None if quiet else _show_progress(len(cases)))
    watch = None if quiet else _show_progress(3 * len(cases))
    layers, panel = layer_leans(probe_layers(cases, judgements, judges, watch)), panel_votes(cases, judgements)
    speaking_models = {
        case.name: speakers_models(open_run(case.path.parent.parent)) for case in cases if case.spec.parent
    }
    selves = self_preferences(panel, speaking_models)
    bias_exhibits = bias_tables(votes, panel, selves, layers, judges.models[0].model)
    print_exhibits(bias_exhibits, verbose=verbose)
    # beside the judgement of one debate, or in the folder of many
    alone = cases[0].path.parent / f"bias-{cases[0].spec.hash[:8]}" if len(cases) == 1 else None
    print_written(bias_exhibits, write_exhibits(bias_exhibits, alone or folder / "bias", title="Biases of judges"))


def _show_progress(total: int) -> Watch:
    """Return the function that prints which debate is judged, and the cost so far."""
    seen: set[Path] = set()

    def show(case: JudgingCase, now: Progress) -> None:
        seen.add(case.path)
        spent = cost_so_far(now.cost)
        cost = f"   [dim]{spent}[/]" if spent else ""
        many = f"{len(seen)} of {total}: " if total > 1 else ""
        console.print(f"  {many}{plain(Path(case.name).name)}: {plain(now.batch.note)}{cost}", soft_wrap=True)

    return show
