"""Message marks survive real checkpointers and a new process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.integrations.agents import brief, chat_model
from tests.integrations.model_requests import sent
from tests.integrations.threads import THREAD, agent, open_saver, said
from tests.support.scripted_models import Call, Say, ScriptedServer

from runwhy.integrations import briefed
from runwhy.integrations.langgraph import RunwhyMiddleware

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "checkpoints.db")
    url: str = request.getfixturevalue("postgres_url")
    return url.replace("+psycopg", "")


def in_another_process(database: str, url: str) -> Any:
    """Return what a new process reads from the thread, and its next run."""
    command = [sys.executable, "-W", "error", "-m", "tests.integrations.threads", database, url]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_marks_survive_the_checkpointer_and_a_new_process(
    database: str, model: ScriptedServer
) -> None:
    model.add([Call("look", {"where": "home"})], [Say("Ill, you said.")], [Say("And now?")])
    with open_saver(database) as checkpointer, briefed(brief("run_1")):
        agent(chat_model(model.url), checkpointer, RunwhyMiddleware()).invoke(said(), THREAD)

    found = in_another_process(database, model.url)

    visible = ["My dog is ill", 'Typed "true"', "Ill, you said."]
    assert found == {
        "synthetic": [False, False, True, False, False, False],
        "visible": visible,
        "query": ['Typed "true"', "message"],
        "reason": "nobody answered",
        "after": [*visible, "And now?"],
    }
    _, before, after = sent(model)
    assert before[0] == after[0]  # the same seal, rule and prompt in both processes
