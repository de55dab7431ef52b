// Live updates of an active run.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { workspacePath } from "../api/client";
import { liveRunKeys, queryKeys } from "../api/queryKeys";
import { refetch } from "../api/queries";
import { followStream } from "../api/stream";
import type { Run } from "../api/types";
import type { StreamEvent } from "../api/values";
import { ENDED } from "../api/values";

export interface LiveText {
  text: string;
  thinking: string;
}

const EMPTY: LiveText = { text: "", thinking: "" };
const DELTAS = new Set(["assistant_delta", "thinking_delta", "tool_call_delta"]);

/** Follow a run until it ends. Return the text that is not in the log yet. */
export function useLiveRun(slug: string, run: Run | undefined): LiveText {
  const client = useQueryClient();
  const [liveText, setLiveText] = useState(EMPTY);
  const id = run && !ENDED.has(run.status) ? run.id : null;
  useEffect(() => {
    if (!id) return;
    const stop = new AbortController();
    const onEvents = (events: StreamEvent[]) => {
      setLiveText((before) => events.reduce(applyEvent, before));
      if (events.some((event) => event.type.startsWith("approval_")))
        void refetch(client, queryKeys.approvals(slug, id));
      if (events.some((event) => !DELTAS.has(event.type))) {
        for (const queryKey of liveRunKeys(slug, id)) void client.invalidateQueries({ queryKey });
      }
    };
    void followStream(workspacePath(slug, `/agent-runs/${id}/stream`), onEvents, { signal: stop.signal }).catch(
      () => undefined,
    );
    return () => {
      stop.abort();
      setLiveText(EMPTY);
    };
  }, [client, slug, id]);
  return liveText;
}

/** Apply an event. The text is reset when a turn ends, because the log contains it then. */
export function applyEvent(before: LiveText, event: StreamEvent): LiveText {
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
