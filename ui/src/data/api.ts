// API of retention rules and erasures.

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { INTERVALS } from "../api/intervals";
import { load, loadPages } from "../api/load";
import { mutationHook } from "../api/mutations";
import { useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type {
  CreatingTrigger,
  Erasure,
  ErasureList,
  ErasurePreview,
  RetentionRule,
  RetentionRuleList,
  RuleApplied,
  RunList,
} from "../api/types";
import { useSlug } from "../router";
import { addCounts, type Counts } from "./labels";

export type Mode = Erasure["mode"];

const EXAMPLES = 5;

export function useRules() {
  const slug = useSlug();
  const live = useLive(INTERVALS.retentionRules);
  return useQuery({
    ...live,
    queryKey: queryKeys.rules(slug),
    queryFn: async (context) => (await load<RetentionRuleList>(slug, "/retention-rules")(context)).rules,
  });
}

/** Count the runs that match a query. */
export function useMatching(query: string, mode: Mode, { enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.matching(slug, query, mode),
    queryFn: ({ signal }) => preview(slug, query, mode, null, signal),
    enabled,
    staleTime: 60_000,
    retry: false,
  });
}

function preview(
  slug: string,
  query: string,
  mode: Mode,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ErasurePreview> {
  return request<ErasurePreview>(workspacePath(slug, "/erasures/preview"), {
    method: "POST",
    body: { query, mode, ...(cursor ? { cursor } : {}) },
    signal,
  });
}

export interface DryRun {
  counts: Counts;
  total: number;
  complete: boolean;
  triggers: CreatingTrigger[]; // enabled ones that may create more matching runs
  triggerCount: number;
}

/** Count the data that would be erased, page by page. */
export function useDryRun(query: string, mode: Mode) {
  const slug = useSlug();
  const client = useQueryClient();
  const queryKey = queryKeys.dryRun(slug, query, mode);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<DryRun> => {
      let dryRun: DryRun = { counts: {}, total: 0, complete: false, triggers: [], triggerCount: 0 };
      for (let cursor: string | null = null; !dryRun.complete;) {
        const page: ErasurePreview = await preview(slug, query, mode, cursor, signal);
        cursor = page.nextCursor;
        dryRun = {
          counts: addCounts(dryRun.counts, page.counts),
          total: page.total,
          complete: cursor === null,
          triggers: [...dryRun.triggers, ...(page.triggers ?? [])], // an old server does not send them
          triggerCount: dryRun.triggerCount + (page.triggerCount ?? 0),
        };
        if (!dryRun.complete) client.setQueryData(queryKey, dryRun);
      }
      return dryRun;
    },
    enabled: query.trim() !== "",
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Load some of the runs that would be erased. */
export function useExamples(query: string, { enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.examples(slug, query),
    queryFn: async (context) => (await load<RunList>(slug, "/agent-runs", { q: query, limit: EXAMPLES })(context)).runs,
    enabled,
    retry: false,
  });
}

export function useErasures() {
  const slug = useSlug();
  const live = useLive(INTERVALS.erasures, 1000);
  return useInfiniteQuery({
    ...live,
    queryKey: queryKeys.erasures(slug),
    ...loadPages<ErasureList>(slug, "/erasures", { limit: 20 }),
  });
}

/** An erasure and its progress. */
export function useErasure(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.erasure, 0);
  return useQuery({
    ...live,
    queryKey: queryKeys.erasure(slug, id),
    queryFn: load<Erasure>(slug, `/erasures/${id}`),
    refetchInterval: ({ state }) => (state.data?.status === "done" ? false : live.refetchInterval),
  });
}

/** Run a mutation and refresh the page. */
export const useDataMutation = mutationHook(queryKeys.data);

export type RuleBody = Pick<RetentionRule, "name" | "query" | "olderThanSeconds" | "mode">;

export const saveRule = (slug: string, { id, body }: { id: string | null; body: RuleBody }) =>
  id
    ? request<RetentionRule>(workspacePath(slug, `/retention-rules/${id}`), { method: "PATCH", body })
    : request<RetentionRule>(workspacePath(slug, "/retention-rules"), { method: "POST", body });
export const removeRule = (slug: string, id: string) =>
  request(workspacePath(slug, `/retention-rules/${id}`), { method: "DELETE" });
export const applyRule = (slug: string, id: string) =>
  request<RuleApplied>(workspacePath(slug, `/retention-rules/${id}/apply`), { method: "POST" });
export const erase = (slug: string, body: { query: string; mode: Mode; hideQuery: boolean }) =>
  request<Erasure>(workspacePath(slug, "/erasures"), { method: "POST", body });
