// What a row leads to is fetched while somebody points at it.

import { useRef } from "react";
import { at, call } from "../api/client";
import { queryClient } from "../api/queries";
import type { LogPart, Run } from "../api/types";
import { router } from "../router";

const POINTED = 80; // milliseconds: whoever only passes by fetches nothing

/** The page of a run has what the list knows at once. */
export function know(slug: string, run: Run): void {
  queryClient.setQueryData<Run>([slug, "run", run.id], (before) => before ?? run, { updatedAt: 1 }); // and asks for it anew
}

function warm(slug: string, run: Run): void {
  void router.preloadRoute({ to: `/w/${slug}/runs/${run.id}` as "/" });
  void queryClient.prefetchQuery({
    queryKey: [slug, "log", run.id],
    queryFn: ({ signal }) => call<{ parts: LogPart[] }>(at(slug, `/agent-runs/${run.id}/log`), { signal }),
    staleTime: 5000,
    retry: false,
  });
}

/** For a row: what happens when it is pointed at, and when it no longer is. */
export function useWarm(slug: string, run: Run) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerEnter: () => {
      stop();
      timer.current = setTimeout(() => warm(slug, run), POINTED);
    },
    onPointerLeave: stop,
  };
}
