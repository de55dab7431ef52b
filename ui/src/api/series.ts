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
  step: number; // usual length of a bar, in milliseconds; a day may have 23 or 25 hours
  groups: Series[];
}

export const STEPS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };
export type Interval = keyof typeof STEPS;

/** The time zone of the browser. The server divides time by it, so that bars and axes agree. */
export const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Return the end of a bar. */
export function barEnd({ times, step }: Chart, bar: number): number {
  return times[bar + 1] ?? times[bar]! + step;
}

/** Return the bar of a moment; -1 if it is before the first one. */
export function barAt({ times }: Chart, at: number): number {
  return times.findLastIndex((start) => start <= at);
}

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
