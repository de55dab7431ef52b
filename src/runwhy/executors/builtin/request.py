"""Model requests: messages, tools, reasoning effort and output schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model as AiModel
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from runwhy.core.agents.output_schemas import OUTPUT_TOOL, Target, output_tool, target_of
from runwhy.core.agents.specs import NO_SETTINGS, Tool
from runwhy.core.agents.steps import streamed_tools
from runwhy.core.json import JsonObject
from runwhy.core.model_requests import NO_PARAMETERS
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.executors.builtin.messages import to_messages
from runwhy.ports import ModelFailed, ModelRequest

# Parameters that OpenAI's reasoning models reject.
_SAMPLING = frozenset(
    {"temperature", "top_p", "presence_penalty", "frequency_penalty", "logit_bias"}
)
Mode = Literal["native", "tool", "prompted"]
MECHANISMS = {"native": "native_schema", "tool": "synthetic_tool", "prompted": "none"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedCall:
    """A model call, prepared once and sent as often as retries need."""

    messages: list[ModelMessage]
    settings: ModelSettings
    parameters: ModelRequestParameters
    effort: str | None = None
    target: Target | None = None
    enforcement: str | None = None
    streamed: frozenset[str] = frozenset()  # tools whose calls are shown while they are written

    @property
    def options(self) -> JsonObject:
        """The parts of the request that depend on the settings of this server and on the model."""
        found: dict[str, object] = {"prompt_cache": bool(self.settings.get("cache", False))}
        if self.target is not None:
            found["output_mode"] = self.parameters.output_mode
        return found

    @property
    def holds_text_back(self) -> bool:
        """Whether streamed text must be withheld because it is not yet the answer's text."""
        return self.target is not None and (
            self.target.wrapped or self.parameters.output_mode == "tool"
        )

    @property
    def streamed_tools(self) -> frozenset[str]:
        """The tools whose calls are streamed; none if text before them is withheld."""
        return frozenset() if self.holds_text_back else self.streamed


def prepare_call(
    request: ModelRequest,
    model: AiModel[Any],
    *,
    provider: str,
    cache: bool,
    output_limit: int | None = None,
) -> PreparedCall:
    """Prepare a call. Raises: ModelFailed."""
    effort = effort_of(request.spec.reasoning_level)
    thinks = bool(model.profile.get("supports_thinking", False))
    _check_supported(request, model, effort if thinks else None)
    call = PreparedCall(
        messages=to_messages(request.messages, provider=provider),
        settings=_settings(
            request, effort if thinks else None, cache=cache, output_limit=output_limit
        ),
        parameters=ModelRequestParameters(function_tools=_definitions(request.tools)),
        effort=effort if thinks else None,
        streamed=streamed_tools(request.spec) if request.may_call else frozenset(),
    )
    return _with_schema(call, request, model)


def effort_of(level: str | int | None) -> str | None:
    """Convert a reasoning level to the effort names that providers share."""
    if not isinstance(level, int):
        return level
    if level == 0:
        return "off"
    return "low" if level <= 33 else "medium" if level <= 66 else "high"


def _settings(
    request: ModelRequest, effort: str | None, *, cache: bool, output_limit: int | None
) -> ModelSettings:
    settings = ModelSettings(
        max_retries=0,  # we retry ourselves: the library does not know about streamed text
        extra_headers={"Idempotency-Key": _key(request)},
    )
    if cache:
        settings["cache"] = True
    if effort is not None:
        settings["thinking"] = False if effort == "off" else cast(Any, effort)
    for name, value in _given_settings(request).items():
        settings[name] = value  # type: ignore[literal-required]
    if output_limit is not None:  # tokens that budgets reserve for a call
        settings["max_tokens"] = min(settings.get("max_tokens", output_limit), output_limit)
    if request.tools and not request.may_call:
        settings["tool_choice"] = "none"
    return settings


def _given_settings(request: ModelRequest) -> dict[str, Any]:
    """Return the settings of the spec by the library's names. They are not used for a summary."""
    given = NO_SETTINGS if request.summary else request.spec.settings
    choice = given.tool_choice if request.tools and request.turn == 1 else None
    found: dict[str, Any] = {
        "max_tokens": given.max_tokens,
        "temperature": given.temperature,
        "top_p": given.top_p,
        "top_k": given.top_k,
        "stop_sequences": list(given.stop) or None,
        "seed": given.seed,
        "presence_penalty": given.presence_penalty,
        "frequency_penalty": given.frequency_penalty,
        "logit_bias": dict(given.logit_bias) or None,
        "parallel_tool_calls": given.parallel_tool_calls if request.tools else None,
        "tool_choice": list(choice) if isinstance(choice, tuple) else choice,
    }
    return {name: value for name, value in found.items() if value is not None}


def _check_supported(request: ModelRequest, model: AiModel[Any], effort: str | None) -> None:
    """Refuse settings that the library would omit from the request. Raises: ModelFailed."""
    given = _given_settings(request)
    refused = sorted(_unsupported_settings(model, effort) & given.keys())
    if refused:
        names = ", ".join("stop" if name == "stop_sequences" else name for name in refused)
        message = f"{names}: the model {model.model_name} does not support this setting"
        raise ModelFailed(
            Failure(
                message=message,
                error_class=ErrorClass.INVALID_REQUEST,
                code="unsupported_setting",
            )
        )


def _unsupported_settings(model: AiModel[Any], effort: str | None) -> set[str]:
    profile: Mapping[str, Any] = cast(Any, model.profile)
    names = {*model.unsupported_settings, *profile.get("openai_unsupported_model_settings", ())}
    if profile.get("anthropic_disallows_sampling_settings", False):
        names |= {"temperature", "top_p", "top_k"}
    thinks = effort != "off" if effort else profile.get("thinking_enabled_by_default", False)
    always = profile.get("thinking_always_enabled", False)
    if profile.get("openai_supports_reasoning", False) and (thinks or always):
        names |= _SAMPLING
    return names


def _key(request: ModelRequest) -> str:
    key = f"{request.run.id}/{request.turn}"
    return f"{key}/summary/{request.summary}" if request.summary else key


def _definitions(tools: Sequence[Tool]) -> list[ToolDefinition]:
    return [
        ToolDefinition(
            name=tool.name,
            description=tool.description or None,
            parameters_json_schema=dict(tool.parameters or NO_PARAMETERS),
        )
        for tool in tools
    ]


def _with_schema(call: PreparedCall, request: ModelRequest, model: AiModel[Any]) -> PreparedCall:
    schema = request.spec.output_schema
    if schema is None:
        return call
    target = target_of(schema)
    mode = _mode(model)
    parameters = replace(
        call.parameters,
        output_mode=mode,
        allow_text_output=mode != "tool",
        output_object=OutputObjectDefinition(json_schema=target.schema, name=OUTPUT_TOOL),
        output_tools=[_output_tool(target)] if mode == "tool" else [],
    )
    enforcement = MECHANISMS[mode]
    return replace(call, target=target, parameters=parameters, enforcement=enforcement)


def _mode(model: AiModel[Any]) -> Mode:
    if model.profile.get("supports_json_schema_output", False):
        return "native"
    return "tool" if model.profile.get("supports_tools", True) else "prompted"


def _output_tool(target: Target) -> ToolDefinition:
    (definition,) = _definitions([output_tool(target)])
    return replace(definition, kind="output")
