// Live updates: rows change in place, new ones are counted and wait to be asked for.

import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { PAGE, useNewest, useRuns } from "../api/queries";
import type { Run, RunPage } from "../api/types";

export interface LiveRuns {
  runs: Run[];
  fresh: number; // how many have come since
  freshMore: boolean; // more than could be counted
  show: () => void;
  query: ReturnType<typeof useRuns>;
}

export function useLiveRuns(slug: string, q: string, active: boolean): LiveRuns {
  const query = useRuns(slug, q);
  const settled = query.isSuccess && !query.isPlaceholderData;
  const newest = useNewest(slug, q, { enabled: active && settled });
  const client = useQueryClient();
  const page = settled ? newest.data : undefined;
  const runs = useMemo(() => updated(query.data?.pages.flatMap((one) => one.runs) ?? [], page?.runs ?? []), [query.data, page]);
  const fresh = useMemo(() => newer(runs, page?.runs ?? []), [runs, page]);
  const show = useCallback(() => {
    if (!page) return;
    client.setQueryData<InfiniteData<RunPage, string | null>>([slug, "runs", q], { pages: [page], pageParams: [null] });
  }, [client, slug, q, page]);
  return { runs, fresh, freshMore: fresh >= PAGE, show, query };
}

/** The rows shown, each as it stands now. */
export function updated(shown: Run[], newest: Run[]): Run[] {
  const now = new Map(newest.map((run) => [run.id, run]));
  let changed = false;
  const rows = shown.map((run) => {
    const later = now.get(run.id);
    if (!later || (later.status === run.status && later.turns === run.turns)) return run;
    changed = true;
    return later;
  });
  return changed ? rows : shown;
}

/** How many runs came after the newest one shown. */
export function newer(shown: Run[], newest: Run[]): number {
  const known = new Set(shown.map((run) => run.id));
  const first = newest.findIndex((run) => known.has(run.id));
  return first < 0 ? newest.length : first;
}
