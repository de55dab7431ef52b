"""Export and import preserve all data of a workspace, across databases."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import inspect
from tests.cli.processes import environment
from tests.server.api_client import Api, ok
from tests.server.erasure_scene import ACME, tell_everywhere
from tests.support.postgres import PostgresServer
from tests.support.servers import SECRET_KEY, RunningServer, running_server, server_settings

from runwhy.cli import main
from runwhy.stores import tables
from runwhy.stores.archive.archive_layout import ELSEWHERE, SECTIONS

READS = (
    *("/agents", "/keys", "/views", "/triggers", "/subscriptions", "/memories", "/erasures"),
    *("/audit", "/retention-rules", "/agent-sessions", "/agent-runs/keys"),
    *("/agent-runs/facets?key=customer", "/agent-runs/facets?key=status"),
    *("/agent-runs?q=zebrafish", "/agent-runs?q=customer:acme -status:failed"),
    "/agent-runs/histogram?interval=day&groupBy=trigger",
)
OF_RUN = ("", "/log", "/entries", "/messages?view=model")
OF_SESSION = ("", "/history?view=operator", "/events?full=1", "/timers", "/pending-context")

KILLED = """
import os, signal, sys
from contextlib import contextmanager
from runwhy.cli import main, workspace_archives

workspace_archives.BATCH_ROWS = 40
left = int(sys.argv.pop(1))

@contextmanager
def progress(label, *, quiet):
    def moved(done, total):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    yield moved

