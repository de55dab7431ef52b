"""`runwhy secrets`: manage the key that encrypts stored secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.exit_codes import Stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from runwhy.settings import Settings
    from runwhy.vault import Vault


@click.group()
def secrets() -> None:
    """Manage the key that encrypts stored secrets."""


@secrets.command()
def key() -> None:
    """Print a new key for RUNWHY_SECRET_KEY.

    \b
    export RUNWHY_SECRET_KEY="$(runwhy secrets key)"
    """
    from runwhy.vault import new_key

    click.echo(new_key())


@secrets.command()
@db_option
@pass_app
def rotate(app: App) -> None:
    """Encrypt all stored secrets with a new key.

    If you use a key file, stop the server first; the command replaces the key in the
    file. If you use RUNWHY_SECRET_KEY, set it to the new key, a comma and the old key
    on all servers, run this command, and then remove the old key.

    \b
    runwhy secrets rotate
    RUNWHY_SECRET_KEY="$NEW,$OLD" runwhy secrets rotate
    """
    from runwhy.data_dir import read_keys, write_keys
    from runwhy.stores.accounts import sealed_secrets
    from runwhy.vault import Vault, new_key

    settings = app.settings()
    given = settings.secret_key
    if len(given) == 1:
        raise Stop(
            "RUNWHY_SECRET_KEY contains only one key; set it to the new key, a comma and the old "
            "key"
        )
    file, keys = settings.secret_key_file, given
    if not given:
        if not (old := read_keys(file)):
            raise Stop(f"there is no key to replace: {file} does not exist")
        keys = (new_key(), *old)
        write_keys(file, keys)  # keep both until all secrets use the new one
    vault = Vault(keys)
    count = _in_store(settings, vault, lambda conn: sealed_secrets.rotate(conn, vault))
    if not given:
        write_keys(file, keys[:1])
    click.echo(f"{count} secrets encrypted with the new key")


@secrets.command()
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@db_option
@pass_app
def forget(app: App, yes: bool) -> None:
    """Discard secrets whose key is lost, so that the server can start.

    Secrets that cannot be decrypted are replaced with random values. You have to set
    the secrets of webhooks and bots again, and dashboard users have to sign in again.

    \b
    runwhy secrets forget
    """
    from runwhy.stores.accounts import sealed_secrets
    from runwhy.vault import PLAIN
    from runwhy.wiring import make_vault

    settings = app.settings()
    if not yes:
        click.confirm("Discard all secrets that cannot be decrypted?", abort=True)
    vault = make_vault(settings)
    count = _in_store(settings, PLAIN, lambda conn: sealed_secrets.forget(conn, vault))
    click.echo(f"{count} secrets discarded")


def _in_store(settings: Settings, vault: Vault, work: Callable[[Connection], int]) -> int:
    """Run `work` in one transaction on a store with this vault."""
    import asyncio

    from runwhy.cli.databases import opened
    from runwhy.wiring import make_store

    async def run() -> int:
        async with opened(make_store(settings, lambda topics: None, vault)) as store:
            return await store.in_transaction(lambda tx: work(tx.conn))

    return asyncio.run(run())
