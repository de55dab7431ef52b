// API of outgoing webhooks (subscriptions) and their deliveries.

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { useSlug } from "../router";

export interface Subscription {
  id: string;
  name: string;
  url: string;
  query: string;
  enabled: boolean;
  note: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

export interface Delivery {
  id: string;
  runId: string;
  type: string;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  nextAt: string | null;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: string;
  deliveredAt: string | null;
  payload: string;
}

export type NewSubscription = Subscription & { secret: string | null };
export type SubscriptionChanges = Partial<Pick<Subscription, "name" | "url" | "query" | "enabled">>;
const POLL_MS = 3000;

export function useSubscriptions() {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "subscriptions"],
    queryFn: async ({ signal }) =>
      (await request<{ subscriptions: Subscription[] }>(workspacePath(slug, "/subscriptions"), { signal }))
        .subscriptions,
  });
}

export function useSubscription(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "subscriptions", id],
    queryFn: ({ signal }) => request<Subscription>(workspacePath(slug, `/subscriptions/${id}`), { signal }),
    refetchInterval: POLL_MS,
  });
}

export function useDeliveries(id: string) {
  const slug = useSlug();
  return useInfiniteQuery({
    queryKey: [slug, "subscriptions", id, "deliveries"],
    queryFn: ({ pageParam, signal }) =>
      request<{ deliveries: Delivery[]; nextCursor: string | null }>(
        workspacePath(slug, `/subscriptions/${id}/deliveries`, { limit: 50, cursor: pageParam }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: POLL_MS,
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
      void client.invalidateQueries({ queryKey: [slug, "subscriptions"] });
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
  request<Delivery>(workspacePath(slug, `/subscriptions/${id}/deliveries/${delivery}/replay`), { method: "POST" });
