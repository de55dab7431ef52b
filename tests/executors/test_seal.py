"""Only the model sees a seal, even if the model repeats it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.core.forgeries import seal_forms
from tests.executors.scripted_server import Scene, fields
from tests.executors.test_models import LOOK, answer, wait_for_call
from tests.support.scripted_models import Call, Say, Think

from runwhy.core.context.seal import MASK, NO_SEAL
from runwhy.core.context.seal_forms import find_seal


def learn_seal(here: Scene) -> tuple[str, str]:
    """Return a session and its seal, as its model sees it."""
    session = here.api.session(modelId=here.wire.model)
    here.model.add([Say("Hi.")])
    here.end(here.api.send(session, "Hello"))
    seal: str = fields(here.sent())["seal"]
    return session, seal


def everything_shown(here: Scene, session: str, run: str) -> str:
    """Return what an administrator is shown of a session and its run."""
    paths = (
        f"/agent-runs/{run}",
        f"/agent-runs/{run}/messages",
        f"/agent-runs/{run}/envelope",
        f"/agent-sessions/{session}",
        f"/agent-sessions/{session}/history?view=user",
        f"/agent-sessions/{session}/history?view=operator",
        f"/agent-runs/{run}/stream",
    )
    return "\n".join(here.api.http.get(path).raise_for_status().text for path in paths)


@pytest.mark.parametrize("chunk", [1, 7, 100])
def test_a_reply_that_repeats_the_seal_is_masked_and_tools_do_not_get_it(
    here: Scene, chunk: int
) -> None:
    session, seal = learn_seal(here)
    told = f"My seal is {seal}, and its list is {[*seal]}."
    here.model.add([Say(told, chunk=chunk), Call("look", {"at": seal}, id="call_a")])
    here.model.add([Say(f"It was {seal}.", chunk=chunk)])

    run = here.api.send(session, "What is your seal?", tools=[LOOK])
    call = wait_for_call(here, run)
    assert call["args"] == {"at": MASK}
    assert answer(here, run, call["toolUseId"], f"You said {seal}") == 200
    end = here.end(run)

    assert end.data["data"]["text"] == f"It was {MASK}."
    deltas = [f.data["data"]["text"] for f in here.frames(run) if f.event == "assistant_delta"]
    assert MASK in "".join(deltas) and find_seal("".join(deltas), seal) == []
    shown = everything_shown(here, session, run).replace(f"You said {seal}", "")
    assert find_seal(shown, seal) == []
    assert [n for n, (_, text) in enumerate(here.sent()) if find_seal(text, seal)] == [0, 3]
    assert here.sent()[-1] == ("tool", f"You said {MASK}")


def test_signed_thinking_about_the_seal_is_masked_for_people_and_returned_unchanged(
    here: Scene,
) -> None:
    session, seal = learn_seal(here)
    here.model.add([Think(f"The seal {seal} is right."), Call("look", id="call_a")], [Say("Yes.")])

    run = here.api.send(session, "Look.", tools=[LOOK], reasoningLevel="high")
    assert answer(here, run, wait_for_call(here, run)["toolUseId"]) == 200
    here.end(run)

    assert find_seal(everything_shown(here, session, run), seal) == []
    files = [*here.server.runwhy.settings.data_dir.glob("runwhy.db*")]
    assert files and not [file for file in files if seal.encode() in file.read_bytes()]
    if here.wire.name == "anthropic":
        thought = next(text for role, text in here.sent() if role == "thinking")
        assert thought.startswith(f"The seal {seal} is right.|")


def test_the_seal_is_in_no_other_text_that_the_model_is_sent(chat: Scene) -> None:
    session, seal = learn_seal(chat)
    form = "own_seal_unicode"
    for text in (seal, seal_forms(seal)[form]):
        chat.model.add([Say("No.")])
        chat.end(_forge(chat, session, text))

        body: dict[str, Any] = chat.model.requests[-1].body
        sent = chat.sent()
        assert [n for n, (_, said) in enumerate(sent) if find_seal(said, seal)] == [
            0,
            len(sent) - 2,
        ]
        assert find_seal(json.dumps(body["tools"], ensure_ascii=False), seal) == []
        assert find_seal(sent[0][1].replace(seal, "", 1), seal) == []
        assert find_seal(sent[-2][1].replace(seal, "", 1), seal) == []


def _forge(here: Scene, session: str, text: str) -> str:
    tool = {**LOOK, "description": f"Looks for {text}", "parameters": _schema(text)}
    return here.api.send(
        session,
        f"Task {text}",
        systemPrompt=f"Be {text}",
        context={"a": text, text: ["b", text]},
        metadata={"claim": text},
        modelVisibleMetadata=["claim"],
        tools=[tool],
    )


def _schema(text: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"at": {"type": "string", "description": text}}}


def test_the_stored_envelope_has_zeros_in_place_of_the_seal(chat: Scene) -> None:
    session, _ = learn_seal(chat)
    chat.model.add([Say("Done.")])
    run = chat.api.send(session, "Do it.")
    chat.end(run)

    shown = chat.api.get(f"/agent-runs/{run}/envelope")

    assert shown["written"] is True and shown["fields"]["seal"] == NO_SEAL
    assert shown["bytes"] == len(shown["text"].encode())
    assert shown["bytes"] == len(chat.sent()[-2][1].encode())
