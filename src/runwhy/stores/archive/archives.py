"""Workspace archive: gzipped lines of JSON, with row counts and checksums by section."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec
from sqlalchemy import Connection

from runwhy.core.accounts.workspaces import Workspace
from runwhy.errors import Conflict, InvalidInput, Problem
from runwhy.stores.archive.archive_layout import SECTIONS, Section, Walked
from runwhy.stores.sql import rows
from runwhy.stores.sql.private_files import new_private

FORMAT = "runwhy-workspace-1"
MAX_LINE = 64 * 1024 * 1024  # bytes in a row; no row of a real database is nearly as long
WITHHELD = "the secret was not exported; set a new one"

T = TypeVar("T")

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder().decode


@dataclass(frozen=True, slots=True)
class Sum:
    """Number of rows in a section, and the SHA-256 of their lines."""

    rows: int
    sha256: str


Sums = Mapping[str, Sum]


class SumBuilder:
    """Counter and hash of a section's lines."""

    def __init__(self) -> None:
        self.rows = 0
        self._hash = hashlib.sha256()

    def add(self, line: bytes) -> None:
        """Add a line."""
        self.rows += 1
        self._hash.update(line)

    def result(self) -> Sum:
        """Return the sum of all added lines."""
        return Sum(self.rows, self._hash.hexdigest())


def size_of(conn: Connection, workspace: int) -> int:
    """Return the number of steps for reading a workspace."""
    return sum(section.size(conn, workspace) for section in SECTIONS)


def write_archive(
    conn: Connection, workspace: Workspace, target: Path, *, id: str, secrets: bool, walked: Walked
) -> Sums:
    """Write everything that a workspace owns, as of one moment. Raises: Conflict."""
    if target.exists():
        raise Conflict(f"{target} already exists; move it, or choose another file")
    partial = target.with_name(target.name + ".partial")
    with new_private(partial) as raw, gzip.open(raw, "wb", compresslevel=6) as file:
        sums = _write(conn, workspace, file, id, secrets, walked)
    partial.rename(target)
    return sums


def _write(
    conn: Connection, workspace: Workspace, file: Any, id: str, secrets: bool, walked: Walked
) -> Sums:
    described = {"slug": workspace.slug, "name": workspace.name}
    head = {"format": FORMAT, "id": id, "secrets": secrets, "workspace": described}
    head["createdAt"] = rows.to_ms(workspace.created_at)
    file.write(_encode(head) + b"\n")
    sums: dict[str, Sum] = {}
    for section in SECTIONS:
        names = [str(column.name) for column in section.columns]
        file.write(_encode({"section": section.name, "columns": names}) + b"\n")
        builder = SumBuilder()
        for line in lines_of(conn, section, workspace.id, walked, secrets=secrets):
            builder.add(line)
            file.write(line)
        sums[section.name] = builder.result()
    file.write(_encode({"sums": sums}) + b"\n")
    return sums


def lines_of(
    conn: Connection,
    section: Section,
    workspace: int,
    walked: Walked,
    *,
    secrets: bool = True,
    shift: int = 0,
) -> Iterator[bytes]:
    """Yield the rows of a section as lines, with `shift` subtracted from their numbers."""
    for row in section.rows(conn, workspace, walked):
        for name in section.shifted if shift else ():
            row[name] = None if row[name] is None else row[name] - shift
        yield _encode(list((row if secrets else _without_secret(section, row)).values())) + b"\n"


def _without_secret(section: Section, row: dict[str, Any]) -> dict[str, Any]:
    """Remove a webhook's secret from a row, and disable the webhook with a note."""
    if row.get("secret") is None:
        return row
    old = {"secret": "" if section.name == "subscriptions" else None, "previous_secret": None}
    gone = {name: value for name, value in old.items() if name in row}
    return {**row, **gone, "enabled": False, "note": WITHHELD}


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Header of an archive."""

    id: str
    slug: str
    name: str
    created_at: int


class _Workspace(msgspec.Struct):
    slug: str
    name: str


class _Head(msgspec.Struct):
    id: str
    workspace: _Workspace
    createdAt: int  # noqa: N815 (the file's name)

    def head(self) -> Head:
        workspace = self.workspace
        return Head(id=self.id, slug=workspace.slug, name=workspace.name, created_at=self.createdAt)


class _SectionStart(msgspec.Struct):
    section: str
    columns: list[str]


class _Sums(msgspec.Struct):
    sums: dict[str, Sum]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a section, as stored in the file."""

    section: str
    columns: list[str]
    values: list[Any]


class Archive:
    """Reader of an archive; checksums are compared at the end of the file."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file = gzip.GzipFile(fileobj=file)
        self._name = name
        self.sums: dict[str, Sum] = {}
        head = self._read(next(self._lines(), b"null"))
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise InvalidInput([Problem("FILE", f"{name} is not a Runwhy workspace archive")])
        self.head = self._convert(_Head, head).head()

    def rows(self) -> Iterator[Line]:
        """Yield all rows in order. Raises: InvalidInput if the file is damaged or truncated."""
        section, builder = "", SumBuilder()
        columns: list[str] = []
        for line in self._lines():
            value = self._read(line)
            if isinstance(value, list):
                builder.add(line)
                yield Line(section, columns, value)
                continue
            if section:
                self.sums[section] = builder.result()
            if isinstance(value, dict) and "sums" in value:
                self._compare(self._convert(_Sums, value).sums)
                return
            start = self._convert(_SectionStart, value)
            section, columns, builder = start.section, start.columns, SumBuilder()
        raise self._damaged("is truncated")

    def _compare(self, expected: Sums) -> None:
        names = dict.fromkeys([*expected, *self.sums])  # also sections without an expected sum
        wrong = [name for name in names if self.sums.get(name) != expected.get(name)]
        if wrong or not names:
            raise self._damaged(f"is damaged in {', '.join(wrong) or 'its checksums'}")

    def _lines(self) -> Iterator[bytes]:
        try:
            while line := self._file.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE:
                    raise self._damaged(f"has a line of more than {MAX_LINE} bytes")
                yield line
        except (OSError, EOFError, zlib.error) as error:
            raise self._damaged(f"cannot be read: {error}") from None

    def _read(self, line: bytes) -> Any:
        try:
            return _decode(line)
        except (ValueError, RecursionError) as error:  # msgspec raises subclasses of ValueError
            raise self._damaged(f"is damaged: {error}") from None

    def _convert(self, shape: type[T], value: object) -> T:
        try:
            return msgspec.convert(value, shape)
        except msgspec.ValidationError as error:
            raise self._damaged(f"is damaged: {error}") from None

    def _damaged(self, problem: str) -> InvalidInput:
        return InvalidInput([Problem("FILE", f"{self._name} {problem}")])
