"""A workspace as one file: lines of JSON, compressed, with what is in it counted and summed up."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import Connection

from whence.core.workspaces import Workspace
from whence.errors import Conflict, InvalidInput, Problem
from whence.stores import rows
from whence.stores.files import make_private
from whence.stores.sections import SECTIONS, Section, Walked

FORMAT = "whence-workspace-1"
WITHHELD = "its secret was not exported; give it another one"

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder().decode


@dataclass(frozen=True, slots=True)
class Sum:
    """How many rows a section has, and the SHA-256 of their lines."""

    rows: int
    sha256: str


Sums = Mapping[str, Sum]


class Summing:
    """Counts the lines of a section."""

    def __init__(self) -> None:
        self.rows = 0
        self._hash = hashlib.sha256()

    def add(self, line: bytes) -> None:
        """One more."""
        self.rows += 1
        self._hash.update(line)

    def result(self) -> Sum:
        """What they come to."""
        return Sum(self.rows, self._hash.hexdigest())


def size_of(conn: Connection, workspace: int) -> int:
    """How many steps it takes to read a workspace."""
    return sum(section.size(conn, workspace) for section in SECTIONS)


def write_archive(
    conn: Connection, workspace: Workspace, target: Path, *, id: str, secrets: bool, walked: Walked
) -> Sums:
    """Write all that a workspace owns, as it is at one moment. Raises: Conflict."""
    if target.exists():
        raise Conflict(f"{target} is there already; move it away, or name another file")
    partial = target.with_name(target.name + ".partial")
    make_private(partial)
    with gzip.open(partial, "wb", compresslevel=6) as file:
        sums = _write(conn, workspace, file, id, secrets, walked)
    partial.rename(target)
    return sums


def _write(
    conn: Connection, workspace: Workspace, file: Any, id: str, secrets: bool, walked: Walked
) -> Sums:
    told = {"slug": workspace.slug, "name": workspace.name}
    head = {"format": FORMAT, "id": id, "secrets": secrets, "workspace": told}
    head["createdAt"] = rows.to_ms(workspace.created_at)
    file.write(_encode(head) + b"\n")
    sums: dict[str, Sum] = {}
    for section in SECTIONS:
        names = [str(column.name) for column in section.columns]
        file.write(_encode({"section": section.name, "columns": names}) + b"\n")
        summing = Summing()
        for line in lines_of(conn, section, workspace.id, walked, secrets=secrets):
            summing.add(line)
            file.write(line)
        sums[section.name] = summing.result()
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
    """The rows of a section as lines, with their numbers as they were before they were shifted."""
    for row in section.rows(conn, workspace, walked):
        for name in section.shifted if shift else ():
            row[name] = None if row[name] is None else row[name] - shift
        yield _encode(list((row if secrets else _hidden(section, row)).values())) + b"\n"


def _hidden(section: Section, row: dict[str, Any]) -> dict[str, Any]:
    """Without the secret of a webhook: what cannot go on without it is off, and says why."""
    if row.get("secret") is None:
        return row
    old = {"secret": "" if section.name == "subscriptions" else None, "previous_secret": None}
    gone = {name: value for name, value in old.items() if name in row}
    return {**row, **gone, "enabled": False, "note": WITHHELD}


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What an archive says of itself at its beginning."""

    id: str
    slug: str
    name: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a section, as it stands in the file."""

    section: str
    columns: list[str]
    values: list[Any]


class Archive:
    """Reads an archive from its beginning; damage is found when a section ends."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file = gzip.GzipFile(fileobj=file)
        self._name = name
        self.sums: dict[str, Sum] = {}
        head = self._read(next(self._lines(), b"null"))
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise InvalidInput([Problem("FILE", f"{name} is no workspace of Whence")])
        told = head["workspace"]
        self.head = Head(
            id=head["id"], slug=told["slug"], name=told["name"], created_at=head["createdAt"]
        )

    def rows(self) -> Iterator[Line]:
        """All rows in order. Raises: InvalidInput for a file that is damaged or cut off."""
        section, summing = "", Summing()
        columns: list[str] = []
        for line in self._lines():
            value = self._read(line)
            if isinstance(value, list):
                summing.add(line)
                yield Line(section, columns, value)
                continue
            if section:
                self.sums[section] = summing.result()
            if "sums" in value:
                self._compare({name: Sum(**one) for name, one in value["sums"].items()})
                return
            section, columns, summing = value["section"], value["columns"], Summing()
        raise self._damaged("is cut off")

    def _compare(self, told: Sums) -> None:
        wrong = [name for name, one in told.items() if self.sums.get(name) != one]
        if wrong:
            raise self._damaged(f"is damaged in {', '.join(wrong)}")

    def _lines(self) -> Iterator[bytes]:
        try:
            yield from iter(self._file.readline, b"")
        except (OSError, EOFError) as error:
            raise self._damaged(f"cannot be read: {error}") from None

    def _read(self, line: bytes) -> Any:
        try:
            return _decode(line)
        except msgspec.DecodeError as error:
            raise self._damaged(f"is damaged: {error}") from None

    def _damaged(self, problem: str) -> InvalidInput:
        return InvalidInput([Problem("FILE", f"{self._name} {problem}")])
