"""The public names of ``doxa`` and where they are: the one list, read by type checkers and by ``import doxa``."""

from doxa import errors as errors, plugin as plugin
from doxa.analysis.checking import Problem as Problem
from doxa.analysis.exhibit import Column as Column, Figure as Figure, Prose as Prose, Table as Table
from doxa.analysis.explain import (
    Explanation as Explanation,
    MoveRow as MoveRow,
    TurningPoint as TurningPoint,
    explain as explain,
)
from doxa.analysis.ledger import LedgerRow as LedgerRow
from doxa.analysis.missing import MissingPlugin as MissingPlugin
from doxa.analysis.sweep_runs import PairedEffect as PairedEffect, SweepRun as SweepRun, SweepRuns as SweepRuns
from doxa.analysis.verify import Verification as Verification, verify as verify
from doxa.analysis.what_if import WhatIf as WhatIf, WhatIfPoint as WhatIfPoint, what_if as what_if
from doxa.engine.drive import Progress as Progress
from doxa.engine.gate import Budget as Budget, SharedBudget as SharedBudget
from doxa.engine.under_way import Running as Running
from doxa.errors import DoxaError as DoxaError
from doxa.experiments.arguing import TriedArgument as TriedArgument, argue as argue
from doxa.experiments.dry_runs import Forecast as Forecast
from doxa.experiments.estimating import estimate as estimate
from doxa.experiments.forking import fork as fork
from doxa.experiments.runner import Cell as Cell
from doxa.experiments.scenario import Scenario as Scenario, load_scenario as load_scenario
from doxa.experiments.sitting import aresume as aresume, arun as arun, resume as resume, run as run
from doxa.experiments.sweep_results import (
    ComparisonResult as ComparisonResult,
    SweepResult as SweepResult,
    asweep as asweep,
    compare as compare,
    read_sweep as read_sweep,
    sweep as sweep,
)
from doxa.exports.frame import Frame as Frame
from doxa.exports.frames import Frames as Frames, frames as frames
from doxa.humans.values import (
    EstimateRow as EstimateRow,
    Fit as Fit,
    FitTest as FitTest,
    ProfileRow as ProfileRow,
    Replay as Replay,
    ScoreRow as ScoreRow,
    fit as fit,
    replay as replay,
    test as test,
)
from doxa.judging.cases import Judges as Judges
from doxa.judging.judgements import Judgements as Judgements, ajudge as ajudge, judge as judge
from doxa.judging.stances import StanceReading as StanceReading, stances as stances
from doxa.judging.transcripts import Transcript as Transcript, transcript as transcript
from doxa.log.rundir import RunLog as RunLog, open_run as open_run
from doxa.models.callables import AgentTurn as AgentTurn
from doxa.models.conditions import Conditions as Conditions
from doxa.models.port import Performer as Performer
from doxa.records.claims import Claim as Claim, Evidence as Evidence, Item as Item, Readout as Readout, Trace as Trace
from doxa.records.spec import ModelSettings as ModelSettings, RunSpec as RunSpec
from doxa.records.transcripts import Debate as Debate, Utterance as Utterance
from doxa.systems.listening.hearing import listen as listen
from doxa.terminal.report import report as report

__version__: str
_HOMES: dict[str, str]

def __dir__() -> list[str]: ...
