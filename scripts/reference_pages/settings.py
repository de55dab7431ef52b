"""docs/reference/settings.md: everything that can be set, with its default."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whence.settings import ProviderSettings, Settings

HEAD = """# Settings

A server is set up by options of `whence serve`, by the environment, and by `whence.toml` in the
directory that it is started in; the first of these that says something counts. In the environment
a setting has the prefix `WHENCE_` and its name in capitals, in `whence.toml` its name as it stands
here:

```toml
port = 8080
timezone = "Europe/Berlin"
```

Commands that speak to a server read `WHENCE_URL`, `WHENCE_API_KEY` and `WHENCE_WORKSPACE`.

| setting | environment | default | |
| --- | --- | --- | --- |
"""


def page() -> str:
    """All settings with their defaults."""
    rows = [
        f"| `{name}` | `WHENCE_{name.upper()}` | {default_text(field)} | {field.description} |\n"
        for name, field in Settings.model_fields.items()
    ]
    return HEAD + "".join(rows) + "".join(tables())


def tables() -> Iterator[str]:
    """Settings that are tables of their own in whence.toml."""
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
