"""Clients in JavaScript: the SDKs of OpenAI and Anthropic, and Vercel's `ai`."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.clients import features as f
from tests.e2e.clients.features import proves
from tests.e2e.clients.programs import install
from tests.e2e.clients.site import CHAT, CLAUDE, PIXEL, Site
from tests.support.scripted_models import Call, Say, Think

SCRIPTS = Path(__file__).parent / "js"
BOTH = (Call("weather", {"city": "Bonn"}, id="c1"), Call("weather", {"city": "Ulm"}, id="c2"))
SLOWLY = (
    Call("weather", {"city": "Bonn"}, id="c1", chunk=5, stalls=True),
    Call("weather", {"city": "Ulm"}, id="c2", chunk=5),
)
N = [Say('{"n":4}')]
SUNNY = [Say("Sunny in both.")]


@pytest.fixture(scope="module")
def programs() -> Path:
    return install()


def run(programs: Path, script: str, site: Site, model: str) -> Any:
    """Run a script and return what it prints."""
    (programs / "scripts").mkdir(exist_ok=True)
    for name in (script, "pauses.mjs"):  # next to the packages, so that Node finds them
        (programs / "scripts" / name).write_text((SCRIPTS / name).read_text())
    copy = programs / "scripts" / script
    environment = {
        "PATH": os.environ["PATH"],
        "IMAGE": f"data:image/png;base64,{PIXEL}",
        "PIXEL": PIXEL,
        "CHAT": CHAT,
    }
    command = [programs / "bin" / "node", copy, site.url, site.key, model]
    output = [*_lines(command, environment, site)]
    return json.loads(output[-1])


def _lines(command: Sequence[Path | str], environment: dict[str, str], site: Site) -> Iterator[str]:
    """Yield the lines of a program, and pause the models on its request."""
    pipe = subprocess.PIPE
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=errors, text=True, bufsize=1, env=environment
        ) as program,
    ):
        timer = threading.Timer(120, program.kill)
        timer.start()
        assert program.stdin is not None and program.stdout is not None
        for line in program.stdout:
            match line.strip():
                case "STALL":
                    site.stall()
                    program.stdin.write("\n")
                case "GO ON":
                    site.go_on()
                case _:
                    yield line
        timer.cancel()
        errors.seek(0)
        assert program.wait() == 0, errors.read()[-3000:]


@proves(
    f.OPENAI_JS,
    *(f.CHAT, f.RESPONSES, f.STREAMING, f.TOOLS, f.STREAMED_TOOLS, f.STRUCTURED, f.IMAGES),
    *(f.THINKING, f.CONVERSATION, f.BACKGROUND, f.STORE, f.TAGS, f.ERRORS, f.MODELS),
)
@proves(f.OPENAI_JS, f.AUDIO, cell="refused by name")
def test_the_openai_sdk_for_javascript(programs: Path, site: Site) -> None:
    site.script(
        *([Say("Hello there.")], [Say("One two three four")], [*SLOWLY], SUNNY),
        *([Think("Hm."), Say("Four.")], [*SLOWLY], [Say("Sunny.")], N, N, [Say("A dot.")]),
        [Say("Secret answer.")],
    )

    found = run(programs, "openai.mjs", site, CHAT)

    assert found["chat"] == "Hello there." and "".join(found["streamed"]) == "One two three four"
    assert found["usage"] == 1240 and found["tools"] == "Sunny in both."
    for pieces in (found["pieces"], found["responsePieces"]):
        assert "".join(pieces) == '{"city": "Bonn"}' and len(pieces) > 1
    assert found["events"][0] == "response.created" and found["items"] == ["reasoning", "message"]
    assert (found["response"], found["conversation"]) == ("Four.", "Sunny.")
    assert found["parsed"] == found["parsedResponse"] == {"n": 4}
    assert (found["background"], found["done"], found["cancelled"]) == (
        *("queued", "completed", "cancelled"),
    )
    assert found["errors"] == [
        ["NotFoundError", 404, "model_not_found"],
        ["RateLimitError", 429, "rate_limit_exceeded"],
        ["BadRequestError", 400, "unsupported_parameter"],
    ]
    assert "echo" in found["models"]
    made = site.run(found["run"])
    assert made["metadata"] == {"customer": "acme"} and made["origin"]["claimed"] == {"user": "u-7"}
    assert site.run(found["unstored"])["erasedAt"] is not None
    assert any(PIXEL in request.raw.decode() for request in site.openai.requests)


@proves(
    f.ANTHROPIC_JS,
    *(f.MESSAGES, f.STREAMING, f.TOOLS, f.STREAMED_TOOLS, f.STRUCTURED, f.IMAGES, f.THINKING),
    *(f.TAGS, f.ERRORS, f.MODELS),
)
def test_the_anthropic_sdk_for_javascript(programs: Path, site: Site) -> None:
    site.script(
        *([Say("Hello there.")], [Say("One two three four")]),
        *([Think("Hm."), Say("Looking."), *SLOWLY], SUNNY, [Say("A dot.")]),
    )
    site.openai.forget()
    site.openai.add(N)

    found = run(programs, "anthropic.mjs", site, CLAUDE)

    assert found["message"] == "Hello there." and found["cached"] == 1000
    assert "echo" in found["models"] and found["model"] == ["echo", "model"]
    assert "".join(found["streamed"]) == "One two three four"
    assert "".join(found["pieces"]) == '{"city": "Bonn"}' and len(found["pieces"]) > 1
    assert found["blocks"] == ["thinking", "text", "tool_use", "tool_use"]
    assert (found["stop"], found["tools"], found["parsed"]) == ("tool_use", SUNNY[0].text, {"n": 4})
    assert found["errors"] == [
        ["NotFoundError", 404, "not_found_error"],
        ["OverloadedError", 529, "overloaded_error"],
        ["BadRequestError", 400, "invalid_request_error"],
    ]
    made = site.run(found["run"])
    assert made["metadata"] == {"customer": "acme"}
    assert made["origin"]["claimed"] == {"user_id": "u-7"}
    assert "signed:Hm." in site.anthropic.requests[3].raw.decode()


@proves(
    f.VERCEL,
    *(f.CHAT, f.RESPONSES, f.STREAMING, f.TOOLS, f.STREAMED_TOOLS, f.STRUCTURED, f.IMAGES),
    *(f.THINKING, f.CONVERSATION, f.STORE, f.TAGS, f.ERRORS),
)
def test_vercels_ai(programs: Path, site: Site) -> None:
    each = ([Say("Hello there.")], [Say("One two three four")], [*BOTH], SUNNY, [*SLOWLY], SUNNY, N)
    site.script(
        *(*each, [Say("A dot.")], *each, [Say("A dot.")]),
        *([Think("Hm."), Say("So.")], [Say("Sunny.")], [Say("Secret answer.")]),
    )

    found = run(programs, "vercel.mjs", site, CHAT)

    for wire in ("chat", "responses"):
        got = found[wire]
        assert got["text"] == "Hello there." and "".join(got["streamed"]) == "One two three four"
        assert got["tools"] == got["streamedTools"] == "Sunny in both."
        first = [text for id, text in got["pieces"] if id == got["pieces"][0][0]]
        assert "".join(first) == '{"city": "Bonn"}' and len(first) > 1
        assert got["object"] == {"n": 4}
    assert (found["reasoning"], found["conversation"]) == ("Hm.", "Sunny.")
    assert found["errors"] == [[True, 404], [True, 404]]
    newest = site.runs()[0]
    assert newest["erasedAt"] is not None and newest["metadata"] == {"customer": "acme"}
