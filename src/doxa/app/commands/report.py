"""``doxa report``: a run as one HTML file."""

from doxa.analysis.building import view_of
from doxa.log.rundir import open_run
from doxa.terminal.console import console, plain
from doxa.terminal.opening import Open, open_page
from doxa.terminal.options import Out, RunDirectory
from doxa.terminal.report import write_report


def report(
    directory: RunDirectory,
    /,
    *,
    out: Out = None,
    open: Open = False,
) -> None:
    """Write a run's report as one HTML file."""
    path = out or directory / "report.html"
    write_report(view_of(open_run(directory)), path)
    console.print(f"[link={plain(path.resolve().as_uri())}]{plain(path.resolve().as_uri())}[/link]", soft_wrap=True)
    if open:
        open_page(path)
