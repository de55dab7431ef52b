"""Local tools: functions in the caller's process that the model can call."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from runwhy.core.json import JsonObject

if TYPE_CHECKING:
    from runwhy.client.schemas import Parameters

Handler = Callable[..., object]


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A local tool; without `handler`, the caller sends results itself.

    Without `parameters`, they are read from the handler's type hints and arguments are validated.
    With `parameters`, the handler gets the arguments unchanged.
    """

    name: str
    description: str = ""
    parameters: JsonObject | None = None
    handler: Handler | None = None
    output_schema: JsonObject | None = None
    long_running: bool = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.handler is None:
            raise TypeError(f"tool {self.name} has no handler")
        return self.handler(*args, **kwargs)

    def to_wire(self) -> JsonObject:
        """Return the tool as sent to the server."""
        wire: dict[str, object] = {"kind": "local", "name": self.name}
        if self.description:
            wire["description"] = self.description
        wire["parameters"] = self._schema()
        if self.output_schema is not None:
            wire["outputSchema"] = self.output_schema
        if self.long_running:
            wire["longRunning"] = True
        return wire

    def call(self, arguments: Mapping[str, object]) -> object:
        """Call the handler with the model's arguments; an async handler returns an awaitable."""
        if self.parameters is None and self.handler is not None:
            return self._derived.call(arguments)
        return self(**arguments)

    def _schema(self) -> JsonObject:
        if self.parameters is not None:
            return self.parameters
        return self._derived.schema if self.handler else {"type": "object", "properties": {}}

    @cached_property
    def _derived(self) -> Parameters:
        from runwhy.client.schemas import Parameters  # imports pydantic, only when a tool is used

        if self.handler is None:
            raise TypeError(f"tool {self.name} has no handler")
        return Parameters(self.handler)


ToolLike = Tool | Handler | Mapping[str, object]


@overload
def tool(function: Handler, /) -> Tool: ...
@overload
def tool(
    *, name: str | None = None, description: str | None = None, long_running: bool = False
) -> Callable[[Handler], Tool]: ...
def tool(
    function: Handler | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    long_running: bool = False,
) -> Tool | Callable[[Handler], Tool]:
    """Make a tool from a function; the model sees its name, docstring and type hints."""

    def make(handler: Handler) -> Tool:
        called = name or getattr(handler, "__name__", None)
        if called is None:
            raise TypeError(f"{handler!r} has no name; use Tool(name=…, handler=…)")
        return Tool(
            name=called,
            description=inspect.getdoc(handler) or "" if description is None else description,
            handler=handler,
            long_running=long_running,
        )

    return make if function is None else make(function)


@dataclass(frozen=True, kw_only=True)
class Toolbox:
    """The tools of one run that this process answers.

    `drives` is true for the client that started the run. It also answers calls without a handler,
    with an error, so that the run does not wait for them.
    """

    handlers: Mapping[str, Tool] = field(default_factory=dict)
    left_to_caller: frozenset[str] = frozenset()
    drives: bool = False

    def answers(self, name: str) -> bool:
        """Return whether this process answers calls of this tool."""
        return name in self.handlers or (self.drives and name not in self.left_to_caller)


def tools_wire(tools: Iterable[ToolLike]) -> list[JsonObject]:
    """Return the tools as sent to the server; a mapping is sent unchanged."""
    return [one if isinstance(one, Mapping) else _as_tool(one).to_wire() for one in tools]


def toolbox(tools: Iterable[ToolLike] | None, *, drives: bool = False) -> Toolbox:
    """Return the toolbox of a run."""
    made = [one if isinstance(one, Mapping) else _as_tool(one) for one in tools or ()]
    handlers = {one.name: one for one in made if isinstance(one, Tool) and one.handler}
    others = {str(one["name"]) for one in made if isinstance(one, Mapping) and "name" in one}
    others |= {one.name for one in made if isinstance(one, Tool) and not one.handler}
    return Toolbox(handlers=handlers, left_to_caller=frozenset(others), drives=drives)


def _as_tool(given: Tool | Handler) -> Tool:
    return given if isinstance(given, Tool) else tool(given)


def result_text(value: object) -> str:
    """Return the result for the model: text unchanged, anything else as JSON."""
    return (
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=_plain)
    )


def _plain(value: object) -> object:
    from runwhy.client.schemas import jsonable  # imports pydantic, only for values that need it

    return jsonable(value)
