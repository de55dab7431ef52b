"""The model catalog: from the environment, from runwhy.toml, and errors for unknown models."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, KEY, scene
from tests.server.api_client import Api
from tests.support.anthropic_server import AnthropicMessages
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Say, ScriptedServer
from tests.support.servers import running_server, server_settings

from runwhy.errors import InvalidModel, MissingKey
from runwhy.executors.builtin.connections import Connections
from runwhy.executors.builtin.models import ModelCatalog
from runwhy.executors.builtin.providers import CallSettings, make_providers
from runwhy.setting_tables import ProviderSettings
from runwhy.settings import Settings

OPENAI = {"OPENAI_API_KEY": KEY}


def catalog(
    environ: Mapping[str, str] | None = None, providers: Mapping[str, Any] | None = None
) -> ModelCatalog:
    given = {name: ProviderSettings(**value) for name, value in (providers or {}).items()}
    connections = Connections(CallSettings())
    return ModelCatalog(make_providers(given, environ or {}), connections.connect)


def test_without_keys_only_echo_is_available() -> None:
    assert [info.id for info in catalog().list()] == ["echo"]


def test_a_key_adds_its_vendors_models_with_windows_and_prices() -> None:
    found = {info.id: info for info in catalog(OPENAI).list()}

    model = found["openai:gpt-5.5"]
    assert model.context_window_tokens and model.context_window_tokens >= 400_000
    assert model.pricing and 0 < model.pricing.input < model.pricing.output
    assert not any("whisper" in id or "embedding" in id for id in found)


def test_a_configured_endpoint_offers_only_its_listed_models() -> None:
    providers = {"local": {"base_url": "http://127.0.0.1:1/v1", "models": ["qwen3", "llama-4"]}}
    models = catalog(providers=providers)

    assert [info.id for info in models.list()] == ["echo", "local:qwen3", "local:llama-4"]
    assert models.get("local:qwen3")
    with pytest.raises(InvalidModel, match="did you mean local:qwen3"):
        models.get("local:qwen")


def test_an_endpoint_without_a_list_accepts_any_name_even_with_colons() -> None:
    assert catalog(providers={"ollama": {"base_url": "http://x/v1"}}).get("ollama:qwen3:8b")


def test_the_error_names_the_missing_key_variable() -> None:
    with pytest.raises(MissingKey, match="set OPENAI_API_KEY on the server"):
        catalog().get("openai:gpt-5.5")
    with pytest.raises(MissingKey, match="set MY_KEY"):
        catalog(providers={"mine": {"base_url": "http://x/v1", "api_key_env": "MY_KEY"}}).get(
            "mine:a"
        )


def test_a_custom_base_url_needs_no_key() -> None:
    assert catalog({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}).get("openai:anything")


@pytest.mark.parametrize(
    ("asked", "candidate"),
    [
        ("gpt-5.5", "openai:gpt-5.5"),
        ("openai:", "openai:gpt"),
        ("opnai:gpt-5.5", "openai:gpt-5.5"),
        ("", "echo"),
        ("nobody:knows", "echo"),
    ],
)
def test_an_unknown_model_error_suggests_similar_names(asked: str, candidate: str) -> None:
    with pytest.raises(InvalidModel) as error:
        catalog(OPENAI).get(asked)

    assert any(id.startswith(candidate) for id in error.value.candidates)


def test_providers_are_read_from_runwhy_toml(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runwhy.toml").write_text(
        """
        default_model = "gw:small"
        tool_hosts = ["tools.internal"]
        [providers.gw]
        base_url = "https://gw.example/v1"
        api_key_env = "GW_KEY"
        wire = "responses"
        models = ["small"]
        [providers.openai]
        wire = "chat"
        """
    )
    monkeypatch.chdir(tmp_path)
    settings = Settings()
    providers = make_providers(settings.providers, {"GW_KEY": "k-12345678", **OPENAI})

    assert (providers["gw"].wire, providers["gw"].key) == ("responses", "k-12345678")
    assert (providers["openai"].wire, providers["openai"].key) == ("chat", KEY)
    assert settings.default_model == "gw:small"
    assert settings.tool_hosts == ("tools.internal",)
    assert "k-12345678" not in repr(providers)


def test_lists_in_the_environment_are_comma_separated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNWHY_TOOL_HOSTS", "a.internal, 10.0.0.0/8")
    monkeypatch.setenv("RUNWHY_PROVIDERS", '{"x":{"base_url":"http://x/v1"}}')

    settings = Settings()

    assert settings.tool_hosts == ("a.internal", "10.0.0.0/8")
    assert settings.providers["x"].base_url == "http://x/v1"


@pytest.mark.parametrize("wire", ["chat", "responses", "anthropic"])
def test_a_configured_endpoint_is_called_with_its_api(
    wire: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialect = AnthropicMessages() if wire == "anthropic" else OpenAi()
    paths = {"chat": "/v1/chat/completions", "responses": "/v1/responses"}
    with ScriptedServer(dialect, [[Say("Here.")]]).serving() as model:
        url = model.origin if wire == "anthropic" else model.url
        monkeypatch.setenv("MY_KEY", KEY)
        given = {"base_url": url, "api_key_env": "MY_KEY", "wire": wire}
        settings = server_settings(tmp_path, providers={"mine": given}, default_model="mine:m/x")
        with running_server(settings) as server:
            api = Api(server.url)
            end = api.stream(f"/agent-runs/{api.run('Hi.')}/stream")[-1]
            api.http.close()

    assert end.data["data"]["text"] == "Here."
    assert end.data["data"]["model"]["id"] == "mine:m/x"
    (request,) = model.requests
    assert request.path.split("?")[0] == paths.get(wire, "/v1/messages")
    assert request.body["model"] == "m/x"
    sent = (request.headers.get("authorization"), request.headers.get("x-api-key"))
    assert KEY in str(sent)


def test_a_request_for_an_unusable_model_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_BASE_URL", raising=False)
    with scene(CHAT, tmp_path, monkeypatch) as here:
        body = {"systemPrompt": "Hi.", "prompt": "x", "modelId": "anthropic:claude-sonnet-5"}
        said = here.api.post("/agent-runs", body)

    assert (said.status_code, said.json()["error"]) == (400, "invalid_model")
    assert "ANTHROPIC_API_KEY" in said.json()["message"]


def test_a_key_removed_later_fails_the_run_with_class_auth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene(CHAT, tmp_path, monkeypatch, work=False) as here:
        run = here.start()
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name)
    with running_server(server_settings(tmp_path)) as server:
        api = Api(server.url)
        said = api.stream(f"/agent-runs/{run}/stream")[-1].data["data"]
        api.http.close()

    assert (said["errorClass"], said["code"]) == ("auth", "missing_key")


def test_a_server_without_real_models_does_not_load_their_libraries() -> None:
    import subprocess
    import sys

    code = (
        "import sys, runwhy.wiring; from runwhy.settings import Settings; "
        "runwhy.wiring.make_server(Settings(data_dir='/tmp')); "
        "print([m for m in ('pydantic_ai','openai','anthropic','mcp','jsonschema','genai_prices')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_connections_can_be_closed_twice() -> None:
    connections = Connections(CallSettings())

    async def close_twice() -> None:
        await connections.close()
        await connections.close()

    asyncio.run(close_twice())
