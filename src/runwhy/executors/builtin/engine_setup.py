"""Builds the builtin engine's models and settings from the server settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwhy.core.context.briefing import BriefingSettings
from runwhy.executors.builtin.connections import Connections
from runwhy.executors.builtin.engine import EngineSettings
from runwhy.executors.builtin.models import ModelCatalog
from runwhy.executors.builtin.prices import Prices
from runwhy.executors.builtin.providers import CallSettings, make_providers
from runwhy.executors.builtin.recorded_models import recorded_models
from runwhy.executors.builtin.toolbox import ToolSettings
from runwhy.executors.builtin.tools.limits import ToolLimits
from runwhy.executors.builtin.tools.spawn import SpawnLimits
from runwhy.net.addresses import Allowed
from runwhy.ports import Clock, Models
from runwhy.settings import Settings
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import Vault


def known_secrets(settings: Settings, environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return values to redact everywhere: those named in `redact_env`, and all keys."""
    named = (environ.get(name) for name in settings.redact_env)
    keys = (provider.key for provider in make_providers(settings.providers, environ).values())
    ours = (*named, *keys, *settings.secret_key)
    return tuple(dict.fromkeys(value for value in ours if value))


def make_models(
    settings: Settings,
    environ: Mapping[str, str],
    secrets: Sequence[str],
    prices: Prices,
    clock: Clock,
    telemetry: Telemetry = SILENT,
) -> tuple[Models, Connections]:
    """Return the models and their connections; the caller closes the connections."""
    connections = Connections(
        CallSettings(
            retries=settings.model_retries,
            longest_wait=settings.model_retry_wait,
            idle_timeout=settings.model_idle_timeout,
            cache=settings.prompt_cache,
            secrets=secrets,
            retried=telemetry.model_retried,
        )
    )
    providers = make_providers(settings.providers, environ)
    catalog = ModelCatalog(
        providers,
        connections.connect,
        default_id=settings.default_model or "echo",
        prices=prices,
    )
    return recorded_models(catalog, prices, clock, telemetry), connections


def briefing_settings(
    settings: Settings, secrets: Sequence[str], *, seal: bytes = b""
) -> BriefingSettings:
    """Return the envelope settings; `seal` is the secret of envelopes sent to a model."""
    return BriefingSettings(
        secret=seal,
        timezone=settings.timezone,
        key=settings.envelope_key,
        known=tuple(secrets),
    )


def engine_settings(
    settings: Settings,
    seal: bytes,
    secrets: Sequence[str],
    vault: Vault,
    telemetry: Telemetry = SILENT,
) -> EngineSettings:
    """Return the engine settings."""
    output_limit = settings.tool_output_limit
    return EngineSettings(
        briefing=briefing_settings(settings, secrets, seal=seal),
        tool_timeout=settings.tool_timeout,
        context_window=settings.context_window,
        approval_timeout=settings.approval_timeout,
        tools=ToolSettings(
            limits=ToolLimits(
                allowed=Allowed.parse(settings.tool_hosts),
                timeout=settings.mcp_timeout,
                output_limit=output_limit,
                vault=vault,
                known=secrets,
            ),
            spawn=SpawnLimits(
                count=settings.max_subruns,
                depth=settings.max_subrun_depth,
                output_limit=output_limit,
            ),
            telemetry=telemetry,
        ),
    )
