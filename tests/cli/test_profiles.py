"""Sign in to servers by name, and select one for a command."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Command
from tests.cli.processes import Served, environment, json_lines, runwhy, served
from tests.cli.pty_process import ENTER, on_pty

from runwhy.cli.target import HERE, Target, select_target

KEYRING = """\
import json
from pathlib import Path
FILE = Path(__file__).with_name("keyring.json")
def _read(): return json.loads(FILE.read_text()) if FILE.exists() else {}
def get_password(service, name): return _read().get(f"{service} {name}")
def set_password(service, name, secret):
    FILE.write_text(json.dumps({**_read(), f"{service} {name}": secret}))
def delete_password(service, name):
    FILE.write_text(json.dumps({k: v for k, v in _read().items() if k != f"{service} {name}"}))
"""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    """A server that needs a key, and the key of its workspace `sales`."""
    directory = tmp_path_factory.mktemp("guarded")
    env = environment(directory / "data", RUNWHY_DATABASE_URL=str(directory / "runwhy.db"))
    assert runwhy("workspaces", "add", "sales", env=env).returncode == 0
    add = ("--workspace", "sales", "keys", "add", "laptop", "--scope", "admin", "--cli")
    secret = runwhy(*add, env=env).stdout.strip()
    with served("--host", "0.0.0.0", env=env, patience=threading.TIMEOUT_MAX) as server:
        yield server, secret


def test_login_stores_a_profile_that_commands_can_name(
    guarded: tuple[Served, str], tmp_path: Path
) -> None:
    server, secret = guarded
    env = environment(tmp_path / "data")

    wrong = runwhy("login", server.url, env=env, text="rwk_wrong\n")
    signed_in = runwhy("login", "--profile", "work", server.url, env=env, text=f"{secret}\n")
    (listed,) = json_lines(runwhy("profiles", "--json", env=env).stdout)
    named = runwhy("--profile", "work", "runs", "list", env=env)
    selected = runwhy("workspaces", "list", env={**env, "RUNWHY_PROFILE": "work"})
    local = runwhy("workspaces", "list", env=env)

    assert wrong.returncode == 7 and "unknown or revoked key" in wrong.stderr
    assert signed_in.stdout == f"work  {server.url}  workspace sales, signed in as laptop\n"
    assert "in a file that only you can read" in signed_in.stderr
    assert listed == {
        "name": "work",
        "url": server.url,
        "workspace": "sales",
        "key": "file",
        "used": False,
    }
    assert named.returncode == 0, named.stderr
    assert "sales" in selected.stdout and "sales" not in local.stdout
    file = tmp_path / "data" / "profiles.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and secret in file.read_text()

    assert runwhy("logout", "--profile", "work", env=env).stdout == "work  removed\n"
    assert secret not in file.read_text()
    assert runwhy("--profile", "work", "models", env=env).returncode == 5


def test_login_says_that_a_local_server_does_not_know_the_key(tmp_path: Path) -> None:
    env = environment(tmp_path / "data")
    with served(env=env) as server:
        wrong = runwhy("login", server.url, env=env, text="rwk_wrong\n")
        without = runwhy("login", server.url, env=env, text="\n")

    assert wrong.returncode == without.returncode == 0
    assert "does not know the key" in wrong.stderr
    assert "does not know the key" not in without.stderr


def test_the_default_profile_is_used_unless_something_else_is_selected(
    guarded: tuple[Served, str], tmp_path: Path
) -> None:
    server, secret = guarded
    env = environment(tmp_path / "data")
    with on_pty("login", server.url, env=env) as terminal:
        terminal.wait_for("API key")
        terminal.type(secret + ENTER)
        code, shown = terminal.end()

    assert code == 0 and secret not in terminal.raw and "signed in as laptop" in shown
    assert "default*" in runwhy("profiles", env=env).stdout
    assert "sales" in runwhy("workspaces", "list", env=env).stdout
    for args in (("--profile", "local", "workspaces", "list"), ("workspaces", "list", "--db", "x")):
        done = runwhy(*args, env=env, cwd=tmp_path)
        assert done.returncode == 0 and "sales" not in done.stdout, done.stderr
    both = runwhy("--profile", "default", "models", "--db", "x", env=env)
    assert both.returncode == 2 and "--db cannot be used with a profile" in both.stderr


def test_the_key_is_in_the_keyring_if_there_is_one(
    guarded: tuple[Served, str], tmp_path: Path
) -> None:
    server, secret = guarded
    (tmp_path / "keyring.py").write_text(KEYRING)
    env = environment(tmp_path / "data", PYTHONPATH=str(tmp_path))

    signed_in = runwhy("login", server.url, env=env, text=secret)

    assert "in the keyring" in signed_in.stderr
    assert secret not in (tmp_path / "data" / "profiles.json").read_text()
    assert runwhy("models", env=env).returncode == 0
    assert runwhy("logout", env=env).returncode == 0
    assert json.loads((tmp_path / "keyring.json").read_text()) == {}

    (tmp_path / "keyring.py").write_text("def set_password(*_): raise RuntimeError('locked')\n")
    assert "in a file" in runwhy("login", server.url, env=env, text=secret).stderr


WORK = Target(server="https://work", api_key="work-key", workspace="sales", profile="work")
OTHER = Target(server="https://other", api_key="other-key", profile="other")


@pytest.mark.parametrize(
    ("options", "environment", "expected"),
    [
        (HERE, HERE, WORK),  # the default profile
        (Target(profile="local"), Target(server="https://env", api_key="k"), HERE),
        (Target(server="https://option"), HERE, Target(server="https://option")),
        (
            HERE,
            Target(server="https://env", api_key="k"),
            Target(server="https://env", api_key="k"),
        ),
        (HERE, Target(profile="other"), OTHER),
        (HERE, Target(profile="other", server="https://env"), Target(server="https://env")),
        (Target(profile="other"), Target(server="https://env", api_key="env-key"), OTHER),
        (
            Target(api_key="option-key"),
            Target(workspace="env"),
            Target(server="https://work", api_key="option-key", workspace="env", profile="work"),
        ),
    ],
)
def test_options_come_before_the_environment_and_that_before_profiles(
    options: Target, environment: Target, expected: Target
) -> None:
    profiles = {None: WORK, "work": WORK, "other": OTHER, "local": HERE}

    assert select_target(options, environment, profiles.__getitem__) == expected


def test_a_global_option_after_the_command_is_explained(tmp_path: Path) -> None:
    done = runwhy("models", "--profile", "work", env=environment(tmp_path / "data"))

    assert done.returncode == 2 and "Put --profile before the command" in done.stderr


@pytest.mark.parametrize(
    ("shell", "line"),
    [("bash", "export RUNWHY_PROFILE=work"), ("fish", "set -gx RUNWHY_PROFILE work")],
)
def test_the_shell_hook_reports_to_the_server_of_the_profile(
    command: Command, shell: str, line: str
) -> None:
    hook = command("--profile", "work", "shell-hook", shell, "--session", "ses_1").stdout

    assert line in hook.splitlines()[:2]


def test_a_contractor_signs_in_with_a_read_only_key_for_one_customer(
    guarded: tuple[Served, str], tmp_path: Path
) -> None:
    server, secret = guarded
    admin = ("--server", server.url, "--api-key", secret, "--workspace", "sales")
    env = environment(tmp_path / "data")
    for customer in ("acme", "globex"):
        done = runwhy(*admin, "run", "--quiet", "-t", f"customer={customer}", "Hello", env=env)
        assert done.returncode == 0, done.stderr

    scopes = ("--scope", "runs:read", "--scope", "sessions:read")
    add = ("keys", "add", "contractor", *scopes, "--tag", "customer=acme")
    key = runwhy(*admin, *add, env=env).stdout.strip()
    signed_in = runwhy("login", server.url, env=env, text=key)
    listed = json_lines(runwhy("runs", "list", "--json", env=env).stdout)
    refused = runwhy("run", "Hello", env=env)

    assert "workspace sales, signed in as contractor" in signed_in.stdout, signed_in.stderr
    assert [run["metadata"] for run in listed] == [{"customer": "acme"}]
    assert refused.returncode == 7 and "runs:write" in refused.stderr
