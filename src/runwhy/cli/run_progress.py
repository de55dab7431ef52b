"""What is known of a run while it goes on, told from its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from runwhy.cli.output import escape_controls, one_line, tags_text
from runwhy.cli.transcripts import Transcript, short

if TYPE_CHECKING:
    from runwhy import RunEvent


@dataclass(slots=True)
class RunProgress:
    """A run so far: why it exists, where it is, what it says."""

    run_id: str = ""
    why: str = ""
    status: str = "asking"
    text: str = ""
    lines: list[str] = field(default_factory=list)
    _tools: dict[str, str] = field(default_factory=dict)
    _transcript: Transcript = field(default_factory=Transcript)

    def see(self, event: RunEvent) -> str | None:
        """Take in an event; the line that tells of it, if it is worth one."""
        self._take_in(event)
        line = self._line(event)
        if line is None:
            return None
        self.lines.append(escape_controls(line))
        return self.lines[-1]

    def _take_in(self, event: RunEvent) -> None:
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
                self.status, self.text = "running", ""  # deltas of an earlier attempt are void
            case "assistant_delta":
                self.text += event.text
            case "tool_call" | "local_tool_call":
                self._tools[str(data.get("toolUseId"))] = str(data.get("name"))
                self.text = ""
                if event.type == "local_tool_call":
                    self.status = "waiting for its client"
            case "tool_result" | "local_tool_result_in":
                self.status = "running"
            case "approval_request":
                self.status = "waiting for approval"
            case "approval_decision":
                self.status = "running"
            case "entry":
                self.text = self._transcript.see(data)

    def _line(self, event: RunEvent) -> str | None:
        data = event.data
        match event.type:
            case "queued":
                return f"{self.run_id} · {self.why}"
            case "started" if data.get("attempt", 1) != 1:
                return f"taken up again (attempt {data['attempt']})"
            case "tool_call" | "local_tool_call":
                name = one_line(str(data.get("name")))
                return f"→ {name} {short(data.get('input', data.get('args')))}"
            case "tool_result" | "local_tool_result_in":
                known = self._tools.get(str(data.get("toolUseId")), "tool")
                name = one_line(str(data.get("name") or known))
                said = short(data.get("summary", data.get("output")))
                return f"← {name}{'' if data.get('ok', True) else ' failed'}: {said}"
            case "entry":
                return self._transcript.line(data)
            case "approval_request":
                asked = f"{one_line(str(data.get('tool')))} {short(data.get('input'))}"
                return f"? {asked}\n  runwhy approve {self.run_id} {data.get('approvalId')}"
            case "approval_decision":
                return f"{data.get('by')}: {data.get('decision')}"
            case "loop_detected":
                return f"the same calls {data.get('consecutiveCount')} times in a row"
            case "compaction" if data.get("ok"):
                return f"the window was full: {data.get('messages')} messages were summarized"
            case "compaction":
                return f"the window is nearly full, and no summary was made: {data.get('error')}"
            case "tool_budget_exceeded":
                return f"{data.get('tool')}: more than {data.get('maxCalls')} calls"
            case _:
                return None
