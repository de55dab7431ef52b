"""Commands that list, show and change resources on a running server."""

from __future__ import annotations

import re

import pytest
from tests.cli.conftest import Command
from tests.cli.processes import Served, json_lines

import runwhy


def fields(shown: str) -> list[tuple[str, str]]:
    """Return the names and values that a command printed, one per line."""
    return re.findall(r"^(\S+(?: \S+)*)  +(.+)$", shown, re.MULTILINE)


def test_runs_are_found_by_their_tags(command: Command) -> None:
    for customer in ("acme", "globex"):
        command("run", "--quiet", "-t", "test=found", "-t", f"customer={customer}", "Hello")

    head, row = command("runs", "list", "test=found", "customer=acme").stdout.splitlines()
    assert head.split() == ["RUN", "STATUS", "WHY", "TASK", "CREATED", "TAGS", "COST", "TEXT"]
    assert row.startswith("run_") and "customer=acme" in row and "task: Hello" in row
    assert row.split()[1:4] == ["succeeded", "cli", "Hello"]
    found = json_lines(command("runs", "list", "test=found", "--json").stdout)
    assert [run["metadata"]["customer"] for run in found] == ["globex", "acme"]
    assert len(json_lines(command("runs", "list", "--limit", "1", "--json").stdout)) == 1
    assert command("runs", "list", "test=nobody", "--json").stdout == ""


def test_a_run_is_shown_with_its_origin(command: Command) -> None:
    done = command("run", "-t", "test=shown", "Hello")
    run_id = done.stderr.split()[0]

    shown = command("runs", "show", run_id).stdout
    assert ("trigger", "cli") in fields(shown)
    assert ("actor", "this machine (attended)") in fields(shown)
    assert ("tags", "test=shown (run)") in fields(shown)
    assert shown.endswith(done.stdout)
    (run,) = json_lines(command("runs", "show", "--json", run_id).stdout)
    assert run["origin"]["trigger"] == "cli"


def test_a_list_shows_why_each_run_exists(command: Command) -> None:
    add = ("triggers", "add", "cron", "--schedule", "0 2 * * *", "-t", "test=why")
    command(*add, "nightly-acme", "Report.")
    first = command("triggers", "fire", "nightly-acme").stdout.split()[0]
    command("runs", "follow", "--quiet", first)
    (again, *_) = command("rerun", first).stderr.split()

    newest, oldest = command("runs", "list", "test=why").stdout.splitlines()[1:]
    assert re.search(r"  cron nightly-acme  +Report\.  ", oldest)
    assert f"cli rerun of …{first[-3:]}" in newest
    (found,) = json_lines(command("runs", "list", "-q", f"rerun_of:{first}", "--json").stdout)
    assert found["id"] == again
    (found,) = json_lines(command("runs", "list", "-q", "trigger:nightly-acme", "--json").stdout)
    assert found["id"] == first
    shown = dict(fields(command("runs", "show", again).stdout))
    assert shown["rerun of"] == first
    assert shown["original"].startswith("cron nightly-acme trg_")
    shown = dict(fields(command("runs", "show", first).stdout))
    assert shown["trigger"].startswith("cron nightly-acme trg_")
    assert shown["reruns"] == f"{again}  succeeded"


def test_a_task_is_submitted_and_followed(command: Command) -> None:
    run_id = command("submit", "-t", "test=task", "--timeout", "60", "Count").stdout.strip()

    followed = command("runs", "follow", run_id)
    assert "trigger: daemon (unattended)" in followed.stdout
    assert followed.stderr.startswith(f"{run_id} · daemon · test=task")
    (accepted,) = json_lines(command("submit", "--json", "Count").stdout)
    assert accepted["status"] == "queued"


def test_show_says_what_a_queued_run_waits_for(command: Command, server: Served) -> None:
    with runwhy.Client(server.url) as client:
        queued = [client.submit("Hello", pool="none").run_id for _ in range(2)]

    shown = command("runs", "show", queued[1]).stdout
    assert "waits for  the pool none has no worker; start `runwhy worker --pool none`" in shown
    command("cancel", *queued)
    assert "waits for" not in command("runs", "show", queued[1]).stdout


