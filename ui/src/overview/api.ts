// Measures of runs over time and by group.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { INTERVALS } from "../api/intervals";
import { load } from "../api/load";
import { useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import { TIMEZONE } from "../api/series";
import type { RunAggregate } from "../api/types";
import { useSlug } from "../router";
import type { Measure } from "./measures";

export interface AggregateParams {
  q: string;
  measure: readonly Measure[];
  by?: string;
  interval?: string;
  limit?: number;
  orderBy?: Measure;
}

export function useAggregate(params: AggregateParams, { enabled = true } = {}) {
  const slug = useSlug();
  const live = useLive(INTERVALS.aggregate);
  return useQuery({
    ...live,
    queryKey: queryKeys.aggregate(slug, params),
    queryFn: load<RunAggregate>(slug, "/agent-runs/aggregate", { timezone: TIMEZONE, ...params }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
}
