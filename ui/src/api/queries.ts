// Queries that several pages share.

import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { useSlug } from "../router";
import { ApiError, isUnauthorized, request } from "./client";
import { queryKeys } from "./queryKeys";
import { type Histogram, readHistogram } from "./histogram";
import { INTERVALS } from "./intervals";
import { isAllowed, type Permission, READ_VIEWS, SEE_RUN_CHANGES } from "./permissions";
import { load, loadPages, unlessMissing } from "./load";
import { TIMEZONE } from "./series";
import type {
  AgentList,
  Facet,
  KeyList,
  ModelCalls,
  ModelList,
  Run,
  RunHistogram,
  RunKeys,
  RunList,
  RunLog,
  SavedViewList,
  Session,
  SessionList,
  SignedIn,
} from "./types";
import { ENDED } from "./values";

export const PAGE = 100;

/** Check the sign-in after a request without one. The shell opens the sign-in page if it has ended. */
export function checkSignIn(error: unknown): void {
  if (!isUnauthorized(error)) return;
  const filters = { queryKey: queryKeys.signedIn(), type: "active" as const };
  void queryClient.refetchQueries(filters, { cancelRefetch: false });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== queryKeys.signedIn()[0]) checkSignIn(error);
    },
  }),
  mutationCache: new MutationCache({ onError: checkSignIn }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 2,
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
    },
  },
});

/** Refetch a query. Restart its first load, whose response may be older than the event that caused the refetch. */
export async function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  if (client.getQueryData(queryKey) === undefined) await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

const SIGNED_IN = queryOptions({
  queryKey: queryKeys.signedIn(),
  queryFn: ({ signal }) => request<SignedIn>("/api/v1/session", { signal }),
  staleTime: 60_000,
});

export function useSignedIn() {
  return useQuery(SIGNED_IN);
}

/** Load the signed-in key while the code of the page loads. */
export function preloadSignedIn(): void {
  void queryClient.prefetchQuery(SIGNED_IN);
}

/** Whether the signed-in key allows this. */
export function useAllowed(permission: Permission): boolean {
  return isAllowed(useSignedIn().data, permission);
}

/**
 * Return the options of a query that changes with the workspace. The stream of the workspace refreshes it, `least`
 * milliseconds after the last load. A key whose stream does not report changes polls `every` so often.
 */
export function useLive(every: number, least = every) {
  const isStreamed = useAllowed(SEE_RUN_CHANGES);
  return { refetchInterval: isStreamed ? INTERVALS.streamed : every, meta: { live: least } };
}

/** The order of a list. Newest first is the default of the server. */
export interface RunOrder {
  sort?: string;
  order?: string;
}

export function useRuns(slug: string, q: string, order: RunOrder = {}, { enabled = true } = {}) {
  return useInfiniteQuery({
    enabled,
    queryKey: queryKeys.runs(slug, q, order),
    ...loadPages<RunList>(slug, "/agent-runs", { q, limit: PAGE, ...order }),
    placeholderData: keepPreviousData,
    staleTime: Infinity, // rows do not move: new runs are counted, and shown on request
    gcTime: 60_000,
  });
}

