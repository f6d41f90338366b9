"""Types for the fields of replies: words, and lists and texts with a longest length.

A fresh answer is held to them, and refused with doxa's advice. A recorded one is read as it stands, so that earlier
logs stay readable: validation holds an answer to them only with the context ``FRESH``.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import PydanticCustomError, core_schema

from doxa.records.outside import has_letters

FRESH = {"fresh": True}
"""The context in which an answer is validated that a model has just given."""


def _refuse_wordless(text: str, info: ValidationInfo) -> str:
    if info.context == FRESH and text and not has_letters(text):
        raise PydanticCustomError("no_words", "no letter in {text}", {"text": text})
    return text


Words = Annotated[str, AfterValidator(_refuse_wordless)]
"""A text with a letter: a number, "..." or a row of signs is refused. It may be empty where the field may be."""


@dataclass(frozen=True)
class UpTo:
    """The longest length of a list, or of a text.

    A longer list is refused. A longer text is not: its length is told to decoders, so that none runs away.
    """

    length: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.with_info_after_validator_function(self._refuse_longer, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        told = handler(schema)
        return {**told, "maxItems" if told["type"] == "array" else "maxLength": self.length}

    def _refuse_longer(self, answer: Any, info: ValidationInfo) -> Any:
        if info.context == FRESH and not isinstance(answer, str) and len(answer) > self.length:
            raise PydanticCustomError("too_many", "more than {length} entries", {"length": self.length})
        return answer


Sentence = Annotated[Words, UpTo(600)]
"""Words for which one or two sentences are asked."""

Paragraph = Annotated[Words, UpTo(1_900)]
"""Words for which a paragraph is asked; llama.cpp takes no longer length."""

Phrases = Annotated[tuple[Sentence, ...], UpTo(20)]
"""A list of phrases or sentences of which a text has a few."""
