// The bars of the timeline, from the times of the log parts.

import type { LoggedPart, Run } from "../api/types";

export interface Bar {
  kind: "queue" | "model" | "tool";
  label: string;
  from: number;
  to: number;
  ok: boolean;
}

type Timed = Pick<Run, "createdAt" | "startedAt" | "finishedAt">;

export function buildBars(run: Timed, parts: LoggedPart[], now: number): Bar[] {
  const created = Date.parse(run.createdAt);
  const started = run.startedAt ? Date.parse(run.startedAt) : null;
  const found: Bar[] = [
    {
      kind: "queue",
      label: "queued",
      from: created,
      to: started ?? (run.finishedAt ? Date.parse(run.finishedAt) : now),
      ok: true,
    },
  ];
  if (started === null) return found;
  let since = started;
  let calls = 0;
  for (const part of parts) {
    if (part.kind !== "reply") continue;
    calls += 1;
    const end = Date.parse(part.at);
    found.push({ kind: "model", label: `model call ${calls}`, from: Math.min(since, end), to: end, ok: true });
    const tools = part.toolCalls.map((call) => toolBar(call.name, call.id, end, part.seq, parts, run, now));
    found.push(...tools);
    since = Math.max(end, ...tools.map((bar) => bar.to));
  }
  if (!run.finishedAt && found.at(-1)?.kind !== "tool")
    found.push({ kind: "model", label: `model call ${calls + 1}`, from: since, to: now, ok: true });
  return found;
}

function toolBar(
  name: string,
  id: string,
  from: number,
  after: number,
  parts: LoggedPart[],
  run: Timed,
  now: number,
): Bar {
  const result = parts.find((part) => part.kind === "tool_result" && part.toolUseId === id && part.seq > after);
  const end = result ? Date.parse(result.at) : run.finishedAt ? Date.parse(run.finishedAt) : now;
  return { kind: "tool", label: name, from, to: Math.max(from, end), ok: result ? result.ok : !run.finishedAt };
}
