"""Briefs of runs outside the Runwhy server, made where the agent is called."""

from __future__ import annotations

import secrets as random
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import cast
from uuid import uuid4

from runwhy.briefs import Brief
from runwhy.core.context.envelope import (
    DEFAULT_KEY,
    Envelope,
    EnvelopeCore,
    EnvelopeDetails,
    build_envelope,
    system_prompt_rule,
)
from runwhy.core.context.envelope_fit import fit_and_render
from runwhy.core.context.seal import mask_seal, mask_seal_json, seal_for
from runwhy.core.json import JsonValue
from runwhy.core.redaction import redact_json, redact_text

PROCESS_SECRET = random.token_bytes(32)


def brief_run(
    *,
    trigger: str,
    trigger_name: str | None = None,
    attended: bool = False,
    run_id: str | None = None,
    session_id: str | None = None,
    secret: bytes | None = None,
    actor: Mapping[str, object] | str | None = None,
    correlation_id: str | None = None,
    requested_at: datetime | None = None,
    now: datetime | None = None,
    timezone: str = "UTC",
    facts: Mapping[str, JsonValue] | None = None,
    tags: Mapping[str, JsonValue] | None = None,
    context: Mapping[str, JsonValue] | None = None,
    quoted: Sequence[str] = (),
    key: str = DEFAULT_KEY,
    known_secrets: Sequence[str] = (),
) -> Brief:
    """Return a run's brief: its reason, caller and time; at most 4096 bytes.

    The seal is derived from `secret` and the session. Use the same secret in every process, so that
    prompts stay identical across restarts. The default is a secret of this process.

    Raises: InvalidInput: a value cannot be encoded as JSON, the trigger or the run id is too long,
    or the time zone is unknown.
    """
    now, run_id = now or datetime.now(UTC), run_id or f"run_{uuid4().hex}"
    seal = seal_for(secret or PROCESS_SECRET, session_id or run_id)
    name = trigger_name and mask_seal(redact_text(trigger_name, known=known_secrets), seal)
    core = EnvelopeCore(
        key=key,
        seal=seal,
        run_id=run_id,
        trigger=trigger,
        trigger_name=name,
        attended=attended,
        actor=actor,
        requested_at=requested_at or now,
        correlation_id=correlation_id,
    )
    details = EnvelopeDetails(facts=facts or {}, tags=tags or {}, context=context or {})
    build = partial(build_envelope, core, now=now, timezone=timezone)
    return _brief(core, details, build, quoted=quoted, known=known_secrets)


def _brief(
    core: EnvelopeCore,
    details: EnvelopeDetails,
    build: Callable[[EnvelopeDetails], Envelope],
    *,
    quoted: Sequence[str],
    known: Sequence[str],
) -> Brief:
    build(details)  # redaction expects valid JSON

    def clean(values: Mapping[str, object]) -> Mapping[str, object]:
        found = redact_json(cast(JsonValue, dict(values)), known=known)
        return mask_seal_json(cast(Mapping[str, object], found), core.seal)

    facts, tags, context = map(clean, (details.facts, details.tags, details.context))
    made = build(EnvelopeDetails(facts=facts, tags=tags, context=context))
    envelope, text = fit_and_render(made)
    return Brief(
        run_id=core.run_id,
        rule=system_prompt_rule(key=core.key, seal=core.seal),
        envelope=text,
        quoted=tuple(mask_seal(redact_text(text, known=known), core.seal) for text in quoted),
        dropped=envelope.dropped,
        seal=core.seal,
    )
