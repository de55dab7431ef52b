// What can be done to runs: end them, ask for them again, take them along.

import { at, call } from "../api/client";
import type { Accepted, LogPart, Run } from "../api/types";
import { ENDED } from "../api/types";

export async function cancelRun(slug: string, id: string): Promise<void> {
  await call(at(slug, `/agent-runs/${id}/cancel`), { method: "POST" });
}

/** What a run was asked, as a body that asks for it again. */
export function againBody(run: Run, parts: LogPart[]): Record<string, unknown> {
  const given = parts.filter((part) => part.kind === "message" && !part.synthetic && part.role !== "tool");
  const own = Object.entries(run.metadata).filter(([key]) => !run.sessionId || run.metadataSources[key] !== "session");
  const asked = given.length === 1 && given[0]!.role === "user" ? { prompt: given[0]!.content } : { messages: given.map(({ role, content }) => ({ role, content })) };
  return { ...(run.sessionId ? {} : run.spec), ...asked, metadata: Object.fromEntries(own) };
}

/** Ask again for what a run was asked; in its session, if it has one. */
export async function runAgain(slug: string, run: Run): Promise<string> {
  const { parts } = await call<{ parts: LogPart[] }>(at(slug, `/agent-runs/${run.id}/log`));
  const path = run.sessionId ? `/agent-sessions/${run.sessionId}/messages` : "/agent-runs";
  const made = await call<Accepted>(at(slug, path), { method: "POST", body: againBody(run, parts) });
  return made.runId;
}

export function canCancel(run: Run): boolean {
  return !ENDED.has(run.status);
}

export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
