// A histogram in the form that charts need: times, and one row of counts per group.

import { type Chart, type Series, STEPS } from "./series";
import type { RunHistogram } from "./types";

export interface Group extends Series {
  counts: number[];
  total: number;
}

export interface Histogram extends Chart {
  groups: Group[]; // largest first
  total: number;
}

/** Convert the server's response, which has an entry for each bar. */
export function readHistogram({ buckets, interval, groups: names }: RunHistogram): Histogram {
  const group = (name: string, kind: Group["kind"], counts: number[]): Group => ({
    name,
    kind,
    counts,
    total: sum(counts),
  });
  const groups = [
    ...names.map((name) =>
      group(
        name,
        "value",
        buckets.map((bucket) => bucket.counts?.[name] ?? 0),
      ),
    ),
    group(
      "other",
      "other",
      buckets.map((bucket) => bucket.other ?? 0),
    ),
    group(
      "(none)",
      "none",
      buckets.map((bucket) => (names.length ? (bucket.none ?? 0) : bucket.count - (bucket.other ?? 0))),
    ),
  ];
  return {
    times: buckets.map((bucket) => Date.parse(bucket.start)),
    step: STEPS[interval],
    groups: groups.filter(({ total }) => total > 0),
    total: sum(buckets.map((bucket) => bucket.count)),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
