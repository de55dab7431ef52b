"""The spool: output is read by offset, if it is still stored."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.terminal.spool import Spool


@pytest.fixture
def spool() -> Spool:
    return Spool(limit=16)


def everything(spool: Spool, place: int, most: int = 5) -> bytes:
    said = bytearray()
    while True:
        place, data = spool.read(place, most)
        if not data:
            return bytes(said)
        said += data


@given(st.lists(st.binary(max_size=40), max_size=20), st.integers(0, 200), st.integers(1, 30))
def test_reads_return_the_last_bytes_in_order(said: list[bytes], place: int, most: int) -> None:
    spool = Spool(limit=16)
    for data in said:
        spool.add(data)
    whole = b"".join(said)
    assert spool.end == len(whole)
    assert everything(spool, place, most) == whole[max(place, len(whole) - 16) :]


def test_the_recent_offset_starts_at_a_line(spool: Spool) -> None:
    spool.add(b"one\ntwo\nthree")
    assert everything(spool, spool.recent(16)) == b"one\ntwo\nthree"
    assert everything(spool, spool.recent(8)) == b"three"
    spool.add(b"four, five, six, seven")
    assert spool.recent(8) == spool.end - 8


def test_a_full_disk_loses_only_the_rejected_bytes(
    spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    spool.add(b"before")
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", full)
        spool.add(b"lost")
    spool.add(b"after")

    assert everything(spool, 0) == b"after"
