"""JSON Schema from type hints, and validated calls; imported only when needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ArgsKwargs, CoreSchema, to_jsonable_python

from runwhy.core.json import JsonObject


class _Plain(GenerateJsonSchema):
    """Generates schemas without titles, which only repeat names and cost tokens."""

    def field_title_should_be_set(self, schema: CoreSchema | Any) -> bool:
        return False


class Parameters:
    """The parameters of a function, read from its type hints."""

    def __init__(self, function: Callable[..., object]) -> None:
        try:
            self._adapter: TypeAdapter[object] = TypeAdapter(cast(Any, function))
            schema = self._adapter.json_schema(schema_generator=_Plain)
        except (PydanticUserError, NameError) as error:
            raise TypeError(
                f"cannot derive a schema from the parameters of {_name(function)}: {error}"
            ) from error
        if schema.get("type") != "object":
            raise TypeError(
                f"{_name(function)} has positional-only parameters; a tool needs named ones"
            )
        self.schema: JsonObject = schema

    def call(self, arguments: Mapping[str, object]) -> object:
        """Call the function with validated arguments.

        Raises: ValueError that names every invalid argument.
        """
        try:
            return self._adapter.validate_python(ArgsKwargs((), dict(arguments)))
        except ValidationError as error:
            raise ValueError(_readable(error)) from error


def _readable(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(str(step) for step in problem['loc'])}: {problem['msg']}"
        for problem in error.errors(include_url=False, include_context=False)
    )


def _name(function: Callable[..., object]) -> str:
    return getattr(function, "__name__", repr(function))


def model_schema(model: Any) -> JsonObject:
    """Return the JSON Schema of a type: a pydantic model, dataclass or TypedDict."""
    return TypeAdapter(model).json_schema(schema_generator=_Plain)


def jsonable(value: object) -> object:
    """Convert values that `json` cannot encode: models, dataclasses, times and so on."""
    return to_jsonable_python(value)
