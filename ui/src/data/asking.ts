// What the page of data asks for, and what it does.

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { at, call } from "../api/client";
import type { Actor, RunPage } from "../api/types";
import { useSlug } from "../router";
import { adding, type Counts } from "./words";

export type Mode = "content" | "all";

export interface Rule {
  id: string;
  name: string;
  query: string;
  olderThanSeconds: number;
  mode: Mode;
  asks: string; // the query that it stands for now
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

const LOOK_EVERY = 1000;
const LIST_EVERY = 5000;
const EXAMPLES = 5;

export function useRules() {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "data", "rules"],
    queryFn: async ({ signal }) => (await call<{ rules: Rule[] }>(at(slug, "/retention-rules"), { signal })).rules,
    refetchInterval: 10 * LIST_EVERY,
  });
}

/** How many runs a query finds now. */
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

function preview(slug: string, query: string, mode: Mode, cursor: string | null, signal: AbortSignal): Promise<Preview> {
  return call<Preview>(at(slug, "/erasures/preview"), { method: "POST", body: { query, mode, ...(cursor ? { cursor } : {}) }, signal });
}

export interface DryRun {
  counts: Counts;
  total: number;
  complete: boolean;
}

/** What would go, counted a page at a time; each page is shown as it comes. */
export function useDryRun(query: string, mode: Mode) {
  const slug = useSlug();
  const client = useQueryClient();
  const queryKey = [slug, "data", "dry run", query, mode];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<DryRun> => {
      let told: DryRun = { counts: {}, total: 0, complete: false };
      for (let cursor: string | null = null; !told.complete; ) {
        const page: Preview = await preview(slug, query, mode, cursor, signal);
        cursor = page.nextCursor;
        told = { counts: adding(told.counts, page.counts), total: page.total, complete: cursor === null };
        if (!told.complete) client.setQueryData(queryKey, told);
      }
      return told;
    },
    enabled: query.trim() !== "",
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** A few of the runs that would go. */
export function useExamples(query: string, { enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "data", "examples", query],
    queryFn: async ({ signal }) => (await call<RunPage>(at(slug, "/agent-runs", { q: query, limit: EXAMPLES }), { signal })).runs,
    enabled,
    retry: false,
  });
}

export function useErasures() {
  const slug = useSlug();
  return useInfiniteQuery({
    queryKey: [slug, "data", "erasures"],
    queryFn: ({ pageParam, signal }) =>
      call<{ erasures: Erasure[]; nextCursor: string | null }>(at(slug, "/erasures", { limit: 20, cursor: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: LIST_EVERY,
  });
}

/** How far an erasure is, until it is done. */
export function useErasure(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "data", "erasure", id],
    queryFn: ({ signal }) => call<Erasure>(at(slug, `/erasures/${id}`), { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "done" ? false : LOOK_EVERY),
  });
}

/** Something done to data; the whole page looks again. */
export function useDoing<Given, Got>(doing: (slug: string, given: Given) => Promise<Got>, done?: (got: Got) => void) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => doing(slug, given),
    onSuccess: (got) => {
      void client.invalidateQueries({ queryKey: [slug, "data"] });
      done?.(got);
    },
  });
}

export type RuleBody = Pick<Rule, "name" | "query" | "olderThanSeconds" | "mode">;

export const saveRule = (slug: string, { id, body }: { id: string | null; body: RuleBody }) =>
  id ? call<Rule>(at(slug, `/retention-rules/${id}`), { method: "PATCH", body }) : call<Rule>(at(slug, "/retention-rules"), { method: "POST", body });
export const removeRule = (slug: string, id: string) => call(at(slug, `/retention-rules/${id}`), { method: "DELETE" });
export const applyRule = (slug: string, id: string) => call<{ erasure: Erasure | null }>(at(slug, `/retention-rules/${id}/apply`), { method: "POST" });
export const erase = (slug: string, body: { query: string; mode: Mode; hideQuery: boolean }) => call<Erasure>(at(slug, "/erasures"), { method: "POST", body });
