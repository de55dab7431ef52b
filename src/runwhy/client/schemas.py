"""JSON Schema from type hints, and calls checked against it; imported only when one is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ArgsKwargs, CoreSchema, to_jsonable_python

from runwhy.core.json import JsonObject


class _Plain(GenerateJsonSchema):
    """Without titles: they only repeat the names, and a model pays for each."""

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
                f"the parameters of {_name(function)} have no schema: {error}"
            ) from error
        if schema.get("type") != "object":
            raise TypeError(f"{_name(function)} has parameters that cannot be given by name")
        self.schema: JsonObject = schema

    def call(self, arguments: Mapping[str, object]) -> object:
        """Call the function with arguments of the types that it names.

        Raises: ValueError that names every argument which does not fit.
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
    """The JSON Schema of a type: a pydantic model, a dataclass, a TypedDict."""
    return TypeAdapter(model).json_schema(schema_generator=_Plain)


def jsonable(value: object) -> object:
    """What `json` cannot write by itself: models, dataclasses, times and so on."""
    return to_jsonable_python(value)
