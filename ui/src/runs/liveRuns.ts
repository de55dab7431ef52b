// Live updates of the run list: rows change in place, and new runs are counted until the user shows them.

import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { PAGE, type RunOrder, useNewest, useRuns } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Run, RunList } from "../api/types";

export interface LiveRuns {
  runs: Run[];
  fresh: number; // number of new runs
  freshMore: boolean; // there are more than were counted
  show: () => void;
  query: ReturnType<typeof useRuns>;
}

export function useLiveRuns(slug: string, q: string, order: RunOrder, active: boolean): LiveRuns {
  const query = useRuns(slug, q, order);
  const byTime = !order.sort && !order.order; // in any other order, new runs do not belong on top
  const settled = query.isSuccess && !query.isPlaceholderData;
  const newest = useNewest(slug, q, { enabled: active && settled });
  const client = useQueryClient();
  const page = settled ? newest.data : undefined;
  const runs = useMemo(
    () => mergeUpdates(query.data?.pages.flatMap((one) => one.runs) ?? [], page?.runs ?? []),
    [query.data, page],
  );
  const fresh = useMemo(() => (byTime ? countNewer(runs, page?.runs ?? []) : 0), [byTime, runs, page]);
  const show = useCallback(() => {
    if (!page) return;
    client.setQueryData<InfiniteData<RunList, string | null>>(queryKeys.runs(slug, q, order), {
      pages: [page],
      pageParams: [null],
    });
  }, [client, slug, q, order, page]);
  return { runs, fresh, freshMore: fresh >= PAGE, show, query };
}

/** Replace rows by their latest state. */
export function mergeUpdates(shown: Run[], newest: Run[]): Run[] {
  const now = new Map(newest.map((run) => [run.id, run]));
  let changed = false;
  const rows = shown.map((run) => {
    const latest = now.get(run.id);
    if (!latest || !hasChanged(run, latest)) return run;
    changed = true;
    return latest;
  });
  return changed ? rows : shown;
}

function hasChanged(run: Run, latest: Run): boolean {
  const delivered = latest.delivery?.status === run.delivery?.status;
  return latest.status !== run.status || latest.turns !== run.turns || !delivered;
}

/** Count the runs that are newer than the rows shown. */
export function countNewer(shown: Run[], newest: Run[]): number {
  const known = new Set(shown.map((run) => run.id));
  const first = newest.findIndex((run) => known.has(run.id));
  return first < 0 ? newest.length : first;
}
