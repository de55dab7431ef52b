"""Measure how fast a Claude Code stream is normalized, with memory use, against JSON parsers.

    uv run --group dev python bench/normalize.py [--mb 200] [--runs 3]

The stream repeats recorded lines with new ids. Each measurement runs in a separate process. The
time is the lowest CPU time of all runs, because the machine may have other load.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import msgspec

from runwhy.core.agents.entries import change_json
from runwhy.normalizers.claude_lines import read_line
from runwhy.normalizers.lines import split_lines
from runwhy.normalizers.registry import normalize

STREAMS = Path(__file__).parents[1] / "tests" / "normalizers" / "streams" / "claude"
SOURCES = ("bash", "edit", "write", "mcp", "denied", "hooks")
TARGET = 100
CHUNK = 1 << 16
FRESH = re.compile(rb"\b(msg|toolu)_([0-9a-f]{16})[0-9a-f]{8}\b")


def count(values: Iterable[object]) -> int:
    return sum(1 for _ in values)


def chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            yield chunk


def lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        yield from stream


def orjson_loads(path: Path) -> int:
    from orjson import loads  # type: ignore[import-not-found,unused-ignore]

    return count(map(loads, lines(path)))


WAYS: dict[str, Callable[[Path], int]] = {
    "normalize, lines": lambda path: count(normalize("claude", lines(path))),
    "normalize, 64 KiB chunks": lambda path: count(normalize("claude", split_lines(chunks(path)))),
    "normalize, to JSON lines": lambda path: count(
        msgspec.json.encode(change_json(change)) for change in normalize("claude", lines(path))
    ),
    "json.loads": lambda path: count(map(json.loads, lines(path))),
    "orjson.loads": orjson_loads,
    "msgspec.json.decode": lambda path: count(map(msgspec.json.decode, lines(path))),
    "msgspec, typed lines": lambda path: count(map(read_line, lines(path))),
    "reading lines": lambda path: count(lines(path)),
}


def make_stream(path: Path, megabytes: float) -> None:
    """Write one session: its first line, recorded lines repeated, and a result."""
    recorded = [(STREAMS / f"{name}.jsonl").read_bytes().splitlines() for name in SOURCES]
    init, result = recorded[0][0], recorded[0][-1]
    session = json.loads(init)["session_id"].encode()
    block = b"".join(line + b"\n" for stream in recorded for line in stream[1:-1])
    block = re.sub(rb'("session_id":")[^"]+', rb"\g<1>" + session, block)
    with path.open("wb") as stream:
        stream.write(init + b"\n")
        copy = 0
        while stream.tell() < megabytes * 1e6:
            fresh = rb"\g<1>_\g<2>%08x" % copy
            stream.write(FRESH.sub(fresh, block))
            copy += 1
        stream.write(result + b"\n")


def measure(way: str, path: Path) -> None:
    """Print the number of outputs, CPU seconds and peak memory of this process."""
    start = time.process_time()
    found = WAYS[way](path)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"found": found, "seconds": seconds, "peak": peak}))


def measure_in_process(way: str, path: Path, runs: int) -> dict[str, float]:
    command = [sys.executable, __file__, "--measure", way, str(path)]
    results = [
        json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        for _ in range(runs)
    ]
    best: dict[str, float] = min(results, key=lambda one: one["seconds"])
    return best


def compare(folder: Path, megabytes: float, runs: int) -> bool:
    whole, tenth = folder / "whole.jsonl", folder / "tenth.jsonl"
    make_stream(whole, megabytes)
    make_stream(tenth, megabytes / 10)
    size = whole.stat().st_size / 1e6
    rows = [way for way in WAYS if way != "orjson.loads" or find_spec("orjson")]
    results = {way: measure_in_process(way, whole, runs) for way in rows}
    ours = results["normalize, lines"]
    print(f"{size:.1f} MB, {results['reading lines']['found']:.0f} lines\n")
    print(f"{'':26}{'MB/s':>8}{'out/s':>10}{'peak MB':>9}{'speed of normalize':>20}")
    for way, one in results.items():
        speed, ratio = size / one["seconds"], one["seconds"] / ours["seconds"]
        rate = one["found"] / one["seconds"]
        print(f"{way:26}{speed:8.0f}{rate:10.0f}{one['peak']:9.0f}{ratio:19.2f}x")
    small = measure_in_process("normalize, lines", tenth, 1)["peak"]
    print(f"\nmemory: {small:.0f} MB for a tenth of the stream, {ours['peak']:.0f} MB for all")
    met = size / ours["seconds"] >= TARGET
    print(f"target: at least {TARGET} MB/s: {'met' if met else 'MISSED'}")
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=float, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--measure", nargs=2, metavar=("WAY", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        return measure(options.measure[0], Path(options.measure[1]))
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(0 if compare(Path(folder), options.mb, options.runs) else 1)


if __name__ == "__main__":
    main()
