"""What spans say: of runs in our own words, of models and tools in those of OpenTelemetry.

The conventions for generative AI still change. What is said by default is version 1.36.0 of them;
`OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental` asks for the newest that we know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runwhy.core.redaction import redact_json, redact_text
from runwhy.core.runs.run import ModelUsed, Outcome, Run, Tokens

LATEST = "gen_ai_latest_experimental"
MOST_CONTENT = 16 * 1024  # characters of what was said that one attribute holds

_SYSTEMS = {"openai-chat": "openai"}  # one service under two names of ours

Value = str | int | float | bool | Sequence[str]
Attributes = dict[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Which words spans use, and what they may tell. `content`: also what was said, redacted."""

    latest: bool = False
    content: bool = False
    secrets: tuple[str, ...] = ()

    def run(self, run: Run) -> Attributes:
        """What every span of a run says of it."""
        origin = run.origin
        known: dict[str, Value | None] = {
            "runwhy.run.id": run.id,
            "runwhy.session.id": run.session_id,
            "runwhy.trigger": origin.trigger,
            "runwhy.trigger.id": origin.trigger_id,
        }
        return present(known) | self.tags(run.tagging.tags)

    def tags(self, tags: Mapping[str, str]) -> Attributes:
        """The tags, each an attribute; there are few and they are short, by their own rules."""
        return {f"runwhy.tag.{key}": value for key, value in self.shown(tags).items()}

    def shown(self, tags: Mapping[str, str]) -> dict[str, str]:
        """The tags as they may leave the server: without secrets."""
        shown = redact_json(dict(tags), known=self.secrets)
        assert isinstance(shown, dict)
        return {key: str(value) for key, value in shown.items()}

    def agent(self, run: Run, outcome: Outcome) -> Attributes:
        """What the span of a whole run says besides."""
        known: dict[str, Value | None] = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.id": _text(run.spec.get("agentId")),
            "gen_ai.agent.name": _text(run.spec.get("name")),
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
        return present(known) | self.usage(outcome.tokens)

    def model(self, provider: str, name: str) -> Attributes:
        """Which model is asked."""
        system = "gen_ai.provider.name" if self.latest else "gen_ai.system"
        return {system: _SYSTEMS.get(provider, provider), "gen_ai.request.model": name}

    def replied(self, used: ModelUsed, finish: str) -> Attributes:
        """Which model answered, and why it stopped."""
        return {
            "gen_ai.response.model": used.vendor_model_id,
            "gen_ai.response.finish_reasons": [finish],
        }

    def usage(self, tokens: Tokens) -> Attributes:
        """What it cost; the newest words tell parts of it, too."""
        used: Attributes = {
            "gen_ai.usage.input_tokens": tokens.input,
            "gen_ai.usage.output_tokens": tokens.output,
        }
        if self.latest:
            used["gen_ai.usage.cache_read.input_tokens"] = tokens.cached
            used["gen_ai.usage.reasoning.output_tokens"] = tokens.reasoning
        return used

    def tool(self, name: str, call_id: str, kind: str) -> Attributes:
        """Which tool is called."""
        return {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.call.id": call_id,
            "gen_ai.tool.type": "function",
            "runwhy.tool.kind": kind,
        }

    def said(self, name: str, text: str) -> Attributes:
        """What was said, under this name: only if that was asked for, redacted and bounded."""
        if not self.content or not text:
            return {}
        return {name: redact_text(text, known=self.secrets)[:MOST_CONTENT]}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def present(known: Mapping[str, Value | None]) -> Attributes:
    """Those that there are."""
    return {name: value for name, value in known.items() if value is not None}
