// What the pages of triggers ask for, and what they do.

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { at, call } from "../api/client";
import type { Accepted, JsonObject, Run, RunPage, Tags } from "../api/types";
import { useSlug } from "../router";

export type Kind = "cron" | "webhook" | "telegram";

export interface Occurrence {
  key: string;
  status: "fired" | "skipped";
  plannedAt: string | null;
  until: string | null;
  count: number;
  reason: string | null;
  runId: string | null;
  at: string;
}

export interface Trigger {
  id: string;
  kind: Kind;
  name: string;
  enabled: boolean;
  note: string | null;
  metadata: Tags;
  agentId: string | null;
  sessionId: string | null;
  prompt: string;
  spec: JsonObject;
  hasSecret: boolean;
  nextAt: string | null;
  nextTimes: string[];
  inWords: string | null;
  hookPath: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  lastOccurrence?: Occurrence | null;
  // what only its kind knows
  schedule?: string;
  timezone?: string;
  overlap?: string;
  catchUp?: string;
  pauseAfterFailures?: number;
  verify?: string;
  secretEnv?: string;
  tokenHeader?: string;
  tagsFrom?: Record<string, string>;
  promptTemplate?: string;
  tokenEnv?: string;
  allowedChatIds?: number[];
}

export interface HookDelivery {
  id: string;
  at: string;
  headers: Record<string, string>;
  body: string;
  verified: boolean;
  outcome: "accepted" | "duplicate" | "ignored" | "invalid" | "refused";
  problem: string | null;
  runId: string | null;
  webhookId: string | null;
  replayOf: string | null;
}

const LOOK_EVERY = 5000;

export function useTriggers() {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "triggers"],
    queryFn: async ({ signal }) => (await call<{ triggers: Trigger[] }>(at(slug, "/triggers"), { signal })).triggers,
    refetchInterval: LOOK_EVERY,
  });
}

export function useTrigger(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "triggers", id],
    queryFn: ({ signal }) => call<Trigger>(at(slug, `/triggers/${encodeURIComponent(id)}`), { signal }),
    refetchInterval: LOOK_EVERY,
  });
}

export function useOccurrences(id: string) {
  const slug = useSlug();
  return useInfiniteQuery({
    queryKey: [slug, "triggers", id, "occurrences"],
    queryFn: ({ pageParam, signal }) =>
      call<{ occurrences: Occurrence[]; nextCursor: string | null }>(at(slug, `/triggers/${id}/occurrences`, { limit: 50, cursor: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: LOOK_EVERY,
  });
}

/** The newest runs of a trigger, to say how its occurrences ended. */
export function useRunsOf(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "triggers", id, "runs"],
    queryFn: async ({ signal }) => {
      const { runs } = await call<RunPage>(at(slug, "/agent-runs", { q: `trigger.id:${id}`, limit: 200 }), { signal });
      return new Map<string, Run>(runs.map((run) => [run.id, run]));
    },
    refetchInterval: LOOK_EVERY,
  });
}

export function useHookDeliveries(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "triggers", id, "deliveries"],
    queryFn: async ({ signal }) => (await call<{ deliveries: HookDelivery[] }>(at(slug, `/triggers/${id}/deliveries`), { signal })).deliveries,
    refetchInterval: LOOK_EVERY,
  });
}

/** What a schedule means; asked anew whenever it changes, the old answer stays until then. */
export function usePreview(schedule: string, timezone: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "preview", schedule, timezone],
    queryFn: ({ signal }) =>
      call<{ inWords: string; nextTimes: string[] }>(at(slug, "/triggers/preview"), { method: "POST", body: { schedule, timezone }, signal }),
    enabled: schedule.trim() !== "",
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
}

/** Something done to triggers; every page that shows them looks again. */
export function useDoing<Given, Got>(doing: (slug: string, given: Given) => Promise<Got>, done?: (got: Got) => void) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => doing(slug, given),
    onSuccess: (got) => {
      void client.invalidateQueries({ queryKey: [slug, "triggers"] });
      done?.(got);
    },
  });
}

export const fire = (slug: string, id: string) => call<Accepted>(at(slug, `/triggers/${id}/fire`), { method: "POST" });
export const pause = (slug: string, { id, note }: { id: string; note: string }) =>
  call<Trigger>(at(slug, `/triggers/${id}/pause`), { method: "POST", body: { note } });
export const resume = (slug: string, id: string) => call<Trigger>(at(slug, `/triggers/${id}/resume`), { method: "POST" });
export const remove = (slug: string, id: string) => call(at(slug, `/triggers/${id}`), { method: "DELETE" });
export const replay = (slug: string, { id, delivery }: { id: string; delivery: string }) =>
  call<Accepted>(at(slug, `/triggers/${id}/deliveries/${delivery}/replay`), { method: "POST" });
export const save = (slug: string, { id, body }: { id: string | null; body: JsonObject }) =>
  id
    ? call<Trigger & { secret?: null }>(at(slug, `/triggers/${id}`), { method: "PATCH", body })
    : call<Trigger & { secret?: string | null }>(at(slug, "/triggers"), { method: "POST", body });
