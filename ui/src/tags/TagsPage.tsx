// Tags: which keys there are, how often, since when, and how each goes over time.

import { Button, TextInput } from "@mantine/core";
import { IconSearch, IconTag } from "@tabler/icons-react";
import { Suspense, useRef, useState } from "react";
import { later } from "../api/later";
import { useFacet, useHistogram, useKeys } from "../api/queries";
import { Ago } from "../parts/Bits";
import { groupColour } from "../parts/colours";
import { useKeyboard, useRowKeys } from "../parts/keyboard";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { Table } from "../parts/Table";
import { useTitle } from "../parts/title";
import { useAddress, useGo, useSlug } from "../router";
import { RangePicker } from "../runs/RangePicker";
import { compact, count, plural } from "../words/format";
import { keyText, termText, withTerm } from "../words/query";
import { rangeLabel, rangeQuery, type Range } from "../words/range";
import { Spark } from "./Spark";
import css from "./tags.module.css";

const Bars = later(() => import("../parts/Bars").then((module) => ({ default: module.Bars })));
const TOP = 5;
const CHART = 220;

export function TagsPage() {
  const slug = useSlug();
  const [search, change] = useAddress();
  const [find, setFind] = useState("");
  const range: Range = { range: search.range ?? "30d", from: search.from, to: search.to };
  const asked = useKeys(slug, rangeQuery(range));
  const field = useRef<HTMLInputElement>(null);
  useTitle("Tags");
  useRowKeys();
  useKeyboard({ "/": (event) => { event.preventDefault(); field.current?.focus(); } });
  const keys = (asked.data ?? []).filter(({ key }) => key.toLowerCase().includes(find.toLowerCase()));
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Tags</h1>
        <span className="dim num" role="status">{asked.data ? plural(asked.data.length, "key") : ""}</span>
        <TextInput ref={field} ml="auto" leftSection={<IconSearch size={14} />} placeholder="Find a key" aria-label="Find a key" value={find} onChange={(event) => setFind(event.target.value)} />
        <RangePicker range={range} onChange={(next) => change({ range: next.range, from: next.from, to: next.to })} />
      </div>
      {search.key && <KeyChart name={search.key} range={range} onClose={() => change({ key: undefined })} />}
      {asked.error && <Failed error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <LoadingRows rows={6} />}
      {asked.isSuccess && !keys.length && (
        <Empty title={find ? "No key is called so" : "No tags in this time"} icon={<IconTag size={28} stroke={1.3} />}>
          {find ? null : <>Give a run tags, to find it again: <code className="mono">runwhy run --tag customer=acme "Hello"</code></>}
        </Empty>
      )}
      {keys.length > 0 && (
        <Table columns={["Key", "Runs", "Values", "Most frequent", rangeLabel(range), "First seen", "Last seen"]} className={css.table}>
          {keys.map((one) => (
            <KeyRow key={one.key} name={one.key} runs={one.count} range={range} open={search.key === one.key} onOpen={() => change({ key: search.key === one.key ? undefined : one.key })} />
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
  const go = useGo();
  const key = keyText(name);
  const facet = useFacet(slug, key, rangeQuery(range), { limit: 100 }).data;
  const seen = useHistogram(slug, { q: withTerm(`has:${key}`, rangeQuery(range)).trim(), groupBy: "status" }).data;
  const busy = (seen?.times ?? []).filter((_, i) => seen!.groups.some((group) => (group.counts[i] ?? 0) > 0));
  const values = facet ? `${count(facet.values.length)}${facet.other > 0 ? "+" : ""}` : "…";
  return (
    <tr data-open={open || undefined}>
      <th scope="row">
        <button type="button" className={css.key} data-row aria-expanded={open} onClick={onOpen} title="Show it over time">{name}</button>
      </th>
      <td className="num">{count(runs)}</td>
      <td className="num">{values}</td>
      <td className={css.top}>
        {facet?.values.slice(0, TOP).map(({ value, count: n }) => (
          <button type="button" key={value} onClick={() => go("runs", { q: termText(key, value), range: range.range, from: range.from, to: range.to })} title={`${count(n)} runs; show them`}>
            {value || "“”"} <span className="num dim">{compact(n)}</span>
          </button>
        ))}
      </td>
      <td>{seen && seen.total > 0 && <Spark data={seen} label={`${name} over time`} />}</td>
      <td className="num dim">{busy.length ? <Ago iso={new Date(busy[0]!).toISOString()} /> : "–"}</td>
      <td className="num dim">{busy.length ? <Ago iso={new Date(Math.min(busy.at(-1)! + seen!.step, Date.now())).toISOString()} /> : "–"}</td>
    </tr>
  );
}

function KeyChart({ name, range, onClose }: { name: string; range: Range; onClose: () => void }) {
  const slug = useSlug();
  const [, change] = useAddress();
  const key = keyText(name);
  const asked = useHistogram(slug, { q: withTerm(`has:${key}`, rangeQuery(range)).trim(), groupBy: key });
  return (
    <section className={`panel ${css.chart}`} aria-label={`${name} over time`}>
      <div className="page-head">
        <h2 className="h1">{name}</h2>
        <span className="dim">{asked.data ? plural(asked.data.total, "run") : ""}</span>
        <Button ml="auto" onClick={onClose}>Close</Button>
      </div>
      {asked.isPending && <div style={{ height: CHART + 40 }} />}
      {asked.error ? <Failed error={asked.error} /> : null}
      {asked.data === null && <Empty title="This server cannot draw it yet" />}
      {asked.data && (
        <Suspense fallback={<div style={{ height: CHART + 40 }} />}>
          <Bars data={asked.data} height={CHART} axes colour={(group, i) => groupColour(group, i, key)} label={`${name} over time`}
            onSelect={(from, to) => change({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })} />
          <div className={css.legend}>
            {asked.data.groups.slice(0, 10).map((group, i) => (
              <span key={group.name}><i style={{ background: groupColour(group.name, i, key) }} />{group.name || "(none)"} <span className="num dim">{compact(group.total)}</span></span>
            ))}
          </div>
        </Suspense>
      )}
    </section>
  );
}