workspace_archives.progress = progress
main()
"""


@pytest.fixture(params=["sqlite", "postgres"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """URLs of the source and of the target database, of different kinds."""
    server: PostgresServer = request.getfixturevalue("postgres")
    sqlite, postgres = f"sqlite:///{tmp_path / 'one.db'}", f"moving_{request.param}"
    url = server.create_database(postgres)
    yield (sqlite, url) if request.param == "sqlite" else (url, sqlite)
    server.drop_database(postgres)


def runwhy(*args: str, env: dict[str, str]) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, args, env=env)


def serving(directory: Path, url: str, **options: Any) -> Any:
    return running_server(server_settings(directory, database_url=url), **options)


def fill(server: RunningServer, api: Api) -> None:
    ok(api.post("/demo", {"runs": 40, "days": 3, "wait": True}), 201)
    for run in api.get("/agent-runs", q="status:running OR status:waiting")["runs"]:
        ok(api.post(f"/agent-runs/{run['id']}/cancel"))  # the demo leaves an approval open
        api.events(run["id"])
    tell_everywhere(server, api, tags=ACME)
    ok(api.post("/subscriptions", {"name": "s", "url": "https://example.org/hook"}), 201)
    ok(api.post("/views", {"name": "v", "params": "q=x"}), 201)
    ok(api.post("/keys", {"name": "k", "scopes": ["runs:read"]}), 201)
    rule = {"name": "old", "olderThanSeconds": 10**8, "mode": "content"}
    ok(api.post("/retention-rules", rule), 201)


def everything(api: Api) -> Iterator[tuple[str, Any]]:
    """Yield all responses that describe the workspace; lists page by page, with cursors."""
    cursor, runs = "", []
    while cursor is not None:
        page = api.get("/agent-runs", limit=50, **({"cursor": cursor} if cursor else {}))
        yield "/agent-runs", page
        runs += [run["id"] for run in page["runs"]]
        cursor = page["nextCursor"]
    for path in READS:
        result = ok(api.http.get(path))
        for rule in result.get("rules", ()):
            del rule["asks"]  # contains the current time
        yield path, result
    for run in [*runs[:12], *runs[-3:]]:
        for more in OF_RUN:
            yield f"{run}{more}", ok(api.http.get(f"/agent-runs/{run}{more}"))
        yield f"{run} events", [frame.data for frame in api.events(run)]
    for session in api.get("/agent-sessions")["sessions"][:5]:
        for more in OF_SESSION:
            path = f"/agent-sessions/{session['sessionId']}{more}"
            yield path, ok(api.http.get(path))


def read(server: RunningServer) -> dict[str, Any]:
    api = Api(server.url)
    try:
        return {f"{number} {path}": result for number, (path, result) in enumerate(everything(api))}
    finally:
        api.http.close()


def test_an_imported_workspace_returns_the_same_responses(
    tmp_path: Path, places: tuple[str, str]
) -> None:
    here, there = places
    env = environment(tmp_path, RUNWHY_SECRET_KEY=SECRET_KEY)
    file = str(tmp_path / "default.runwhy.gz")
    with serving(tmp_path, here, fire=False) as server:
        api = Api(server.url)
        fill(server, api)
        api.http.close()
        made = runwhy("workspaces", "export", file, "--with-secrets", "--db", here, env=env)
        assert made.exit_code == 0, made.stderr
        before = read(server)

    _import_and_kill_twice(file, there, env)
    taken = runwhy("workspaces", "import", file, "--db", there, "--json", env=env)

    assert taken.exit_code == 0, taken.stderr
    assert json.loads(taken.stdout)["sections"]["runs"]["rows"] > 40
    with serving(tmp_path, there, fire=False, work=False) as server:
        after = read(server)
    assert after.keys() == before.keys()
    assert [path for path, result in before.items() if after[path] != result] == []
    again = runwhy("workspaces", "import", file, "--db", there, env=env)
    assert again.exit_code == 1 and "already" in again.stderr


def _import_and_kill_twice(file: str, there: str, env: dict[str, str]) -> None:
    """Start the import twice, and kill it in the middle each time."""
    for batches in (5, 9):
        command = [sys.executable, "-c", KILLED, str(batches)]
        died = subprocess.run(
            [*command, "workspaces", "import", file, "--db", there],
            env=env,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert died.returncode == -9, died.stderr


def test_every_table_is_exported_or_listed_as_global(tmp_path: Path) -> None:
    known = {str(section.table.name) for section in SECTIONS} | ELSEWHERE
    settings = server_settings(tmp_path)

    async def names() -> set[str]:
        from runwhy.wiring import make_store

        store = make_store(settings, lambda topics: None)
        await store.open()
        try:
            return await store.reading(lambda conn: set(inspect(conn).get_table_names()))
        finally:
            await store.close()

    found = asyncio.run(names())
    indexes = ("run_tags", "session_tags", "memory_words", "schema_migrations", "sqlite_")
    assert {name for name in found if not name.startswith(indexes)} == known
    assert {str(name) for name in tables.SCHEMA.tables} <= known


def test_damaged_files_and_non_empty_targets_are_rejected(tmp_path: Path) -> None:
    env = environment(tmp_path)
    file = tmp_path / "x.gz"
    assert runwhy("run", "Hello", env=env).exit_code == 0
    assert runwhy("workspaces", "export", str(file), env=env).exit_code == 0
    text = gzip.decompress(file.read_bytes())
    (tmp_path / "cut.gz").write_bytes(gzip.compress(text[: len(text) // 2]))
    (tmp_path / "bad.gz").write_bytes(gzip.compress(text.replace(b"Hello", b"Hallo")))
    (tmp_path / "none.gz").write_bytes(b"nothing")

    for name, problem in (
        ("cut.gz", "damaged|truncated"),
        ("bad.gz", "damaged in"),
        ("none.gz", "not a Runwhy workspace|read"),
    ):
        result = runwhy(
            "workspaces", "import", str(tmp_path / name), "--db", f"{tmp_path / name}.db", env=env
        )
        assert result.exit_code == 2, result.stderr
        assert any(word in result.stderr for word in problem.split("|")), result.stderr
    result = runwhy("workspaces", "import", str(file), env=env)
    assert result.exit_code == 1 and "is not empty" in result.stderr
    result = runwhy("workspaces", "import", str(file), "--as", "copy", env=env)
    assert result.exit_code == 1 and "already has these ids" in result.stderr


def test_an_archive_cannot_write_to_another_workspace(tmp_path: Path) -> None:
    env = environment(tmp_path)
    assert runwhy("run", "Hello", env=env).exit_code == 0
    (shown,) = runwhy("runs", "list", "--json", env=env).stdout.splitlines()
    theirs = json.loads(shown)["id"]
    head = {"format": "runwhy-workspace-1", "id": "m", "secrets": False, "createdAt": 1}
    row = [theirs if c.name == "run_id" else "x" for c in tables.approvals.c]
    sha256 = hashlib.sha256(json.dumps(row).encode() + b"\n").hexdigest()
    lines = [
        {**head, "workspace": {"slug": "evil", "name": "Evil"}},
        {"section": "approvals", "columns": [c.name for c in tables.approvals.c]},
        row,
        {"sums": {"approvals": {"rows": 1, "sha256": sha256}}},
    ]
    file = tmp_path / "evil.gz"
    file.write_bytes(gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines)))

    result = runwhy("workspaces", "import", str(file), env=env)

    assert result.exit_code == 1 and "of another workspace" in result.stderr, result.stderr


def test_an_export_does_not_follow_symbolic_links(tmp_path: Path) -> None:
    env = environment(tmp_path)
    assert runwhy("run", "Hello", env=env).exit_code == 0
    precious = tmp_path / "precious"
    precious.write_text("precious")
    for command, name in (("workspaces export", "x.gz"), ("backup", "x.db")):
        file = tmp_path / name
        file.with_name(name + ".partial").symlink_to(precious)

        assert runwhy(*command.split(), str(file), env=env).exit_code == 0

        assert precious.read_text() == "precious"
        assert file.stat().st_mode & 0o777 == 0o600 and not file.is_symlink()
