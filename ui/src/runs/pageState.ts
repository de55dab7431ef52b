// The state of the runs page. It is stored in the URL.

import { useCallback, useMemo } from "react";
import { useSearchParams } from "../router";
import { exclude, include, joinRange, pick, type SentQuery, toggle } from "../query/language";
import { type Range, rangeQuery } from "../query/range";

export type Shape = "table" | "chart" | "tail";
export const SHAPES: readonly Shape[] = ["table", "chart", "tail"];
export const DEFAULT_COLUMNS = ["status", "tags", "model", "tokens", "duration", "created"];

export interface RunsState {
  q: string;
  range: Range;
  request: SentQuery; // the query and the time range, as sent to the server
  shape: Shape;
  columns: string[];
  groupBy: string;
  setQuery: (q: string) => void;
  setRange: (range: Range) => void;
  setShape: (shape: Shape) => void;
  setColumns: (columns: string[]) => void;
  setGroupBy: (key: string) => void;
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
  return {
    q,
    range,
    request,
    shape: SHAPES.find((one) => one === search.as) ?? "table",
    columns,
    groupBy: search.by ?? "status",
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
