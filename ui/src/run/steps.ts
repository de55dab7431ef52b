// The steps of a run: waiting in the queue, model calls and tools, with their times.

import type { CallUsage, LoggedPart, Run } from "../api/types";

export interface Step {
  kind: "queue" | "model" | "tool";
  label: string;
  from: number;
  to: number;
  ok: boolean;
  seq: number | null; // the part of the log that the step led to
  target: string | null; // the element that shows the step
  call: CallUsage | null;
}

type Timed = Pick<Run, "createdAt" | "startedAt" | "finishedAt"> & Partial<Pick<Run, "spec">>;

/** The ID of the element that shows a part. */
export function partId(seq: number): string {
  return `part-${seq}`;
}

/** The ID of the element that shows a tool call. */
export function toolId(seq: number, id: string): string {
  return `${partId(seq)}-${id}`;
}

export function buildSteps(run: Timed, parts: LoggedPart[], now: number): Step[] {
  const created = Date.parse(run.createdAt);
  const started = run.startedAt ? Date.parse(run.startedAt) : null;
  const end = run.finishedAt ? Date.parse(run.finishedAt) : now;
  const queued = step("queue", "queued", created, started ?? end);
  if (started === null) return [queued];
  const found: Step[] = [queued];
  const names = callNames(parts);
  let since = started;
  for (const part of parts) {
    const label = names.get(part.seq);
    if (label === undefined) continue;
    const call = modelStep(part, label, since);
    const tools = part.toolCalls.map((one) => toolStep(one, call.to, part.seq, parts, failsWithoutResult(run), end));
    found.push(call, ...tools);
    since = Math.max(call.to, ...tools.map((tool) => tool.to));
  }
  if (!run.finishedAt && found.at(-1)?.kind !== "tool")
    found.push(step("model", `model call ${names.size + 1}`, since, end));
  return found;
}

/** A call without a result has failed when its run has ended, unless the run returned it to the client. */
function failsWithoutResult({ finishedAt, spec }: Timed): boolean {
  return finishedAt !== null && spec?.returnsCalls !== true;
}

/** Return the names of the model calls by the parts that they led to. */
export function callNames(parts: Pick<LoggedPart, "seq" | "kind">[]): Map<number, string> {
  const calls = parts.filter(({ kind }) => kind === "reply" || kind === "summary" || kind === "failed_call");
  return new Map(calls.map((part, i) => [part.seq, `model call ${i + 1}`]));
}

/** Return the longest step after the queue, if it took most of the time. */
export function slowestStep(steps: Step[]): Step | null {
  const length = (one: Step) => one.to - one.from;
  const all = steps.reduce((sum, one) => sum + length(one), 0);
  const longest = steps.reduce<Step | null>((best, one) => (best && length(best) >= length(one) ? best : one), null);
  return longest && steps.length > 2 && length(longest) >= 1000 && length(longest) > all / 2 ? longest : null;
}

/** Return the part of the input that came from the provider's cache, from 0 to 1. */
export function cacheShare(tokens: { inputTokens: number; cachedTokens: number }): number {
  return tokens.inputTokens > 0 ? tokens.cachedTokens / tokens.inputTokens : 0;
}

function step(kind: Step["kind"], label: string, from: number, to: number): Step {
  return { kind, label, from, to: Math.max(from, to), ok: true, seq: null, target: null, call: null };
}

function modelStep(part: LoggedPart, label: string, since: number): Step {
  const { call } = part;
  const ended = Date.parse(part.at);
  const started = call?.startedAt ? Date.parse(call.startedAt) : Math.min(since, ended);
  const to = call?.durationMs != null && call.startedAt ? started + call.durationMs : ended;
  const ok = part.kind !== "failed_call";
  return { ...step("model", label, started, to), ok, seq: part.seq, target: partId(part.seq), call };
}

function toolStep(
  call: LoggedPart["toolCalls"][number],
  from: number,
  seq: number,
  parts: LoggedPart[],
  failsWithoutResult: boolean,
  end: number,
): Step {
  const result = parts.find((part) => part.kind === "tool_result" && part.toolUseId === call.id && part.seq > seq);
  const to = result ? Date.parse(result.at) : end;
  return {
    ...step("tool", call.name, from, to),
    ok: result ? result.ok : !failsWithoutResult,
    seq,
    target: toolId(seq, call.id),
  };
}
