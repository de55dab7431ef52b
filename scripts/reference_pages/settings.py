"""Generate docs/reference/settings.md: all settings with their defaults."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from runwhy.core.durations import DURATION_RULE, render_duration
from runwhy.setting_tables import AcpAgentSettings, PriceSettings, ProviderSettings
from runwhy.setting_types import read_seconds
from runwhy.settings import Settings

HEAD = """# Settings

Set a value with an option of `runwhy serve`, an environment variable, or `runwhy.toml` in the
directory where you start the server. Options take precedence over the environment, and the
environment over `runwhy.toml`. An environment variable is the name in capitals with the prefix
`RUNWHY_`. In `runwhy.toml`, use the name as it is listed here:

```toml
port = 8080
timezone = "Europe/Berlin"
approval_timeout = "12h"
```

A duration is a number of seconds, or a text with units, such as DURATION_RULE.

Commands that talk to a server read `RUNWHY_URL`, `RUNWHY_API_KEY`, `RUNWHY_WORKSPACE` and
`RUNWHY_PROFILE`.

| setting | environment | default | meaning |
| --- | --- | --- | --- |
""".replace("DURATION_RULE", DURATION_RULE)


def page() -> str:
    """Return the page."""
    rows = [
        f"| `{name}` | `RUNWHY_{name.upper()}` | {default_text(field)} | {field.description} |\n"
        for name, field in Settings.model_fields.items()
    ]
    return HEAD + "".join(rows) + "".join(tables())


def tables() -> Iterator[str]:
    """Yield the settings that are tables in runwhy.toml."""
    listed = (
        ("Providers", ProviderSettings),
        ("Agents of the Agent Client Protocol", AcpAgentSettings),
        ("Prices", PriceSettings),
    )
    for title, table in listed:
        yield f"\n## {title}\n\n{table.__doc__}\n\n"
        yield "| key | default | meaning |\n| --- | --- | --- |\n"
        for name, field in table.model_fields.items():
            yield f"| `{name}` | {default_text(field)} | {field.description} |\n"


def default_text(field: Any) -> str:
    """Return the default as it is written, or what it depends on."""
    if field.default_factory is not None:
        return "" if field.default_factory is dict else "depends on the platform"
    if field.is_required():
        return "required"
    value = field.default
    if any(getattr(each, "func", None) is read_seconds for each in field.metadata):
        value = render_duration(timedelta(seconds=value))
    return "" if value in ("", (), None) else f"`{value}`"
