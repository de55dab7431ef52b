// Prefetches a run while the pointer is on its row.

import { useRef } from "react";
import { load } from "../api/load";
import { queryClient } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Run, RunLog } from "../api/types";
import { router } from "../router";

const HOVER_MS = 80; // a pointer that only passes over a row does not prefetch

/** Put a run into the cache, so that its page renders immediately. */
export function cacheRun(slug: string, run: Run): void {
  queryClient.setQueryData<Run>(queryKeys.run(slug, run.id), (before) => before ?? run, { updatedAt: 1 }); // the page refetches it
}

function prefetchRun(slug: string, run: Run): void {
  void router.preloadRoute({ to: "/w/$slug/runs/$runId", params: { slug, runId: run.id } });
  void queryClient.prefetchQuery({
    queryKey: queryKeys.log(slug, run.id),
    queryFn: load<RunLog>(slug, `/agent-runs/${run.id}/log`),
    staleTime: 5000,
    retry: false,
  });
}

/** Return the pointer handlers of a row. */
export function usePrefetch(slug: string, run: Run) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerEnter: () => {
      stop();
      timer.current = setTimeout(() => prefetchRun(slug, run), HOVER_MS);
    },
    onPointerLeave: stop,
  };
}
