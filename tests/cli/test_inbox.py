"""The inbox on the command line: list, watch, allow, deny and dismiss."""

from __future__ import annotations

from pathlib import Path

from tests.cli.processes import Served, begun, json_lines
from tests.cli.test_approvals import result_of, start

from runwhy import Client


def test_a_request_is_listed_with_its_commands_and_allowed(asking: Served, tmp_path: Path) -> None:
    run = start(asking, tmp_path)
    listed = asking.run("inbox")
    (item,) = json_lines(asking.run("inbox", "--json").stdout)

    assert listed.returncode == 0, listed.stderr
    title, why, state, allow, deny, *_ = listed.stdout.splitlines()
    assert title == "claude wants to run a command: rm -rf build"
    assert why == "  approval · API, this machine · “Clean up”"
    assert "The request is denied" in state
    assert allow == f"  runwhy inbox allow {item['id']}"
    assert deny == f"  runwhy inbox deny {item['id']} --reason TEXT"
    assert item["actions"] == ["approve", "approve_for_run", "deny"]

    assert "approval: run a command: rm -rf build" in asking.run("queue", "list").stdout

    allowed = asking.run("inbox", "allow")
    assert "$ rm -rf build" in allowed.stderr
    assert allowed.stdout == f"{item['id']}  allowed\n"
    assert '"behavior": "allow"' in result_of(asking, run)
    assert asking.run("inbox").stderr == "Nothing waits for you.\n"
    assert "allowed by" in asking.run("inbox", "--all").stdout


def test_one_of_several_requests_is_named(asking: Served, tmp_path: Path) -> None:
    runs = [start(asking, tmp_path), start(asking, tmp_path)]
    unclear = asking.run("inbox", "deny")
    assert unclear.returncode == 1
    assert "2 requests wait" in unclear.stderr
    wrong = asking.run("inbox", "deny", "approval:run_1:toolu_1")
    assert wrong.returncode == 5
    assert "see `runwhy inbox`" in wrong.stderr
    for item in json_lines(asking.run("inbox", "--json").stdout):
        done = asking.run("inbox", "deny", item["id"], "--reason", "not today", "--json")
        assert json_lines(done.stdout)[0]["action"] == "deny"
    assert all("not today" in result_of(asking, run) for run in runs)


def test_a_paused_trigger_is_dismissed(asking: Served) -> None:
    with Client(asking.url) as client:
        cron = {"kind": "cron", "name": "tidy", "schedule": "0 3 * * 1", "prompt": "x"}
        client.request("POST", "/triggers", {**cron, "enabled": False})
        (item,) = client.list_inbox(kind="paused_trigger").items
    done = asking.run("inbox", "dismiss", item.id)
    assert done.stdout == f"{item.id}  dismissed\n"
    assert asking.run("inbox", "--kind", "paused_trigger").stdout == ""


def test_watch_prints_the_inbox_after_a_change(asking: Served, tmp_path: Path) -> None:
    with begun("inbox", "--watch", "--kind", "approval", "--json", env=asking.env) as watching:
        assert watching.stdout is not None
        run = start(asking, tmp_path)
        (item,) = json_lines(watching.stdout.readline())
        watching.terminate()
    assert item["runId"] == run
    asking.run("inbox", "deny")


def test_the_client_follows_the_inbox(asking: Served, tmp_path: Path) -> None:
    with Client(asking.url) as client:
        events = client.follow_inbox()
        first = next(event for event in events if event.type == "inbox")
        run = start(asking, tmp_path)
        then = next(event for event in events if event.type == "inbox")
        (item,) = [one for one in client.iter_inbox(kind="approval") if one.answer is None]
        events.close()
        client.decide_approval(run, "toolu_1", "deny", reason="no")

    assert first.open is not None
    assert then.open == first.open + 1
    assert (item.run_id, item.approval_id, item.asked["tool"]) == (run, "toolu_1", "Bash")
