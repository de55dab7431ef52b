"""`runwhy budgets`: create, list, show, change, preview and delete."""

from __future__ import annotations

from tests.cli.conftest import Command
from tests.cli.processes import json_lines

from runwhy.cli.budgets import amount

ADD = (
    *("budgets", "add", "acme-daily", "--query", "customer:acme", "--measure", "cost"),
    *("--limit", "20", "--per", "day", "--timezone", "Europe/Berlin", "--stop"),
)


def test_a_budget_is_managed_by_its_name(command: Command) -> None:
    assert command(*ADD).stdout.startswith("bud_")
    head, row = command("budgets", "list").stdout.splitlines()
    assert head.split()[:4] == ["NAME", "USED", "LIMIT", "PERIOD"]
    assert row.split()[:5] == ["acme-daily", "$0.00", "$20.00", "day", "stop"]

    command("budgets", "change", "acme-daily", "--limit", "0.50", "--warn", "50", "--warn", "80")
    shown = command("budgets", "show", "acme-daily").stdout
    assert "$0.50" in shown and "warn 50 %, warn 80 %" in shown
    (found,) = json_lines(command("budgets", "show", "acme-daily", "--json").stdout)
    assert (found["limit"], found["timezone"]) == (0.5, "Europe/Berlin")
    assert "already exists" in command(*ADD, code=1).output
    command("budgets", "change", "acme-daily", code=2)
    assert command("budgets", "remove", "acme-daily").stdout == "acme-daily removed\n"
    assert command("budgets", "list", "--json").stdout == ""


def test_amounts_have_units(command: Command) -> None:
    for name, measure, limit, stored in (
        ("t1", "tokens", "2M", 2_000_000),
        ("t2", "time", "1h30m", 5400),
        ("t3", "cost", "$2.50", 2.5),
    ):
        add = ("budgets", "add", name, "--measure", measure, "--limit", limit, "--per", "week")
        command(*add, "-q", "test:units")
        (found,) = json_lines(command("budgets", "show", name, "--json").stdout)
        assert found["limit"] == stored
        command("budgets", "remove", name)
    wrong = command("budgets", "add", "x", "--limit", "much", "--per", "day", code=2)
    assert "'much' is not an amount; use 20, 0.50, 10k or 2h" in wrong.output


def test_small_amounts_are_shown() -> None:
    shown = {
        "cost": ((0.08926, "$0.08926"), (20, "$20.00"), (0.5, "$0.50"), (0, "$0.00")),
        "time": ((7200, "7,200 s"), (0.051, "0.051 s"), (0, "0 s")),
        "runs": ((1, "1 run"), (100, "100 runs")),
    }
    for measure, values in shown.items():
        for value, text in values:
            assert amount({"measure": measure, "used": value}, "used") == text


def test_a_preview_says_what_would_have_happened(command: Command) -> None:
    for _ in range(2):
        command("run", "--quiet", "-t", "test=previewed", "Hello")
    preview = ("budgets", "preview", "-q", "test:previewed", "--measure", "runs", "--per", "day")

    assert "it would have stopped 1 run." in command(*preview, "--limit", "1").stdout
    assert "it would have done nothing." in command(*preview, "--limit", "9").stdout
    refuse = command(*preview, "--limit", "1", "--refuse", "--json").stdout
    assert json_lines(refuse)[0]["refused"] == 1


def test_a_refused_run_says_why(command: Command) -> None:
    budget = ("budgets", "add", "none", "-q", "test:refused", "--measure", "runs")
    command(*budget, "--limit", "1", "--per", "day", "--refuse")
    command("run", "--quiet", "-t", "test=refused", "Hello")

    refused = command("run", "--quiet", "-t", "test=refused", "Hello", code=1)

    assert "the budget none refuses new runs: 1 run of 1 run a day used" in refused.output


def test_a_limit_below_what_is_used_is_noticed(command: Command) -> None:
    add = ("budgets", "add", "low", "-q", "test:low", "--measure", "runs", "--per", "day")
    command(*add, "--limit", "5", "--refuse")
    for _ in range(2):
        command("run", "--quiet", "-t", "test=low", "Hello")

    changed = command("budgets", "change", "low", "--limit", "1")

    notice = "The budget low has reached its limit: 2 runs of 1 run a day used"
    assert changed.stdout == "low changed\n"
    assert changed.stderr.startswith(notice)
    assert changed.stderr.endswith("Until then, new runs are refused.\n")
    assert notice in command("budgets", "show", "low").stdout
    assert command("budgets", "change", "low", "--limit", "9").stderr == ""
