"""Help texts of commands, wrapped by the terminal instead of the source."""


def flowing(helps: dict[str, str]) -> dict[str, str]:
    """Return help texts without the line breaks of their source; lines under "Try:" are kept."""
    return {name: "\n\n".join(map(_flowing, text.split("\n\n"))) for name, text in helps.items()}


def _flowing(part: str) -> str:
    return part if part.startswith("Try:") else part.replace("\n", " ")
