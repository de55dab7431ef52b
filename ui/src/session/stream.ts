// The event stream of a session. Every tab receives the same events and resumes after a break.

import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { workspacePath } from "../api/client";
import { liveSessionKeys, queryKeys } from "../api/queryKeys";
import { refetch } from "../api/queries";
import { followStream } from "../api/stream";
import type { StreamEvent } from "../api/values";

export interface Step {
  id: string;
  name: string;
  input: unknown;
  output?: string;
  ok?: boolean;
}

export interface LiveOutput {
  text: string;
  thinking: string;
  ending: string; // finished text that is not in the history yet
  steps: Step[];
}

export const NO_OUTPUT: LiveOutput = { text: "", thinking: "", ending: "", steps: [] };
const DELTAS = new Set(["assistant_delta", "thinking_delta", "tool_call_delta"]);

/** Follow a session from a position in its stream. Return the live output of each run. */
export function useSessionStream(slug: string, id: string, after: number | null): Map<string, LiveOutput> {
  const client = useQueryClient();
  const [live, setLive] = useState<Map<string, LiveOutput>>(new Map());
  useEffect(() => {
    if (after === null) return;
    const stop = new AbortController();
    const refresh = (...found: QueryKey[]) => Promise.all(found.map((key) => refetch(client, key)));
    const onEvents = (events: StreamEvent[]) => {
      setLive((before) => events.reduce(applyEvent, before));
      const durable = events.filter((event) => !DELTAS.has(event.type));
      if (durable.some((event) => "blockId" in event.data))
        void refresh(queryKeys.pending(slug, id), queryKeys.blocks(slug, id));
      if (durable.some((event) => "timerId" in event.data)) void refresh(queryKeys.timers(slug, id));
      const runs = new Set(durable.map((event) => event.data.runId).filter((run) => typeof run === "string"));
      if (runs.size)
        void refresh(...liveSessionKeys(slug, id)).then(() => setLive((before) => clearFinished(before, runs)));
    };
    void refresh(queryKeys.sessionRuns(slug, id), queryKeys.timers(slug, id)); // may be older than the position
    void followStream(workspacePath(slug, `/agent-sessions/${id}/stream`), onEvents, {
      signal: stop.signal,
      after,
      endless: true,
    }).catch(() => undefined);
    return () => {
      stop.abort();
      setLive(new Map());
    };
  }, [client, slug, id, after]);
  return live;
}

/** Apply an event. Finished text stays until the history contains it, so that the page does not flicker. */
export function applyEvent(before: Map<string, LiveOutput>, { type, data }: StreamEvent): Map<string, LiveOutput> {
  if (typeof data.runId !== "string") return before;
  const now = before.get(data.runId) ?? NO_OUTPUT;
  const next = new Map(before);
  next.set(data.runId, apply(now, type, data));
  return next;
}

function apply(now: LiveOutput, type: string, data: StreamEvent["data"]): LiveOutput {
  switch (type) {
    case "assistant_delta":
      return { ...now, text: now.text + String(data.text ?? "") };
    case "thinking_delta":
      return { ...now, thinking: now.thinking + String(data.text ?? "") };
    case "assistant_message":
      return { ...now, text: "", thinking: "", ending: String(data.text ?? "") };
    case "tool_call":
    case "local_tool_call":
      return {
        ...now,
        steps: [...now.steps, { id: String(data.toolUseId), name: String(data.name), input: data.input ?? data.args }],
      };
    case "tool_result":
    case "local_tool_result_in":
      return { ...now, steps: now.steps.map((step) => (step.id === data.toolUseId ? withResult(step, data) : step)) };
    case "started":
      return NO_OUTPUT; // a new attempt starts
    case "result":
    case "error":
    case "cancelled":
      return { ...now, text: "", thinking: "" };
    default:
      return now;
  }
}

function withResult(step: Step, data: StreamEvent["data"]): Step {
  const output = data.summary ?? data.output ?? "";
  return {
    ...step,
    output: typeof output === "string" ? output : JSON.stringify(output, null, 2),
    ok: data.ok !== false,
  };
}

function clearFinished(before: Map<string, LiveOutput>, runs: Set<unknown>): Map<string, LiveOutput> {
  if (![...before].some(([run, one]) => runs.has(run) && one.ending)) return before;
  return new Map([...before].map(([run, one]) => [run, runs.has(run) ? { ...one, ending: "" } : one]));
}
