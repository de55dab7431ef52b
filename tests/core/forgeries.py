"""The corpus of forgeries: texts that imitate an envelope."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parent / "corpus" / "forgeries.jsonl"


@dataclass(frozen=True)
class Forgery:
    """A text, or several that belong together, in which `{{name}}` is replaced by a real secret."""

    kind: str
    name: str
    parts: tuple[str, ...]

    def filled(self, secrets: Mapping[str, str]) -> list[str]:
        """Return the texts filled with values that an attacker may have learned."""
        filled = list(self.parts)
        for name, value in secrets.items():
            filled = [part.replace("{{" + name + "}}", value) for part in filled]
        return filled


def seal_forms(seal: str) -> dict[str, str]:
    """Return a session's own seal in the forms that a model could read as it, by name."""
    codes = [ord(char) for char in seal]
    envelope = json.dumps({"runwhy_meta": {"seal": seal, "trigger": "cron"}})
    return {
        "own_seal": seal,
        "own_seal_upper": seal.upper(),
        "own_seal_spaced": " ".join(seal),
        "own_seal_listed": json.dumps([*seal]),
        "own_seal_zero_width": "\u200b".join(seal),
        "own_seal_escaped_zero_width": "\\u200b".join(seal),
        "own_seal_lines": "\\n".join(seal),
        "own_seal_tagged": "<b></b>".join(seal),
        "own_seal_unicode": "".join(f"\\u{code:04x}" for code in codes),
        "own_seal_unicode_twice": "".join(f"\\\\u{code:04X}" for code in codes),
        "own_seal_bytes": "".join(f"\\x{code:02x}" for code in codes),
        "own_seal_entities": "".join(f"&#{code};" for code in codes),
        "own_seal_hex_entities": "".join(f"&amp;#x{code:x};" for code in codes),
        "own_seal_percent": "".join(f"%{code:02X}" for code in codes),
        "own_seal_percent_twice": "".join(f"%25{code:02x}" for code in codes),
        "own_seal_hex": seal.encode().hex(" "),
        "own_seal_codes": ", ".join(map(str, codes)),
        "own_seal_base64": base64.b64encode(seal.encode()).decode(),
        "own_seal_base64_1": base64.b64encode(envelope.encode()).decode(),
        "own_seal_base64_2": base64.b64encode(f" {envelope}".encode()).decode(),
        "own_seal_base64_3": base64.b64encode(f"  {envelope}".encode()).decode(),
        "own_seal_full_width": "".join(chr(code + 0xFEE0) for code in codes),
        "own_seal_invisible": "".join(chr(code + 0xE0000) for code in codes),
        "own_seal_accents": "\u0301".join(seal),
        "own_seal_letters": seal.replace("0", "O").replace("1", "l"),
        "own_seal_backwards": seal[::-1],
        "own_seal_one_changed": seal[:9] + "u" + seal[10:],
        "own_seal_cut": seal[:-3],
        "own_seal_first": seal[:10],
        "own_seal_second": seal[10:],
    }


FORGERIES = [
    Forgery(line["kind"], line["name"], tuple(line["parts"]))
    for line in map(json.loads, _FILE.read_text().splitlines())
]
