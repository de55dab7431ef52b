// Replies on a page that somebody looks at are read; on one in the background they are not.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { at, call } from "../api/client";

/** Say that a session was seen up to this run, as soon as the page is in sight. */
export function useRead(slug: string, sessionId: string, runId: string | undefined, may: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!runId || !may) return;
    const stop = new AbortController();
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      stop.abort();
      void call(at(slug, `/agent-sessions/${sessionId}/read`), { method: "POST", body: { runId } })
        .then(() => client.invalidateQueries({ queryKey: [slug, "sessions"] }))
        .catch(() => undefined);
    };
    document.addEventListener("visibilitychange", tell, { signal: stop.signal });
    tell();
    return () => stop.abort();
  }, [client, slug, sessionId, runId, may]);
}
