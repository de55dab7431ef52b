"""Requests rebuilt from a log: digests, and logs that cannot prove anything."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import RUN_ID, a_part, a_reply

from runwhy.core.agents.specs import Spec, Tool
from runwhy.core.json import compact_json
from runwhy.core.model_requests import (
    SENT,
    RunLog,
    SentRequest,
    digest_of,
    reply_request,
    sent_calls,
    sent_data,
)
from runwhy.core.runs.log import Part, PartKind, ToolCall

LOOK = Tool(name="look", kind="local")


def a_log(*parts: Part, tools: tuple[Tool, ...] = ()) -> RunLog:
    return RunLog(run_id=RUN_ID, spec=Spec(tools=tools), earlier=(), parts=parts)


def replied(log: RunLog) -> RunLog:
    """Return the log with a reply, stored as the engine stores it."""
    built = reply_request(log, may_call=True)
    reply = replace(a_reply("Hello."), data={SENT: sent_data(built, built)})
    return replace(log, parts=(*log.parts, reply))


def test_a_rebuilt_request_is_exact_if_its_digest_is_the_stored_one() -> None:
    (call,) = sent_calls(replied(a_log(a_part("Hi"))))

    assert call.exact is True
    assert [part.text for part in call.request.messages] == ["Hi"]


def test_a_request_is_not_exact_once_its_messages_or_tools_have_changed() -> None:
    log = replied(a_log(a_part("Hi"), tools=(LOOK,)))
    erased = replace(log, parts=(a_part(""), *log.parts[1:]))
    renamed = replace(log, spec=Spec(tools=(replace(LOOK, description="Look around."),)))

    assert [call.exact for changed in (erased, renamed) for call in sent_calls(changed)] == [
        False,
        False,
    ]


def test_a_log_without_digests_claims_nothing() -> None:
    (call,) = sent_calls(a_log(a_part("Hi"), a_reply("Hello.")))

    assert call.exact is None
    assert [part.text for part in call.request.messages] == ["Hi"]


def test_a_summary_of_an_older_version_has_no_messages() -> None:
    summary = replace(a_part("In short."), kind=PartKind.SUMMARY, data={"scope": "rounds"})

    (call,) = sent_calls(a_log(a_part("Hi"), summary))

    assert (call.purpose, call.exact, call.request.messages) == ("summary", None, ())


def test_the_order_of_keys_does_not_change_a_digest() -> None:
    one, two = ({"a": 1, "b": 2}, {"b": 2, "a": 1})
    requests = [
        replace(reply_request(a_log(), may_call=True), output_schema=schema)
        for schema in (one, two)
    ]

    assert digest_of(requests[0]) == digest_of(requests[1])


MESSAGES = st.builds(
    a_part,
    st.text(),
    kind=st.sampled_from(PartKind),
    role=st.sampled_from(["user", "assistant", "system", "tool"]),
    ok=st.booleans(),
    tool_calls=st.sampled_from([(), (ToolCall(id="1", name="look", args={"ä": [1.5, None]}),)]),
    tool_use_id=st.one_of(st.none(), st.text(max_size=3)),
    tool_name=st.one_of(st.none(), st.text(max_size=3)),
    data=st.sampled_from([{}, {"model": "m"}, {"native": {"b": 1, "a": "\x7f"}}]),
)


@given(st.lists(MESSAGES, max_size=5), st.booleans())
def test_a_digest_is_of_the_sorted_json_of_a_request(messages: list[Part], calls: bool) -> None:
    request = SentRequest(messages=messages, tools=[LOOK], may_call=calls, reasoning_level="low")
    content = {
        "messages": [
            {
                "kind": part.kind,
                "role": part.role,
                "text": part.text,
                "calls": [{"id": c.id, "name": c.name, "args": c.args} for c in part.tool_calls],
                "tool_use_id": part.tool_use_id,
                "tool_name": part.tool_name,
                "ok": part.ok,
                "data": {name: part.data[name] for name in ("native",) if name in part.data},
            }
            for part in messages
        ],
        "tools": [
            {
                "name": LOOK.name,
                "kind": LOOK.kind,
                "description": LOOK.description,
                "parameters": LOOK.parameters,
            }
        ],
        "may_call": calls,
        "reasoning": "low",
        "schema": None,
    }
    text = compact_json(content, sort=True).encode("utf-8", "surrogatepass")
    assert digest_of(request) == hashlib.blake2b(text, digest_size=16).hexdigest()
