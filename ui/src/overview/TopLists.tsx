// The top ten by cost, failures and slowness: of the chosen group, or of single runs.

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { INTERVALS } from "../api/intervals";
import { load } from "../api/load";
import { useAgentNames, useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Run, RunList } from "../api/types";
import { RunLink } from "../components/RunLink";
import { RelativeTime } from "../components/Time";
import { costText } from "../labels/cost";
import { duration, plural } from "../labels/format";
import { useSlug } from "../router";
import { durationMs } from "../runs/columns";
import { askedLabel } from "../runs/rowText";
import { useAggregate } from "./api";
import { inGroup, NO_VALUE } from "./chart";
import { type Measure, measured, numberOf, TEXTS, type Values } from "./measures";
import css from "./overview.module.css";
import type { OverviewState } from "./pageState";
import { RunsLink } from "./RunsLink";

const TOP = 10;

export function TopLists({ state }: { state: OverviewState }) {
  const { by } = state;
  if (by)
    return (
      <>
        <TopGroups state={state} by={by} measure="cost" title={`Most expensive by ${by}`} />
        <TopGroups state={state} by={by} measure="failed" title={`Failing most by ${by}`} />
        <TopGroups state={state} by={by} measure="p95" title={`Slowest by ${by} (p95)`} />
      </>
    );
  return (
    <>
      <TopRuns state={state} sort="cost" title="Most expensive runs" value={(run) => run.cost && costText(run)} />
      <TopGroups state={state} by="error" measure="failed" title="Most frequent errors" />
      <TopRuns
        state={state}
        sort="duration"
        title="Slowest runs"
        value={(run) => {
          const ms = durationMs(run);
          return ms === null ? null : duration(ms);
        }}
      />
    </>
  );
}

interface Row {
  key: string;
  link: ReactNode;
  value: string;
  share: number; // of the first
  note?: ReactNode;
}

function TopList({ title, rows, empty }: { title: string; rows: Row[] | null; empty: string }) {
  return (
    <section className={`panel ${css.top}`} aria-label={title}>
      <h2 className={css.panelTitle}>{title}</h2>
      {rows?.length === 0 && <p className="dim">{empty}</p>}
      <ol>
        {rows?.map(({ key, link, value, share, note }) => (
          <li key={key}>
            <span className="ellipsis">{link}</span>
            {note && <span className="dim num">{note}</span>}
            <span className="num">{value}</span>
            <i style={{ width: `${share * 100}%` }} aria-hidden />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface TopGroupsProps {
  state: OverviewState;
  by: string;
  measure: Measure;
  title: string;
}

const EMPTY: Partial<Record<Measure, string>> = {
  failed: "No run failed.",
  cost: "No run has a known cost.",
};

function TopGroups({ state, by, measure, title }: TopGroupsProps) {
  const needed: Measure[] = measure === "failed" ? ["failed", "rate"] : [measure];
  const { data } = useAggregate({ q: state.request.q, measure: needed, by, limit: TOP, orderBy: measure });
  const names = useAgentNames(by === "agent");
  const found = (data?.groups ?? []).filter(({ values }) => numberOf(values, measure));
  const most = Math.max(...found.map(({ values }) => numberOf(values, measure)!));
  const rows = found.map(({ key: [value], values }): Row => {
    const known = value ?? null;
    const name = known === null ? NO_VALUE : (names[known] ?? known);
    const group = { name, kind: known === null ? ("none" as const) : ("value" as const) };
    return {
      key: group.name,
      link: (
        <RunsLink
          q={inGroup(measured(state.q, measure), by, { ...group, counts: [], total: null })}
          range={state.range}
          sort={measure === "cost" ? "cost" : measure === "p95" ? "duration" : undefined}
        >
          {group.name || "“”"}
        </RunsLink>
      ),
      value: TEXTS[measure].format(numberOf(values, measure)!),
      share: numberOf(values, measure)! / most,
      note: by === "error" ? undefined : noteOf(measure, values),
    };
  });
  return <TopList title={title} rows={data ? rows : null} empty={EMPTY[measure] ?? "No values."} />;
}

function noteOf(measure: Measure, values: Values): string | undefined {
  if (measure === "failed" && typeof values.rate === "number") return TEXTS.rate.format(values.rate);
  if (measure === "cost" && values.unpricedCalls) return `+ ${plural(values.unpricedCalls, "call")} unpriced`;
  return undefined;
}

interface TopRunsProps {
  state: OverviewState;
  sort: "cost" | "duration";
  title: string;
  value: (run: Run) => string | null;
}

function TopRuns({ state, sort, title, value }: TopRunsProps) {
  const slug = useSlug();
  const params = { q: state.request.q, sort, limit: TOP };
  const live = useLive(INTERVALS.aggregate);
  const { data } = useQuery({
    queryKey: queryKeys.top(slug, params),
    queryFn: load<RunList>(slug, "/agent-runs", params),
    ...live,
  });
  const amount = (run: Run) => (sort === "cost" ? Number(run.cost) : (durationMs(run) ?? 0));
  const found = (data?.runs ?? []).filter((run) => value(run) !== null);
  const most = Math.max(...found.map(amount));
  const rows = found.map((run): Row => ({
    key: run.id,
    link: <RunLink id={run.id}>{askedLabel(run)}</RunLink>,
    value: value(run)!,
    share: most ? amount(run) / most : 0,
    note: <RelativeTime iso={run.createdAt} />,
  }));
  return (
    <TopList
      title={title}
      rows={data ? rows : null}
      empty={sort === "cost" ? "No run has a known cost." : "No run has ended."}
    />
  );
}
