// API of the audit log.

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { INTERVALS } from "../api/intervals";
import { loadPages } from "../api/load";
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

function timeBounds(range: Range): { since?: string; until?: string } {
  const found = bounds(range, Date.now());
  if (!found) return {};
  const since = new Date(found.from).toISOString();
  return isAbsolute(range) ? { since, until: new Date(found.to).toISOString() } : { since };
}
