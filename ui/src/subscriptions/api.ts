// API of outgoing webhooks (subscriptions) and their deliveries.

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { INTERVALS } from "../api/intervals";
import { queryKeys } from "../api/queryKeys";
import type { NewSubscription, Outgoing, OutgoingList, Subscription, SubscriptionList } from "../api/types";
import { useSlug } from "../router";

export type SubscriptionChanges = Partial<Pick<Subscription, "name" | "url" | "query" | "enabled">>;

export function useSubscriptions() {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.subscriptions(slug),
    queryFn: async ({ signal }) =>
      (await request<SubscriptionList>(workspacePath(slug, "/subscriptions"), { signal })).subscriptions,
  });
}

export function useSubscription(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.subscription(slug, id),
    queryFn: ({ signal }) => request<Subscription>(workspacePath(slug, `/subscriptions/${id}`), { signal }),
    refetchInterval: INTERVALS.subscription,
  });
}

export function useDeliveries(id: string) {
  const slug = useSlug();
  return useInfiniteQuery({
    queryKey: queryKeys.deliveries(slug, id),
    queryFn: ({ pageParam, signal }) =>
      request<OutgoingList>(workspacePath(slug, `/subscriptions/${id}/deliveries`, { limit: 50, cursor: pageParam }), {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: INTERVALS.subscription,
  });
}

/** Run a mutation and refresh the pages that show subscriptions. */
export function useSubscriptionMutation<Input, Output>(
  mutate: (slug: string, input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => mutate(slug, input),
    onSuccess: (output) => {
      void client.invalidateQueries({ queryKey: queryKeys.subscriptions(slug) });
      onDone?.(output);
    },
  });
}

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
