"""The state of a run and its progress lines, derived from its events."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import runwhy
from runwhy.cli.approval_decisions import DECIDED
from runwhy.cli.output import escape_controls, one_line, tags_text
from runwhy.core.agents.approval_text import summarize
from runwhy.core.json import JsonObject

MAX_VALUE = 200  # characters of a tool's arguments or result
ENDED = ("success", "failed", "denied", "interrupted")


@dataclass(slots=True)
class TranscriptProgress:
    """The current text of a coding agent, and the tool uses that were shown."""

    _id: str = ""
    _text: str = ""
    _seen: set[str] = field(default_factory=set)

    def add(self, change: Mapping[str, Any]) -> str:
        """Record a change of the transcript, and return the current text."""
        match change.get("type"):
            case "assistant_message":
                self._id, self._text = str(change["id"]), str(change["text"])
            case "delta" if change["id"] == self._id:
                self._text += str(change["text"])
            case "retraction" if change["id"] == self._id:
                self._text = ""
            case "tool_use":
                self._text = ""
        return self._text

    def line(self, change: JsonObject) -> str | None:
        """Return the progress line of a change, if it has one."""
        match change.get("type"):
            case "assistant_message" if not change.get("partial"):
                return shorten(change.get("text"))
            case "tool_use":
                return self._tool_line(change)
            case "error":
                return f"! {shorten(change.get('message'))}"
            case "system_message" if change.get("topic") in ("warning", "retry"):
                return f"! {shorten(change.get('text'))}"
            case _:
                return None

    def _tool_line(self, change: Mapping[str, Any]) -> str | None:
        key = f"{change['id']} {change['status'] in ENDED}"
        if key in self._seen:
            return None
        self._seen.add(key)
        if change["status"] not in ENDED:
            return f"→ {one_line(str(change['tool']))} {shorten(_summarize(change['action']))}"
        result = change.get("result") or {}
        code = result.get("exitCode")
        status = change["status"] + (f" ({code})" if code else "")
        output = shorten(result.get("text") or "")
        return f"← {one_line(str(change['tool']))} {status}{': ' + output if output else ''}"


@dataclass(slots=True)
class RunProgress:
    """A run so far: why it exists, its status, its text and its progress lines."""

    run_id: str = ""
    why: str = ""
    status: str = "connecting"
    text: str = ""
    lines: list[str] = field(default_factory=list)
    _tools: dict[str, str] = field(default_factory=dict)
    _transcript: TranscriptProgress = field(default_factory=TranscriptProgress)

    def add(self, event: runwhy.RunEvent) -> str | None:
        """Record an event, and return its progress line, if it has one."""
        self._update(event)
        line = self._line(event)
        if line is None:
            return None
        self.lines.append(escape_controls(line))
        return self.lines[-1]

    def _update(self, event: runwhy.RunEvent) -> None:
        data = event.data
        self.run_id = self.run_id or str(data.get("runId") or "")
        match event.type:
            case "queued":
                tags = data.get("metadata")
                shown = tags_text(tags) if isinstance(tags, dict) else ""
                why = " · ".join(part for part in (str(data.get("trigger")), shown) if part)
                self.why = one_line(why)
                self.status = "queued"
            case "started":
                self.status, self.text = "running", ""  # discard the text of an earlier attempt
            case "assistant_delta":
                self.text += event.text
            case "tool_call" | "local_tool_call":
                self._tools[str(data.get("toolUseId"))] = str(data.get("name"))
                self.text = ""
                if event.type == "local_tool_call":
                    self.status = "waiting for the client"
            case "tool_result" | "local_tool_result_in":
                self.status = "running"
            case "approval_request":
                self.status = "waiting for approval"
            case "approval_decision":
                self.status = "running"
            case "entry":
                self.text = self._transcript.add(data)

    def _line(self, event: runwhy.RunEvent) -> str | None:
        data = event.data
        match event.type:
            case "queued":
                return f"{self.run_id} · {self.why}"
            case "started" if data.get("attempt", 1) != 1:
                return f"restarted (attempt {data['attempt']})"
            case "tool_call" | "local_tool_call":
                name = one_line(str(data.get("name")))
                return f"→ {name} {shorten(data.get('input', data.get('args')))}"
            case "tool_result" | "local_tool_result_in":
                known = self._tools.get(str(data.get("toolUseId")), "tool")
                name = one_line(str(data.get("name") or known))
                output = shorten(data.get("summary", data.get("output")))
                return f"← {name}{'' if data.get('ok', True) else ' failed'}: {output}"
            case "entry":
                return self._transcript.line(data)
            case "approval_request":
                decide = f"runwhy approve {self.run_id} {data.get('approvalId')}"
                return f"? {summarize(data)}\n  {decide}"
            case "approval_decision":
                decision = str(data.get("decision"))
                return f"{data.get('by')}: {DECIDED.get(decision, decision)}"
            case "loop_detected":
                return f"loop detected: same calls {data.get('consecutiveCount')} times in a row"
            case "compaction" if data.get("ok"):
                return f"context window full: summarized {data.get('messages')} messages"
            case "compaction":
                return f"context window almost full, summary failed: {data.get('error')}"
            case "tool_budget_exceeded":
                return f"{data.get('tool')}: limit of {data.get('maxCalls')} calls exceeded"
            case _:
                return None


def _summarize(action: Mapping[str, Any]) -> object:
    """Return the most informative value of a tool's action."""
    if action.get("type") == "file_edit":
        return ", ".join(str(change.get("path")) for change in action.get("changes", ()))
    known = ("command", "path", "query", "url", "description", "text", "tool")
    return next((action[name] for name in known if action.get(name)), action.get("arguments") or "")


def shorten(value: object) -> str:
    """Return a value on one line of limited length."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = one_line(text)
    return line if len(line) <= MAX_VALUE else line[: MAX_VALUE - 1] + "…"
