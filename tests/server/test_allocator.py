"""A server's threads share two arenas of the C allocator, and free memory is returned."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COUNT_ARENAS = """
import ctypes, sys, threading
from runwhy.server.allocator import limit_allocator

if sys.argv[1] == "limited":
    limit_allocator()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
together = threading.Barrier(8)

def work():
    together.wait()
    libc.malloc(ctypes.c_size_t(10_000))
    together.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
file = ctypes.c_void_p(libc.fopen(sys.argv[2].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="mallopt is a function of glibc")
def test_threads_of_a_server_share_two_arenas(tmp_path: Path) -> None:
    arenas = {}
    for mode in ("default", "limited"):
        report = tmp_path / mode
        subprocess.run([sys.executable, "-c", COUNT_ARENAS, mode, str(report)], check=True)
        arenas[mode] = report.read_text().count("<heap nr=")

    assert arenas["limited"] <= 2 < arenas["default"]


RELEASE = """
from pathlib import Path
from runwhy.server.allocator import release_memory

def resident():  # pages
    return int(Path("/proc/self/statm").read_text().split()[1])

before = resident()
blocks = [b"A" * 20_000 for _ in range(2000)]
full = resident()
blocks = blocks[::50]
release_memory()
assert resident() - before < (full - before) / 4, (before, full, resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="malloc_trim is a function of glibc")
def test_free_memory_between_used_blocks_is_returned_to_the_system() -> None:
    subprocess.run([sys.executable, "-c", RELEASE], check=True)
