// Aggregates as charts.

import { type Chart, type Series, STEPS } from "../api/series";
import { sortByStatus } from "../components/chartColors";
import { withTerm, termText } from "../query/language";
import type { RunAggregate } from "../api/types";
import { type Measure, numberOf, TEXTS } from "./measures";
import type { Panel } from "./panels";

const MAX_LINES = 6;
export const NO_VALUE = "(none)";

/** Return the measures that a panel needs. */
export function measuresOf({ measure }: Panel): Measure[] {
  return measure === "duration" ? ["p50", "p95"] : [measure];
}

export function isLines({ measure }: Panel): boolean {
  return measure === "duration" || Boolean(TEXTS[measure].lines);
}

/** Return the chart of a panel: a series per group, or one for all runs. */
export function toChart(answer: RunAggregate, panel: Panel): Chart {
  const times = answer.buckets.map((start) => Date.parse(start));
  const step = answer.interval ? STEPS[answer.interval] : 0;
  if (panel.measure === "duration")
    return { times, step, groups: (["p50", "p95"] as const).map((one) => series(one, "value", answer.total, one)) };
  const { measure } = panel;
  if (!panel.by) return { times, step, groups: [series(TEXTS[measure].label, "value", answer.total, measure)] };
  const found = answer.groups.map(({ key, ...group }) =>
    key[0] === null ? series(NO_VALUE, "none", group, measure) : series(key[0]!, "value", group, measure),
  );
  const sorted = panel.by === "status" ? sortByStatus(found) : found;
  if (isLines(panel)) return { times, step, groups: sorted.slice(0, MAX_LINES) };
  const rest = answer.other ? [series("other", "other", answer.other, measure)] : [];
  return { times, step, groups: [...sorted, ...rest].filter(({ total }) => total !== 0) };
}

function series(name: string, kind: Series["kind"], group: RunAggregate["total"], measure: Measure): Series {
  return {
    name,
    kind,
    counts: group.series.map((values) => numberOf(values, measure)),
    total: numberOf(group.values, measure),
  };
}

/** Narrow a query to a group. The group of other values has no query. */
export function inGroup(q: string, by: string | null, group: Series | null): string {
  if (!by || !group || group.kind === "other") return q;
  return withTerm(q, group.kind === "none" ? `-has:${by}` : termText(by, group.name));
}
