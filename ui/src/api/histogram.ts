// A histogram as plots need it: moments, and one row of counts per group.

export interface Group {
  name: string;
  kind: "value" | "other" | "none"; // of a value, of all values that are not named, or without one
  counts: number[];
  total: number;
}

export interface Histogram {
  times: number[]; // the beginning of each bar, in milliseconds
  step: number; // how long a bar lasts
  groups: Group[]; // the largest first
  total: number;
}

interface Said {
  interval: string;
  groups?: string[];
  buckets: { start: string; count: number; counts?: Record<string, number>; other?: number; none?: number }[];
}

const STEPS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Read the server's answer, in which no bar is missing. */
export function histogramOf(said: unknown): Histogram {
  const { buckets, interval, groups: names = [] } = said as Said;
  const group = (name: string, kind: Group["kind"], counts: number[]): Group => ({ name, kind, counts, total: sum(counts) });
  const groups = [
    ...names.map((name) => group(name, "value", buckets.map((bucket) => bucket.counts?.[name] ?? 0))),
    group("other", "other", buckets.map((bucket) => bucket.other ?? 0)),
    group("(none)", "none", buckets.map((bucket) => (names.length ? (bucket.none ?? 0) : bucket.count - (bucket.other ?? 0)))),
  ];
  return {
    times: buckets.map((bucket) => Date.parse(bucket.start)),
    step: STEPS[interval] ?? STEPS.hour!,
    groups: groups.filter(({ total }) => total > 0),
    total: sum(buckets.map((bucket) => bucket.count)),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
