"""``doxa train``: trains the small models that doxa ships, or a user's larger ones, on labelled arguments."""

import importlib.util
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from doxa.errors import ModelSetupError, ScenarioError, StoppedError
from doxa.records.plugins import install_command
from doxa.terminal.console import Json, Quiet, clock, console, plain
from doxa_train.examples import Mix
from doxa_train.orders import (
    CROSS,
    CROSS_MESSAGES,
    LATER,
    LATER_MIX,
    MESSAGES,
    POLARITY,
    QUALITY,
    TAUGHT,
    TAUGHT_MIX,
    Advance,
    CrossMessageOrder,
    CrossOrder,
    Device,
    MessageOrder,
    PolarityOrder,
    PositionOrder,
    Precision,
    QualityOrder,
    Recipe,
    RoleOrder,
    StrengthOrder,
    TrainingPlace,
    Watch,
    unwatched,
)
from doxa_train.system import HELPS, PARTS

train = App(name="train", help=HELPS["train"], help_format="plaintext", version_flags=())

DEBATES = 16
"""The number of debates in UKPConvArg1, and so the most groups of debates."""

Out = Annotated[Path, Parameter(help="The model's folder; with the same folder an interrupted training continues.")]
Backbone = Annotated[str | None, Parameter(help="Train this encoder instead: a Hugging Face name or a folder.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class LearningOptions:
    """The options of a training with torch."""

    frozen_layers: Annotated[int, Parameter(help="How many of the backbone's lowest layers are not trained.")] = 0
    epochs: Annotated[int | None, Parameter(help="The number of passes over all rows.")] = None
    rate: Annotated[float | None, Parameter(name="--rate", help="The highest learning rate.")] = None
    batch: Annotated[int | None, Parameter(help="Rows of a step.")] = None
    seed: Annotated[
        int, Parameter(help="The same seed on the same machine with as many threads gives the same weights.")
    ] = 1
    threads: Annotated[int | None, Parameter(help="Threads on the processor; torch's choice when absent.")] = None
    device: Annotated[Device, Parameter(help="The device to compute on.")] = "auto"
    precision: Annotated[
        Precision, Parameter(help="Precision of matrix products; auto: bfloat16 where the machine is fast at it.")
    ] = "auto"

    def place(self, out: Path) -> TrainingPlace:
        """Return the place of a training.

        Raises:
            ScenarioError: threads are not above 0, or frozen layers are below 0.
        """
        if self.threads is not None and self.threads <= 0:
            raise ScenarioError(f"--threads {self.threads} is not above 0", hint="Leave it out for torch's choice.")
        if self.frozen_layers < 0:
            raise ScenarioError(
                f"--frozen-layers {self.frozen_layers} is below 0", hint="Leave it out to train every layer."
            )
        return TrainingPlace(
            out=out, seed=self.seed, threads=self.threads, device=self.device, precision=self.precision
        )

    def override(self, recipe: Recipe) -> Recipe:
        """Return a recipe with the options that were given.

        Raises:
            ScenarioError: a number is not above 0, or not finite.
        """
        given = {name: number for name in ("epochs", "rate", "batch") if (number := getattr(self, name)) is not None}
        for name, number in given.items():
            if not 0 < number < math.inf:
                raise ScenarioError(
                    f"--{name} {number} is not above 0", hint="Leave it out for the value of the recipe."
                )
        return replace(recipe, **given)


UNCHANGED = LearningOptions()


@train.command(help=PARTS["train polarity"])
def polarity(
    *,
    out: Out,
    teacher: Annotated[
        Path | None, Parameter(help="A larger model, trained with --backbone; its answers are used with the labels.")
    ] = None,
    start: Annotated[
        Path | None, Parameter(help="Continue from the weights of an earlier training with a teacher, in this folder.")
    ] = None,
    backbone: Backbone = None,
    learning: LearningOptions = UNCHANGED,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train a model of direction."""
    if backbone and teacher:
        raise ScenarioError(
            "a backbone learns from labels alone", hint="Leave --teacher out, or train without --backbone."
        )
    if start and not teacher:
        raise ScenarioError("--start is for a training with a teacher", hint="Give the teacher with --teacher DIR.")
    _check_encoder_options(backbone, {"--frozen-layers": learning.frozen_layers})
    place, watch = learning.place(out), _watch(quiet or json)
    taught = LATER if start else TAUGHT
    recipe = learning.override(CROSS if backbone else taught if teacher else POLARITY)
    _need("torch", *(["transformers"] if backbone or teacher else []))
    from doxa_train.polarity import train_cross, train_polarity

    with _resumable(out):
        if backbone:
            figures = train_cross(
                CrossOrder(place=place, backbone=backbone, recipe=recipe, frozen_layers=learning.frozen_layers), watch
            )
        else:
            mix = LATER_MIX if start else TAUGHT_MIX if teacher else Mix()
            order = PolarityOrder(place=place, recipe=recipe, mix=mix, teacher=teacher, start=start)
            figures = train_polarity(order, watch)
    _show_figures(figures["parts"], out, json=json)


@train.command(help=PARTS["train messages"])
def messages(
    *,
    out: Out,
    start: Annotated[
        Path | None,
        Parameter(help="Begin with the weights of this `doxa train polarity`; the shipped when absent."),
    ] = None,
    share: Annotated[
        float, Parameter(help="Learn from this share of the motions: what more of them would bring, as a curve.")
    ] = 1.0,
    backbone: Backbone = None,
    learning: LearningOptions = UNCHANGED,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train a reader of messages."""
    if start and backbone:
        raise ScenarioError(
            "--start is for the small network", hint="A backbone may be the --out of an earlier training itself."
        )
    frozen = learning.frozen_layers
    _check_encoder_options(backbone, {"--frozen-layers": frozen})
    place, watch = learning.place(out), _watch(quiet or json)
    if not 0 < share <= 1:
        raise ScenarioError(f"--share {share} is not above 0 and at most 1", hint="0.5 takes every other motion.")
    recipe = learning.override(CROSS_MESSAGES if backbone else MESSAGES)
    _need("torch", *(["transformers"] if backbone else []))
    from doxa_train.messages import train_cross_messages, train_messages

    with _resumable(out):
        if backbone:
            cross = CrossMessageOrder(place=place, backbone=backbone, recipe=recipe, share=share, frozen_layers=frozen)
            figures = train_cross_messages(cross, watch)
        else:
            figures = train_messages(MessageOrder(place=place, recipe=recipe, start=start, share=share), watch)
    _show_figures({**figures["parts"], **figures["kinds"]}, out, json=json)


@train.command(help=PARTS["train strength"])
def strength(
    *,
    out: Out,
    folds: Annotated[
        int | None, Parameter(help="Groups of debates, each left out once; 16 groups of one debate when absent.")
    ] = None,
    only_final: Annotated[bool, Parameter(help="Leave no debate out: train only the final model.")] = False,
    backbone: Backbone = None,
    dataset: Annotated[
        Literal["ukp", "aqr"], Parameter(help="What a backbone learns from: convincing pairs, or ratings of quality.")
    ] = "ukp",
    path: Annotated[Path | None, Parameter(help="The CSV file of aqr, which doxa does not ship.")] = None,
    learning: LearningOptions = UNCHANGED,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train a model of strength."""
    of_encoders = {
        "--dataset aqr": dataset == "aqr",
        "--path": path,
        **{f"--{name}": getattr(learning, name) for name in ("epochs", "rate", "batch")},
        "--frozen-layers": learning.frozen_layers,
        "--threads": learning.threads,
        "--device": learning.device != "auto",
        "--precision": learning.precision != "auto",
    }
    _check_encoder_options(backbone, of_encoders)
    place, watch = learning.place(out), _watch(quiet or json)
    _check_dataset_options(dataset, path, {"--folds": folds is not None, "--only-final": only_final})
    folds = DEBATES if folds is None else folds
    if backbone is None:
        from doxa_train.strength import train_strength

        figures = train_strength(StrengthOrder(place=place, folds=folds, only_final=only_final), watch)
    else:
        recipe = learning.override(QUALITY)
        _need("torch", "transformers")
        from doxa_train.quality import train_quality

        order = QualityOrder(
            place=place,
            backbone=backbone,
            dataset=dataset,
            path=path,
            recipe=recipe,
            folds=folds,
            only_final=only_final,
            frozen_layers=learning.frozen_layers,
        )
        with _resumable(out):
            figures = train_quality(order, watch)
    _show_figures(_orders(figures) if dataset == "ukp" else figures["parts"], out, json=json)


@train.command(help=PARTS["train roles"])
def roles(*, out: Out, quiet: Quiet = False, json: Json = False) -> None:
    """Train a reader of roles."""
    _need("scikit-learn")
    from doxa_train.readers import train_roles

    figures = train_roles(RoleOrder(place=TrainingPlace(out=out)), _watch(quiet or json))
    _show_figures({name: figures[name]["right"] for name in ("writers left out", "motions left out")}, out, json=json)


@train.command(help=PARTS["train positions"])
def positions(*, out: Out, quiet: Quiet = False, json: Json = False) -> None:
    """Train a reader of positions."""
    _need("scikit-learn")
    from doxa_train.readers import train_positions

    figures = train_positions(PositionOrder(place=TrainingPlace(out=out)), _watch(quiet or json))
    _show_figures({name: figures[name] for name in ("writers left out", "propositions left out")}, out, json=json)


@contextmanager
def _resumable(out: Path) -> Iterator[None]:
    """Raise an interrupt as a stop that can be resumed."""
    try:
        yield
    except KeyboardInterrupt:
        raise StoppedError(
            "the training was interrupted", hint=f"Call it again with --out {out}: it continues after its last epoch."
        ) from None


def _check_dataset_options(dataset: str, path: Path | None, leaving_out: dict[str, object]) -> None:
    """Raise where an option does not apply to the data set, or aqr lacks its file.

    Raises:
        ScenarioError: a file for ukp, which doxa ships; no file for aqr; or debates to leave out of aqr.
    """
    if dataset == "ukp":
        if path:
            raise ScenarioError("--path is for --dataset aqr", hint="Leave it out: doxa ships the pairs of ukp.")
        return
    if path is None:
        raise ScenarioError("doxa does not ship IBM-ArgQ-Rank-30kArgs", hint="Give its CSV file with --path FILE.")
    if superfluous := [name for name, setting in leaving_out.items() if setting]:
        raise ScenarioError(
            f"{' and '.join(superfluous)} is for --dataset ukp", hint="Leave it out: aqr has official parts, by topic."
        )


def _check_encoder_options(backbone: str | None, encoder_options: dict[str, object]) -> None:
    """Raise where an option of encoders is given without a backbone.

    Raises:
        ScenarioError: an option of encoders is given, and no backbone.
    """
    superfluous = [name for name, setting in encoder_options.items() if setting]
    if superfluous and backbone is None:
        raise ScenarioError(
            f"{' and '.join(superfluous)} is for an encoder of your own", hint="Give the encoder with --backbone."
        )


MODULES = {"scikit-learn": "sklearn"}
"""Library → its module, where the names differ."""


def _need(*libraries: str) -> None:
    """Raise where a library of trainings is not installed."""
    lacking = [name for name in libraries if importlib.util.find_spec(MODULES.get(name, name)) is None]
    if lacking:
        raise ModelSetupError(f"training needs {' and '.join(lacking)}", hint=install_command("train"))


def _show_figures(figures: Any, out: Path, *, json: bool) -> None:
    """Print figures by part or debate, or all figures as JSON."""
    if json:
        console.print_json(data=figures)
        return
    for name, row in (figures or {}).items():
        numbers = row.items() if isinstance(row, dict) else [("", row)]
        cells = "  ".join(f"{key} {_number(number)}".strip() for key, number in numbers)
        console.print(f"  {plain(name):<24} {plain(cells)}", soft_wrap=True)
    console.print(f"model, settings, figures and card in {plain(str(out))}", soft_wrap=True)


def _orders(figures: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of a strength model that are printed, without those of single debates."""
    parts = {"debates left out": figures["held_out"], "test part": figures["test"]}
    return {
        name: {key: figure for key, figure in part.items() if key != "debates"} for name, part in parts.items() if part
    }


def _number(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _watch(silent: bool) -> Watch:
    return unwatched if silent else _Stages()


class _Stages:
    """A progress line for each stage with the time left: rewritten on a terminal, else printed every half minute."""

    def __init__(self) -> None:
        self._stage = ""
        self._began = (0.0, 0)
        self._shown = 0.0

    def __call__(self, now: Advance) -> None:
        time_now = time.monotonic()
        if now.stage != self._stage:
            self._stage, self._began, self._shown = now.stage, (time_now, now.done), time_now
        last = now.done == now.total
        if not last and time_now - self._shown < (0.5 if console.is_terminal else 30.0):
            return
        self._shown = time_now
        began, before = self._began
        left = (time_now - began) / max(1, now.done - before) * (now.total - now.done)
        spent = f"took {clock(time_now - began)}" if last else f"about {clock(left)} left"
        note = f", {now.note}" if now.note else ""
        line = f"  {now.stage}: {now.done} of {now.total}{note}, {spent}"
        if console.is_terminal:
            console.file.write(f"\r\x1b[K{line}" + ("\n" if last else ""))
        else:
            console.file.write(line + "\n")
        console.file.flush()
