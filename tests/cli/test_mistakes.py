"""What newcomers get wrong, and that each answer says what to do instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.conftest import Command
from tests.cli.processes import Served, environment, served

from runwhy.cli import main

ASKED_WRONGLY = [
    (["run", "-t", "customer", "Hi"], 2, "'customer' is not of the form KEY=VALUE"),
    (["run", "-t", "my customer=acme", "Hi"], 2, "the tag my customer: a key has 1 to 64"),
    (["run", "-m", "gpt-4o", "Hi"], 2, "'openai:gpt-4o' needs an API key: set OPENAI_API_KEY"),
    (["run", "--context", "{a", "Hi"], 2, "this is not JSON"),
    (["run", "--system", "@nowhere.txt", "Hi"], 2, "nowhere.txt: No such file or directory"),
    (["runs", "list", "-q", "env:prod created>24h"], 2, "--query: column 18: expected a time"),
    (["runs", "list", "-q", "日本 AND ("], 2, "\n  日本 AND (\n            ^"),
    (["runs", "list", "customer:acme"], 2, "did you mean customer=acme?"),
    (["run", "Hello", "big", "world"], 2, 'Put quotes around it: "Hello big world"'),
    (["run", "-m", "opnai:gpt-5.5", "Hi"], 2, "did you mean openai:gpt-5.5?"),
    (["--server", "http://nowhere.invalid", "models"], 6, "is the address right"),
    (["runs", "show", "run_1"], 5, "`runwhy runs list` shows what there is"),
    (["envelope", "run_1"], 5, "no run run_1"),
    (["triggers", "fire", "nightly"], 5, "`runwhy triggers list` shows what there is"),
    (["--workspace", "nope", "models"], 5, "`runwhy workspaces list`"),
    (["--server", "localhost:7420", "models"], 2, "does not begin with http://"),
    (["--server", "http://h:7420/w/default", "models"], 2, "alone, without a path: http://h:7420"),
    (["--server", "http://127.0.0.1:1", "models"], 6, "start a server with `runwhy serve`"),
    (["serve", "--db", "mysql://u:pw@h/d"], 2, "--db: must be a file, or begin with postgresql://"),
    (["serve", "--port", "99999"], 2, "--port: Input should be less than or equal to 65535"),
    (["backup", "/nowhere/at/all.db"], 2, "there is no directory /nowhere/at"),
    (["rum", "Hi"], 2, "Did you mean 'run'?"),
]
CRON = ["triggers", "add", "cron", "nightly", "Go", "--schedule"]


@pytest.mark.parametrize(("args", "code", "hint"), ASKED_WRONGLY, ids=lambda value: str(value)[:40])
def test_a_mistake_is_answered_with_what_to_do(
    command: Command, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int, hint: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("COLUMNS", "300")

    said = command(*args, code=code).output

    assert hint in said and "pw" not in said


def test_a_schedule_is_corrected_by_an_example_and_a_zone_by_its_name(command: Command) -> None:
    assert "'every night' is no cron expression" in command(*CRON, "every night", code=2).output
    said = command(*CRON, "0 2 * * *", "--tz", "Berlin", code=2).output
    assert "--tz: there is no time zone 'Berlin'; did you mean Europe/Berlin?" in said


def test_https_to_a_server_without_it_is_told(command: Command, server: Served) -> None:
    url = server.url.replace("http://", "https://")

    said = command("--server", url, "models", code=6).output

    assert "it does not speak https; try http://" in said


def test_a_slip_in_runwhy_toml_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "runwhy.toml").write_text('default_modle = "echo"\n')
    monkeypatch.chdir(tmp_path)

    done = CliRunner().invoke(main, ["models"])

    assert done.exit_code == 2
    assert "there is no setting 'default_modle'; did you mean default_model?" in done.output


def test_a_place_that_cannot_be_written_to_is_named_with_the_setting_that_moves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RUNWHY_DATA_DIR", str(tmp_path / "file" / "data"))

    done = CliRunner().invoke(main, ["models"])

    assert done.exit_code == 1
    assert "Not a directory" in done.output and "RUNWHY_DATA_DIR" in done.output


def test_a_default_model_that_cannot_be_used_is_told_when_the_server_starts(data: Path) -> None:
    with served(env=environment(data, RUNWHY_DEFAULT_MODEL="ollama:qwen3")) as server:
        assert "cannot be used: no model 'ollama:qwen3'" in server.greeting
