"""IBM-ArgQ-Rank-30kArgs as models learn from it: all parts, motions as plain statements, arguments as sentences."""

from dataclasses import replace
from pathlib import Path

from doxa.corpora import aqr
from doxa.corpora.aqr import PARTS, RatedArgument
from doxa.errors import CorpusError
from doxa.models.embedded.phrasing import canonical, sentence


def read_aqr(path: Path) -> tuple[RatedArgument, ...]:
    """Return the arguments of the CSV file, in its order.

    Raises:
        CorpusError: as ``corpora.aqr.read_aqr``, or a part is missing.
    """
    arguments = aqr.read_aqr(path)
    lacking = [part for part in PARTS if part not in {argument.part for argument in arguments}]
    if lacking:
        raise CorpusError(f"{path} has no row of {lacking[0]}", hint="Give the whole published file.")
    return tuple(
        replace(argument, text=sentence(argument.text), topic=canonical(argument.topic)) for argument in arguments
    )