def test_cancel_does_not_change_ended_runs(command: Command) -> None:
    done = command("run", "Hello").stderr.split()[0]
    waiting = command("submit", "Wait [[sleep 600]]").stdout.strip()

    output = command("cancel", waiting, done).stdout.splitlines()
    assert output == [f"{waiting}  cancelled", f"{done}  succeeded"]
    assert "was cancelled" in command("runs", "follow", waiting, code=4).stderr


def test_the_life_of_a_session(command: Command) -> None:
    add = ("sessions", "add", "--name", "Chat", "-t", "test=chat", "--system", "Be brief.")
    session = command(*add).stdout.strip()
    assert session.startswith("ses_")
    assert "task: One" in command("sessions", "send", session, "One").stdout

    tagged = command("sessions", "tag", session, "env=prod", "gone=1").stdout
    assert tagged == "test=chat env=prod gone=1\n"
    assert command("sessions", "tag", session, "gone-").stdout == "test=chat env=prod\n"
    command("sessions", "send", "--quiet", session, "Two")

    shown = command("sessions", "show", session).stdout
    assert "name       Chat" in shown and "tags       test=chat env=prod" in shown
    assert "user\nOne\n" in shown and "user\nTwo\n" in shown
    (row,) = command("sessions", "list", "test=chat").stdout.splitlines()[1:]
    assert row.startswith(session) and row.rstrip().endswith("Chat: One")
    (listed,) = json_lines(command("sessions", "list", "test=chat", "--json").stdout)
    assert listed["sessionId"] == session
    (whole,) = json_lines(command("sessions", "show", "--all", "--json", session).stdout)
    assert len(whole["messages"]) > 4

    command("sessions", "end", session)
    assert "ended" in command("sessions", "show", session).stdout
    assert "has ended" in command("sessions", "send", session, "Three", code=1).stderr


def test_the_policy_and_the_timers_of_a_session(command: Command) -> None:
    session = command("sessions", "add", "--system", "Be brief.").stdout.strip()
    assert command("sessions", "autonomy", session).stdout == "no policy set; the defaults apply\n"
    (policy,) = json_lines(
        command(
            *("sessions", "autonomy", session, "--on", "--cooldown", "60", "--busy", "skip"),
            "--json",
        ).stdout
    )
    assert policy == {"enabled": True, "cooldownSeconds": 60, "busy": "skip"}

    timer = command(
        "sessions", "timers", "add", session, "--in", "600", "--key", "k"
    ).stdout.strip()
    at = ("--at", "2099-01-01T00:00:00", "--json")
    assert "maxDelaySeconds" in command("sessions", "timers", "add", session, *at, code=2).stderr
    assert "--in" in command("sessions", "timers", "add", session, code=2).stderr
    assert command("sessions", "timers", "cancel", session, timer).stdout == f"{timer}  cancelled\n"
    (row,) = command("sessions", "timers", "list", session).stdout.splitlines()[1:]
    assert "cancelled: cancelled by" in row


def test_agents_are_created_shown_and_deleted(command: Command) -> None:
    spec = '{"budgets": {"maxToolTurns": 3}}'
    agent = command("agents", "add", "helper", "--system", "Help.", "--spec", spec).stdout.strip()

    (shown,) = json_lines(command("agents", "show", "--json", agent).stdout)
    assert shown["name"] == "helper" and shown["budgets"] == {"maxToolTurns": 3}
    assert '"systemPrompt": "Help."' in command("agents", "show", agent).stdout
    assert agent in command("agents", "list").stdout
    command("agents", "remove", agent)
    assert f"no agent {agent}" in command("agents", "show", agent, code=5).stderr


def test_memories_are_stored_searched_changed_and_deleted(command: Command) -> None:
    memory = command("memories", "add", "--user", "ann", "I like tea.").stdout.strip()

    (found,) = json_lines(command("memories", "search", "Tea?", "--user", "ann", "--json").stdout)
    assert (found["id"], found["text"]) == (memory, "I like tea.")
    assert memory in command("memories", "search", "tea").stdout
    command("memories", "change", memory, "I like water.")
    assert "text     I like water." in command("memories", "show", memory).stdout
    assert "I like water." in command("memories", "list", "--user", "ann").stdout
    command("agents", "add", "barista", "--system", "Serve.")
    other = command("memories", "add", "--agent", "barista", "Tea is hot.").stdout.strip()
    assert "agent    barista" in command("memories", "show", other).stdout
    command("memories", "remove", memory)
    assert f"no memory {memory}" in command("memories", "show", memory, code=5).stderr


