"""Measure secret redaction: precision and recall on the corpus, then speed in MB/s."""

from __future__ import annotations

import json
import time
from pathlib import Path

from runwhy.core.redaction import redact_text

CORPUS = Path(__file__).parent.parent / "tests" / "core" / "corpus"
MEGABYTE = 1_000_000


def lines(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (CORPUS / name).read_text("utf-8").splitlines()]


def speed(text: str) -> float:
    text *= MEGABYTE // len(text)
    started = time.perf_counter()
    redact_text(text)
    return len(text.encode()) / MEGABYTE / (time.perf_counter() - started)


def main() -> None:
    secrets = [("".join(line["secret"]), line["text"]) for line in lines("secrets.jsonl")]
    innocent = [line["text"] for line in lines("innocent.jsonl")]
    missed = [text for secret, text in secrets if secret in redact_text(text.replace("§", secret))]
    alarms = [text for text in innocent if redact_text(text) != text]
    found = len(secrets) - len(missed)
    for text in missed:
        print(f"missed       {text!r}")
    for text in alarms:
        print(f"false alarm  {text!r} -> {redact_text(text)!r}")
    print(f"recall     {found / len(secrets):.3f}  ({found} of {len(secrets)} secrets)")
    precision = found / (found + len(alarms))
    print(f"precision  {precision:.3f}  ({len(alarms)} of {len(innocent)} innocent lines changed)")
    prose = "The worker took the run and answered after 42 ms, as on every other day.\n"
    print(f"prose      {speed(prose):.0f} MB/s")
    print(f"innocent   {speed(chr(10).join(innocent)):.1f} MB/s")
    print(f"secrets    {speed(chr(10).join(t.replace('§', s) for s, t in secrets)):.1f} MB/s")


if __name__ == "__main__":
    main()
