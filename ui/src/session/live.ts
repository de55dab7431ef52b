// What happens in a session as it happens: every tab hears the same, and goes on where it was after a break.

import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { at } from "../api/client";
import { follow } from "../api/stream";
import type { StreamEvent } from "../api/types";

export interface Step {
  id: string;
  name: string;
  input: unknown;
  output?: string;
  ok?: boolean;
}

export interface Live {
  text: string;
  thinking: string;
  ending: string; // said, and about to be in the history
  steps: Step[];
}

export const SILENT: Live = { text: "", thinking: "", ending: "", steps: [] };
const QUIET = new Set(["assistant_delta", "thinking_delta"]);

/** Follow a session from a place in its stream; what each run is saying now. */
export function useSessionStream(slug: string, id: string, after: number | null): Map<string, Live> {
  const client = useQueryClient();
  const [live, setLive] = useState<Map<string, Live>>(new Map());
  useEffect(() => {
    if (after === null) return;
    const stop = new AbortController();
    const again = (...names: string[]) => Promise.all(names.map((name) => readAgain(client, [slug, name, id])));
    const tell = (events: StreamEvent[]) => {
      setLive((before) => events.reduce(heard, before));
      const loud = events.filter((event) => !QUIET.has(event.type));
      if (loud.some((event) => "blockId" in event.data)) void again("pending", "blocks");
      if (loud.some((event) => "timerId" in event.data)) void again("timers");
      const runs = new Set(loud.map((event) => event.data.runId).filter((run) => typeof run === "string"));
      if (runs.size) void again("history", "session-runs", "timers", "pending").then(() => setLive((before) => settled(before, runs)));
    };
    void follow(at(slug, `/agent-sessions/${id}/stream`), tell, { signal: stop.signal, after, endless: true }).catch(() => undefined);
    return () => {
      stop.abort();
      setLive(new Map());
    };
  }, [client, slug, id, after]);
  return live;
}

/** Read again; what is being read for the first time may have been answered before the news, so it begins anew. */
async function readAgain(client: QueryClient, queryKey: string[]): Promise<void> {
  if (client.getQueryData(queryKey) === undefined) await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** After one more event. What was said stays until the history has it, so that nothing flickers. */
export function heard(before: Map<string, Live>, { type, data }: StreamEvent): Map<string, Live> {
  if (typeof data.runId !== "string") return before;
  const now = before.get(data.runId) ?? SILENT;
  const next = new Map(before);
  next.set(data.runId, after(now, type, data));
  return next;
}

function after(now: Live, type: string, data: StreamEvent["data"]): Live {
  switch (type) {
    case "assistant_delta":
      return { ...now, text: now.text + String(data.text ?? "") };
    case "thinking_delta":
      return { ...now, thinking: now.thinking + String(data.text ?? "") };
    case "assistant_message":
      return { ...now, text: "", thinking: "", ending: String(data.text ?? "") };
    case "tool_call":
    case "local_tool_call":
      return { ...now, steps: [...now.steps, { id: String(data.toolUseId), name: String(data.name), input: data.input ?? data.args }] };
    case "tool_result":
    case "local_tool_result_in":
      return { ...now, steps: now.steps.map((step) => (step.id === data.toolUseId ? answered(step, data) : step)) };
    case "started":
      return SILENT; // of a new attempt
    case "result":
    case "error":
    case "cancelled":
      return { ...now, text: "", thinking: "" };
    default:
      return now;
  }
}

function answered(step: Step, data: StreamEvent["data"]): Step {
  const said = data.summary ?? data.output ?? "";
  return { ...step, output: typeof said === "string" ? said : JSON.stringify(said, null, 2), ok: data.ok !== false };
}

function settled(before: Map<string, Live>, runs: Set<unknown>): Map<string, Live> {
  if (![...before].some(([run, one]) => runs.has(run) && one.ending)) return before;
  return new Map([...before].map(([run, one]) => [run, runs.has(run) ? { ...one, ending: "" } : one]));
}
