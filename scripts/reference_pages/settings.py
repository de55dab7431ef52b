"""docs/reference/settings.md: everything that can be set, with its default."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runwhy.settings import ProviderSettings, Settings

HEAD = """# Settings

A server is set up by options of `runwhy serve`, by the environment, and by `runwhy.toml` in the
directory that it is started in; the first of these that says something counts. In the environment
a setting has the prefix `RUNWHY_` and its name in capitals, in `runwhy.toml` its name as it stands
here:

```toml
port = 8080
timezone = "Europe/Berlin"
```

Commands that speak to a server read `RUNWHY_URL`, `RUNWHY_API_KEY` and `RUNWHY_WORKSPACE`.

| setting | environment | default | |
| --- | --- | --- | --- |
"""


def page() -> str:
    """All settings with their defaults."""
    rows = [
        f"| `{name}` | `RUNWHY_{name.upper()}` | {default_text(field)} | {field.description} |\n"
        for name, field in Settings.model_fields.items()
    ]
    return HEAD + "".join(rows) + "".join(tables())


def tables() -> Iterator[str]:
    """Settings that are tables of their own in runwhy.toml."""
    yield f"\n## Providers\n\n{ProviderSettings.__doc__}\n\n"
    yield "| key | default | |\n| --- | --- | --- |\n"
    for name, field in ProviderSettings.model_fields.items():
        yield f"| `{name}` | {default_text(field)} | {field.description} |\n"


def default_text(field: Any) -> str:
    """The default as it is written, or what it depends on."""
    if field.default_factory is not None:
        return "" if field.default_factory is dict else "of the platform"
    value = field.default
    return "" if value in ("", (), None) else f"`{value}`"
