// API of alerts.

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { INTERVALS } from "../api/intervals";
import { load, loadPages } from "../api/load";
import { mutationHook } from "../api/mutations";
import { useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type {
  Alert,
  AlertEventList,
  AlertList,
  AlertPreview,
  AlertRecipient,
  AlertTemplate,
  AlertTemplateList,
} from "../api/types";
import { useSlug } from "../router";

export type Measure = Alert["measure"];

export interface AlertBody {
  name?: string;
  query?: string;
  measure?: Measure;
  comparison?: Alert["comparison"];
  windowSeconds?: number;
  direction?: Alert["direction"];
  threshold?: number | null;
  resolveThreshold?: number | null;
  minimum?: number;
  schedule?: string | null;
  recipients?: AlertRecipient[];
  template?: string;
  parameters?: Record<string, string>;
}

export type AlertChange = Omit<AlertBody, "template" | "parameters"> & {
  enabled?: boolean;
  silencedUntil?: string | null;
};

export function useAlerts({ enabled = true } = {}) {
  const slug = useSlug();
  const live = useLive(INTERVALS.budgets, 1000);
  return useQuery({
    ...live,
    queryKey: queryKeys.alertList(slug),
    queryFn: async (context) => (await load<AlertList>(slug, "/alerts")(context)).alerts,
    enabled,
  });
}

export function useAlert(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.budgets, 1000);
  return useQuery({
    ...live,
    queryKey: queryKeys.alert(slug, id),
    queryFn: load<Alert>(slug, `/alerts/${id}`),
  });
}

export function useAlertEvents(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.budgets, 1000);
  return useInfiniteQuery({
    ...live,
    queryKey: queryKeys.alertEvents(slug, id),
    ...loadPages<AlertEventList>(slug, `/alerts/${id}/events`, { limit: 20 }),
  });
}

/** Load the values of an alert since a time, and when it fired or would have fired. */
export function useAlertChart(id: string, since: string, version: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.alertChart(slug, id, `${since} ${version}`),
    queryFn: load<AlertPreview>(slug, `/alerts/${id}/chart`, { since }),
    staleTime: 60_000,
    retry: false,
  });
}

export function useTemplates({ enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.alertTemplates(slug),
    queryFn: async (context): Promise<AlertTemplate[]> =>
      (await load<AlertTemplateList>(slug, "/alerts/templates")(context)).templates,
    staleTime: Infinity,
    enabled,
  });
}

/** Load when an alert would have fired in the past seven days. */
export function usePreview(body: AlertBody | null) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.alertPreview(slug, JSON.stringify(body)),
    queryFn: ({ signal }) =>
      request<AlertPreview>(workspacePath(slug, "/alerts/preview"), { method: "POST", body, signal }),
    enabled: body !== null,
    staleTime: 60_000,
    retry: false,
  });
}

export const useAlertMutation = mutationHook(queryKeys.alerts);

export const addAlert = (slug: string, body: AlertBody) =>
  request<Alert>(workspacePath(slug, "/alerts"), { method: "POST", body });
export const changeAlert = (slug: string, { id, body }: { id: string; body: AlertChange }) =>
  request<Alert>(workspacePath(slug, `/alerts/${id}`), { method: "PATCH", body });
export const removeAlert = (slug: string, id: string) =>
  request(workspacePath(slug, `/alerts/${id}`), { method: "DELETE" });
