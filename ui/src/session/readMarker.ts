// Marks replies as read while the page is visible.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { request, workspacePath } from "../api/client";
import { queryKeys } from "../api/queryKeys";

/** Mark a session as read up to a run, as soon as the page is visible. */
export function useReadMarker(slug: string, sessionId: string, runId: string | undefined, enabled: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!runId || !enabled) return;
    const stop = new AbortController();
    const markRead = () => {
      if (document.visibilityState !== "visible") return;
      stop.abort();
      void request(workspacePath(slug, `/agent-sessions/${sessionId}/read`), { method: "POST", body: { runId } })
        .then(() => client.invalidateQueries({ queryKey: queryKeys.sessions(slug) }))
        .catch(() => undefined);
    };
    document.addEventListener("visibilitychange", markRead, { signal: stop.signal });
    markRead();
    return () => stop.abort();
  }, [client, slug, sessionId, runId, enabled]);
}
