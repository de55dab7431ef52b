// Actions on runs: cancel, rerun and download.

import { request, workspacePath } from "../api/client";
import type { LoggedPart, Run, RunAccepted } from "../api/types";
import { ENDED } from "../api/values";

export async function cancelRun(slug: string, id: string): Promise<void> {
  await request(workspacePath(slug, `/agent-runs/${id}/cancel`), { method: "POST" });
}

/** Return the request body that starts a run like this one, for use in a program. */
export function rerunBody(run: Run, parts: LoggedPart[]): Record<string, unknown> {
  const given = parts.filter((part) => part.kind === "message" && !part.synthetic && part.role !== "tool");
  const own = Object.entries(run.metadata).filter(([key]) => !run.sessionId || run.metadataSources[key] !== "session");
  const input =
    given.length === 1 && given[0]!.role === "user"
      ? { prompt: given[0]!.content }
      : { messages: given.map(({ role, content }) => ({ role, content })) };
  return { ...(run.sessionId ? {} : run.spec), ...input, metadata: Object.fromEntries(own) };
}

/** Repeat a run, in its session if it has one. `changes` are the changes to the original, such as `prompt`. */
export async function rerun(slug: string, run: Run, changes: Record<string, unknown> = {}): Promise<string> {
  const path = workspacePath(slug, `/agent-runs/${run.id}/rerun`);
  return (await request<RunAccepted>(path, { method: "POST", body: changes })).runId;
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
