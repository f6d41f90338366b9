"""Common parts of offline speakers: the stances of sides, cleaned corpus text, and the error for unknown motions."""

from doxa.errors import ModelSetupError
from doxa.models.offline.shelf import Library
from doxa.models.port import Request

SIDES = {"pro": 0.5, "con": -0.5, "neutral": 0.0}


def tidied(text: str) -> str:
    """Return crowd text, lightly cleaned: white space, stray marks in front, a capital first, "I", a full stop last."""
    text = " ".join(text.split()).lstrip("`'*-–—,.;: ")
    text = " ".join("I" if word == "i" else word for word in text.split(" ")).rstrip(" ,;:-")
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?…" else f"{text}."


def unknown_motion(request: Request, library: Library, motion: str) -> ModelSetupError:
    """Return the error of a performer that has no arguments on a motion."""
    corpus = library.corpus(request.settings.corpus)
    near = "; ".join(corpus.nearest(motion) or tuple(corpus.motions)[:5])
    return ModelSetupError(
        f"the offline speaker has no arguments on {motion!r} in the corpus {corpus.name!r}",
        hint=f'Motions it knows: {near}. For another motion: doxa init "MOTION" writes a scenario with a file for your '
        "arguments, which runs at once. Or let a model speak: --model PROVIDER:MODEL",
    )
