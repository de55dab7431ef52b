"""The briefing: parts written once, when a run starts, that tell its model why it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from runwhy.core.agents.specs import Spec
from runwhy.core.budgets.notices import STARTED_AT, Usages, left_of, used_at_start
from runwhy.core.context.envelope import (
    DEFAULT_KEY,
    Envelope,
    EnvelopeCore,
    EnvelopeDetails,
    build_envelope,
    system_prompt_rule,
    utc_text,
)
from runwhy.core.context.envelope_fit import MAX_BYTES, fit_and_render
from runwhy.core.context.seal import HOLDS_RULE, NO_SEAL, mask_seal_json, seal_for
from runwhy.core.json import JsonObject, JsonValue
from runwhy.core.redaction import redact_json
from runwhy.core.runs.log import Part, PartKind, Role
from runwhy.core.runs.origin import OriginalRun
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import EnvelopeFacts, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefingSettings:
    """Settings for building envelopes."""

    secret: bytes = field(repr=False)
    timezone: str = "UTC"
    key: str = DEFAULT_KEY
    known: tuple[str, ...] = field(default=(), repr=False)  # secret values to redact


@dataclass(frozen=True, slots=True, kw_only=True)
class Briefing:
    """The first parts of a run, and facts about its envelope."""

    parts: tuple[Part, ...]
    facts: EnvelopeFacts


def brief(
    run: Run,
    spec: Spec,
    *,
    at: datetime,
    settings: BriefingSettings,
    limit: int = MAX_BYTES,
    budgets: Usages = (),
    first: int = 0,
) -> Briefing:
    """Return the system prompt with its rule, and the envelope.

    `budgets` are the budgets of the run, with their use. `first` is the index of the first
    part, if it is known.

    Every attempt sends the same bytes, because they are read back from the log. The seal is not
    stored: it is put into these parts when they are sent to the model.
    """
    seal = seal_of(run, settings)
    rule = system_prompt_rule(key=settings.key, seal=NO_SEAL)
    prompt = f"{spec.system_prompt}\n\n{rule}" if spec.system_prompt else rule
    left = left_of(budgets)
    envelope, text = envelope_for(
        run, spec, at=at, seal=seal, settings=settings, limit=limit, budgets=left
    )
    started = {STARTED_AT: used_at_start(budgets)} if budgets else {}
    system = _part(run, PartKind.MESSAGE, "system", prompt, at, {HOLDS_RULE: True}, first)
    message = _part(run, PartKind.ENVELOPE, "user", text, at, started, first + 1)
    return Briefing(parts=(system, message), facts=facts_of(envelope, text))


def seal_of(run: Run, settings: BriefingSettings) -> str:
    """Return the seal of a run: that of its session, or its own."""
    return seal_for(settings.secret, run.session_id or run.id)


def envelope_for(
    run: Run,
    spec: Spec,
    *,
    at: datetime,
    seal: str,
    settings: BriefingSettings,
    limit: int = MAX_BYTES,
    budgets: Sequence[Mapping[str, str]] = (),
) -> tuple[Envelope, str]:
    """Return a run's envelope without its seal, and its text: redact secrets, then fit to `limit`.

    Values that contain the seal are masked. Raises: InvalidInput.
    """
    origin, who = run.origin, run.origin.actor
    visible = {k: v for k, v in run.tagging.tags.items() if k in spec.visible_tags}
    values: dict[str, Any] = {
        "trigger_name": origin.trigger_name,
        "actor": {"kind": who.kind, "id": who.id, "name": who.name},
        "correlation_id": origin.correlation_id,
        "facts": origin.facts,
        "original": _original(origin.original),
        "tags": _redacted(visible, settings),
        "context": _redacted(spec.context, settings),
    }
    shown = mask_seal_json(values, seal)  # all at once, which is faster
    core = EnvelopeCore(
        key=settings.key,
        seal=NO_SEAL,
        run_id=run.id,
        trigger=origin.trigger,
        trigger_name=shown["trigger_name"],
        rerun_of=origin.rerun_of,
        attended=origin.attended,
        actor=shown["actor"],
        requested_at=origin.requested_at,
        correlation_id=shown["correlation_id"],
        budgets=budgets,
    )
    details = EnvelopeDetails(
        **{name: shown[name] for name in ("facts", "original", "tags", "context")}
    )
    made = build_envelope(core, details, now=at, timezone=settings.timezone)
    return fit_and_render(made, limit=limit)


def facts_of(envelope: Envelope, text: str) -> EnvelopeFacts:
    """Return the facts stored with the run about its envelope, which is sent as `text`."""
    return EnvelopeFacts(
        bytes=len(text.encode()), truncated=envelope.truncated, dropped=envelope.dropped
    )


def _original(original: OriginalRun | None) -> dict[str, JsonValue]:
    """Return the facts about the run that a rerun repeats, under the names of an envelope."""
    if original is None:
        return {}
    return {
        **original.facts,
        "trigger": original.trigger,
        "trigger_name": original.trigger_name,
        "requested_at_utc": utc_text(original.requested_at),
    }


def _redacted(values: object, settings: BriefingSettings) -> dict[str, object]:
    if not values:
        return {}
    clean = redact_json(values, known=settings.known)  # type: ignore[arg-type]
    return dict(clean) if isinstance(clean, dict) else {}


def _part(
    run: Run, kind: PartKind, role: Role, text: str, at: datetime, data: JsonObject, index: int
) -> Part:
    return Part(
        run_id=run.id,
        index=index,
        kind=kind,
        role=role,
        provenance=Provenance.SYSTEM,
        at=at,
        text=text,
        data=data,
    )
