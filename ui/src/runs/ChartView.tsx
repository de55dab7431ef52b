import { Select } from "@mantine/core";
import { Suspense } from "react";
import { lazyComponent } from "../components/lazy";
import { INTERVALS } from "../api/intervals";
import { useHistogram, useKeys } from "../api/queries";
import { groupColor } from "../components/chartColors";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { Table } from "../components/Table";
import { useSlug } from "../router";
import { count, plural } from "../labels/format";
import { GROUP_FIELDS, keyText } from "../query/language";
import { rangeQuery } from "../query/range";
import css from "./runs.module.css";
import type { RunsState } from "./pageState";

const TimeChart = lazyComponent(() =>
  import("../components/TimeChart").then((module) => ({ default: module.TimeChart })),
);

/** Runs over time, grouped by a field or tag. */
export function ChartView({ state }: { state: RunsState }) {
  const slug = useSlug();
  const keys = useKeys(slug, rangeQuery(state.range)).data ?? [];
  const result = useHistogram(slug, { q: state.request.q, groupBy: state.groupBy }, { every: INTERVALS.chart });
  const data = result.data;
  const choices = [
    { group: "Fields", items: GROUP_FIELDS },
    {
      group: "Tags",
      items: [
        ...new Set([
          ...keys.map(({ key }) => keyText(key)),
          ...(GROUP_FIELDS.includes(state.groupBy) ? [] : [state.groupBy]),
        ]),
      ],
    },
  ];
  const color = (group: string, i: number) => groupColor(group, i, state.groupBy);
  return (
    <div className={css.chart}>
      <Select
        label="Group by"
        data={choices}
        value={state.groupBy}
        onChange={(by) => by && state.setGroupBy(by)}
        searchable
        w={200}
        allowDeselect={false}
      />
      {result.error ? <ErrorState error={result.error} retry={() => void result.refetch()} /> : null}
      {data === undefined && !result.error && <LoadingRows rows={5} />}
      {data && data.total === 0 && (
        <EmptyState title="No runs in this time range">Choose a longer time range or a broader query.</EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <Suspense fallback={<div style={{ height: 318 }} />}>
            <TimeChart
              data={data}
              height={300}
              axes
              color={color}
              label={`${plural(data.total, "run")} over time by ${state.groupBy}`}
              onSelect={(from, to) =>
                state.setRange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
              }
            />
          </Suspense>
          <Table label={`Runs by ${state.groupBy}`} columns={[state.groupBy, "Runs", "Share"]} className={css.groups}>
            {data.groups.map((group, i) => (
              <tr key={group.name}>
                <td>
                  <i style={{ background: color(group.name, i) }} />
                  {group.kind === "value" ? (
                    <button type="button" onClick={() => state.toggleTag(state.groupBy, group.name)}>
                      {group.name || "“”"}
                    </button>
                  ) : (
                    <span className="dim">{group.kind === "other" ? "other values" : "no value"}</span>
                  )}
                </td>
                <td className="num">{count(group.total)}</td>
                <td className="num">{((group.total / data.total) * 100).toFixed(1)} %</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </div>
  );
}
