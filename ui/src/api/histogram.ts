// A histogram as plots need it: moments, and one row of counts per group.

export interface Histogram {
  times: number[]; // the beginning of each bar, in milliseconds
  step: number; // how long a bar lasts
  groups: { name: string; counts: number[]; total: number }[]; // the largest first
  total: number;
}

interface Bucket {
  start?: string | number;
  at?: string | number;
  time?: string | number;
  counts?: Record<string, number>;
  groups?: Record<string, number>;
  count?: number;
}

const STEPS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Read the server's answer; bars without a run are filled in with nothing. */
export function histogramOf(said: unknown): Histogram {
  const { buckets = [], interval = "hour" } = said as { buckets?: Bucket[]; interval?: string };
  const rows = buckets.map((bucket) => ({
    at: momentOf(bucket),
    counts: bucket.counts ?? bucket.groups ?? { "": bucket.count ?? 0 },
  }));
  return fill(rows, STEPS[interval] ?? 3_600_000);
}

function momentOf(bucket: Bucket): number {
  const at = bucket.start ?? bucket.at ?? bucket.time ?? 0;
  return typeof at === "number" ? at : Date.parse(at);
}

export function fill(rows: { at: number; counts: Record<string, number> }[], step: number): Histogram {
  if (!rows.length) return { times: [], step, groups: [], total: 0 };
  const first = Math.min(...rows.map((row) => row.at));
  const last = Math.max(...rows.map((row) => row.at));
  const length = Math.min(5000, Math.round((last - first) / step) + 1);
  const times = Array.from({ length }, (_, i) => first + i * step);
  const byName = new Map<string, number[]>();
  for (const row of rows) {
    const place = Math.min(length - 1, Math.round((row.at - first) / step));
    for (const [name, n] of Object.entries(row.counts)) {
      const counts = byName.get(name) ?? new Array<number>(length).fill(0);
      counts[place]! += n;
      byName.set(name, counts);
    }
  }
  const groups = [...byName].map(([name, counts]) => ({ name, counts, total: counts.reduce((a, b) => a + b, 0) }));
  groups.sort((a, b) => b.total - a.total);
  return { times, step, groups, total: groups.reduce((sum, group) => sum + group.total, 0) };
}
