// The time range of a page. Relative ranges stay relative in links.

import { CLOCK } from "../labels/format";

export const RANGES = [
  { id: "15m", label: "15 minutes", ms: 15 * 60_000 },
  { id: "1h", label: "hour", ms: 3_600_000 },
  { id: "6h", label: "6 hours", ms: 6 * 3_600_000 },
  { id: "24h", label: "24 hours", ms: 24 * 3_600_000 },
  { id: "7d", label: "7 days", ms: 7 * 86_400_000 },
  { id: "30d", label: "30 days", ms: 30 * 86_400_000 },
  { id: "90d", label: "90 days", ms: 90 * 86_400_000 },
] as const;

export const DEFAULT_RANGE = "24h";

export interface Range {
  range?: string; // one of RANGES, or "all"
  from?: string; // ISO time; overrides `range`
  to?: string;
}

export function isAbsolute(range: Range): range is { from: string; to: string } {
  return Boolean(range.from && range.to);
}

/** Return the range as a term of the query language, or an empty string for all time. */
export function rangeQuery(range: Range): string {
  if (isAbsolute(range)) return `created>=${stamp(range.from)} created<${stamp(range.to)}`;
  const id = range.range ?? DEFAULT_RANGE;
  if (id === "all") return "";
  return `created>-${RANGES.some((one) => one.id === id) ? id : DEFAULT_RANGE}`;
}

function stamp(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toISOString();
}

/** Return the period of the same length before a range as a term, or null for all time. */
export function rangeBefore(range: Range): string | null {
  if (isAbsolute(range)) {
    const from = Date.parse(range.from);
    const length = Date.parse(range.to) - from;
    return `created>=${new Date(from - length).toISOString()} created<${stamp(range.from)}`;
  }
  const known = RANGES.find((one) => one.id === (range.range ?? DEFAULT_RANGE));
  if (!known) return null;
  const minutes = known.ms / 60_000;
  return `created>-${2 * minutes}m created<=-${minutes}m`;
}

/** Return the start and end of the range in milliseconds, or null for all time. */
export function bounds(range: Range, now: number): { from: number; to: number } | null {
  if (isAbsolute(range)) return { from: Date.parse(range.from), to: Date.parse(range.to) };
  const known = RANGES.find((one) => one.id === (range.range ?? DEFAULT_RANGE));
  return known ? { from: now - known.ms, to: now } : null;
}

export function rangeLabel(range: Range): string {
  if (isAbsolute(range)) return `${short(range.from)} – ${short(range.to)}`;
  const id = range.range ?? DEFAULT_RANGE;
  if (id === "all") return "All time";
  return `Last ${RANGES.find((one) => one.id === id)?.label ?? "24 hours"}`;
}

const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", ...CLOCK });

function short(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : day.format(at);
}
