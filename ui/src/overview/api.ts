// Measures of runs over time and by group.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { INTERVALS } from "../api/intervals";
import { load } from "../api/load";
import { queryKeys } from "../api/queryKeys";
import type { Interval } from "../api/series";
import { useSlug } from "../router";
import type { Measure } from "./measures";

interface AggregateValues {
  count?: number;
  failed?: number;
  rate?: number | null;
  p50?: number | null;
  p95?: number | null;
  cost?: string | null;
  unpricedCalls?: number;
  tokens?: number;
  inputTokens?: number;
  cachedTokens?: number;
}
interface AggregateGroup {
  values: AggregateValues;
  series: AggregateValues[];
}
export interface RunAggregate {
  measures: Measure[];
  by: string[];
  interval: Interval | null;
  buckets: string[];
  total: AggregateGroup;
  groups: (AggregateGroup & { key: (string | null)[] })[];
  other: AggregateGroup | null;
}

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
  return useQuery({
    queryKey: queryKeys.aggregate(slug, params),
    queryFn: load<RunAggregate>(slug, "/agent-runs/aggregate", { ...params }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: INTERVALS.aggregate,
  });
}
