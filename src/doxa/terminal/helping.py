"""Help of commands whose sentences are as long as the terminal is wide."""


def flowing(helps: dict[str, str]) -> dict[str, str]:
    """Return helps without the line breaks of their source; what is under "Try:" keeps its lines."""
    return {name: "\n\n".join(map(_flowing, text.split("\n\n"))) for name, text in helps.items()}


def _flowing(part: str) -> str:
    return part if part.startswith("Try:") else part.replace("\n", " ")
