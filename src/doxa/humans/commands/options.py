"""The options that the commands of `doxa replay` share, with their help."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.records.scales import Scale

Source = Annotated[str, Parameter(help="A data set's name (persuasiontrace, debate), a file or a folder.")]
Where = Annotated[Path | None, Parameter(name="--path", help="The files of a data set that doxa does not ship.")]
Direction = Annotated[
    Literal["blind", "speaker"],
    Parameter(help="Which way claims point: as the judge reads them, or to the side argued, where it is known."),
]
OfScale = Annotated[Scale, Parameter(help="What a strength means: hearing.scale (doxa docs scenario).")]
HeardIn = Annotated[
    Literal["claim", "message", "speaker"] | None,
    Parameter(help="Direction is read from a claim alone, its message, or all its speaker said; offline the message."),
]
Judge = Annotated[
    str | None,
    Parameter(help="The judge of the messages, as provider:model; the records' judge, or offline, when absent."),
]
Records = Annotated[Path | None, Parameter(help="The file of judged evidence, read if it exists, else written.")]
Resamples = Annotated[int, Parameter(name=("--resamples", "--replicates"), help="Bootstrap replicates.")]
Strength = Annotated[Literal["scorer", "extractor", "equal"], Parameter(help="Which strength counts; equal: 0.5 each.")]
ProfilesBy = Annotated[
    str | None,
    Parameter(name="--profiles-by", help="A column known beforehand: a profile for each of its classes, tested."),
]
Theta = Annotated[float, Parameter(help="θ: two claims of one side with at least this cosine are one.")]
Clamp = Annotated[float, Parameter(help="The largest |S₀| that a prior is made from.")]
Scorer = Annotated[str | None, Parameter(help="The model that rates strength; the judge when absent.")]
Least = Annotated[float, Parameter(help="Claims weaker than this are not admitted.")]
Own = Annotated[bool, Parameter(help="Count people's own messages too.")]
Temperature = Annotated[str, Parameter(help='Of hosted judges; "provider" leaves it to the provider.')]
Folder = Annotated[
    Path | None,
    Parameter(name="--folder", help="The folder of the run that judges messages; runs/replay/NAME when absent."),
]
