"""Secrets in specs: redacted when stored, hidden when shown."""

from __future__ import annotations

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.spec_secrets import (
    HIDDEN,
    hide_values,
    shown_spec,
    shown_tools,
    without_secrets,
)

TOKEN = "ghp_R8vK2mXq5TzY7wLp3Nc9Jd4Bf6Gh1Sa0Ue"


def test_context_is_stored_without_secrets_and_the_rest_is_unchanged() -> None:
    context = {"a": f"token {TOKEN}", "b": "mine-77"}
    spec = AgentSpec(system_prompt=f"Use {TOKEN}.", context=context)

    stored = without_secrets(spec, known=["mine-77"])

    assert stored.system_prompt == spec.system_prompt
    assert TOKEN not in str(stored.context) and "mine-77" not in str(stored.context)
    assert without_secrets(stored, known=["mine-77"]) == stored


def test_a_spec_without_context_is_returned_unchanged() -> None:
    spec = AgentSpec(system_prompt="Hi.", context={})

    assert without_secrets(spec) is spec
    assert shown_spec(spec) is spec


def test_header_values_and_passwords_in_addresses_are_not_shown() -> None:
    tool = {
        "kind": "mcp",
        "name": "x",
        "url": "https://me:hunter2hunter2@tools.example/mcp",
        "headers": {"Authorization": "Bearer abcdefgh"},
    }

    (shown,) = shown_tools([tool])

    assert shown["headers"] == {"Authorization": HIDDEN}
    assert "hunter2" not in str(shown["url"]) and "tools.example/mcp" in str(shown["url"])
    assert tool["headers"] == {"Authorization": "Bearer abcdefgh"}


def test_header_values_echoed_by_a_server_are_hidden() -> None:
    headers = {"Authorization": "Bearer s3cr3t-token-value", "X-Team": "a"}

    text = hide_values("got s3cr3t-token-value and Bearer s3cr3t-token-value from a", headers)

    assert text == f"got {HIDDEN} and {HIDDEN} from a"
