"""`runwhy.local()` runs a server in this process, without a port."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import runwhy
from runwhy.errors import Unavailable
from runwhy.local_server import LocalServer
from runwhy.settings import Settings


def test_a_with_block_runs_a_server() -> None:
    with runwhy.local() as client:
        result = client.run_agent("Hello", system_prompt="Be brief.", metadata={"env": "test"})

        assert "task: Hello" in result.text
        assert result.metadata == {"env": "test"}
        assert [run.id for run in client.list_runs().runs] == [result.run_id]


def test_a_local_tool_is_called_in_this_process() -> None:
    items = []

    @runwhy.tool
    def stock(item: str) -> int:
        """How many of an item are in stock."""
        items.append(item)
        return 42

    with runwhy.local() as client:
        prompt = 'Look: [[tool stock {"item": "apples"}]]'
        result = client.run_agent(prompt, system_prompt="You look after a shop.", tools=[stock])

    assert items == ["apples"]
    assert "tool stock returned: 42" in result.text


def test_several_local_servers_are_isolated() -> None:
    with runwhy.local() as one, runwhy.local() as other:
        one.run_agent("Hello", system_prompt="Be brief.")

        assert len(one.list_runs().runs) == 1
        assert other.list_runs().runs == ()


def test_async_with_returns_an_async_client() -> None:
    async def ask() -> list[str]:
        async with runwhy.local() as client:
            questions = ("One", "Two", "Three")
            calls = [client.run_agent(q, system_prompt="Be brief.") for q in questions]
            return [result.text.splitlines()[-1] for result in await asyncio.gather(*calls)]

    assert asyncio.run(ask()) == ["task: One", "task: Two", "task: Three"]


def test_a_named_database_is_kept(tmp_path: Path) -> None:
    db = tmp_path / "kept.db"
    with runwhy.local(db) as client:
        session = client.create_session(system_prompt="Be brief.", metadata={"customer": "acme"})
        session.send("Hello")
    with runwhy.local(db) as client:
        history = client.session(session.id).history()

    assert [message["role"] for message in history] == ["user", "assistant"]


def test_a_temporary_database_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with runwhy.local() as client:
        client.run_agent("Hello", system_prompt="Be brief.")
        assert list(tmp_path.rglob("runwhy.db"))

    assert list(tmp_path.iterdir()) == []


def test_a_local_server_ignores_the_host_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RUNWHY_HOST", "0.0.0.0")
    with runwhy.local() as client:
        assert client.list_models().default_model_id == "echo"


def test_a_loopback_port_is_used_if_the_socket_path_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 100)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    with runwhy.local() as client:
        assert client.base_url.startswith("http://127.0.0.1:")
        assert client.run_agent("Hello", system_prompt="Be brief.").text


def test_a_file_in_use_is_rejected_until_it_is_released(tmp_path: Path) -> None:
    db = tmp_path / "one.db"
    in_use = pytest.raises(Unavailable, match=r"one\.db is in use by another Runwhy server")
    with runwhy.local(db), in_use:
        runwhy.local(db).__enter__()
    with runwhy.local(db) as client:
        assert client.list_runs().runs == ()


def test_a_server_without_fire_does_not_run_schedules(tmp_path: Path) -> None:
    server = LocalServer(Settings(data_dir=tmp_path, host="127.0.0.1"), fire=False)
    server.start()
    try:
        with server.client() as client:
            each_second = {"kind": "cron", "name": "often", "schedule": "* * * * * *"}
            spec = {"systemPrompt": "Be brief.", "prompt": "Tick"}
            client.request("POST", "/triggers", {**each_second, **spec})
            client.run_agent("Wait [[sleep 1.2]]", system_prompt="Be brief.")

            assert [run.origin.trigger for run in client.list_runs().runs if run.origin] == ["api"]
    finally:
        server.stop()


def test_an_unknown_setting_is_rejected() -> None:
    with pytest.raises(TypeError, match="no setting 'timezon'"):
        runwhy.local(timezon="Europe/Berlin")
