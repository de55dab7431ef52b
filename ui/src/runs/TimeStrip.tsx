import { Suspense, useMemo } from "react";
import { later } from "../api/later";
import { useHistogram } from "../api/queries";
import { byStatus, groupColour } from "../parts/colours";
import { useSlug } from "../router";
import { plural } from "../words/format";
import { rangeLabel } from "../words/range";
import css from "./runs.module.css";
import type { RunsState } from "./state";

const Bars = later(() => import("../parts/Bars").then((module) => ({ default: module.Bars })));
const HEIGHT = 88;

/** When runs were, by status; drag over it to narrow the time. */
export function TimeStrip({ state, enabled }: { state: RunsState; enabled: boolean }) {
  const slug = useSlug();
  const asked = useHistogram(slug, { q: state.asked.q, groupBy: "status" }, { enabled, every: 10_000 });
  const data = useMemo(() => (asked.data ? { ...asked.data, groups: byStatus(asked.data.groups) } : null), [asked.data]);
  const failed = data?.groups.find((group) => group.name === "failed")?.total ?? 0;
  if (asked.data === null) return null;
  return (
    <div className={css.strip} data-stale={asked.isPlaceholderData || undefined}>
      <Suspense fallback={<div style={{ height: HEIGHT }} />}>
        {data ? (
          <Bars
            data={data}
            height={HEIGHT}
            colour={(group, i) => groupColour(group, i, "status")}
            label={`${rangeLabel(state.range)}: ${plural(data.total, "run")}, ${failed} failed. Drag to narrow the time.`}
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
