// What the pages of subscriptions ask for, and what they do.

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { at, call } from "../api/client";
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

export interface Outgoing {
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

export type New = Subscription & { secret: string | null };
export type Some = Partial<Pick<Subscription, "name" | "url" | "query" | "enabled">>;
const LOOK_EVERY = 3000;

export function useSubscriptions() {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "subscriptions"],
    queryFn: async ({ signal }) => (await call<{ subscriptions: Subscription[] }>(at(slug, "/subscriptions"), { signal })).subscriptions,
  });
}

export function useSubscription(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "subscriptions", id],
    queryFn: ({ signal }) => call<Subscription>(at(slug, `/subscriptions/${id}`), { signal }),
    refetchInterval: LOOK_EVERY,
  });
}

export function useOutgoing(id: string) {
  const slug = useSlug();
  return useInfiniteQuery({
    queryKey: [slug, "subscriptions", id, "deliveries"],
    queryFn: ({ pageParam, signal }) =>
      call<{ deliveries: Outgoing[]; nextCursor: string | null }>(at(slug, `/subscriptions/${id}/deliveries`, { limit: 50, cursor: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: LOOK_EVERY,
  });
}

/** Something done to subscriptions; every page that shows them looks again. */
export function useTelling<Given, Got>(doing: (slug: string, given: Given) => Promise<Got>, done?: (got: Got) => void) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => doing(slug, given),
    onSuccess: (got) => {
      void client.invalidateQueries({ queryKey: [slug, "subscriptions"] });
      done?.(got);
    },
  });
}

export const add = (slug: string, body: Some) => call<New>(at(slug, "/subscriptions"), { method: "POST", body });
export const change = (slug: string, { id, some }: { id: string; some: Some }) => call<Subscription>(at(slug, `/subscriptions/${id}`), { method: "PATCH", body: some });
export const rotate = (slug: string, id: string) => call<New>(at(slug, `/subscriptions/${id}/rotate`), { method: "POST" });
export const remove = (slug: string, id: string) => call(at(slug, `/subscriptions/${id}`), { method: "DELETE" });
export const replay = (slug: string, { id, delivery }: { id: string; delivery: string }) =>
  call<Outgoing>(at(slug, `/subscriptions/${id}/deliveries/${delivery}/replay`), { method: "POST" });
