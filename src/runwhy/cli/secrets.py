"""`runwhy secrets`: the key that stored secrets are sealed with."""

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
    """Secrets in the database: the key that they are sealed with."""


@secrets.command()
def key() -> None:
    """Print a new key, for RUNWHY_SECRET_KEY.

    \b
    export RUNWHY_SECRET_KEY="$(runwhy secrets key)"
    """
    from runwhy.vault import new_key

    click.echo(new_key())


@secrets.command()
@db_option
@pass_app
def rotate(app: App) -> None:
    """Seal all secrets with a new key.

    Of a key file, a new one is made and the old one removed; stop the server
    first. With RUNWHY_SECRET_KEY, give it both on all servers, the new one first,
    then rotate, then take the old one away.

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
            "RUNWHY_SECRET_KEY holds one key only; give it the new one, a comma, the old one"
        )
    file, keys = settings.secret_key_file, given
    if not given:
        if not (old := read_keys(file)):
            raise Stop(f"there is no key to replace: {file} is not there")
        keys = (new_key(), *old)
        write_keys(file, keys)  # both, until all is sealed with the new one
    vault = Vault(keys)
    count = _in_store(settings, vault, lambda conn: sealed_secrets.rotate(conn, vault))
    if not given:
        write_keys(file, keys[:1])
    click.echo(f"{count} secrets are sealed with the new key")


@secrets.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@db_option
@pass_app
def forget(app: App, yes: bool) -> None:
    """Give up secrets whose key is lost, so that the server can start.

    What cannot be opened is replaced by something random: webhooks and bots need
    their secrets anew, and who is signed in to the dashboard signs in again.

    \b
    runwhy secrets forget
    """
    from runwhy.stores.accounts import sealed_secrets
    from runwhy.vault import PLAIN
    from runwhy.wiring import make_vault

    settings = app.settings()
    if not yes:
        click.confirm("Give up all secrets that cannot be opened?", abort=True)
    vault = make_vault(settings)
    count = _in_store(settings, PLAIN, lambda conn: sealed_secrets.forget(conn, vault))
    click.echo(f"{count} secrets were given up")


def _in_store(settings: Settings, vault: Vault, work: Callable[[Connection], int]) -> int:
    """Do it in one transaction; the store is opened with this vault."""
    import asyncio

    from runwhy.wiring import make_store

    async def done() -> int:
        store = make_store(settings, lambda topics: None, vault)
        try:
            await store.open()
            return await store.in_transaction(lambda tx: work(tx.conn))
        finally:
            await store.close()

    return asyncio.run(done())
