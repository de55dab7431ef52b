// Values over time in the form that charts need.

/** One group of a chart. */
export interface Series {
  name: string;
  kind: "value" | "other" | "none"; // a value, all other values, or no value
  counts: (number | null)[]; // one per bar; null where there is no value
  total: number | null;
}

export interface Chart {
  times: number[]; // start of each bar, in milliseconds
  step: number; // length of a bar, in milliseconds
  groups: Series[];
}

export const STEPS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };
export type Interval = keyof typeof STEPS;

/** Return the group at a height of a bar: the part of the stack, or the nearest line. */
export function groupAt({ groups }: Chart, bar: number, value: number, lines: boolean): number | null {
  const values = groups.map((group) => group.counts[bar] ?? null);
  if (lines) {
    const far = values.map((one) => (one === null ? Infinity : Math.abs(one - value)));
    const nearest = Math.min(...far);
    return Number.isFinite(nearest) ? far.indexOf(nearest) : null;
  }
  let sum = 0;
  const found = values.findIndex((one) => (sum += one ?? 0) >= value);
  return found < 0 ? null : found;
}
