// API of triggers, occurrences and deliveries.

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { INTERVALS } from "../api/intervals";
import { load, loadPages } from "../api/load";
import { mutationHook } from "../api/mutations";
import { queryClient, useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type {
  HookDeliveryList,
  JsonObject,
  NewTrigger,
  OccurrenceList,
  RunAccepted,
  SchedulePreview,
  Trigger,
  TriggerList,
} from "../api/types";
import { useSlug } from "../router";

const MANY = 100; // triggers; each has the status of 20 runs

export type Kind = Trigger["kind"];
export type SavedTrigger = Trigger & { secret?: string | null }; // a new webhook has a secret
export type ListedTrigger = TriggerList["triggers"][number];

export type TriggerSort = "name" | "trouble";

export function useTriggers(sort: TriggerSort) {
  const slug = useSlug();
  const queryKey = queryKeys.triggers(slug, sort);
  const many = (queryClient.getQueryData<ListedTrigger[]>(queryKey)?.length ?? 0) > MANY;
  const live = useLive(many ? INTERVALS.manyTriggers : INTERVALS.triggers);
  return useQuery({
    ...live,
    queryKey,
    queryFn: async (context) => (await load<TriggerList>(slug, "/triggers", { sort })(context)).triggers,
    placeholderData: keepPreviousData,
  });
}

export function useTrigger(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.triggers, 1000);
  return useQuery({
    ...live,
    queryKey: queryKeys.trigger(slug, id),
    queryFn: load<Trigger>(slug, `/triggers/${encodeURIComponent(id)}`),
  });
}

export function useOccurrences(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.triggers, 1000);
  return useInfiniteQuery({
    ...live,
    queryKey: queryKeys.occurrences(slug, id),
    ...loadPages<OccurrenceList>(slug, `/triggers/${id}/occurrences`, { limit: 50 }),
  });
}

export function useWebhookDeliveries(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.triggers, 1000);
  return useQuery({
    ...live,
    queryKey: queryKeys.hookDeliveries(slug, id),
    queryFn: async (context) => (await load<HookDeliveryList>(slug, `/triggers/${id}/deliveries`)(context)).deliveries,
  });
}

/** Preview a schedule. The old preview stays until the new one has loaded. */
export function usePreview(schedule: string, timezone: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.schedulePreview(slug, schedule, timezone),
    queryFn: ({ signal }) =>
      request<SchedulePreview>(workspacePath(slug, "/triggers/preview"), {
        method: "POST",
        body: { schedule, timezone },
        signal,
      }),
    enabled: schedule.trim() !== "",
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
}

/** Run a mutation and refresh the pages that show triggers. */
export const useTriggerMutation = mutationHook(queryKeys.triggers);

export const fire = (slug: string, id: string) =>
  request<RunAccepted>(workspacePath(slug, `/triggers/${id}/fire`), { method: "POST" });
export const pause = (slug: string, { id, note }: { id: string; note: string }) =>
  request<Trigger>(workspacePath(slug, `/triggers/${id}/pause`), { method: "POST", body: { note } });
export const resume = (slug: string, id: string) =>
  request<Trigger>(workspacePath(slug, `/triggers/${id}/resume`), { method: "POST" });
export const remove = (slug: string, id: string) =>
  request(workspacePath(slug, `/triggers/${id}`), { method: "DELETE" });
export const replay = (slug: string, { id, delivery }: { id: string; delivery: string }) =>
  request<RunAccepted>(workspacePath(slug, `/triggers/${id}/deliveries/${delivery}/replay`), { method: "POST" });
export const save = (slug: string, { id, body }: { id: string | null; body: JsonObject }): Promise<SavedTrigger> =>
  id
    ? request<Trigger>(workspacePath(slug, `/triggers/${id}`), { method: "PATCH", body })
    : request<NewTrigger>(workspacePath(slug, "/triggers"), { method: "POST", body });