def test_an_agent_without_a_system_prompt_is_rejected(command: Command) -> None:
    assert "--system: " in command("agents", "add", "empty", code=2).stderr


def test_the_default_model_has_an_asterisk(command: Command) -> None:
    assert "\necho*  Echo (offline)" in command("models").stdout
    found = json_lines(command("models", "--json").stdout)
    assert [model["id"] for model in found if model["default"]] == ["echo"]


def test_a_key_limited_to_tags_is_told_to_use_one_without(command: Command) -> None:
    tags = ("--tag", "customer=acme", "--tag", "env=prod")
    secret = command("keys", "add", "contractor", "--read-only", *tags).stdout.strip()

    rejected = command("--api-key", secret, "agents", "list", code=7).stderr

    assert "this key is limited to customer=acme env=prod and cannot do this" in rejected
    assert "a key without tags can do it" in rejected and "RUNWHY_API_KEY" in rejected


def test_a_key_is_created_used_and_revoked(command: Command, server: Served) -> None:
    made = command("keys", "add", "reader", "--scope", "runs:read", "--scope", "models:read")
    secret, key = made.stdout.strip(), made.stderr.split(":")[0]

    assert command("--api-key", secret, "runs", "list", "--limit", "1").exit_code == 0
    rejected = command("--api-key", secret, "run", "Hello", code=7)
    assert "lacks the scope runs:write" in rejected.stderr and "--api-key" in rejected.stderr
    assert "`runwhy keys add NAME --scope runs:write`" in rejected.stderr
    listed = command("keys", "list").stdout
    assert key in listed and secret[:9] in listed and secret not in listed
    command("keys", "remove", key)
    assert key not in command("keys", "list", "--json").stdout


def test_keys_are_shown_and_changed(command: Command) -> None:
    made = command("keys", "add", "changed", "--scope", "runs:read", "--json").stdout
    (key,) = json_lines(made)
    shown = command("keys", "show", key["id"]).stdout
    assert "runs:read" in shown and "never" in shown and key["secret"] not in shown

    change = ("keys", "change", key["id"])
    assert "changed  expires 20" in command(*change, "--name", "other", "--expires", "30d").stdout
    (now,) = json_lines(command("keys", "show", key["id"], "--json").stdout)
    assert (now["name"], now["scopes"]) == ("other", ["runs:read"]) and now["expiresAt"]
    assert command(*change, "--never-expires").stdout == f"{key['id']}  changed\n"
    assert "nothing to change" in command(*change, code=2).output
    assert "use either" in command(*change, "--never-expires", "--expires", "1d", code=2).output
    assert "--name" in command(*change, "--name", "x" * 300, code=2).stderr
    assert "key.changed" in command("audit", "--action", "key").stdout
    command("keys", "remove", key["id"])


def test_runs_of_a_cli_key_have_the_trigger_cli(command: Command) -> None:
    (made,) = json_lines(
        command("keys", "add", "laptop", "--scope", "admin", "--cli", "--json").stdout
    )

    output = command("--api-key", made["secret"], "run", "Hello").stdout
    assert "trigger: cli (attended)" in output


def test_workspaces_are_isolated(command: Command) -> None:
    assert command("workspaces", "add", "sales", "--name", "Sales").stdout == "sales\n"
    command("--workspace", "sales", "run", "--quiet", "-t", "test=sales", "Hello")

    assert command("runs", "list", "test=sales", "--json").stdout == ""
    assert len(json_lines(command("--workspace", "sales", "runs", "list", "--json").stdout)) == 1
    assert {"default", "sales"} <= {
        one["slug"] for one in json_lines(command("workspaces", "list", "--json").stdout)
    }
    assert "already" in command("workspaces", "add", "sales", code=1).stderr


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["runs", "show", "run_none"], 5),
        (["runs", "follow", "run_none"], 5),
        (["cancel", "run_none"], 5),
        (["sessions", "show", "ses_none"], 5),
        (["keys", "remove", "key_none"], 5),
        (["--workspace", "none", "runs", "list"], 5),
        (["runs", "list", "--status", "odd"], 2),
        (["runs", "list", "bad key=x"], 2),
        (["workspaces", "add", "Not A Slug"], 2),
        (["sessions", "tag", "ses_none", "nothing"], 2),
        (["--server", "http://127.0.0.1:9", "models"], 6),
        (["--server", "nonsense", "models"], 2),
    ],
)
def test_errors_have_distinct_exit_codes(command: Command, args: list[str], code: int) -> None:
    result = command(*args, code=code)

    assert "Error: " in result.stderr
    assert "Traceback" not in result.stderr


