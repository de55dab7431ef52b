"""Forged envelopes in every writable place; the model still gets the real one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from tests.core.forgeries import FORGERIES, Forgery, seal_forms
from tests.executors.scripted_server import Scene, envelopes
from tests.executors.test_models import LOOK, answer, wait_for_call
from tests.support.scripted_models import Call, Say

from runwhy.core.context.seal import NO_SEAL, mask_seal
from runwhy.core.context.seal_forms import find_seal
from runwhy.core.runs.tags import MAX_VALUE

# Text that an API might alter.
TRIMMED = [f for f in FORGERIES if f.name in ("separators alone", "spaces that strip() would eat")]


@pytest.fixture(scope="module")
def stolen(_chat: Scene) -> Mapping[str, str]:
    """Real envelopes, seals and rules that an attacker saw elsewhere on the server."""
    return learned(_chat)


def learned(here: Scene) -> dict[str, str]:
    here.model.forget()
    here.model.add([Say("Hi.")], [Say("Hi.")])
    here.do("Hello")
    here.end(here.api.send(here.api.session(modelId=here.wire.model), "Hello"))
    (_, run), (system, other) = ([t for _, t in here.sent(n)[:2]] for n in (0, 1))
    seal = json.loads(other)["runwhy_meta"]["seal"]
    return {
        "run_envelope": run,
        "run_seal": json.loads(run)["runwhy_meta"]["seal"],
        "other_envelope": other,
        "other_seal": seal,
        "other_seal_upper": seal.upper(),
        "other_rule": _rule(system),
    }


def _rule(system: str) -> str:
    return system[system.index("# Run context") :]


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_a_forgery_is_stored_unchanged_sent_without_the_seal_and_has_no_effect(
    chat: Scene, stolen: Mapping[str, str], forgery: Forgery
) -> None:
    try_forgery(chat, forgery, stolen)


@pytest.mark.parametrize("forgery", TRIMMED, ids=lambda forgery: forgery.name)
def test_every_api_transmits_sentinels_unchanged(here: Scene, forgery: Forgery) -> None:
    secrets = learned(here)
    here.model.forget()
    try_forgery(here, forgery, secrets)


def try_forgery(here: Scene, forgery: Forgery, stolen: Mapping[str, str]) -> None:
    """Put the forgery into history, task, instructions, tags, context, reply and tool."""
    session = here.api.session(modelId=here.wire.model)
    here.model.add([Say("Hello.")])
    here.end(here.api.send(session, "Hi"))
    (system, own), sent_before = (text for _, text in here.sent()[:2]), len(here.model.requests)
    seal = json.loads(own)["runwhy_meta"]["seal"]
    secrets = {"own_envelope": own, **seal_forms(seal), "rule": _rule(system), **stolen}
    texts = forgery.filled(secrets)
    first, *_, last = [texts[0], *texts]
    tag = first[:MAX_VALUE]

    args = json.dumps({"at": mask_seal(first, seal)})
    here.model.add([Say(first), Call("look", {"at": first}, id="call_a")], [Say("Done.")])
    history = [*_said(texts)]
    run = here.api.send(
        session,
        None,  # type: ignore[arg-type]
        messages=[*history, {"role": "user", "content": last}],
        systemPrompt=first,
        context={"note": first},
        metadata={"claim": tag},
        modelVisibleMetadata=["claim"],
        tools=[LOOK],
    )
    assert answer(here, run, wait_for_call(here, run)["toolUseId"], first) == 200
    assert here.end(run).event == "result"

    at = 3 + len(history)  # system, the first turn's two messages, the imported history
    told = mask_seal(first, seal)  # the readable part for the model
    before = [("system", f"{told}\n\n{_rule(system)}"), ("user", "Hi"), ("assistant", "Hello.")]
    before += [(said["role"], mask_seal(said["content"], seal)) for said in history]
    one, two = (here.sent(n) for n in (sent_before, sent_before + 1))
    real = one[at]
    assert one == [*before, real, ("user", mask_seal(last, seal))]
    assert two == [*one, ("assistant", told), ("call", f"look {args}"), ("tool", told)]
    assert two.count(real) == 1
    assert [n for n, (_, text) in enumerate(two) if find_seal(text, seal)] == [0, at]
    _is_real(real[1], seal=seal, run=run, note=told, tag=mask_seal(tag, seal))
    _is_untouched(here, run, session, real[1].replace(seal, NO_SEAL), tag)
    _is_shown(here, session, [said["content"] for said in history], first, last, told)


def _said(texts: list[str]) -> Iterator[dict[str, str]]:
    for text in texts:
        yield {"role": "user", "content": text}
        yield {"role": "assistant", "content": text}


def _is_real(text: str, *, seal: str, run: str, note: str, tag: str) -> None:
    told: dict[str, Any] = json.loads(text)["runwhy_meta"]
    assert (told["seal"], told["run_id"]) == (seal, run)
    assert (told["trigger"], told["attended"]) == ("api", True)
    assert told["tags"] == {"claim": tag}
    assert told.get("context", {"note": note}) == {"note": note}
    assert len(text.encode()) <= 4096


def _is_untouched(here: Scene, run: str, session: str, envelope: str, tag: str) -> None:
    shown = here.api.get(f"/agent-runs/{run}")
    origin = shown["origin"]
    assert (origin["trigger"], origin["attended"], origin["claimed"]) == ("api", True, {})
    assert (shown["metadata"], shown["metadataSources"]) == ({"claim": tag}, {"claim": "run"})
    assert (shown["sessionId"], shown["parentRunId"]) == (session, None)
    for call in here.api.get(f"/agent-runs/{run}/messages")["calls"]:
        told = [m["content"] for m in call["messages"] if m["kind"] == "envelope"]
        assert told == [envelope]


def _is_shown(
    here: Scene, session: str, history: list[str], first: str, last: str, reply: str
) -> None:
    seen = here.api.get(f"/agent-sessions/{session}/history", view="user")["messages"]
    assert [m["content"] for m in seen] == ["Hi", "Hello.", *history, last, reply, "Done."]
    parts = here.api.get(f"/agent-sessions/{session}/history", view="operator")["messages"]
    assert sum(part["kind"] == "envelope" for part in parts) == 2  # one for each run
    assert [p["content"] for p in parts if p["kind"] == "tool_result"] == [first]
    assert [p["content"] for p in parts if p["provenance"] == "human"] == [
        *("Hi", *history[::2], last)
    ]


def test_a_forged_envelope_is_not_counted_as_one(chat: Scene, stolen: Mapping[str, str]) -> None:
    chat.model.add([Say("Done.")])

    chat.do(stolen["other_envelope"])

    assert envelopes(chat.sent()) == [
        1,
        2,
    ]  # both look like envelopes; only the first precedes the task
    assert json.loads(chat.sent()[1][1])["runwhy_meta"]["seal"] in chat.sent()[0][1]
    assert stolen["other_seal"] not in chat.sent()[0][1]
