// Tag keys with their counts, top values and use over time.

import { Button } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { Suspense, useRef, useState } from "react";
import { lazyComponent } from "../components/lazy";
import { useFacet, useHistogram, useNewestRun, useKeys } from "../api/queries";
import { RelativeTime } from "../components/Time";
import { groupColor } from "../components/chartColors";
import { useKeyboard, useRowKeys } from "../components/keyboard";
import { EmptyState } from "../components/EmptyState";
import { FindField } from "../components/FindField";
import { ErrorState } from "../components/ErrorState";
import { QueryState } from "../components/QueryState";
import { Table } from "../components/Table";
import { useCommand } from "../components/command";
import { useDocumentTitle } from "../components/documentTitle";
import { useNavigateTo, useSearchParams, useSlug } from "../router";
import { RangePicker } from "../runs/RangePicker";
import { compact, count, plural } from "../labels/format";
import { keyText, termText, withTerm } from "../query/language";
import { type Range, rangeLabel, rangeQuery } from "../query/range";
import { Sparkline } from "./Sparkline";
import css from "./tags.module.css";

const TimeChart = lazyComponent(() =>
  import("../components/TimeChart").then((module) => ({ default: module.TimeChart })),
);
const TOP = 5;
const CHART = 220;

export function TagsPage() {
  const slug = useSlug();
  const command = useCommand();
  const [search, change] = useSearchParams();
  const [find, setFind] = useState("");
  const range: Range = { range: search.range ?? "30d", from: search.from, to: search.to };
  const result = useKeys(slug, rangeQuery(range));
  const field = useRef<HTMLInputElement>(null);
  useDocumentTitle("Tags");
  useRowKeys();
  useKeyboard({
    "/": (event) => {
      event.preventDefault();
      field.current?.focus();
    },
  });
  const keys = (result.data ?? []).filter(({ key }) => key.toLowerCase().includes(find.toLowerCase()));
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Tags</h1>
        <span className="dim num" role="status">
          {result.data ? plural(result.data.length, "key") : ""}
        </span>
        <FindField ref={field} label="Find a key" value={find} onChange={setFind} />
        <RangePicker range={range} onChange={(next) => change({ range: next.range, from: next.from, to: next.to })} />
      </div>
      {search.key && <KeyChart name={search.key} range={range} onClose={() => change({ key: undefined })} />}
      {!result.data && <QueryState query={result} rows={6} />}
      {result.isSuccess && !keys.length && (
        <EmptyState
          title={find ? "No keys match" : "No tags in this time range"}
          icon={<IconTag size={28} stroke={1.3} />}
        >
          {find ? null : (
            <>
              Tag a run to find it later: <code className="mono">{command('run --tag customer=acme "Hello"')}</code>
            </>
          )}
        </EmptyState>
      )}
      {keys.length > 0 && (
        <Table
          columns={["Key", "Runs", "Values", "Top values", rangeLabel(range), "First seen", "Last seen"]}
          className={css.table}
          stacks
        >
          {keys.map((one) => (
            <KeyRow
              key={one.key}
              name={one.key}
              runs={one.count}
              range={range}
              open={search.key === one.key}
              onOpen={() => change({ key: search.key === one.key ? undefined : one.key })}
            />
          ))}
        </Table>
      )}
    </div>
  );
}

interface KeyRowProps {
  name: string;
  runs: number;
  range: Range;
  open: boolean;
  onOpen: () => void;
}

function KeyRow({ name, runs, range, open, onOpen }: KeyRowProps) {
  const slug = useSlug();
  const go = useNavigateTo();
  const key = keyText(name);
  const facet = useFacet(slug, key, rangeQuery(range), { limit: 100 }).data;
  const q = withTerm(`has:${key}`, rangeQuery(range)).trim();
  const seen = useHistogram(slug, { q, groupBy: "status" }).data;
  const last = useNewestRun(slug, q).data;
  const busy = (seen?.times ?? []).filter((_, i) => seen!.groups.some((group) => (group.counts[i] ?? 0) > 0));
  const values = facet ? `${count(facet.values.length)}${facet.other > 0 ? "+" : ""}` : "…";
  const unknown = seen === undefined ? "…" : "–"; // "…" while it loads
  return (
    <tr data-open={open || undefined}>
      <th scope="row">
        <button type="button" className={css.key} data-row aria-expanded={open} onClick={onOpen} title="Show over time">
          {name}
        </button>
      </th>
      <td className="num">{count(runs)}</td>
      <td className="num">{values}</td>
      <td className={css.top}>
        {facet?.values.slice(0, TOP).map(({ value, count: n }) => (
          <button
            type="button"
            key={value}
            onClick={() => go("runs", { q: termText(key, value), range: range.range, from: range.from, to: range.to })}
            title={`Show ${plural(n, "run")}`}
          >
            {value || "“”"} <span className="num dim">{compact(n)}</span>
          </button>
        ))}
      </td>
      <td>{seen && seen.total > 0 && <Sparkline data={seen} label={`${name} over time`} />}</td>
      <td className="num dim">{busy.length ? <RelativeTime iso={new Date(busy[0]!).toISOString()} /> : unknown}</td>
      <td className="num dim">{last ? <RelativeTime iso={last.createdAt} /> : last === undefined ? "…" : "–"}</td>
    </tr>
  );
}

function KeyChart({ name, range, onClose }: { name: string; range: Range; onClose: () => void }) {
  const slug = useSlug();
  const [, change] = useSearchParams();
  const key = keyText(name);
  const result = useHistogram(slug, { q: withTerm(`has:${key}`, rangeQuery(range)).trim(), groupBy: key });
  return (
    <section className={`panel ${css.chart}`} aria-label={`${name} over time`}>
      <div className="page-head">
        <h2 className="h1">{name}</h2>
        <span className="dim">{result.data ? plural(result.data.total, "run") : ""}</span>
        <Button ml="auto" onClick={onClose}>
          Close chart
        </Button>
      </div>
      {result.isPending && <div style={{ height: CHART + 40 }} />}
      {result.error ? <ErrorState error={result.error} /> : null}
      {result.data === null && <EmptyState title="This server does not support charts" />}
      {result.data && (
        <Suspense fallback={<div style={{ height: CHART + 40 }} />}>
          <TimeChart
            data={result.data}
            height={CHART}
            axes
            color={(group, i) => groupColor(group, i, key)}
            label={`${name} over time`}
            onSelect={(from, to) => change({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })}
          />
          <div className={css.legend}>
            {result.data.groups.slice(0, 10).map((group, i) => (
              <span key={group.name}>
                <i style={{ background: groupColor(group.name, i, key) }} />
                {group.name || "(none)"} <span className="num dim">{compact(group.total)}</span>
              </span>
            ))}
          </div>
        </Suspense>
      )}
    </section>
  );
}
