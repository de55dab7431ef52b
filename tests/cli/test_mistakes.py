"""Common mistakes are answered with a hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.conftest import Command
from tests.cli.processes import Served, environment, served

from runwhy.cli import main

ALERT = ["alerts", "preview", "--window", "1h"]
MISTAKES = [
    (["run", "-t", "customer", "Hi"], 2, "'customer' is not in the form KEY=VALUE"),
    (["run", "-t", "my customer=acme", "Hi"], 2, "tag my customer: a key must have 1 to 64"),
    (["run", "-m", "gpt-4o", "Hi"], 2, "'openai:gpt-4o' needs an API key: set OPENAI_API_KEY"),
    (["run", "--context", "{a", "Hi"], 2, "the value is not valid JSON"),
    (["run", "--system", "@nowhere.txt", "Hi"], 2, "nowhere.txt: No such file or directory"),
    (["runs", "list", "-q", "env:prod created>24h"], 2, "--query: column 18: expected a time"),
    (["runs", "list", "-q", "日本 AND ("], 2, "\n  日本 AND (\n            ^"),
    (["runs", "list", "customer:acme"], 2, "did you mean customer=acme?"),
    (["run", "Hello", "big", "world"], 2, 'Put the text in quotes: "Hello big world"'),
    (["run", "-m", "opnai:gpt-5.5", "Hi"], 2, "did you mean openai:gpt-5.5?"),
    (["--server", "http://nowhere.invalid", "models"], 6, "check the address"),
    (["runs", "show", "run_1"], 5, "`runwhy runs list` shows all runs"),
    (["envelope", "run_1"], 5, "no run run_1"),
    (["triggers", "fire", "nightly"], 5, "`runwhy triggers list` shows all triggers"),
    (["--workspace", "nope", "models"], 5, "`runwhy workspaces list`"),
    (["--server", "localhost:7420", "models"], 2, "does not start with http://"),
    (["--server", "http://h:7420/w/default", "models"], 2, "without a path: http://h:7420"),
    (["--server", "http://127.0.0.1:1", "models"], 6, "start a server with `runwhy serve`"),
    (
        ["serve", "--db", "mysql://u:pw@h/d"],
        2,
        "--db: should be a file path or a postgresql:// URL",
    ),
    (["serve", "--port", "99999"], 2, "--port: must be at most 65535"),
    (["backup", "/nowhere/at/all.db"], 2, "the directory /nowhere/at does not exist"),
    (["workspaces", "export", "/nowhere/at/all.gz"], 2, "the directory /nowhere/at does not exist"),
    (["workspaces", "import", "/nowhere.gz"], 2, "File '/nowhere.gz' does not exist"),
    (["restore", "/nowhere.db"], 2, "File '/nowhere.db' does not exist"),
    (["agents", "add", "cook"], 2, "--system: is required"),
    (["memories", "add", ""], 2, "TEXT: must not be empty"),
    (["sessions", "timers", "add", "ses_1", "--in", "900d"], 2, "the maximum is 365d"),
    (["keys", "add", "ci", "--read-only", "--expires", "0"], 2, "--expires': 0 is too short"),
    (["keys", "add", "ci", "--read-only", "-t", "acme"], 2, "'--tag': 'acme' is not in the form"),
    (
        ["alerts", "preview", "--template", "schedule_missed"],
        2,
        "--parameter schedule: is required",
    ),
    ([*ALERT, "--measure", "failure_rate", "--above", "300%"], 2, "must be 0 to 1; 0.2 is 20 %"),
    ([*ALERT, "--measure", "failed", "--window", "1s"], 2, "1s is too short; the minimum is 10s"),
    (["erase", "status:nope"], 2, "QUERY: column 8: expected one of"),
    (["inbox", "allow", "approval:run_1:x"], 5, "see `runwhy inbox`"),
    (["budgets", "show", "nope"], 5, "`runwhy budgets list` shows all budgets"),
    (["memories", "show", "mem_1"], 5, "`runwhy memories list` shows all memories"),
    (["erasures", "era_1"], 5, "`runwhy erasures` shows all erasures"),
    (["alerts", "show", "nope"], 5, "`runwhy alerts list` shows all alerts"),
    (["shell-report", "make"], 2, "set --session or RUNWHY_SESSION"),
    (["submit", " "], 2, "TASK: the prompt is empty"),
    (["submit", "--timeout", "2d", "Hi"], 2, "--timeout': 2d is too long; the maximum is 1d"),
    (["rum", "Hi"], 2, "Did you mean 'run'?"),
]
CRON = ["triggers", "add", "cron", "nightly", "Go", "--schedule"]


@pytest.mark.parametrize(("args", "code", "hint"), MISTAKES, ids=lambda value: str(value)[:40])
def test_a_mistake_is_answered_with_a_hint(
    command: Command, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int, hint: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("COLUMNS", "300")

    output = command(*args, code=code).output

    assert hint in output and "pw" not in output


def test_an_invalid_schedule_or_time_zone_is_answered_with_a_suggestion(command: Command) -> None:
    assert "'every night' is not a cron expression" in command(*CRON, "every night", code=2).output
    output = command(*CRON, "0 2 * * *", "--tz", "Berlin", code=2).output
    assert "--tz: unknown time zone 'Berlin'; did you mean Europe/Berlin?" in output


def test_https_to_a_server_without_tls_suggests_http(command: Command, server: Served) -> None:
    url = server.url.replace("http://", "https://")

    output = command("--server", url, "models", code=6).output

    assert "does not support https; try http://" in output


def test_an_unknown_setting_in_runwhy_toml_suggests_the_right_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runwhy.toml").write_text('default_modle = "echo"\n')
    monkeypatch.chdir(tmp_path)

    done = CliRunner().invoke(main, ["models"])

    assert done.exit_code == 2
    assert "unknown setting 'default_modle'; did you mean default_model?" in done.output


def test_an_unwritable_directory_is_named_with_the_setting_to_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RUNWHY_DATA_DIR", str(tmp_path / "file" / "data"))

    done = CliRunner().invoke(main, ["models"])

    assert done.exit_code == 1
    assert "Not a directory" in done.output and "RUNWHY_DATA_DIR" in done.output


def test_an_unavailable_default_model_is_shown_when_the_server_starts(data: Path) -> None:
    with served(env=environment(data, RUNWHY_DEFAULT_MODEL="ollama:qwen3")) as server:
        assert "is not available: no model 'ollama:qwen3'" in server.greeting
