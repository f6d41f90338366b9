"""Files of a hub of models, such as ``local:hf/ORGANISATION/REPOSITORY/FILE.gguf``, fetched once.

huggingface_hub fetches them and keeps them in its own cache, under its own settings: HF_HOME, HF_ENDPOINT, HF_TOKEN,
HF_HUB_OFFLINE. A file in the cache is used without asking the hub, so that a run needs no network twice.
"""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from doxa.errors import ModelSetupError
from doxa.models.redaction import redact
from doxa.records.plugins import install_command

HUB = "local:hf/"
"""How the name of a model that lies on the hub begins."""


class HubFile(NamedTuple):
    """Where a file lies on the hub."""

    repository: str
    file: str


def fetch(model: str) -> Path:
    """Return the file of a model on the hub, from huggingface_hub's cache or else from the network.

    Says on stderr how large the file is before it is fetched, and how far it is where stderr is a terminal.

    Raises:
        ModelSetupError: the name has not three parts, or the file cannot be fetched.
    """
    wanted = _read_name(model)
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # before the import, which reads it
    try:
        from huggingface_hub import constants, get_hf_file_metadata, hf_hub_download, hf_hub_url, try_to_load_from_cache
        from huggingface_hub.errors import HTTPError
    except ImportError as error:
        raise ModelSetupError(
            f"{model} is fetched by huggingface_hub, which is not installed", hint=install_command("local")
        ) from error
    try:
        kept = try_to_load_from_cache(*wanted)
        if isinstance(kept, str):
            return Path(kept)
        _announce(wanted, get_hf_file_metadata(hf_hub_url(*wanted)).size or 0, Path(constants.HF_HUB_CACHE))
        return Path(hf_hub_download(*wanted))
    except (HTTPError, OSError, ValueError) as error:
        sentence, hint = _explain(error, wanted)
        raise ModelSetupError(f"{model}: {sentence}", hint=hint) from error


def _read_name(model: str) -> HubFile:
    parts = model.removeprefix(HUB).split("/", 2)
    if len(parts) < 3 or not all(parts):
        raise ModelSetupError(
            f"{model!r} does not name a file on the hub", hint=f"Write {HUB}ORGANISATION/REPOSITORY/FILE.gguf."
        )
    return HubFile(f"{parts[0]}/{parts[1]}", parts[2])


def _announce(wanted: HubFile, size: int, cache: Path) -> None:
    """Say what is fetched, how large, and into which folder.

    Raises:
        ModelSetupError: the disk is too small for it.
    """
    disk = next(folder for folder in (cache, *cache.parents) if folder.exists())
    free = shutil.disk_usage(disk).free
    if free < size:
        raise ModelSetupError(
            f"{wanted.file} of {wanted.repository} takes {_amount(size)}, and {disk} has room for {_amount(free)}",
            hint="Make room there, or name a folder of a larger disk: export HF_HOME=FOLDER",
        )
    print(f"Fetching {wanted.file} of {wanted.repository}, {_amount(size)}, into {cache}", file=sys.stderr, flush=True)


def _amount(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


def _explain(error: Exception, wanted: HubFile) -> tuple[str, str]:
    """Return what kept a file from being fetched, and what to do about it."""
    from huggingface_hub import HfApi, constants, errors

    endpoint = constants.ENDPOINT
    match error:
        case errors.GatedRepoError():
            return (
                f"the authors of {wanted.repository} ask readers to accept their terms",
                f"Accept them at {endpoint}/{wanted.repository}, then: export HF_TOKEN=hf_…",
            )
        case errors.RepositoryNotFoundError():
            return (
                f"{endpoint} has no repository {wanted.repository} that you may read",
                "Check both names; for a private repository: export HF_TOKEN=hf_…",
            )
        case errors.RemoteEntryNotFoundError():
            files: list[str] = []
            with suppress(errors.HTTPError):
                files = [file for file in HfApi().list_repo_files(wanted.repository) if file.endswith(".gguf")]
            return (
                f"{wanted.repository} has no file {wanted.file}",
                f"Its .gguf files: {', '.join(files)}." if files else f"See {endpoint}/{wanted.repository}/tree/main.",
            )
        case errors.OfflineModeIsEnabled():
            return (
                "it is not in the cache, and HF_HUB_OFFLINE forbids to fetch it",
                f"Unset HF_HUB_OFFLINE, or {_ELSEWHERE}",
            )
    return f"it could not be fetched from {endpoint}: {redact(str(error))}", f"Try again, or {_ELSEWHERE}"


_ELSEWHERE = "fetch the file on another machine and name it as local:PATH/FILE.gguf."
