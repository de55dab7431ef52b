// The numbers of the time range, each with the change against the period before.

import type { ReactNode } from "react";
import type { RunOrder } from "../api/queries";
import { dollars, unpricedText } from "../labels/cost";
import { compact, count, duration, percent } from "../labels/format";
import type { RunAggregate } from "../api/types";
import { type Change, measured, pointChange, relativeChange, type Values } from "./measures";
import css from "./overview.module.css";
import type { OverviewState } from "./pageState";
import { RunsLink } from "./RunsLink";

interface TilesProps {
  state: OverviewState;
  now: RunAggregate;
  before: RunAggregate | undefined; // unknown for all time
}

export function Tiles({ state, now, before }: TilesProps) {
  const values = now.total.values;
  const earlier = before?.total.values ?? {};
  const change = (name: "count" | "p95" | "tokens" | "cost") =>
    relativeChange(asNumber(values[name]), asNumber(earlier[name]));
  return (
    <ul className={css.tiles} aria-label="Totals" data-testid="tiles">
      <Tile state={state} label="Runs" change={change("count")} tone="neutral">
        {count(values.count ?? 0)}
      </Tile>
      <Tile
        state={state}
        label="Failed"
        q={measured(state.q, "failed")}
        change={pointChange(asNumber(values.rate), asNumber(earlier.rate))}
        note={`${count(values.failed ?? 0)} of ${count(values.count ?? 0)}`}
      >
        {values.rate === null || values.rate === undefined ? "–" : percent(values.rate)}
      </Tile>
      <Tile state={state} label="Duration" order={{ sort: "duration" }} change={change("p95")} note="p50 · p95">
        {time(values.p50)} <span className="dim">·</span> {time(values.p95)}
      </Tile>
      <Tile
        state={state}
        label="Tokens"
        order={{ sort: "tokens" }}
        change={change("tokens")}
        tone="neutral"
        note={cachedText(values)}
      >
        {compact(values.tokens ?? 0)}
      </Tile>
      <Tile
        state={state}
        label="Cost"
        order={{ sort: "cost" }}
        change={change("cost")}
        note={unpricedText(values.unpricedCalls ?? 0)}
      >
        {values.cost === null || values.cost === undefined ? "–" : dollars(values.cost)}
      </Tile>
    </ul>
  );
}

interface TileProps {
  state: OverviewState;
  label: string;
  q?: string;
  order?: RunOrder;
  change: Change | null;
  tone?: "neutral" | "worse"; // what more of it means
  note?: string;
  children: ReactNode;
}

function Tile({ state, label, q = state.q, order = {}, change, tone = "worse", note, children }: TileProps) {
  return (
    <li>
      <RunsLink className={css.tile} q={q} range={state.range} {...order}>
        <span className={css.tileLabel}>{label}</span>
        <span className={`${css.tileValue} num`}>{children}</span>
        <span className={css.tileNote}>
          {change && <ChangeText change={change} tone={tone} />}
          {note && <span>{note}</span>}
        </span>
      </RunsLink>
    </li>
  );
}

function ChangeText({ change: { up, text }, tone }: { change: Change; tone: "neutral" | "worse" }) {
  const word = up === null ? "" : up ? "▲" : "▼";
  const meaning = up === null || tone === "neutral" ? undefined : up ? "worse" : "better";
  return (
    <span className={`${css.change} num`} data-tone={meaning} title="Against the period before">
      {word && <span aria-hidden>{word} </span>}
      {up !== null && <span className="sr-only">{up ? "up by " : "down by "}</span>}
      {text}
      <span className="sr-only"> against the period before</span>
    </span>
  );
}

function cachedText({ inputTokens = 0, cachedTokens = 0 }: Values): string {
  return cachedTokens ? `${percent(cachedTokens / inputTokens)} of input cached` : "";
}

function time(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? "–" : duration(ms);
}

function asNumber(value: string | number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
