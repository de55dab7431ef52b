// A run that is still going: its text as it grows, and its page kept up to date.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { at } from "../api/client";
import { follow } from "../api/stream";
import type { Run, StreamEvent } from "../api/types";
import { ENDED } from "../api/types";

export interface Growing {
  text: string;
  thinking: string;
}

const EMPTY: Growing = { text: "", thinking: "" };
const QUIET = new Set(["assistant_delta", "thinking_delta"]);

/** Follow a run until its end; what is being said now, before it is in the log. */
export function useLiveRun(slug: string, run: Run | undefined, sessionId?: string): Growing {
  const client = useQueryClient();
  const [growing, setGrowing] = useState(EMPTY);
  const id = run && !ENDED.has(run.status) ? run.id : null;
  useEffect(() => {
    if (!id) return;
    const stop = new AbortController();
    const tell = (events: StreamEvent[]) => {
      setGrowing((before) => events.reduce(grown, before));
      if (events.some((event) => !QUIET.has(event.type))) {
        for (const name of ["run", "log", "calls", "entries"]) void client.invalidateQueries({ queryKey: [slug, name, id] });
        for (const name of sessionId ? ["history", "session-runs"] : []) void client.invalidateQueries({ queryKey: [slug, name, sessionId] });
      }
    };
    void follow(at(slug, `/agent-runs/${id}/stream`), tell, { signal: stop.signal }).catch(() => undefined);
    return () => {
      stop.abort();
      setGrowing(EMPTY);
    };
  }, [client, slug, id, sessionId]);
  return growing;
}

/** What is said after one more event; a finished turn is in the log, so that it starts anew. */
export function grown(before: Growing, event: StreamEvent): Growing {
  const text = String(event.data.text ?? "");
  switch (event.type) {
    case "assistant_delta":
      return { ...before, text: before.text + text };
    case "thinking_delta":
      return { ...before, thinking: before.thinking + text };
    case "started":
    case "assistant_message":
    case "result":
    case "error":
    case "cancelled":
      return EMPTY;
    default:
      return before;
  }
}
