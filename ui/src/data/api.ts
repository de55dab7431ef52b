// API of retention rules and erasures.

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import type { Actor, RunPage } from "../api/types";
import { useSlug } from "../router";
import { addCounts, type Counts } from "./labels";

export type Mode = "content" | "all";

export interface Rule {
  id: string;
  name: string;
  query: string;
  olderThanSeconds: number;
  mode: Mode;
  asks: string; // the query with the current age limit
  createdBy: string;
  createdAt: string;
  appliedAt: string | null;
}

export interface Erasure {
  id: string;
  status: "running" | "done";
  query: string | null;
  mode: Mode;
  ruleId: string | null;
  actor: Actor;
  total: number;
  counts: Counts;
  digest: string;
  createdAt: string;
  finishedAt: string | null;
}

interface Preview {
  total: number;
  counts: Counts;
  nextCursor: string | null;
}

const POLL_MS = 1000;
const LIST_POLL_MS = 5000;
const EXAMPLES = 5;

export function useRules() {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "data", "rules"],
    queryFn: async ({ signal }) =>
      (await request<{ rules: Rule[] }>(workspacePath(slug, "/retention-rules"), { signal })).rules,
    refetchInterval: 10 * LIST_POLL_MS,
  });
}

/** Count the runs that match a query. */
export function useMatching(query: string, mode: Mode, { enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "data", "matching", query, mode],
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
): Promise<Preview> {
  return request<Preview>(workspacePath(slug, "/erasures/preview"), {
    method: "POST",
    body: { query, mode, ...(cursor ? { cursor } : {}) },
    signal,
  });
}

export interface DryRun {
  counts: Counts;
  total: number;
  complete: boolean;
}

/** Count what would be erased, page by page. */
export function useDryRun(query: string, mode: Mode) {
  const slug = useSlug();
  const client = useQueryClient();
  const queryKey = [slug, "data", "dry run", query, mode];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<DryRun> => {
      let dryRun: DryRun = { counts: {}, total: 0, complete: false };
      for (let cursor: string | null = null; !dryRun.complete;) {
        const page: Preview = await preview(slug, query, mode, cursor, signal);
        cursor = page.nextCursor;
        dryRun = { counts: addCounts(dryRun.counts, page.counts), total: page.total, complete: cursor === null };
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
    queryKey: [slug, "data", "examples", query],
    queryFn: async ({ signal }) =>
      (await request<RunPage>(workspacePath(slug, "/agent-runs", { q: query, limit: EXAMPLES }), { signal })).runs,
    enabled,
    retry: false,
  });
}

export function useErasures() {
  const slug = useSlug();
  return useInfiniteQuery({
    queryKey: [slug, "data", "erasures"],
    queryFn: ({ pageParam, signal }) =>
      request<{ erasures: Erasure[]; nextCursor: string | null }>(
        workspacePath(slug, "/erasures", { limit: 20, cursor: pageParam }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: LIST_POLL_MS,
  });
}

/** Poll an erasure until it is done. */
export function useErasure(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "data", "erasure", id],
    queryFn: ({ signal }) => request<Erasure>(workspacePath(slug, `/erasures/${id}`), { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "done" ? false : POLL_MS),
  });
}

/** Run a mutation and refresh the page. */
export function useDataMutation<Input, Output>(
  mutate: (slug: string, input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => mutate(slug, input),
    onSuccess: (output) => {
      void client.invalidateQueries({ queryKey: [slug, "data"] });
      onDone?.(output);
    },
  });
}

export type RuleBody = Pick<Rule, "name" | "query" | "olderThanSeconds" | "mode">;

export const saveRule = (slug: string, { id, body }: { id: string | null; body: RuleBody }) =>
  id
    ? request<Rule>(workspacePath(slug, `/retention-rules/${id}`), { method: "PATCH", body })
    : request<Rule>(workspacePath(slug, "/retention-rules"), { method: "POST", body });
export const removeRule = (slug: string, id: string) =>
  request(workspacePath(slug, `/retention-rules/${id}`), { method: "DELETE" });
export const applyRule = (slug: string, id: string) =>
  request<{ erasure: Erasure | null }>(workspacePath(slug, `/retention-rules/${id}/apply`), { method: "POST" });
export const erase = (slug: string, body: { query: string; mode: Mode; hideQuery: boolean }) =>
  request<Erasure>(workspacePath(slug, "/erasures"), { method: "POST", body });
