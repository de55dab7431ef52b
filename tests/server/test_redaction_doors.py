"""Secrets of forty kinds sent through every door: where they may be found, and where never."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.executors.scripted_server import CHAT, scene
from tests.executors.stand_in import stand_in
from tests.server.redaction_doors import BACKUP, DATABASE, DOORS, LOG, MODEL, TRACES, House
from tests.support.logs import restored_logging
from tests.support.otlp_server import OtlpServer
from tests.support.secret_kinds import Secret, secrets_for
from tests.support.telegram_server import running_telegram
from tests.upgrades.dumps import dump_postgres, dump_sqlite

from runwhy.executors.builtin.engine_setup import known_secrets
from runwhy.server.logs import log_to_stderr
from runwhy.settings import Settings
from runwhy.stores.archive import backups

KNOWN = {f"REDACTED_{n}": f"plain words {n:02d} of ours" for n in range(len(DOORS))}


@contextmanager
def logged(settings: Settings, stderr: io.StringIO) -> Iterator[None]:
    """Write the log of this process into a text, as `runwhy serve` does."""
    with restored_logging(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", stderr)
        log_to_stderr("debug", "json", known=known_secrets(settings, os.environ))
        yield


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_secrets_are_only_where_the_documentation_says(
    store: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changes = {"redact_env": tuple(KNOWN), "trace_content": True, "model_retries": 0}
    changes["tool_hosts"] = ("127.0.0.0/8",)
    transcript = tmp_path / "told.jsonl"
    changes["cursor_command"] = str(stand_in(tmp_path, "cursor", str(transcript.with_suffix(""))))
    if store == "postgres":
        changes["database_url"] = request.getfixturevalue("postgres_url")
    sent = {
        door.name: secrets_for(door.name, known=known)
        for door, known in zip(DOORS, KNOWN.values(), strict=True)
    }
    found = places(tmp_path, monkeypatch, changes, transcript, sent)

    assert "run.accepted" in found[LOG] and "invoke_agent" in found[TRACES]
    wrong = [
        f"{secret.kind} of {door.name} in {place}: {'missing' if place in door.kept else 'found'}"
        for door in DOORS
        for place, text in found.items()
        for secret in sent[door.name]
        if (secret.mark in text) is not (place in door.kept)
    ]
    assert not wrong, "\n".join(wrong)


def places(
    directory: Path,
    patch: pytest.MonkeyPatch,
    changes: dict[str, object],
    transcript: Path,
    sent: dict[str, list[Secret]],
) -> dict[str, str]:
    """Send everything through its door; return all text of each place afterwards."""
    stderr = io.StringIO()
    with OtlpServer().serving() as collector, running_telegram() as telegram:
        for name, value in {**KNOWN, **collector.environment}.items():
            patch.setenv(name, value)
        with scene(CHAT, directory, patch, settings=changes) as made:
            settings = made.server.runwhy.settings
            house = House(scene=made, telegram=telegram, directory=directory, transcript=transcript)
            with logged(settings, stderr):
                for door in DOORS:
                    door.send(house, sent[door.name])
                telegram.end()
        traces = "\n".join(str((span.name, span.attributes)) for span in collector.spans)
    requests = "\n".join(str(asked.body) for asked in made.model.requests)
    return {
        DATABASE: _database(settings),
        BACKUP: _backup(settings, directory / "backup"),
        LOG: stderr.getvalue(),
        TRACES: traces,
        MODEL: requests,
    }


def _database(settings: Settings) -> str:
    if settings.is_postgres:
        return dump_postgres(settings.database_url)
    files = [settings.sqlite_path.with_name(settings.sqlite_path.name + s) for s in ("", "-wal")]
    raw = [file.read_bytes().decode(errors="replace") for file in files if file.exists()]
    return "\n".join((dump_sqlite(settings.sqlite_path), *raw))


def _backup(settings: Settings, target: Path) -> str:
    if not settings.is_postgres:
        backups.backup_sqlite(settings.sqlite_path, target)
        return dump_sqlite(target)
    backups.backup_postgres(settings.database_url, target)
    return subprocess.check_output(["pg_restore", "--file=-", target], text=True)
