// Decisions about the values of a key.

import type { ValueCount } from "../api/types";

/** Whether nearly every run has another value, judged by the most frequent values. */
export function isNearlyUnique(values: ValueCount[]): boolean {
  const runs = values.reduce((sum, { count }) => sum + count, 0);
  return values.length >= 5 && runs < values.length * 1.5;
}
