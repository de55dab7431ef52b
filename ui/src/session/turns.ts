// The log of a session as turns: one card a run.

import type { LogPart, Run } from "../api/types";

export interface Turn {
  runId: string;
  parts: LogPart[];
  run: Run | null;
  autonomous: boolean;
  reason: string; // why it ran by itself
  at: string;
}

export function turnsOf(parts: LogPart[], runs: Run[]): Turn[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const groups = new Map<string, LogPart[]>();
  for (const part of parts) {
    const mine = groups.get(part.runId);
    if (mine) mine.push(part);
    else groups.set(part.runId, [part]);
  }
  return [...groups].map(([runId, mine]) => turn(runId, mine, byId.get(runId) ?? null));
}

function turn(runId: string, parts: LogPart[], run: Run | null): Turn {
  const prompt = parts.find((part) => part.synthetic);
  const autonomous = Boolean(prompt) || (run !== null && !run.origin.attended);
  const reason = [prompt?.triggerType?.replaceAll("_", " "), prompt?.triggerReason].filter(Boolean).join(": ");
  return { runId, parts, run, autonomous, reason, at: parts[0]!.at };
}

const PEOPLE = new Set(["message", "reply"]);

/** What a person is shown of a part: nothing synthetic, injected or empty. */
export function isShown(part: LogPart): boolean {
  return PEOPLE.has(part.kind) && !part.synthetic && (part.role === "user" || part.role === "assistant") && part.content.trim() !== "";
}
