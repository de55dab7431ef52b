"""The command line: one module a group of commands, each imported when it is used."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

import click

from runwhy.cli.app import App
from runwhy.cli.exit_codes import MEANINGS
from runwhy.cli.lazy_groups import RunwhyGroup

SECTIONS = {
    "Run agents": {
        "serve": "runwhy.cli.serve:serve",
        "run": "runwhy.cli.run:run",
        "submit": "runwhy.cli.tasks:submit",
        "resume": "runwhy.cli.resume:resume",
        "import": "runwhy.cli.imports:import_histories",
        "approve": "runwhy.cli.resume:approve",
        "cancel": "runwhy.cli.tasks:cancel",
        "queue": "runwhy.cli.queue:queue",
    },
    "Terminal": {
        "shell": "runwhy.cli.shell:shell",
        "shell-hook": "runwhy.cli.shell:shell_hook",
        "shell-report": "runwhy.cli.shell:shell_report",
        "mcp": "runwhy.cli.mcp:mcp",
    },
    "Look and change": {
        "runs": "runwhy.cli.runs:runs",
        "envelope": "runwhy.cli.envelope:envelope",
        "sessions": "runwhy.cli.sessions:sessions",
        "agents": "runwhy.cli.agents:agents",
        "triggers": "runwhy.cli.triggers:triggers",
        "memories": "runwhy.cli.memories:memories",
        "models": "runwhy.cli.models:models",
        "keys": "runwhy.cli.keys:keys",
        "workspaces": "runwhy.cli.workspaces:workspaces",
    },
    "Care": {
        "audit": "runwhy.cli.audit:audit",
        "erase": "runwhy.cli.erasure:erase",
        "erasures": "runwhy.cli.erasure:erasures",
        "retention": "runwhy.cli.retention:retention",
        "backup": "runwhy.cli.backup:backup",
        "restore": "runwhy.cli.backup:restore",
        "db": "runwhy.cli.db:db",
        "demo": "runwhy.cli.demo:demo",
        "doctor": "runwhy.cli.doctor:doctor",
        "normalize": "runwhy.cli.normalize:normalize",
        "secrets": "runwhy.cli.secrets:secrets",
    },
}

EPILOG = "\b\nExit codes:\n" + "\n".join(f"  {code:>3}  {text}" for code, text in MEANINGS.items())


def _checked_url(_: click.Context, __: click.Parameter, url: str | None) -> str | None:
    if url and not url.startswith(("http://", "https://")):
        raise click.BadParameter(f"{url!r} does not begin with http:// or https://")
    if url and urlsplit(url).path.startswith(("/w/", "/api/")):
        parts = urlsplit(url)
        alone = f"{parts.scheme}://{parts.netloc}"
        raise click.BadParameter(f"give the address alone, without a path: {alone}")
    return url or None


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
    callback=_checked_url,
    help="The server to speak to.",
)
@_option("--workspace", metavar="SLUG", envvar="RUNWHY_WORKSPACE", help="Whose things.")
@_option("--api-key", metavar="KEY", envvar="RUNWHY_API_KEY", help="The key to send.")
@click.option("-v", "--verbose", count=True, help="Say more; twice: log all, show tracebacks.")
@click.version_option(package_name="runwhy", prog_name="runwhy")
@click.pass_context
def main(
    ctx: click.Context,
    server: str | None,
    workspace: str | None,
    api_key: str | None,
    verbose: int,
) -> None:
    """Run AI agents from anywhere, and always know why a run exists.

    \b
    runwhy serve                              start a server on this machine
    runwhy run --tag customer=acme "Hello"    run an agent and see what it does
    runwhy runs list customer=acme            find the run again

    Commands speak to the server that --server or RUNWHY_URL names, else to the
    one that runs on this machine, else they open the database themselves.

    \b
    Completion in the shell:
      bash:  eval "$(_RUNWHY_COMPLETE=bash_source runwhy)"
      zsh:   eval "$(_RUNWHY_COMPLETE=zsh_source runwhy)"
      fish:  _RUNWHY_COMPLETE=fish_source runwhy | source
    """
    ctx.obj = App(server=server, workspace=workspace, api_key=api_key, verbosity=verbose)
