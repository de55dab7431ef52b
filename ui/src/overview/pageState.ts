// The state of the overview. It is stored in the URL.

import { useMemo } from "react";
import { STEPS, type Interval } from "../api/series";
import { joinRange, type SentQuery } from "../query/language";
import { bounds, type Range, rangeQuery } from "../query/range";
import { type Search, useSearchParams } from "../router";
import { defaultPanels, MAX_PANELS, type Panel, panelParams, readPanels } from "./panels";

export interface OverviewState {
  q: string;
  range: Range;
  request: SentQuery; // the query and the time range, as sent to the server
  interval: Interval | "auto"; // as chosen
  every: Interval | "auto"; // as sent to the server
  by: string | null;
  panels: Panel[];
  ownPanels: boolean; // whether the panels were chosen
  change: (search: Search) => void;
  setQuery: (q: string) => void;
  setRange: (range: Range) => void;
  setPanels: (panels: Panel[]) => void;
}

export function useOverviewState(): OverviewState {
  const [search, change] = useSearchParams();
  const q = search.q ?? "";
  const { range: id, from, to } = search;
  const range = useMemo(() => ({ range: id, from, to }), [id, from, to]);
  const request = useMemo(() => joinRange(q, rangeQuery(range)), [q, range]);
  const by = search.by || null;
  const own = useMemo(() => readPanels(search), [search]);
  const failures = search.failures === "failed" ? "failed" : "rate";
  const slow = search.slow === "p50" ? "p50" : "p95";
  const usual = useMemo(() => defaultPanels(by, { failures, slow }), [by, failures, slow]);
  const chosen = intervalsOf(range, Date.now()).find((one) => one === search.interval);
  return {
    q,
    range,
    request,
    interval: chosen ?? "auto",
    every: chosen ?? autoInterval(range, Date.now()),
    by,
    panels: own.length ? own : usual,
    ownPanels: own.length > 0,
    change,
    setQuery: (text) => change({ q: text.trim() || undefined }),
    setRange: (next) => change({ range: next.range, from: next.from, to: next.to }),
    setPanels: (panels) => change(panelParams(panels.slice(0, MAX_PANELS))),
  };
}

const MAX_BARS = 800;
const FEW_BARS = 100;

/** Return the shortest interval with few bars, so that rates and percentiles are of several runs. */
export function autoInterval(range: Range, now: number): Interval | "auto" {
  const limits = bounds(range, now);
  if (!limits) return "auto"; // the server knows the first run
  return intervalsOf(range, now).find((one) => (limits.to - limits.from) / STEPS[one] <= FEW_BARS) ?? "auto";
}

/** Return the intervals that divide a range into a number of bars that people can read. */
export function intervalsOf(range: Range, now: number): Interval[] {
  const limits = bounds(range, now);
  const all = Object.keys(STEPS) as Interval[];
  if (!limits) return ["day", "week"];
  const bars = (one: Interval) => (limits.to - limits.from) / STEPS[one];
  return all.filter((one) => bars(one) >= 1 && bars(one) <= MAX_BARS);
}
