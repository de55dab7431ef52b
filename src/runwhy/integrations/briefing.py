"""Briefs of runs outside the Runwhy server, made where the agent is called."""

from __future__ import annotations

import secrets as random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

from runwhy.briefs import Brief
from runwhy.core.context.envelope import (
    DEFAULT_KEY,
    build_envelope,
    render,
    system_prompt_rule,
)
from runwhy.core.context.envelope_fit import fit
from runwhy.core.context.seal import mask_seal, mask_seal_json, seal_for
from runwhy.core.json import JsonValue
from runwhy.core.redaction import redact_json, redact_text

PROCESS_SECRET = random.token_bytes(32)


def brief_run(
    *,
    trigger: str,
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
    """Return a run's brief: why it exists, for whom, and when; at most 4096 bytes.

    The seal is derived from `secret` and the session. Use the same secret in every process, so that
    prompts stay identical across restarts. The default is a secret of this process.

    Raises:
        InvalidInput: a value cannot be encoded as JSON, the trigger or the run id is too long, or
            the time zone is unknown.
    """
    now = now or datetime.now(UTC)
    run_id = run_id or f"run_{uuid4().hex}"
    seal = seal_for(secret or PROCESS_SECRET, session_id or run_id)
    build = partial(
        build_envelope,
        key=key,
        seal=seal,
        run_id=run_id,
        trigger=trigger,
        attended=attended,
        actor=actor,
        requested_at=requested_at or now,
        correlation_id=correlation_id,
        now=now,
        timezone=timezone,
    )
    build(facts=facts, tags=tags, context=context)  # redaction expects valid JSON
    envelope = fit(
        build(
            facts=mask_seal_json(_clean(facts, known_secrets), seal),
            tags=mask_seal_json(_clean(tags, known_secrets), seal),
            context=mask_seal_json(_clean(context, known_secrets), seal),
        )
    )
    return Brief(
        run_id=run_id,
        rule=system_prompt_rule(key=key, seal=seal),
        envelope=render(envelope),
        quoted=tuple(mask_seal(redact_text(q, known=known_secrets), seal) for q in quoted),
        dropped=envelope.dropped,
        seal=seal,
    )


def _clean(values: Mapping[str, JsonValue] | None, known: Sequence[str]) -> dict[str, object]:
    clean = redact_json(dict(values or {}), known=known)
    return dict(clean) if isinstance(clean, Mapping) else {}
