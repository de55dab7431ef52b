// Queries that load again when the stream of the workspace reports a change.

import type { Query, QueryClient } from "@tanstack/react-query";
import { queryKeys } from "./queryKeys";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { live?: number }; // the least time between two loads, in milliseconds
  }
}

const BUSY_MS = 1000; // until a query that is loading is checked again
const waiting = new Set<string>();

/** Load the live queries of the page again, each at most once in its time. */
export function refreshLive(client: QueryClient, slug: string): void {
  const queries = client.getQueryCache().findAll({ queryKey: queryKeys.workspace(slug), type: "active" });
  for (const query of queries) if (query.meta?.live !== undefined) refreshLater(client, query, query.meta.live);
}

function refreshLater(client: QueryClient, query: Query, least: number): void {
  const { queryHash, queryKey, state } = query;
  if (waiting.has(queryHash)) return;
  // The response of a load in progress may be older than the change, so the query is loaded after it, too.
  const isLoading = state.fetchStatus === "fetching";
  const wait = isLoading ? Math.max(least, BUSY_MS) : state.dataUpdatedAt + least - Date.now();
  waiting.add(queryHash);
  setTimeout(
    () => {
      waiting.delete(queryHash);
      if (query.state.fetchStatus === "fetching") refreshLater(client, query, least);
      else void client.refetchQueries({ queryKey, exact: true, type: "active" });
    },
    Math.max(0, wait),
  );
}
