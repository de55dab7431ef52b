import { Select } from "@mantine/core";
import { Suspense } from "react";
import { later } from "../api/later";
import { useHistogram, useKeys } from "../api/queries";
import { groupColour } from "../parts/colours";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { Table } from "../parts/Table";
import { useSlug } from "../router";
import { count, plural } from "../words/format";
import { keyText } from "../words/query";
import { rangeQuery } from "../words/range";
import css from "./runs.module.css";
import type { RunsState } from "./state";

const Bars = later(() => import("../parts/Bars").then((module) => ({ default: module.Bars })));
const FIELDS = ["status", "trigger", "model", "agent", "actor", "executor"];

/** Runs over time by any field or tag. */
export function ChartView({ state }: { state: RunsState }) {
  const slug = useSlug();
  const keys = useKeys(slug, rangeQuery(state.range)).data ?? [];
  const asked = useHistogram(slug, { q: state.asked.q, groupBy: state.groupBy }, { every: 15_000 });
  const data = asked.data;
  const choices = [
    { group: "Fields", items: FIELDS },
    { group: "Tags", items: [...new Set([...keys.map(({ key }) => keyText(key)), ...(FIELDS.includes(state.groupBy) ? [] : [state.groupBy])])] },
  ];
  const colour = (group: string, i: number) => groupColour(group, i, state.groupBy);
  return (
    <div className={css.chart}>
      <Select label="Group by" data={choices} value={state.groupBy} onChange={(by) => by && state.setGroupBy(by)} searchable w={200} allowDeselect={false} />
      {asked.error ? <Failed error={asked.error} retry={() => void asked.refetch()} /> : null}
      {data === undefined && !asked.error && <LoadingRows rows={5} />}
      {data && data.total === 0 && <Empty title="No runs in this time">Choose a longer time, or ask for less in the query.</Empty>}
      {data && data.total > 0 && (
        <>
          <Suspense fallback={<div style={{ height: 318 }} />}>
            <Bars
              data={data}
              height={300}
              axes
              colour={colour}
              label={`${plural(data.total, "run")} over time by ${state.groupBy}`}
              onSelect={(from, to) => state.setRange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })}
            />
          </Suspense>
          <Table label={`Runs by ${state.groupBy}`} columns={[state.groupBy, "Runs", "Share"]} className={css.groups}>
            {data.groups.map((group, i) => (
              <tr key={group.name}>
                <td>
                  <i style={{ background: colour(group.name, i) }} />
                  {group.kind === "value" ? (
                    <button type="button" onClick={() => state.toggleTag(state.groupBy, group.name)}>
                      {group.name || "“”"}
                    </button>
                  ) : (
                    <span className="dim">{group.kind === "other" ? "all others" : "without one"}</span>
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
