import { useQuery } from "@tanstack/react-query";
import { INTERVALS } from "../api/intervals";
import { load } from "../api/load";
import { useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Queue } from "../api/types";
import { useSlug } from "../router";

const SHOWN = 100;

/** The reason for which one run waits, loaded again after `least` milliseconds at the earliest. */
export function useQueuedRun(id: string, { enabled = true, least = 0 } = {}) {
  const slug = useSlug();
  const live = useLive(Math.max(INTERVALS.queue, least), least);
  return useQuery({
    ...live,
    staleTime: least,
    queryKey: queryKeys.queuedRun(slug, id),
    queryFn: load<Queue>(slug, "/queue", { run: id }),
    select: (queue) => queue.waiting[0],
    enabled,
  });
}

/** The runs that wait, each with the reason. */
export function useQueue() {
  const slug = useSlug();
  const live = useLive(INTERVALS.queue, 0);
  return useQuery({
    ...live,
    queryKey: queryKeys.queue(slug),
    queryFn: load<Queue>(slug, "/queue", { limit: SHOWN }),
  });
}
