"""Importing histories over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import Api, ok, refused

from runwhy.core.agents.claude_messages import derived_id
from runwhy.core.agents.entries import UserMessage
from runwhy.normalizers import claude
from runwhy.normalizers.histories import HISTORIES as HISTORIES_BY_AGENT

HISTORIES = Path(__file__).parents[1] / "imports" / "histories"
HISTORY = HISTORIES / "claude" / "-home-ada-shop"
CLAUDE = "0b6f1c1e-7a52-4c0e-9f57-2f6a3a1f9d10"


def lines() -> list[str]:
    return (HISTORY / f"{CLAUDE}.jsonl").read_text().splitlines()


def batch(session: str, start: int, end: int, given: list[str], **more: Any) -> dict[str, Any]:
    place = {"agent": "claude", "sessionId": session, "file": f"{session}.jsonl"}
    return {**place, "start": start, "end": end, "lines": given, **more}


def entries_of(api: Api, run: str) -> Any:
    return api.get(f"/agent-runs/{run}/entries")


def test_a_history_becomes_a_run_with_its_own_times_and_its_transcript(both: Api) -> None:
    told = ok(both.post("/imports", batch("whole", 0, 900, lines(), last=True)))

    assert told["status"] == "whole"
    assert told["offset"] == 900
    assert told["unrecognized"] == 2
    run = both.get(f"/agent-runs/{told['runId']}")
    assert (run["status"], run["executor"]) == ("succeeded", "claude")
    assert run["finalText"] == "The test passes now."
    assert run["createdAt"] == "2026-03-02T09:00:00.100Z"
    assert run["finishedAt"] == "2026-03-02T09:00:12.000Z"
    assert run["model"]["id"] == "claude-opus-5-5"
    assert (run["tokens"]["inputTokens"], run["tokens"]["outputTokens"]) == (1200, 240)
    origin = run["origin"]
    assert (origin["trigger"], origin["attended"]) == ("import", False)
    facts = {name: origin["facts"][name] for name in ("agent", "agent_session", "file")}
    assert facts == {"agent": "claude", "agent_session": "whole", "file": "whole.jsonl"}
    found = entries_of(both, run["id"])
    assert found["agent"]["resumeCommand"] == "cd /home/ada/shop && claude --resume whole"
    kinds = [entry["type"] for entry in found["entries"]]
    assert kinds.count("unrecognized") == 2
    assert kinds[:2] == ["user_message", "system_message"]
    tools = [entry for entry in found["entries"] if entry["type"] == "tool_use"]
    assert [tool["status"] for tool in tools] == ["failed", "success", "success", "denied"]
    assert "+    return a + b" in tools[1]["action"]["changes"][0]["diff"]
    below = [entry["type"] for entry in found["entries"] if entry["parent"] == "toolu_03"]
    assert below == ["system_message", "assistant_message"]


def test_secrets_in_a_history_are_not_stored(both: Api) -> None:
    told = ok(both.post("/imports", batch("secret", 0, 900, lines(), last=True)))

    run = told["runId"]
    seen = (f"/agent-runs/{run}{part}" for part in ("", "/entries", "/messages", "/stream"))
    assert not any("aB3dE5fG7h" in both.http.get(path).text for path in seen)


def test_batches_give_the_same_transcript_as_one_request(both: Api) -> None:
    whole = ok(both.post("/imports", batch("one", 0, 900, lines(), last=True)))
    given = lines()
    for at in range(len(given)):
        last = at == len(given) - 1
        told = ok(both.post("/imports", batch("many", at, at + 1, [given[at]], last=last)))
        asked = ok(both.post("/imports", batch("many", 0, 0, [])))
        assert asked == told
    runs = [entries_of(both, told["runId"])["entries"] for told in (whole, told)]

    for entry in (*runs[0], *runs[1]):
        entry["metadata"].pop("sessionId")
    assert runs[0] == runs[1]
    assert told["entries"] == whole["entries"]
    again = batch("many", 3, 4, [given[3]])
    assert refused(both.post("/imports", again), 409, "conflict")


def test_a_running_tool_is_completed_by_the_next_batch(both: Api) -> None:
    given = lines()
    told = ok(both.post("/imports", batch("open", 0, 6, given[:6], last=True)))
    tool = entries_of(both, told["runId"])["entries"][-1]
    assert (tool["type"], tool["status"]) == ("tool_use", "interrupted")

    ok(both.post("/imports", batch("open", 6, 7, given[6:7], last=True)))

    tool = entries_of(both, told["runId"])["entries"][-1]
    assert (tool["status"], tool["result"]["exitCode"]) == ("failed", 1)


def test_the_context_added_by_another_server_is_removed_from_a_prompt(api: Api) -> None:
    said = '{"type":"user","message":{"content":"\\u001eCODEX_META {\\"a\\":1}\\u001f Hello"}}'
    told = ok(api.post("/imports", batch("sentinel", 0, 9, [said], last=True)))

    entries = entries_of(api, told["runId"])["entries"]
    assert [entry["text"] for entry in entries] == [" Hello"]


RUN = "run_01m7jj3nh3c0j913tj7br2t3p4"
ENVELOPE = f'{{"runwhy_meta":{{"seal":"s","trigger":"api","run_id":"{RUN}"}}}}'
COMMANDS = '{"v":1,"type":"user_cmd_context","commands":[{"cmd":"make"}]}'


def sent(texts: list[str], *, uuid: str) -> str:
    content = [{"type": "text", "text": text} for text in texts]
    return json.dumps({"type": "user", "uuid": uuid, "message": {"content": content}})


def test_only_the_task_is_imported_of_a_message_that_another_server_sent_to_claude(
    api: Api,
) -> None:
    task = f" Why is {ENVELOPE} in my prompt? "
    said = sent([ENVELOPE, COMMANDS, task], uuid=derived_id(RUN, "message"))
    told = ok(api.post("/imports", batch("envelope", 0, 9, [said], last=True)))

    entries = entries_of(api, told["runId"])["entries"]
    assert [entry["text"] for entry in entries] == [task]


@pytest.mark.parametrize(
    ("texts", "uuid"),
    [
        ([ENVELOPE, "Hello"], "0b6f1c1e-7a52-4c0e-9f57-2f6a3a1f9d10"),
        ([ENVELOPE, "Hello"], derived_id("run_another", "message")),
        ([ENVELOPE, "Hello"], derived_id(RUN, "session")),
        ([ENVELOPE], derived_id(RUN, "message")),
        (["Hello", ENVELOPE], derived_id(RUN, "message")),
        ([f"{ENVELOPE} ok?", "Hello"], derived_id(RUN, "message")),
        ([ENVELOPE.replace("{", "[", 1), "Hello"], derived_id(RUN, "message")),
        (['{"a":{},"b":{}}', "Hello"], derived_id(RUN, "message")),
        (['{"runwhy_meta":{"run_id":7}}', "Hello"], derived_id(RUN, "message")),
        (['{"runwhy_meta":{"run_id":"\\ud800"}}', "Hello"], derived_id(RUN, "message")),
    ],
    ids=[
        *("id of a person's message", "id of another run", "another id of the run"),
        *("nothing but the envelope", "after the text", "more than the envelope"),
        *("not JSON", "two keys", "no run", "no character"),
    ],
)
def test_text_that_looks_like_an_envelope_is_imported_as_written(
    texts: list[str], uuid: str
) -> None:
    _, changes = HISTORIES_BY_AGENT["claude"].step(claude.State(), sent(texts, uuid=uuid))

    (entry,) = changes
    assert isinstance(entry, UserMessage)
    assert all(text in entry.text for text in texts)


def test_an_invalid_batch_is_rejected_with_its_field(api: Api) -> None:
    for field, given in (
        ("/agent", {"agent": "nobody"}),
        ("/sessionId", {"sessionId": "--help"}),
        ("/end", {"end": 0}),
        ("/start", {"start": -1}),
    ):
        body = {**batch("bad", 0, 9, ["{}"]), **given}
        problem = refused(api.post("/imports", body), 400, "invalid_request")
        assert [broken["field"] for broken in problem["problems"]] == [field]


def test_a_codex_history_has_commands_patches_and_messages(api: Api) -> None:
    (path,) = (HISTORIES / "codex").rglob("rollout-*.jsonl")
    body = {**batch("codex", 0, 9, path.read_text().splitlines(), last=True), "agent": "codex"}
    told = ok(api.post("/imports", body))

    run = api.get(f"/agent-runs/{told['runId']}")
    assert (run["executor"], run["model"]["id"]) == ("codex", "gpt-5.5")
    assert run["finalText"] == "Edited greet.py and added notes.txt."
    place = {"directory": "/home/ada/shop", "branch": "fix-cart"}
    assert run["metadata"] == {**place, "started_as": "scripted"}
    facts = {**place, "started_by": "codex_exec", "agent_version": "0.166.0"}
    assert facts.items() <= run["origin"]["facts"].items()
    found = entries_of(api, run["id"])
    assert found["agent"]["resumeCommand"] == "cd /home/ada/shop && codex resume codex"
    kinds = ["user_message", "thinking", "assistant_message", "tool_use", "assistant_message"]
    assert [entry["type"] for entry in found["entries"]] == [*kinds, "tool_use", kinds[-1]]
    assert found["entries"][0]["text"] == "Print hi"
    command, edit = (entry for entry in found["entries"] if entry["type"] == "tool_use")
    assert command["action"]["command"] == "echo hi"
    assert (command["status"], command["result"]["exitCode"]) == ("failed", 3)
    assert command["result"]["text"] == "hi\n"
    assert [change["path"] for change in edit["action"]["changes"]] == ["greet.py", "notes.txt"]
    assert edit["status"] == "success"


def test_a_copilot_history_gives_the_same_entries_as_its_stream(api: Api) -> None:
    (path,) = (HISTORIES / "copilot").rglob("events.jsonl")
    body = {**batch("copilot", 0, 9, path.read_text().splitlines(), last=True), "agent": "copilot"}
    told = ok(api.post("/imports", body))

    run = api.get(f"/agent-runs/{told['runId']}")
    assert (run["finalText"], told["unrecognized"]) == ("The command printed hi.", 0)
    found = entries_of(api, run["id"])
    assert found["agent"]["resumeCommand"] == "cd /home/ada/shop && copilot --resume=copilot"
    assert [entry["type"] for entry in found["entries"]] == [
        "system_message",
        "user_message",
        "thinking",
        "assistant_message",
        "tool_use",
        "assistant_message",
    ]


def test_characters_that_a_store_cannot_keep_are_replaced(both: Api) -> None:
    said = '{"type":"user","message":{"content":"a\\u0000b \\ud800"},"cwd":"/a\\u0000"}'
    fine = '{"type":"user","message":{"content":"a\\u0000b"},"cwd":"/a"}'
    told = ok(both.post("/imports", batch("nul", 0, 9, [said, fine], last=True)))

    entries = entries_of(both, told["runId"])["entries"]
    assert [entry["type"] for entry in entries] == ["unrecognized", "user_message"]
    assert entries[1]["text"] == "a\ufffdb"


def test_an_unfinished_import_can_be_cancelled_and_resumed(both: Api) -> None:
    given = lines()
    told = ok(both.post("/imports", batch("left", 0, 6, given[:6])))
    path = f"/agent-runs/{told['runId']}"
    assert both.get(path)["status"] == "running"

    ok(both.post(f"{path}/cancel"))
    assert both.get(path)["status"] == "cancelled"
    ok(both.post("/imports", batch("left", 6, 900, given[6:], last=True)))

    run = both.get(path)
    assert (run["status"], run["finalText"]) == ("succeeded", "The test passes now.")
    assert run["failureReason"] is None


def test_pages_of_large_entries_are_limited_in_bytes_and_lose_nothing(both: Api) -> None:
    texts = [f"{number} " + "ä" * 100_000 for number in range(28)]
    run = ""
    for at in range(0, len(texts), 4):  # a request has at most 1 MiB
        messages = [{"role": "user", "content": text} for text in texts[at : at + 4]]
        told = [{"type": "user", "uuid": m["content"][:2], "message": m} for m in messages]
        given = [json.dumps(line, ensure_ascii=False) for line in told]
        run = ok(both.post("/imports", batch("large", at, at + 4, given)))["runId"]

    cursor, pages = None, []
    while cursor is not None or not pages:
        answer = both.get(f"/agent-runs/{run}/entries", **({"cursor": cursor} if cursor else {}))
        pages.append([entry["text"] for entry in answer["entries"]])
        cursor = answer["nextCursor"]

    assert [text for page in pages for text in page] == texts
    assert len(pages) == 2 and len("".join(pages[0]).encode()) <= 4 * 1024 * 1024
