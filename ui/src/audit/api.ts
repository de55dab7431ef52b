// API of the audit log.

import { keepPreviousData, useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { INTERVALS } from "../api/intervals";
import { load, loadPages } from "../api/load";
import { queryClient, useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { AuditList } from "../api/types";
import { type Search, useSearchParams, useSlug } from "../router";
import { bounds, isAbsolute, type Range } from "../query/range";

const PAGE = 50;
const LIVE_PAGES = 3; // older pages are not refreshed

/** The filters of the audit log. They are stored in the URL. */
export interface Filters {
  actor: string;
  action: string;
  subject: string;
  range: Range;
}

export function useFilters(): [Filters, (some: Partial<Filters>) => void] {
  const [search, change] = useSearchParams();
  const { actor = "", action = "", subject = "", range = "all", from, to } = search;
  const filters = useMemo(
    () => ({ actor, action, subject, range: { range, from, to } }),
    [actor, action, subject, range, from, to],
  );
  return [filters, (some) => change(toSearch(some))];
}

function toSearch({ range, ...words }: Partial<Filters>): Search {
  const search = Object.fromEntries(Object.entries(words).map(([name, text]) => [name, text?.trim() || undefined]));
  if (!range) return search;
  const chosen = isAbsolute(range) ? undefined : (range.range ?? "24h");
  return { ...search, from: range.from, to: range.to, range: chosen === "all" ? undefined : chosen };
}

export function useChanges(filters: Filters) {
  const slug = useSlug();
  const { actor, action, subject, range } = filters;
  const time = useMemo(() => timeBounds(range), [range]); // a cursor belongs to one query, so the start of a relative range is fixed
  const queryKey = queryKeys.audit(slug, { actor, action, subject, time });
  const live = useLive(INTERVALS.audit, 0);
  const pages = queryClient.getQueryData<{ pages: AuditList[] }>(queryKey)?.pages.length ?? 0;
  return useInfiniteQuery({
    ...(pages <= LIVE_PAGES ? live : {}),
    queryKey,
    ...loadPages<AuditList>(slug, "/audit", { actor, action, subject, ...time, limit: PAGE }),
    placeholderData: keepPreviousData,
  });
}

interface Named {
  id: string;
  name: string | null;
}

/** The lists of objects with names, by the first part of their IDs. */
const LISTS: Record<string, string> = {
  agt: "agents",
  alr: "alerts",
  bud: "budgets",
  key: "keys",
  sub: "subscriptions",
  trg: "triggers",
};

/** Load the present names of objects, because a change has only the fields that it changed. */
export function useObjectNames(ids: readonly string[]): Map<string, string> {
  const slug = useSlug();
  const lists = [...new Set(ids.flatMap((id) => LISTS[id.split("_", 1)[0]!] ?? []))].sort();
  const found = useQueries({
    queries: lists.map((list) => ({
      queryKey: queryKeys.objectNames(slug, list),
      queryFn: async (context: { signal: AbortSignal }) =>
        (await load<Record<string, Named[]>>(slug, `/${list}`)(context))[list] ?? [],
      staleTime: 30_000,
    })),
  });
  const named = found.flatMap(({ data = [] }) => data);
  return new Map(named.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

function timeBounds(range: Range): { since?: string; until?: string } {
  const found = bounds(range, Date.now());
  if (!found) return {};
  const since = new Date(found.from).toISOString();
  return isAbsolute(range) ? { since, until: new Date(found.to).toISOString() } : { since };
}
