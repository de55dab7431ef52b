// API of outgoing webhooks (subscriptions) and their deliveries.

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { INTERVALS } from "../api/intervals";
import { load, loadPages } from "../api/load";
import { mutationHook } from "../api/mutations";
import { useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { NewSubscription, Outgoing, OutgoingList, Subscription, SubscriptionList } from "../api/types";
import { useSlug } from "../router";

export type SubscriptionChanges = Partial<Pick<Subscription, "name" | "url" | "query" | "enabled">>;

export function useSubscriptions() {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.subscriptions(slug),
    queryFn: async (context) => (await load<SubscriptionList>(slug, "/subscriptions")(context)).subscriptions,
  });
}

export function useSubscription(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.subscription, 1000);
  return useQuery({
    ...live,
    queryKey: queryKeys.subscription(slug, id),
    queryFn: load<Subscription>(slug, `/subscriptions/${id}`),
  });
}

export function useDeliveries(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.subscription, 1000);
  return useInfiniteQuery({
    ...live,
    queryKey: queryKeys.deliveries(slug, id),
    ...loadPages<OutgoingList>(slug, `/subscriptions/${id}/deliveries`, { limit: 50 }),
  });
}

/** Run a mutation and refresh the pages that show subscriptions. */
export const useSubscriptionMutation = mutationHook(queryKeys.subscriptions);

export const add = (slug: string, body: SubscriptionChanges) =>
  request<NewSubscription>(workspacePath(slug, "/subscriptions"), { method: "POST", body });
export const change = (slug: string, { id, some }: { id: string; some: SubscriptionChanges }) =>
  request<Subscription>(workspacePath(slug, `/subscriptions/${id}`), { method: "PATCH", body: some });
export const rotate = (slug: string, id: string) =>
  request<NewSubscription>(workspacePath(slug, `/subscriptions/${id}/rotate`), { method: "POST" });
export const remove = (slug: string, id: string) =>
  request(workspacePath(slug, `/subscriptions/${id}`), { method: "DELETE" });
export const replay = (slug: string, { id, delivery }: { id: string; delivery: string }) =>
  request<Outgoing>(workspacePath(slug, `/subscriptions/${id}/deliveries/${delivery}/replay`), { method: "POST" });
