"""Sample values of any record: every field has a valid value that can be recognised in a prompt."""

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

WORDS = "some words"


def sample(model: type[BaseModel]) -> BaseModel:
    """Return a value of a record, with its required fields filled."""
    needed = {name: field for name, field in model.model_fields.items() if field.is_required()}
    return model.model_validate({name: _value(field.annotation) for name, field in needed.items()})


def _value(kind: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return inner[0]
    if origin is Annotated:
        return _value(inner[0])
    if origin in (Union, UnionType):
        return _value(next(one for one in inner if one is not NoneType))
    if origin in (tuple, list):
        return [_value(inner[0])]
    if origin is dict:
        return {_value(inner[0]): _value(inner[1])}
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return sample(kind)
    return {str: WORDS, int: 1, float: 1.0, bool: True}.get(kind, WORDS)