/** Load the newest runs when runs change, to count new ones and to update the rows shown. */
export function useNewest(slug: string, q: string, { enabled }: { enabled: boolean }) {
  const live = useLive(INTERVALS.newestRuns, 0);
  return useQuery({
    ...live,
    queryKey: queryKeys.newest(slug, q),
    queryFn: load<RunList>(slug, "/agent-runs", { q, limit: PAGE }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Load the newest run that matches, or null. */
export function useNewestRun(slug: string, q: string) {
  return useQuery({
    queryKey: queryKeys.newestRun(slug, q),
    queryFn: async (context) => (await load<RunList>(slug, "/agent-runs", { q, limit: 1 })(context)).runs[0] ?? null,
    staleTime: 30_000,
  });
}

/** Whether the workspace has any runs. */
export function useAnyRun(slug: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: queryKeys.anyRun(slug),
    queryFn: async ({ signal }) => (await load<RunList>(slug, "/agent-runs", { limit: 1 })({ signal })).runs.length > 0,
    enabled,
    staleTime: 0,
  });
}

/** Return the query of the most frequent values of a key. */
export function facetQuery(slug: string, key: string, q: string, limit: number) {
  return queryOptions({
    queryKey: queryKeys.facet(slug, key, q, limit),
    queryFn: ({ signal }) => unlessMissing(load<Facet>(slug, "/agent-runs/facets", { key, q, limit })({ signal })),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
}

export function useFacet(slug: string, key: string, q: string, { enabled = true, limit = 20 } = {}) {
  return useQuery({ ...facetQuery(slug, key, q, limit), enabled });
}

export function useKeys(slug: string, q: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: queryKeys.tagKeys(slug, q),
    queryFn: async ({ signal }) =>
      (await unlessMissing(load<RunKeys>(slug, "/agent-runs/keys", { q })({ signal })))?.keys ?? [],
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
}

export function useHistogram(
  slug: string,
  params: { q: string; groupBy: string; interval?: string },
  { enabled = true, every = 0 } = {},
) {
  const live = useLive(every);
  return useQuery({
    ...(every ? live : {}),
    queryKey: queryKeys.histogram(slug, params),
    queryFn: async ({ signal }): Promise<Histogram | null> => {
      const asked = { interval: "auto", timezone: TIMEZONE, ...params };
      const loading = load<RunHistogram>(slug, "/agent-runs/histogram", asked);
      const answer = await unlessMissing(loading({ signal }));
      return answer === null ? null : readHistogram(answer);
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
}

export function useRun(slug: string, id: string) {
  const queryKey = queryKeys.run(slug, id);
  const live = useLive(INTERVALS.replyDelivery, 0);
  const known = queryClient.getQueryData<Run>(queryKey);
  return useQuery({
    ...(known && isReplyPending(known) ? live : {}),
    queryKey,
    queryFn: load<Run>(slug, `/agent-runs/${id}`),
    staleTime: 0,
  });
}

/** Whether an ended run has a reply that is not delivered yet. */
function isReplyPending(run: Run): boolean {
  return ENDED.has(run.status) && run.delivery?.status === "pending";
}

export function useRunLog(slug: string, id: string, { enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: queryKeys.log(slug, id),
    queryFn: load<RunLog>(slug, `/agent-runs/${id}/log`),
    staleTime: 0,
  });
}

export function useModelCalls(slug: string, id: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: queryKeys.modelCalls(slug, id),
    queryFn: load<ModelCalls>(slug, `/agent-runs/${id}/messages`, { view: "model" }),
    enabled,
    staleTime: 0,
  });
}

export function useSessions(slug: string, q: string) {
  const live = useLive(INTERVALS.sessions, 0);
  return useInfiniteQuery({
    ...live,
    queryKey: queryKeys.sessions(slug, q),
    ...loadPages<SessionList>(slug, "/agent-sessions", { q, limit: PAGE }),
    placeholderData: keepPreviousData,
  });
}

export function useSession(slug: string, id: string) {
  return useQuery({
    queryKey: queryKeys.session(slug, id),
    queryFn: load<Session>(slug, `/agent-sessions/${id}`),
    staleTime: 0,
  });
}

export function useRunsOfSession(slug: string, id: string) {
  const queryKey = queryKeys.sessionRuns(slug, id);
  const live = useLive(INTERVALS.replyDelivery, 0);
  return useQuery({
    ...(queryClient.getQueryData<Run[]>(queryKey)?.some(isReplyPending) ? live : {}),
    queryKey,
    queryFn: async (context) =>
      (await load<RunList>(slug, "/agent-runs", { q: `session:${id}`, limit: 200 })(context)).runs,
    staleTime: 0,
  });
}

export function useModels(slug: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: queryKeys.models(slug),
    queryFn: load<ModelList>(slug, "/models"),
    enabled,
    staleTime: 60_000,
  });
}

export function useAgents(slug: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: queryKeys.agents(slug),
    queryFn: async (context) => (await load<AgentList>(slug, "/agents")(context)).agents,
    enabled,
    staleTime: 60_000,
  });
}

const NO_NAMES: Record<string, string> = {};

/** Return the names of agents by ID. */
export function useAgentNames(enabled: boolean): Record<string, string> {
  const agents = useAgents(useSlug(), { enabled }).data;
  return useMemo(() => (agents ? Object.fromEntries(agents.map(({ id, name }) => [id, name])) : NO_NAMES), [agents]);
}

export function useApiKeys(slug: string) {
  return useQuery({
    queryKey: queryKeys.apiKeys(slug),
    queryFn: async (context) => (await load<KeyList>(slug, "/keys")(context)).keys,
  });
}

export function useViews(slug: string) {
  const enabled = useAllowed(READ_VIEWS);
  return useQuery({
    enabled,
    queryKey: queryKeys.views(slug),
    queryFn: async ({ signal }) => (await unlessMissing(load<SavedViewList>(slug, "/views")({ signal })))?.views ?? [],
    staleTime: 30_000,
  });
}
