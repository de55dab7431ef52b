"""Files that others wrote: archives, backups, keys, settings; read, or refused with their name."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
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
from runwhy.stores.archive.backups import _opened, check_sqlite
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


def packed(lines: list[Any]) -> bytes:
    return gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines), 1)


def taken_in(data: bytes) -> None:
    """Raises: InvalidInput, and nothing else."""
    for _ in Archive(io.BytesIO(data), "file").rows():
        pass


@given(SEEDS.map(lambda s: packed(damaged(LINES, s))) | st.lists(JSON, max_size=5).map(packed))
@example(packed([*LINES[:3], {"sums": {}}]))  # a section that no sum is told of
@example(packed([LINES[0], {"sums": {}}]))
def test_an_archive_without_the_right_sums_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="file"):
        taken_in(data)


@given(SEEDS.map(lambda seed: damaged_bytes(packed(LINES), seed)) | st.binary(max_size=200))
@example(gzip.compress(b"[" * 100_000))
@example(packed(LINES)[:-4])
def test_a_damaged_archive_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="file"):
        taken_in(data)


def test_an_archive_that_would_be_huge_is_refused_before_it_is(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as file:
        file.write(b'["')
        for _ in range(MAX_LINE // (1 << 20) + 1):
            file.write(b"x" * (1 << 20))

    with bomb.open("rb") as opened, pytest.raises(InvalidInput, match="a line of more than"):
        Archive(opened, "bomb.gz")


@pytest.mark.parametrize("slug", ["../up", "a/b", "A B", "", "x\ny", "é"])
def test_an_archive_cannot_name_a_workspace_as_nobody_may(tmp_path: Path, slug: str) -> None:
    file = tmp_path / "w.gz"
    file.write_bytes(packed([{**HEAD, "workspace": {"slug": slug, "name": "n"}}, *LINES[1:]]))

    told = CliRunner().invoke(main, ["workspaces", "import", str(file)], env=environment(tmp_path))

    assert told.exit_code == 2 and "slug" in told.stderr, told.stderr


def zipped(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr(name, data)
    return out.getvalue()


MANIFESTS = JSON.map(lambda value: zipped("manifest.json", json.dumps(value).encode()))


@shared_folder
@given(
    data=MANIFESTS
    | st.binary(max_size=300)
    | SEEDS.map(lambda s: damaged_bytes(zipped("a", b"b"), s))
)
def test_what_is_no_backup_is_told_so(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "backup"
    file.write_bytes(data)
    for look in (_opened, check_sqlite):
        with pytest.raises(RunwhyError):
            look(file)


@given(SHARP | SHARP.map("sealed:1:".__add__) | st.text("abcdefAB01_-=", max_size=200))
@example("sealed:1:é")
@example("sealed:1:gAAAA")
def test_a_sealed_text_is_opened_with_its_key_or_not_at_all(text: str) -> None:
    clean = text.encode(errors="replace").decode()
    vault = Vault([SECRET_KEY])
    with suppress(WrongSecretKey):
        assert vault.open(clean) == clean
    if not clean.startswith("sealed:"):
        assert vault.open(vault.seal(clean)) == clean


@given(st.lists(SHARP, max_size=3))
def test_keys_that_are_none_are_refused_by_name(keys: list[str]) -> None:
    try:
        Vault(keys)
    except InvalidInput as error:
        assert [problem.field for problem in error.problems] == ["secret_key"]
    else:
        assert not keys


@shared_folder
@given(data=st.binary(max_size=100) | JSON.map(lambda value: json.dumps(value).encode()))
def test_files_of_ours_that_somebody_wrote_into_are_read_or_refused(
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
def test_a_settings_file_is_read_or_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "runwhy.toml").write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        with suppress(BadSettings):
            load_settings()
