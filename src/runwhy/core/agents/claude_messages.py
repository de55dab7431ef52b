"""Messages that Runwhy sends to Claude Code, and how to recognize them in a history."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

NAMES = bytes.fromhex("5f1f8f0e6a524c1b9d3e7c0a2f4b8e11")  # namespace of derived ids


def derived_id(run_id: str, what: str) -> str:
    """Return a UUID (version 5) derived from the run, the same on every server."""
    name = f"{run_id} {what}".encode()
    digest = bytearray(hashlib.sha1(NAMES + name, usedforsecurity=False).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def is_sent_by_runwhy(message_id: str, texts: Sequence[str]) -> bool:
    """Return whether a Runwhy server sent this message: envelope, context, and the task last.

    An equal text is not enough. The message must have the id that its run gives it, and people
    cannot choose the ids of their messages.
    """
    if len(texts) < 2:
        return False
    run_id = _run_of(texts[0])
    return run_id is not None and message_id == derived_id(run_id, "message")


def _run_of(text: str) -> str | None:
    """Return the run that an envelope names, if the text is one."""
    try:
        (facts,) = json.loads(text).values()
        run_id = facts["run_id"]
    except (ValueError, RecursionError, AttributeError, TypeError, KeyError):
        return None
    return run_id if isinstance(run_id, str) and run_id.isascii() else None
