"""The base classes of frozen values, and range-checked number types."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue

__all__ = ["JsonValue", "Record", "Settings", "Stance", "Unit"]

Stance = Annotated[float, Field(ge=-1.0, le=1.0, allow_inf_nan=False)]
"""A stance S in [−1, 1]; positive supports the proposition."""

Unit = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
"""A number in [0, 1]: a strength, a confidence, a share."""


class Record(BaseModel):
    """A frozen value: keyword-only, no unknown fields, finite numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)
    """Schemas are built when first used: a command uses few of two hundred."""


class Settings(Record):
    """Settings of a plug-in, as a scenario contains them; the docstring of a field is its documentation."""

    model_config = ConfigDict(use_attribute_docstrings=True)
