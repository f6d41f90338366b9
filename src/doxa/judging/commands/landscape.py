"""``doxa landscape``: map the arguments of many debates, with tables of which recur, survive and win."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.engine.gate import Budget
from doxa.judging.annotations import annotated_debates
from doxa.judging.exhibits.landscape import EnsembleJudgement, cluster_table, point_table
from doxa.judging.landscapes import Mapping, judged_runs, map_claims, without_twins
from doxa.judging.pages import landscape_page
from doxa.log.disk import write_text
from doxa.log.rundir import open_run, runs_in
from doxa.log.trials import finished_runs
from doxa.records.plugins import install_command
from doxa.terminal.console import Open, Out, Tokens, Usd, console, open_page, plain
from doxa.terminal.exhibits import print_exhibits, write_exhibits


def landscape(
    directory: Annotated[
        Path,
        Parameter(help="A folder of judged debates, such as an ensemble's, or of annotations; or one judged debate."),
    ],
    /,
    *,
    embedder: Annotated[str, Parameter(help="The model that embeds claims, as provider:model.")] = "offline",
    labeller: Annotated[str, Parameter(help="The model that names clusters, as provider:model.")] = "offline",
    out: Out = None,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    open: Open = False,
) -> None:
    """Map the arguments of many debates."""
    folder, debates = out or directory / "landscape", _debates(directory)
    budget = Budget(usd=max_usd, tokens=max_tokens)
    mapping = Mapping(out=folder, embedder=embedder, labeller=labeller, budget=budget)
    argument_map = map_claims(debates, mapping, lambda progress: console.print(f"  {progress}"))
    if argument_map.method == "pca" and find_spec("umap") is None:
        console.print(f"  laid out by principal components; for UMAP: {plain(install_command('landscape'))}")
    clusters = cluster_table(
        argument_map.clusters, argument_map.points, debates, argument_map.method, len(argument_map.set_phrases)
    )
    print_exhibits([clusters])
    claims = point_table(argument_map.points, argument_map.clusters, debates)
    files = write_exhibits([clusters, claims], folder / "exhibits", title=f"Arguments: {debates[0].debate.motion}")
    page = folder / "landscape.html"
    write_text(page, landscape_page(argument_map, clusters))
    console.print(
        f"{len(files)} files in {plain(str(folder / 'exhibits'))}; the map: {plain(str(page))}", soft_wrap=True
    )
    if open:
        open_page(page)


def _debates(directory: Path) -> list[EnsembleJudgement]:
    """Return the judged runs of a folder and the debates that were annotated elsewhere."""
    annotated = annotated_debates(directory) if directory.is_dir() else []
    if annotated and not any(log.finished for log in map(open_run, runs_in(directory))):
        return annotated
    logs = finished_runs(directory)
    counted = without_twins(logs)
    if twins := len(logs) - len(counted):
        console.print(
            f"  {twins} uncoached twin{'s' * (twins != 1)} of coached debates left out: each debate counts once"
        )
    return [*judged_runs(counted, directory), *annotated]
