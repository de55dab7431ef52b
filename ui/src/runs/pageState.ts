// The state of the runs page. It is stored in the URL.

import { useCallback, useMemo } from "react";
import type { RunOrder } from "../api/queries";
import { useSearchParams } from "../router";
import { exclude, include, joinRange, pick, type SentQuery, toggle } from "../query/language";
import { type Range, rangeQuery } from "../query/range";

export type Shape = "table" | "chart" | "tail";
export const SHAPES: readonly Shape[] = ["table", "chart", "tail"];
export const DEFAULT_COLUMNS = ["status", "tags", "model", "tokens", "cost", "duration", "created"];

export const SORT_FIELDS = ["created", "duration", "tokens", "cost"] as const;
export type SortField = (typeof SORT_FIELDS)[number];

export interface Sort {
  by: SortField;
  order: "desc" | "asc";
}

/** Read the order of a list from the URL. */
export function readSort(sort: string | undefined, order: string | undefined): Sort {
  return { by: SORT_FIELDS.find((one) => one === sort) ?? "created", order: order === "asc" ? "asc" : "desc" };
}

/** Return an order as request and URL parameters. The default, newest first, needs no parameters. */
export function sortParams({ by, order }: Sort): RunOrder {
  return { sort: by === "created" ? undefined : by, order: order === "desc" ? undefined : order };
}

/** Return the order after a click on a column: descending first, then ascending. */
export function nextSort(now: Sort, by: SortField): Sort {
  return { by, order: now.by === by && now.order === "desc" ? "asc" : "desc" };
}

export interface RunsState {
  q: string;
  range: Range;
  request: SentQuery; // the query and the time range, as sent to the server
  shape: Shape;
  columns: string[];
  groupBy: string;
  sort: Sort;
  order: RunOrder; // the same, as request parameters
  setQuery: (q: string) => void;
  setRange: (range: Range) => void;
  setShape: (shape: Shape) => void;
  setColumns: (columns: string[]) => void;
  setGroupBy: (key: string) => void;
  sortBy: (by: SortField) => void;
  pickTag: (key: string, value: string) => void;
  toggleTag: (key: string, value: string) => void;
  excludeTag: (key: string, value: string) => void;
  includeTag: (key: string, value: string) => void;
}

export function useRunsState(): RunsState {
  const [search, change] = useSearchParams();
  const q = search.q ?? "";
  const { range: id, from, to } = search;
  const range = useMemo(() => ({ range: id, from, to }), [id, from, to]);
  const request = useMemo(() => joinRange(q, rangeQuery(range)), [q, range]);
  const setQuery = useCallback((text: string) => change({ q: text.trim() || undefined, view: undefined }), [change]);
  const columns = useMemo(
    () => (search.cols === undefined ? DEFAULT_COLUMNS : search.cols.split(",").filter(Boolean)),
    [search.cols],
  );
  const sort = useMemo(() => readSort(search.sort, search.order), [search.sort, search.order]);
  const order = useMemo(() => sortParams(sort), [sort]);
  return {
    q,
    range,
    request,
    shape: SHAPES.find((one) => one === search.as) ?? "table",
    columns,
    groupBy: search.by ?? "status",
    sort,
    order,
    sortBy: (by) => change({ ...sortParams(nextSort(sort, by)) }),
    setQuery,
    setRange: (next) => change({ range: next.range, from: next.from, to: next.to, view: undefined }),
    setShape: (shape) => change({ as: shape === "table" ? undefined : shape }),
    setColumns: (next) =>
      change({ cols: next.join() === DEFAULT_COLUMNS.join() ? undefined : next.join() || "-" }, { replace: true }),
    setGroupBy: (by) => change({ by: by === "status" ? undefined : by }, { replace: true }),
    pickTag: (key, value) => setQuery(pick(q, key, value)),
    toggleTag: (key, value) => setQuery(toggle(q, key, value)),
    excludeTag: (key, value) => setQuery(exclude(q, key, value)),
    includeTag: (key, value) => setQuery(include(q, key, value)),
  };
}
