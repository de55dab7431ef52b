"""Span attributes: `runwhy.*` for runs, OpenTelemetry's conventions for models and tools.

The conventions for generative AI still change. The default is version 1.36.0. Set
`OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental` for the newest supported one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runwhy.core.redaction import redact_json, redact_text
from runwhy.core.runs.cost import Cost, usd_number
from runwhy.core.runs.run import ModelUsed, Outcome, Run, Tokens

LATEST = "gen_ai_latest_experimental"
MAX_CONTENT = 16 * 1024  # characters of content in one attribute

_SYSTEMS = {"openai-chat": "openai"}  # two of our names for one service

Value = str | int | float | bool | Sequence[str]
Attributes = dict[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanConventions:
    """Which conventions spans follow. With `content`, they include redacted prompts and answers."""

    latest: bool = False
    content: bool = False
    secrets: tuple[str, ...] = ()

    def run(self, run: Run) -> Attributes:
        """Return the attributes of every span of a run."""
        origin = run.origin
        known: dict[str, Value | None] = {
            "runwhy.run.id": run.id,
            "runwhy.session.id": run.session_id,
            "runwhy.trigger": origin.trigger,
            "runwhy.trigger.id": origin.trigger_id,
            "runwhy.trigger.name": origin.trigger_name,
            "runwhy.rerun_of": origin.rerun_of,
        }
        return present(known) | self.tags(run.tagging.tags)

    def tags(self, tags: Mapping[str, str]) -> Attributes:
        """Return one attribute per tag; the number and length of tags are limited."""
        return {f"runwhy.tag.{key}": value for key, value in self.shown(tags).items()}

    def shown(self, tags: Mapping[str, str]) -> dict[str, str]:
        """Return the tags with secrets redacted."""
        shown = redact_json(dict(tags), known=self.secrets)
        assert isinstance(shown, dict)
        return {key: str(value) for key, value in shown.items()}

    def agent(self, run: Run, outcome: Outcome) -> Attributes:
        """Return the extra attributes of a run's root span."""
        known: dict[str, Value | None] = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.id": run.spec.agent_id,
            "gen_ai.agent.name": run.spec.name,
            "gen_ai.conversation.id": run.session_id,
            "runwhy.executor": run.executor,
            "runwhy.status": outcome.status.value,
            "runwhy.attempts": run.attempt,
            "runwhy.attended": run.origin.attended,
            "runwhy.parent_run.id": run.parent_run_id,
            "error.type": outcome.failure.error_class.value if outcome.failure else None,
        }
        if outcome.model is not None:
            known |= self.model(outcome.model.provider, outcome.model.vendor_model_id)
        return present(known) | self.usage(outcome.tokens) | cost_attributes(outcome.cost)

    def model(self, provider: str, name: str) -> Attributes:
        """Return the attributes of the requested model."""
        system = "gen_ai.provider.name" if self.latest else "gen_ai.system"
        return {system: _SYSTEMS.get(provider, provider), "gen_ai.request.model": name}

    def replied(self, used: ModelUsed, finish: str) -> Attributes:
        """Return the attributes of the model's reply."""
        return {
            "gen_ai.response.model": used.vendor_model_id,
            "gen_ai.response.finish_reasons": [finish],
        }

    def usage(self, tokens: Tokens) -> Attributes:
        """Return the token usage, with details in the newest conventions."""
        used: Attributes = {
            "gen_ai.usage.input_tokens": tokens.input,
            "gen_ai.usage.output_tokens": tokens.output,
        }
        if self.latest:
            used["gen_ai.usage.cache_read.input_tokens"] = tokens.cached
            used["gen_ai.usage.cache_creation.input_tokens"] = tokens.cache_write
            used["gen_ai.usage.reasoning.output_tokens"] = tokens.reasoning
        return used

    def tool(self, name: str, call_id: str, kind: str) -> Attributes:
        """Return the attributes of a tool call."""
        return {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.call.id": call_id,
            "gen_ai.tool.type": "function",
            "runwhy.tool.kind": kind,
        }

    def content_attribute(self, name: str, text: str) -> Attributes:
        """Return content as an attribute, redacted and cut; empty unless `content` is on."""
        if not self.content or not text:
            return {}
        return {name: redact_text(text, known=self.secrets)[:MAX_CONTENT]}


def cost_attributes(cost: Cost) -> Attributes:
    """Return the cost in USD, if it is known, and the number of calls without a price."""
    known = {} if cost.picos is None else {"runwhy.cost_usd": usd_number(cost.picos)}
    unpriced = cost.unpriced_calls
    return {**known, **({"runwhy.unpriced_calls": unpriced} if unpriced else {})}


def present(known: Mapping[str, Value | None]) -> Attributes:
    """Return the attributes that are not None."""
    return {name: value for name, value in known.items() if value is not None}
