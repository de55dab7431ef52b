// The measures of runs: their names, formats, and the runs that they count.

import type { MeasuredValues, RunAggregate } from "../api/types";
import { dollars } from "../labels/cost";
import { compact, count, duration, percent } from "../labels/format";
import { withTerm } from "../query/language";

export type Measure = RunAggregate["measures"][number];
export const MEASURES: readonly Measure[] = ["count", "failed", "rate", "p50", "p95", "cost", "tokens"];
export type Values = MeasuredValues;

interface MeasureText {
  label: string;
  format: (value: number) => string;
  lines?: boolean; // values that do not add up are drawn as lines
  only?: string; // the term of the runs that it counts
}

export const TEXTS: Record<Measure, MeasureText> = {
  count: { label: "Runs", format: count },
  failed: { label: "Failed runs", format: count, only: "status:failed" },
  rate: { label: "Failure rate", format: percent, lines: true, only: "status:failed" },
  p50: { label: "Duration p50", format: duration, lines: true },
  p95: { label: "Duration p95", format: duration, lines: true },
  cost: { label: "Cost", format: dollars },
  tokens: { label: "Tokens", format: compact },
};

/** Return a value as a number, or null if it is unknown. */
export function numberOf(values: Values, measure: Measure): number | null {
  const value = values[measure];
  return value === undefined || value === null ? null : Number(value);
}

/** Return the query of the runs that a measure counts. */
export function measured(q: string, measure: Measure): string {
  const only = TEXTS[measure].only;
  return only ? withTerm(q, only) : q;
}

export interface Change {
  up: boolean | null; // null for no change
  text: string;
}

/** Return the change of a sum or a duration: in percent, or as a factor from ten times. */
export function relativeChange(now: number | null, before: number | null): Change | null {
  if (now === null || !before) return null;
  if (now >= 10 * before) return { up: true, text: `${count(Math.round(now / before))}×` };
  return describeChange((now - before) / before, (share) => percent(share));
}

/** Return the change of a share, in percentage points. */
export function pointChange(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null;
  return describeChange(now - before, (share) => `${percent(share).replace(" %", "")} points`);
}

/** Return the figures of a failure rate: failed and ended runs, without runs in progress. */
export function failedText({ failed, rate }: Values): string {
  if (failed === undefined) return "";
  const ended = rate ? ` of ${count(Math.round(failed / rate))} ended` : "";
  return `${count(failed)}${ended}`;
}

function describeChange(by: number, text: (share: number) => string): Change {
  if (Math.abs(by) < 0.0005) return { up: null, text: "no change" };
  return { up: by > 0, text: text(Math.abs(by)) };
}
