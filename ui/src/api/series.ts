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
