"""The command line: one module a group of commands, each imported when it is used."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

import click

from whence.cli.app import App
from whence.cli.exits import MEANINGS
from whence.cli.groups import WhenceGroup

SECTIONS = {
    "Run agents": {
        "serve": "whence.cli.serve:serve",
        "run": "whence.cli.run:run",
        "submit": "whence.cli.tasks:submit",
        "resume": "whence.cli.resume:resume",
        "import": "whence.cli.imports:import_histories",
        "approve": "whence.cli.resume:approve",
        "cancel": "whence.cli.tasks:cancel",
        "queue": "whence.cli.queue:queue",
    },
    "Terminal": {
        "shell": "whence.cli.shell:shell",
        "shell-hook": "whence.cli.shell:shell_hook",
        "shell-report": "whence.cli.shell:shell_report",
        "mcp": "whence.cli.mcp:mcp",
    },
    "Look and change": {
        "runs": "whence.cli.runs:runs",
        "envelope": "whence.cli.envelope:envelope",
        "sessions": "whence.cli.sessions:sessions",
        "agents": "whence.cli.agents:agents",
        "triggers": "whence.cli.triggers:triggers",
        "memories": "whence.cli.memories:memories",
        "models": "whence.cli.models:models",
        "keys": "whence.cli.keys:keys",
        "workspaces": "whence.cli.workspaces:workspaces",
    },
    "Care": {
        "audit": "whence.cli.audit:audit",
        "erase": "whence.cli.erasing:erase",
        "erasures": "whence.cli.erasing:erasures",
        "retention": "whence.cli.retention:retention",
        "backup": "whence.cli.backup:backup",
        "restore": "whence.cli.backup:restore",
        "db": "whence.cli.db:db",
        "demo": "whence.cli.demo:demo",
        "doctor": "whence.cli.doctor:doctor",
        "normalize": "whence.cli.normalize:normalize",
        "secrets": "whence.cli.secrets:secrets",
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
    "whence",
    cls=WhenceGroup,
    sections=SECTIONS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@_option(
    "--server",
    metavar="URL",
    envvar="WHENCE_URL",
    callback=_checked_url,
    help="The server to speak to.",
)
@_option("--workspace", metavar="SLUG", envvar="WHENCE_WORKSPACE", help="Whose things.")
@_option("--api-key", metavar="KEY", envvar="WHENCE_API_KEY", help="The key to send.")
@click.option("-v", "--verbose", count=True, help="Say more; twice: log all, show tracebacks.")
@click.version_option(package_name="whence", prog_name="whence")
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
    whence serve                              start a server on this machine
    whence run --tag customer=acme "Hello"    run an agent and see what it does
    whence runs list customer=acme            find the run again

    Commands speak to the server that --server or WHENCE_URL names, else to the
    one that runs on this machine, else they open the database themselves.

    \b
    Completion in the shell:
      bash:  eval "$(_WHENCE_COMPLETE=bash_source whence)"
      zsh:   eval "$(_WHENCE_COMPLETE=zsh_source command whence)"
      fish:  _WHENCE_COMPLETE=fish_source whence | source
    """
    ctx.obj = App(server=server, workspace=workspace, api_key=api_key, verbosity=verbose)
