"""The package doxa-models: the weights of the small models, and the texts that teach and examine them.

doxa needs exactly the version ``VERSION``, as other weights read other beliefs out of the same words.
"""

from functools import cache
from importlib import import_module
from pathlib import Path

from doxa.errors import ModelSetupError

NAME = "doxa-models"
VERSION = "1.3.0"
"""The version that doxa's pyproject.toml names too."""

HINT = f"pip install '{NAME}=={VERSION}'     (in a clone of doxa: make .venv/.demo)"


def models_folder(name: str) -> Path:
    """Return a folder of doxa-models, such as ``minilm`` or ``texts/ukp``.

    Raises:
        ModelSetupError: doxa-models is not installed, has another version, or lacks the folder.
    """
    folder = _package_folder() / name
    if not folder.is_dir():
        raise ModelSetupError(
            f"the installed {NAME} has no folder {name!r}: {folder}", hint=f"Install it again: {HINT}"
        )
    return folder


@cache
def _package_folder() -> Path:
    """Return the folder of the installed doxa-models; ModelSetupError where that is not the version wanted."""
    try:
        package = import_module("doxa_models")
    except ModuleNotFoundError as error:
        raise ModelSetupError(
            f"the package {NAME}, which contains the weights of doxa's offline judge, is not installed", hint=HINT
        ) from error
    if package.__version__ != VERSION:
        raise ModelSetupError(
            f"{NAME} {package.__version__} is installed, and this doxa needs {NAME} {VERSION}: "
            "other weights read the same words otherwise",
            hint=HINT,
        )
    return Path(str(package.__file__)).parent
