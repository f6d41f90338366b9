"""Language models of this machine: ``local:FILE.gguf``, answered by llama.cpp's own server in a process of doxa's.

    weights    what a GGUF file says of itself     server     starts the process, shares and ends it
    hub        files of a hub, fetched once        serving    what runs in the process
    performer  asks it as any other server

The function here is the factory that the entry-point group ``doxa.models`` names. It starts nothing: the first request
does.
"""

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.local.server import server_for
from doxa.models.local.weights import file_of, read_model_file
from doxa.models.port import Performer
from doxa.models.providers.endpoints import SERVICES, Endpoint, installed
from doxa.records.plugins import install_command
from doxa.records.spec import ModelSettings

CONDITIONS = {"timeout_s": 600.0, "concurrency": 2}
"""Where nobody says otherwise: a prompt of 8,000 tokens and an answer of 3,000 on two busy cores; two slots."""


def make(settings: ModelSettings, conditions: Conditions) -> Performer:
    """Return the performer of a model in a file.

    Raises:
        ModelSetupError: llama.cpp is not installed, the file cannot be used or is another one than the settings say,
            or its model needs more memory than there is.
    """
    if not installed(SERVICES["local"]):
        raise ModelSetupError(f"model {settings.model!r} cannot be used yet", hint=install_command("local"))
    path = file_of(settings.model)
    file = read_model_file(path)
    if settings.weights not in (None, file.weights):
        raise ModelSetupError(
            f"{path} is another model than the run began with: sha256 {file.weights.sha256}, "
            f"and not {settings.weights.sha256} ({settings.weights.name})",
            hint="Put that file back, or begin another run.",
        )
    unsaid = {name: setting for name, setting in CONDITIONS.items() if name not in conditions.model_fields_set}
    conditions = conditions.model_copy(update=unsaid)
    # Clients take 1.5 to 3.5 seconds to import: only runs that use one wait for it.
    from doxa.models.local.performer import LocalPerformer

    server = server_for(path, file, conditions.concurrency)
    endpoint = Endpoint(
        service=SERVICES["local"],
        model=settings.model.partition(":")[2],
        base_url="http://127.0.0.1:0/v1",  # nowhere, until the first request starts the server
        key=server.key,
    )
    return LocalPerformer(server, endpoint, settings, conditions)
