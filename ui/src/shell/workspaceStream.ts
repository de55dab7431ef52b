// The stream of a workspace: it keeps the number of open inbox items and the data of the page up to date.

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { workspacePath } from "../api/client";
import { INTERVALS } from "../api/intervals";
import { refreshLive } from "../api/live";
import { load } from "../api/load";
import { checkSignIn } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import { followStream } from "../api/stream";
import type { InboxList } from "../api/types";
import type { StreamEvent } from "../api/values";
import { setOpenCount } from "../components/openCount";

/**
 * Follow the stream while the tab is visible. A hidden tab only counts the open items from time to time, because
 * browsers limit the number of connections to a server.
 */
export function useWorkspaceStream(slug: string, allowed: boolean): void {
  const client = useQueryClient();
  const visible = useVisible();
  useEffect(() => {
    if (!allowed) return;
    const stop = new AbortController();
    if (visible) {
      const onEvents = (events: StreamEvent[]) => events.forEach((event) => apply(client, slug, event));
      const path = workspacePath(slug, "/inbox/stream");
      void followStream(path, onEvents, { signal: stop.signal, endless: true }).catch(checkSignIn);
    }
    const timer = visible ? undefined : setInterval(() => void countItems(slug, stop.signal), INTERVALS.hiddenInbox);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [client, slug, allowed, visible]);
  useEffect(() => () => setOpenCount(0), [slug]);
}

function apply(client: QueryClient, slug: string, event: StreamEvent): void {
  if (event.type === "inbox") {
    setOpenCount(Number(event.data.open));
    void client.invalidateQueries({ queryKey: queryKeys.inbox(slug) });
  }
  refreshLive(client, slug); // also after `inbox`, the first event of each connection: all else may have changed before it
}

async function countItems(slug: string, signal: AbortSignal): Promise<void> {
  const page = await load<InboxList>(slug, "/inbox", { limit: 1 })({ signal }).catch(() => null);
  if (page) setOpenCount(page.open);
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const change = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);
  return visible;
}
