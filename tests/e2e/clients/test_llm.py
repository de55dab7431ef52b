"""The command-line program `llm`."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.e2e.clients import features as f
from tests.e2e.clients.features import proves
from tests.e2e.clients.programs import install
from tests.e2e.clients.site import CHAT, PIXEL, Site
from tests.support.scripted_models import Call, Say

MODELS = """\
- model_id: runwhy
  model_name: {model}
  api_base: {url}
  api_key_name: runwhy
  vision: true
  audio: true
  supports_schema: true
  supports_tools: true
- model_id: unknown
  model_name: gpt-9
  api_base: {url}
  api_key_name: runwhy
"""
TOOL = (
    'def weather(city: str) -> str:\n    "The weather of a city."\n    return f"sunny in {city}"\n'
)


@pytest.fixture(scope="module")
def home(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("llm")
    text = MODELS.format(model=CHAT, url=site.v1)
    (directory / "extra-openai-models.yaml").write_text(text)
    (directory / "keys.json").write_text(json.dumps({"runwhy": site.key}))
    (directory / "tool.py").write_text(TOOL)
    (directory / "dot.png").write_bytes(base64.b64decode(PIXEL))
    (directory / "beep.wav").write_bytes(b"RIFF\x24\x00\x00\x00WAVEfmt ")
    return directory


def llm(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run `llm`."""
    environment = {"PATH": os.environ["PATH"], "LLM_USER_PATH": str(home), "HOME": str(home)}
    command = [install() / "bin" / "llm", *args]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, env=environment, cwd=home
    )


@proves(f.LLM, f.CHAT, f.STREAMING)
@pytest.mark.parametrize("options", [[], ["--no-stream"]])
def test_llm_prints_an_answer(site: Site, home: Path, options: list[str]) -> None:
    site.script([Say("Hello there.")])

    done = llm(home, "prompt", "-m", "runwhy", *options, "Hi")

    assert done.stdout == "Hello there.\n", done.stderr
    assert site.runs()[0]["origin"]["trigger"] == "openai"


@proves(f.LLM, f.TOOLS, f.STREAMED_TOOLS)
def test_llm_calls_tools(site: Site, home: Path) -> None:
    calls = (Call("weather", {"city": "Bonn"}, id="c1"), Call("weather", {"city": "Ulm"}, id="c2"))
    site.script([*calls], [Say("Sunny in both.")])

    done = llm(home, "prompt", "-m", "runwhy", "--functions", "tool.py", "Weather?")

    assert done.stdout.strip() == "Sunny in both.", done.stderr
    second, first = site.runs()[:2]
    assert second["origin"]["facts"]["continues_run_id"] == first["id"]


@proves(f.LLM, f.STRUCTURED, f.IMAGES)
def test_llm_gets_structured_output_about_an_image(site: Site, home: Path) -> None:
    site.script([Say('{"n":4}')])

    done = llm(home, "prompt", "-m", "runwhy", "--schema", "n int", "-a", "dot.png", "How many?")

    assert json.loads(done.stdout) == {"n": 4}, done.stderr
    assert PIXEL in site.openai.requests[0].raw.decode()


@proves(f.LLM, f.ERRORS)
@proves(f.LLM, f.AUDIO, cell="refused by name")
def test_llm_shows_errors(site: Site, home: Path) -> None:
    unknown = llm(home, "prompt", "-m", "unknown", "Hi")
    audio = llm(home, "prompt", "-m", "runwhy", "--at", "beep.wav", "audio/wav", "Listen")

    assert unknown.returncode != 0 and "no model 'gpt-9'" in unknown.stderr
    assert audio.returncode != 0 and "'input_audio' is not supported" in audio.stderr
