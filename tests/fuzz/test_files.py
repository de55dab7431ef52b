"""Parsers of files: archives, backups, keys and settings are read or rejected by name."""

from __future__ import annotations

import gzip
import io
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.cli.processes import environment
from tests.fuzz.inputs import JSON, SHARP, damaged, damaged_bytes
from tests.support.servers import SECRET_KEY

from runwhy.cli import main
from runwhy.cli.exit_codes import BadSettings
from runwhy.cli.settings_loader import load_settings
from runwhy.data_dir import read_keys, read_server_records
from runwhy.errors import InvalidInput, RunwhyError
from runwhy.stores.archive.archives import MAX_LINE, Archive
from runwhy.stores.archive.backups import check_sqlite
from runwhy.vault import Vault, WrongSecretKey

SEEDS = st.integers(0, 2**32)
shared_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
HEAD = {"format": "runwhy-workspace-1", "id": "x", "secrets": False, "createdAt": 1}
LINES: list[Any] = [
    {**HEAD, "workspace": {"slug": "default", "name": "Default"}},
    {"section": "agents", "columns": ["id", "name"]},
    ["agt_1", "a"],
    {"sums": {"agents": {"rows": 1, "sha256": "00"}}},
]


def pack(lines: list[Any]) -> bytes:
    return gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines), 1)


def read_archive(data: bytes) -> None:
    """Read an archive. Raises: InvalidInput."""
    for _ in Archive(io.BytesIO(data), "file").rows():
        pass


@given(SEEDS.map(lambda s: pack(damaged(LINES, s))) | st.lists(JSON, max_size=5).map(pack))
@example(pack([*LINES[:3], {"sums": {}}]))  # a section without a checksum
@example(pack([LINES[0], {"sums": {}}]))
def test_an_archive_with_wrong_checksums_is_rejected(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="file"):
        read_archive(data)


@given(SEEDS.map(lambda seed: damaged_bytes(pack(LINES), seed)) | st.binary(max_size=200))
@example(gzip.compress(b"[" * 100_000))
@example(pack(LINES)[:-4])
def test_a_damaged_archive_is_rejected(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="file"):
        read_archive(data)


def test_an_archive_with_a_huge_line_is_rejected_while_reading(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as file:
        file.write(b'["')
        for _ in range(MAX_LINE // (1 << 20) + 1):
            file.write(b"x" * (1 << 20))

    with bomb.open("rb") as opened, pytest.raises(InvalidInput, match="a line of more than"):
        Archive(opened, "bomb.gz")


@pytest.mark.parametrize("slug", ["../up", "a/b", "A B", "", "x\ny", "é"])
def test_an_archive_cannot_create_a_workspace_with_an_invalid_slug(
    tmp_path: Path, slug: str
) -> None:
    file = tmp_path / "w.gz"
    file.write_bytes(pack([{**HEAD, "workspace": {"slug": slug, "name": "n"}}, *LINES[1:]]))

    result = CliRunner().invoke(
        main, ["workspaces", "import", str(file)], env=environment(tmp_path)
    )

    assert result.exit_code == 2 and "slug" in result.stderr, result.stderr


@shared_folder
@given(data=st.binary(max_size=300))
def test_a_file_that_is_not_a_backup_is_rejected(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "backup"
    file.write_bytes(data)
    with pytest.raises(RunwhyError):
        check_sqlite(file)


@given(SHARP | SHARP.map("sealed:1:".__add__) | st.text("abcdefAB01_-=", max_size=200))
@example("sealed:1:é")
@example("sealed:1:gAAAA")
def test_a_sealed_text_opens_only_with_its_key(text: str) -> None:
    clean = text.encode(errors="replace").decode()
    vault = Vault([SECRET_KEY])
    with suppress(WrongSecretKey):
        assert vault.open(clean) == clean
    if not clean.startswith("sealed:"):
        assert vault.open(vault.seal(clean)) == clean


@given(st.lists(SHARP, max_size=3))
def test_invalid_secret_keys_are_rejected_by_name(keys: list[str]) -> None:
    try:
        Vault(keys)
    except InvalidInput as error:
        assert [problem.field for problem in error.problems] == ["secret_key"]
    else:
        assert not keys


@shared_folder
@given(data=st.binary(max_size=100) | JSON.map(lambda value: json.dumps(value).encode()))
def test_modified_files_of_the_data_directory_are_parsed_or_rejected(
    tmp_path: Path, data: bytes
) -> None:
    (tmp_path / "server-1.json").write_bytes(data)
    (tmp_path / "secret-key").write_bytes(data)
    assert all(isinstance(note.is_true, bool) for note in read_server_records(tmp_path))
    with suppress(InvalidInput):
        Vault(read_keys(tmp_path / "secret-key"))


TOML = st.lists(
    st.sampled_from(["port", "host", "=", "1", '"x"', "[providers.a]", "\n", "[[", "]]", "'''"])
    | SHARP,
    max_size=10,
).map(" ".join)


@shared_folder
@given(data=TOML.map(lambda text: text.encode(errors="replace")) | st.binary(max_size=60))
@example(data=b"\xff\xfe")
@example(data=b"port = " + b"[" * 5000)
def test_a_settings_file_is_parsed_or_rejected(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "runwhy.toml").write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        with suppress(BadSettings):
            load_settings()
