import { Suspense, useMemo } from "react";
import { lazyComponent } from "../components/lazy";
import { INTERVALS } from "../api/intervals";
import { useHistogram } from "../api/queries";
import { groupColor, sortByStatus } from "../components/chartColors";
import { useSlug } from "../router";
import { plural } from "../labels/format";
import { rangeLabel } from "../query/range";
import css from "./runs.module.css";
import type { RunsState } from "./pageState";

const TimeChart = lazyComponent(() =>
  import("../components/TimeChart").then((module) => ({ default: module.TimeChart })),
);
const HEIGHT = 88;

/** Runs over time by status. Dragging selects a time range. */
export function TimeHistogram({ state, enabled }: { state: RunsState; enabled: boolean }) {
  const slug = useSlug();
  const result = useHistogram(slug, { q: state.request.q, groupBy: "status" }, { enabled, every: INTERVALS.histogram });
  const data = useMemo(
    () => (result.data ? { ...result.data, groups: sortByStatus(result.data.groups) } : null),
    [result.data],
  );
  const failed = data?.groups.find((group) => group.name === "failed")?.total ?? 0;
  if (result.data === null) return null;
  return (
    <div className={css.strip} data-stale={result.isPlaceholderData || undefined}>
      <Suspense fallback={<div style={{ height: HEIGHT }} />}>
        {data ? (
          <TimeChart
            data={data}
            height={HEIGHT}
            color={(group, i) => groupColor(group, i, "status")}
            label={`${rangeLabel(state.range)}: ${plural(data.total, "run")}, ${failed} failed. Drag to select a time range.`}
            onSelect={(from, to) =>
              state.setRange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
            }
          />
        ) : (
          <div style={{ height: HEIGHT }} />
        )}
      </Suspense>
    </div>
  );
}
