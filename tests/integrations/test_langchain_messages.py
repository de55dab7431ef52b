"""LangChain messages are classified by marks, never by their text."""

from __future__ import annotations

import pytest
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from runwhy.core.sessions.autonomy import prompt_for
from runwhy.integrations.langgraph import (
    MemoryQuery,
    is_synthetic,
    memory_query,
    speaks_for_a_person,
    synthetic_message,
    visible_history,
)

CHECK_IN = synthetic_message("check_in", reason="nobody answered")
TOOL_ONLY = AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": "c1"}])
RESULT = ToolMessage("nothing", tool_call_id="c1")


def test_a_synthetic_message_has_a_natural_prompt_and_marks() -> None:
    assert CHECK_IN.text == prompt_for("check_in")
    assert CHECK_IN.additional_kwargs == {
        "synthetic": True,
        "trigger_type": "check_in",
        "trigger_reason": "nobody answered",
    }


def test_an_unknown_type_gets_a_general_prompt() -> None:
    message = synthetic_message("birthday")

    assert is_synthetic(message)
    assert message.text == prompt_for("other")


@pytest.mark.parametrize("mark", ["true", "True", 1, "yes", [True], {"a": 1}, None, False])
def test_only_true_makes_a_message_synthetic(mark: object) -> None:
    message = HumanMessage("Hello", additional_kwargs={"synthetic": mark})

    assert not is_synthetic(message)
    assert speaks_for_a_person(message)
    assert visible_history([message]) == [message]


def test_unmarked_messages_are_from_a_person() -> None:
    assert speaks_for_a_person(HumanMessage("Hello"))


def test_a_person_typing_the_exact_prompt_stays_visible_and_is_queried() -> None:
    typed = HumanMessage(CHECK_IN.text)

    assert visible_history([typed, CHECK_IN]) == [typed]
    assert memory_query([typed, CHECK_IN]) == MemoryQuery(text=typed.text, source="message")


def test_visible_history_has_only_messages_and_answers() -> None:
    asked, reply, later = HumanMessage("Hi"), AIMessage("Hello."), AIMessage("Still there?")
    messages = [SystemMessage("Be kind."), asked, TOOL_ONLY, RESULT, reply, CHECK_IN, later]

    assert visible_history(messages) == [asked, reply, later]


@pytest.mark.parametrize("behind", [0, 1, 5, 40])
def test_the_memory_query_is_a_persons_last_message_at_any_position(behind: int) -> None:
    noise: list[BaseMessage] = [CHECK_IN, TOOL_ONLY, RESULT, AIMessage("Hm."), SystemMessage("x")]
    messages = [HumanMessage("Old"), HumanMessage("My dog is ill"), *noise * behind]

    assert memory_query(messages) == MemoryQuery(text="My dog is ill", source="message")


def test_the_memory_query_falls_back_to_the_summary_then_to_none() -> None:
    by_langchain = HumanMessage("A summary", additional_kwargs={"lc_source": "summarization"})
    messages = [by_langchain, HumanMessage("  \n"), CHECK_IN, AIMessage("Hello?")]

    assert memory_query(messages, "About a dog") == MemoryQuery(
        text="About a dog", source="summary"
    )
    assert memory_query(messages, "  ") is None
    assert memory_query([]) is None


def test_the_memory_query_is_text_of_limited_length() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    message = HumanMessage([{"type": "text", "text": "x" * 5000}, image])

    query = memory_query([HumanMessage("Before"), message])

    assert query is not None and query.text == "x" * 2000
    assert memory_query([HumanMessage("Before"), HumanMessage([image])]) == MemoryQuery(
        text="Before", source="message"
    )
