// Parts of a log and messages to a model, as one kind of block.

import type { LogPart, ModelMessage, ToolCall } from "../api/types";

export interface Said {
  key: string;
  role: string;
  label: string;
  text: string;
  injected: boolean; // put there by the server, in nobody's name
  hidden: boolean; // from the person
  note?: string;
  thinking?: string;
  calls?: ToolCall[];
  at?: string | null;
  ok?: boolean;
  json?: boolean;
  live?: boolean;
}

const INJECTED = new Set(["envelope", "context", "note", "summary"]);

export function blockOfPart(part: LogPart): Said {
  return {
    key: `${part.runId}-${part.seq}`,
    role: part.role,
    label: labelOf(part.kind, part.role, part.toolName),
    text: part.content,
    injected: INJECTED.has(part.kind) || part.synthetic,
    hidden: part.visible === false,
    note: noteOf(part),
    thinking: part.thinking || undefined,
    calls: part.toolCalls,
    at: part.at,
    ok: part.ok,
    json: part.kind === "envelope",
  };
}

function noteOf(part: LogPart): string | undefined {
  if (part.synthetic) return ["written by the server", part.triggerType?.replaceAll("_", " "), part.triggerReason].filter(Boolean).join(" · ");
  if (part.kind === "envelope") return "told by the server";
  if (part.rolledBack) return "rolled back";
  return part.role === "user" && part.provenance !== "human" ? `from ${part.provenance}` : undefined;
}

export function blockOfMessage(message: ModelMessage, i: number): Said {
  return {
    key: String(i),
    role: message.role,
    label: labelOf(message.kind, message.role, message.toolName ?? null),
    text: message.content,
    injected: INJECTED.has(message.kind),
    hidden: false,
    note: message.kind === "envelope" ? "told by the server" : undefined,
    calls: message.toolCalls,
    json: message.kind === "envelope",
  };
}

function labelOf(kind: string, role: string, tool: string | null): string {
  if (kind === "tool_result") return tool ? `result of ${tool}` : "tool result";
  if (kind === "envelope" || kind === "context" || kind === "note" || kind === "summary") return kind;
  return role;
}
