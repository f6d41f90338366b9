"""doxa's optional parts: the one place that says how an extra is installed, and where doxa's documentation is."""

GUIDE = "https://doxa-lab.github.io/doxa/"
"""The address of the documentation; ``[project.urls]`` of pyproject.toml names it too."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra of doxa, such as ``pip install 'doxa[plots]'``.

    The brackets are markup to Rich: print the command through ``terminal.console.plain``, or as an error's hint.
    """
    return f"pip install 'doxa[{extra}]'"


def guide_page(name: str) -> str:
    """Return the address of a page of the documentation; ``models`` is the page of docs/models.md."""
    return GUIDE if name == "index" else f"{GUIDE}{name}/"
