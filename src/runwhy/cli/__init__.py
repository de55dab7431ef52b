"""The command line: one module per group of commands, imported when a command is used."""

from __future__ import annotations

import os
from functools import partial

import click

from runwhy.cli.app import App
from runwhy.cli.arguments import check_url
from runwhy.cli.completion import complete_profiles, given_targets
from runwhy.cli.exit_codes import MEANINGS
from runwhy.cli.lazy_groups import RunwhyGroup

SECTIONS = {
    "Server": {
        "serve": "runwhy.cli.serve:serve",
        "worker": "runwhy.cli.worker:worker",
        "doctor": "runwhy.cli.doctor:doctor",
        "demo": "runwhy.cli.demo:demo",
        "login": "runwhy.cli.login:login",
        "logout": "runwhy.cli.login:logout",
        "profiles": "runwhy.cli.login:profiles",
    },
    "Runs": {
        "run": "runwhy.cli.run:run",
        "rerun": "runwhy.cli.run:rerun",
        "submit": "runwhy.cli.run:submit",
        "chat": "runwhy.cli.chat:chat",
        "runs": "runwhy.cli.runs:runs",
        "open": "runwhy.cli.open:open_page",
        "envelope": "runwhy.cli.envelope:envelope",
        "cancel": "runwhy.cli.runs:cancel",
        "queue": "runwhy.cli.queue:queue",
        "workers": "runwhy.cli.queue:workers",
        "resume": "runwhy.cli.resume:resume",
        "inbox": "runwhy.cli.inbox:inbox",
        "approve": "runwhy.cli.approvals:approve",
        "import": "runwhy.cli.imports:import_histories",
        "normalize": "runwhy.cli.normalize:normalize",
    },
    "Resources": {
        "sessions": "runwhy.cli.sessions:sessions",
        "agents": "runwhy.cli.agents:agents",
        "triggers": "runwhy.cli.triggers:triggers",
        "budgets": "runwhy.cli.budgets:budgets",
        "alerts": "runwhy.cli.alerts:alerts",
        "webhooks": "runwhy.cli.webhooks:webhooks",
        "memories": "runwhy.cli.memories:memories",
        "models": "runwhy.cli.models:models",
        "keys": "runwhy.cli.keys:keys",
        "workspaces": "runwhy.cli.workspaces:workspaces",
    },
    "Terminal": {
        "shell": "runwhy.cli.shell:shell",
        "shell-hook": "runwhy.cli.shell:shell_hook",
        "shell-report": "runwhy.cli.shell:shell_report",
        "shell-reporter": "runwhy.cli.shell_reporter:shell_reporter",
        "mcp": "runwhy.cli.mcp:mcp",
    },
    "Administration": {
        "audit": "runwhy.cli.audit:audit",
        "erase": "runwhy.cli.erasure:erase",
        "erasures": "runwhy.cli.erasure:erasures",
        "retention": "runwhy.cli.retention:retention",
        "backup": "runwhy.cli.backup:backup",
        "restore": "runwhy.cli.backup:restore",
        "db": "runwhy.cli.db:db",
        "secrets": "runwhy.cli.secrets:secrets",
    },
}

EPILOG = "\b\nExit codes:\n" + "\n".join(f"  {code:>3}  {text}" for code, text in MEANINGS.items())


if "_RUNWHY_COMPLETE" in os.environ:
    from runwhy.cli import bash_completion  # noqa: F401 (registers itself)

_option = partial(click.option, show_envvar=True)


@click.group(
    "runwhy",
    cls=RunwhyGroup,
    sections=SECTIONS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@_option(
    "--server",
    metavar="URL",
    envvar="RUNWHY_URL",
    callback=check_url,
    help="Server to connect to.",
)
@_option("--workspace", metavar="SLUG", envvar="RUNWHY_WORKSPACE", help="Workspace to use.")
@_option("--api-key", metavar="KEY", envvar="RUNWHY_API_KEY", help="API key to send.")
@_option(
    "--profile",
    metavar="NAME",
    envvar="RUNWHY_PROFILE",
    shell_complete=complete_profiles,
    help="Profile of `runwhy login` to use; `local` is this machine.",
)
@click.option("-v", "--verbose", count=True, help="Show more detail; -vv adds tracebacks.")
@click.version_option(package_name="runwhy", prog_name="runwhy")
@click.pass_context
def main(ctx: click.Context, /, verbose: int, **_: str | None) -> None:
    """Run AI agents from anywhere, and always know why a run exists.

    \b
    runwhy serve                              start a server on this machine
    runwhy run --tag customer=acme "Hello"    run an agent and print its reply
    runwhy runs list customer=acme            find the run again

    Commands connect to the server given by --server or RUNWHY_URL, or by a profile of
    `runwhy login`. Without one, they use the server on this machine, or open the
    database directly.

    \b
    Shell completion, also of runs, triggers, agents, models, tags and queries:
      bash:  eval "$(_RUNWHY_COMPLETE=bash_source runwhy)"
      zsh:   eval "$(_RUNWHY_COMPLETE=zsh_source runwhy)"
      fish:  _RUNWHY_COMPLETE=fish_source runwhy | source
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False
    options, environment = given_targets(ctx)
    ctx.obj = App(options=options, environment=environment, verbosity=verbose)