def test_tracebacks_are_shown_with_vv(command: Command) -> None:
    assert "Traceback" in command("-vv", "runs", "show", "run_none", code=5).stderr


def test_verbose_shows_the_server(command: Command, server: Served) -> None:
    assert f"server: {server.url}" in command("-v", "models").stderr


def test_control_characters_are_escaped_in_tables(command: Command, server: Served) -> None:
    with runwhy.Client(server.url) as client:
        client.run_agent("a\x1b[2Jb", system_prompt="x", metadata={"test": "codes"})

    shown = command("runs", "list", "test=codes").stdout
    assert "\x1b" not in shown and "a␛[2Jb" in shown


def test_measures_are_shown_by_tag_and_over_time(command: Command) -> None:
    for customer in ("acme", "acme", "globex"):
        command("run", "--quiet", "-t", "test=stats", "-t", f"customer={customer}", "Hello")
    mine = ("runs", "stats", "test=stats")

    lines = command(*mine, "--by", "customer", "--measure", "count", "--measure", "rate").stdout
    assert [line.split() for line in lines.splitlines()] == [
        ["CUSTOMER", "COUNT", "RATE"],
        ["acme", "2", "0.0%"],
        ["globex", "1", "0.0%"],
        ["(total)", "3", "0.0%"],
    ]
    cost = command(*mine, "--measure", "cost").stdout
    assert cost.splitlines() == ["COST", "$0"]
    over_time = command(*mine, "--interval", "day").stdout.splitlines()
    assert over_time[1].split()[1:] == ["3", "█" * 30]
    charts = command(*mine, "--by", "customer", "--interval", "day").stdout.splitlines()
    assert charts[1].split() == ["acme", "2", "█"]
    (found,) = json_lines(command(*mine, "--by", "customer", "--limit", "1", "--json").stdout)
    assert found["other"]["values"] == {"count": 1}


def test_runs_are_listed_by_a_value(command: Command) -> None:
    for words in (3, 1, 2):
        command("run", "--quiet", "-t", "test=sorted", "Hello " * words)
    mine = ("runs", "list", "test=sorted", "--sort", "tokens", "--json")
    tokens = [run["tokens"] for run in json_lines(command(*mine).stdout)]
    used = [each["inputTokens"] + each["outputTokens"] for each in tokens]
    assert used == sorted(used, reverse=True)
    upwards = json_lines(command(*mine, "--order", "asc").stdout)
    assert upwards[0]["tokens"] == tokens[-1]


def test_a_receipt_has_its_time_like_all_others(command: Command, server: Served) -> None:
    assert server.run("run", "--tag", "customer=leaves", "Hello").returncode == 0

    receipt = command("erase", "customer:leaves", "--yes").stdout

    assert re.search(r"^finished +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$", receipt, re.MULTILINE), receipt


def test_a_dry_run_of_an_erasure_names_the_triggers_that_may_create_more_runs(
    command: Command,
) -> None:
    add = ("triggers", "add", "cron", "--schedule", "0 2 * * *", "-t", "customer=birch")
    trigger = command(*add, "nightly-birch", "Report.").stdout.split()[0]

    shown = command("erase", "customer:birch").stdout

    assert shown.splitlines() == [
        "No runs match.",
        f"Enabled triggers that may create more matching runs: nightly-birch ({trigger}).",
        "Pause or delete these triggers, or they will create new data.",
        "Nothing was erased. Use --yes to erase.",
    ]
    (found,) = json_lines(command("erase", "customer:birch", "--json").stdout)
    assert found["triggers"] == [{"id": trigger, "name": "nightly-birch"}]
    assert found["triggerCount"] == 1
    command("triggers", "pause", "nightly-birch")
    assert "nightly-birch" not in command("erase", "customer:birch").stdout
