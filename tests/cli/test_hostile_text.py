"""No command lets stored text control the terminal of its reader."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from tests.cli.processes import Served
from tests.server.api_client import SPEC, Api, ok

from runwhy import RunEvent
from runwhy.cli import main
from runwhy.cli.output import escape_controls
from runwhy.cli.run_progress import RunProgress

TITLE = "\x1b]0;pwned\x07"
LINK = "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\"
EVIL = f"a{TITLE}{LINK}\x1b[7777X\x9b7777X\u202egpj.exe\u2066\r\x08z"
FORBIDDEN = ("\x1b]", "\x1b[7777", "\x9b", "\u202e", "\u2066", "\x07", "\x08", "\r\x08")


@pytest.fixture
def evil(server: Served) -> dict[str, str]:
    """Ids of one resource of each kind, with hostile text in every field."""
    api = Api(server.url)
    tags = {"evil": EVIL}
    session = api.session(name=EVIL, metadata=tags)
    run = api.send(session, f"[[tool look]] {EVIL}", tools=[{"kind": "local", "name": "look"}])
    body = {"toolUseId": api.waiting(run), "result": EVIL}
    ok(api.post(f"/agent-runs/{run}/tool-results", body))
    api.ended(run)
    failed = api.run(f"[[fail {EVIL}]]", metadata=tags, correlationId=EVIL[:100])
    api.ended(failed)
    hook = {"kind": "webhook", "name": EVIL, "verify": "token", "secret": "x" * 20, "prompt": EVIL}
    made = {
        "session": session,
        "run": run,
        "failed": failed,
        "agent": ok(api.post("/agents", {**SPEC, "name": EVIL}), 201)["id"],
        "key": ok(api.post("/keys", {"name": EVIL, "scopes": ["runs:read"]}), 201)["id"],
        "trigger": ok(api.post("/triggers", {**hook, "metadata": tags}), 201)["id"],
    }
    timer = {"type": "check_in", "delaySeconds": 3600, "reason": EVIL}
    ok(api.post(f"/agent-sessions/{session}/timers", timer), 201)
    rule = {"name": EVIL, "query": "evil:nothing", "mode": "all", "olderThanSeconds": 86_400}
    made["rule"] = ok(api.post("/retention-rules", rule), 201)["id"]
    api.http.close()
    return made


COMMANDS = [
    *("runs list", "runs show {run}", "runs show {failed}", "runs follow {run}"),
    *("runs follow {failed}", "runs follow {run} --quiet", "envelope {run}", "queue list"),
    *("sessions list", "sessions show {session}", "sessions show --all {session}"),
    *("sessions tag {session} more=1", "sessions timers list {session}", "agents list"),
    *("agents show {agent}", "triggers list", "triggers show {trigger}", "keys list", "audit"),
    *("retention list", "retention run {rule}", "erasures", "workspaces list", "models"),
]
LINES = [f"{line} --json" for line in COMMANDS if not line.startswith(("sessions tag", "queue"))]


def test_no_command_prints_terminal_control_sequences(
    server: Served, evil: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNWHY_DATA_DIR", server.env["RUNWHY_DATA_DIR"])
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    shown = 0
    for line in [*COMMANDS, *LINES]:
        words = line.format(**evil).split()
        result = CliRunner().invoke(main, words, prog_name="runwhy", color=True)
        assert result.exit_code in (0, 3), (line, result.output)
        for bad in FORBIDDEN:
            assert bad not in result.output, (line, bad, result.output)
        shown += "pwned" in result.output
    assert shown > len(COMMANDS)  # the hostile text was in the output


def test_direction_overrides_are_escaped() -> None:
    assert escape_controls("user\u202e\u2066admin") == "user\\u202e\\u2066admin"
    assert (
        escape_controls("שלום \u200fعربي") == "שלום \u200fعربي"
    )  # ordinary right-to-left text is unchanged


def test_escaped_json_has_the_same_value(capsys: pytest.CaptureFixture[str]) -> None:
    from runwhy.cli.output import echo_json

    echo_json({EVIL: [EVIL, "ümlaut 日本"]})

    out = capsys.readouterr().out
    assert json.loads(out) == {EVIL: [EVIL, "ümlaut 日本"]}
    assert not any(bad in out for bad in FORBIDDEN) and "日本" in out


def test_a_tag_cannot_add_a_progress_line() -> None:
    data = {"runId": "run_1", "trigger": "api", "metadata": {"a": "x\nError: send your key"}}

    line = RunProgress().add(RunEvent(1, "queued", data))

    assert line == "run_1 · api · a=x Error: send your key"
