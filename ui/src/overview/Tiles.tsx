// The numbers of the time range, each with the change against the period before.

import type { ReactNode } from "react";
import type { RunOrder } from "../api/queries";
import { dollars, unpricedText } from "../labels/cost";
import { compact, count, duration, percent } from "../labels/format";
import type { RunAggregate } from "../api/types";
import { type Change, failedText, measured, pointChange, relativeChange, type Values } from "./measures";
import css from "./overview.module.css";
import type { OverviewState } from "./pageState";
import { RunsLink } from "./RunsLink";

interface TilesProps {
  state: OverviewState;
  now: RunAggregate | undefined; // undefined while it loads
  before: RunAggregate | undefined; // unknown for all time
}

export function Tiles({ state, now, before }: TilesProps) {
  const values = now?.total.values ?? {};
  const wait = now ? "–" : "…";
  const earlier = before?.total.values ?? {};
  const change = (name: "count" | "p95" | "tokens" | "cost") =>
    relativeChange(asNumber(values[name]), asNumber(earlier[name]));
  return (
    <ul className={css.tiles} aria-label="Totals" data-testid="tiles">
      <Tile state={state} label="Runs" change={change("count")} tone="neutral">
        {values.count === undefined ? wait : count(values.count)}
      </Tile>
      <Tile
        state={state}
        label="Failed"
        q={measured(state.q, "failed")}
        change={pointChange(asNumber(values.rate), asNumber(earlier.rate))}
        note={failedText(values)}
      >
        {values.rate === null || values.rate === undefined ? wait : percent(values.rate)}
      </Tile>
      <Tile
        state={state}
        label="Duration, p50 · p95"
        order={{ sort: "duration" }}
        change={change("p95")}
        changeOf="p95"
      >
        {time(values.p50, wait)} <span className="dim">·</span> {time(values.p95, wait)}
      </Tile>
      <Tile
        state={state}
        label="Tokens"
        order={{ sort: "tokens" }}
        change={change("tokens")}
        tone="neutral"
        note={cachedText(values)}
      >
        {values.tokens === undefined ? wait : compact(values.tokens)}
      </Tile>
      <Tile
        state={state}
        label="Cost"
        order={{ sort: "cost" }}
        change={change("cost")}
        note={unpricedText(values.unpricedCalls ?? 0)}
      >
        {values.cost === null || values.cost === undefined ? wait : dollars(values.cost)}
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
  changeOf?: string; // which of two values changed
  tone?: "neutral" | "worse"; // the meaning of a larger value
  note?: string;
  children: ReactNode;
}

function Tile(props: TileProps) {
  const { state, label, q = state.q, order = {}, change, changeOf, tone = "worse", note, children } = props;
  return (
    <li>
      <RunsLink className={css.tile} q={q} range={state.range} {...order}>
        <span className={css.tileLabel}>{label}</span>
        <span className={`${css.tileValue} num`}>{children}</span>
        <span className={css.tileNote}>
          {change && (
            <span>
              {changeOf && `${changeOf} `}
              <ChangeText change={change} tone={tone} />
            </span>
          )}
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

function time(ms: number | null | undefined, otherwise: string): string {
  return ms === null || ms === undefined ? otherwise : duration(ms);
}

function asNumber(value: string | number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
