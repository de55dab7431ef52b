// The columns of the run table. `tag.KEY` is the column of a tag.

import type { ReactNode } from "react";
import { READ_AGENTS } from "../api/permissions";
import { useAgentNames, useAllowed } from "../api/queries";
import type { Run } from "../api/types";
import { StatusBadge } from "../components/StatusBadge";
import { type TagActions, TagChip, TagList } from "../components/TagList";
import { RelativeTime, RunDuration } from "../components/Time";
import { costText, unpricedText } from "../labels/cost";
import { compact, count, duration, percent, shortId } from "../labels/format";
import type { SortField } from "./pageState";

export interface Column {
  id: string;
  label: string;
  width: string; // CSS grid track
  right?: boolean;
  sort?: SortField; // the order that the server knows it by
  cell: (run: Run, actions: TagActions) => ReactNode;
  text: (run: Run) => string | number | null; // for export
}

export function totalTokens(run: Run): number {
  return run.tokens.inputTokens + run.tokens.outputTokens;
}

export function durationMs(run: Run): number | null {
  return run.startedAt && run.finishedAt ? Date.parse(run.finishedAt) - Date.parse(run.startedAt) : null;
}

export function actorOf(run: Run): string {
  const { actor } = run.origin;
  return actor.name ?? actor.id ?? actor.kind;
}

export const COLUMNS: Column[] = [
  {
    id: "status",
    label: "Status",
    width: "96px",
    cell: (run) => <StatusBadge status={run.status} />,
    text: (run) => run.status,
  },
  {
    id: "tags",
    label: "Tags",
    width: "minmax(120px, 1.2fr)",
    cell: (run, actions) => <TagList tags={run.metadata} {...actions} />,
    text: (run) =>
      Object.entries(run.metadata)
        .map(([key, value]) => `${key}=${value}`)
        .join(" "),
  },
  {
    id: "model",
    label: "Model",
    width: "120px",
    cell: (run) => (
      <span className="ellipsis" title={modelOf(run)}>
        {modelOf(run).split(":").at(-1) || (run.executor === "builtin" ? "–" : run.executor)}
      </span>
    ),
    text: modelOf,
  },
  {
    id: "tokens",
    label: "Tokens",
    width: "60px",
    right: true,
    sort: "tokens",
    cell: (run) => (
      <span className="num" title={`${count(run.tokens.inputTokens)} in, ${count(run.tokens.outputTokens)} out`}>
        {totalTokens(run) ? compact(totalTokens(run)) : "–"}
      </span>
    ),
    text: totalTokens,
  },
  {
    id: "cost",
    label: "Cost",
    width: "76px",
    right: true,
    sort: "cost",
    cell: (run) => <Cost run={run} />,
    text: (run) => run.cost,
  },
  {
    id: "duration",
    label: "Duration",
    width: "76px",
    right: true,
    sort: "duration",
    cell: (run) => <RunDuration run={run} />,
    text: durationMs,
  },
  {
    id: "created",
    label: "Created",
    width: "80px",
    right: true,
    sort: "created",
    cell: (run) => <RelativeTime iso={run.createdAt} />,
    text: (run) => run.createdAt,
  },
  {
    id: "input_tokens",
    label: "Input tokens",
    width: "88px",
    right: true,
    cell: (run) => <span className="num">{compact(run.tokens.inputTokens)}</span>,
    text: (run) => run.tokens.inputTokens,
  },
  {
    id: "cached_tokens",
    label: "Cached",
    width: "64px",
    right: true,
    cell: (run) => <CachedShare run={run} />,
    text: (run) => run.tokens.cachedTokens,
  },
  {
    id: "first_token",
    label: "First token",
    width: "80px",
    right: true,
    cell: (run) => <span className="num">{run.firstTokenMs === null ? "–" : duration(run.firstTokenMs)}</span>,
    text: (run) => run.firstTokenMs,
  },
  {
    id: "trigger",
    label: "Trigger",
    width: "92px",
    cell: (run) => run.origin.trigger,
    text: (run) => run.origin.trigger,
  },
  {
    id: "actor",
    label: "Actor",
    width: "120px",
    cell: (run) => <span className="ellipsis">{actorOf(run)}</span>,
    text: actorOf,
  },
  {
    id: "agent",
    label: "Agent",
    width: "140px",
    cell: (run) => <AgentCell id={agentOf(run)} />,
    text: agentOf,
  },
  { id: "executor", label: "Executor", width: "84px", cell: (run) => run.executor, text: (run) => run.executor },
  {
    id: "session",
    label: "Session",
    width: "112px",
    cell: (run) => <span className="mono dim">{run.sessionId ? shortId(run.sessionId) : "–"}</span>,
    text: (run) => run.sessionId,
  },
  {
    id: "turns",
    label: "Turns",
    width: "58px",
    right: true,
    cell: (run) => <span className="num">{run.turns}</span>,
    text: (run) => run.turns,
  },
  {
    id: "id",
    label: "ID",
    width: "112px",
    cell: (run) => <span className="mono dim">{shortId(run.id)}</span>,
    text: (run) => run.id,
  },
];

function Cost({ run }: { run: Run }) {
  const missing = unpricedText(run.unpricedCalls);
  return (
    <span className="num" title={missing || (run.cost === null ? undefined : `${run.cost} USD`)}>
      {costText(run)}
      {missing && <span className="sr-only">, {missing}</span>}
    </span>
  );
}

function CachedShare({ run }: { run: Run }) {
  const { cachedTokens, inputTokens } = run.tokens;
  return (
    <span className="num" title={`${count(cachedTokens)} of ${count(inputTokens)} input tokens`}>
      {inputTokens ? percent(cachedTokens / inputTokens) : "–"}
    </span>
  );
}

function modelOf(run: Run): string {
  return run.model?.id ?? (typeof run.spec.modelId === "string" ? run.spec.modelId : "");
}

function AgentCell({ id }: { id: string }) {
  const canRead = useAllowed(READ_AGENTS);
  const name = useAgentNames(canRead && id !== "")[id];
  if (name) return <span className="ellipsis">{name}</span>;
  return <span className="ellipsis mono">{id ? shortId(id) : "–"}</span>;
}

function agentOf(run: Run): string {
  return typeof run.spec.agentId === "string" ? run.spec.agentId : "";
}

export function tagColumn(key: string): Column {
  return {
    id: `tag.${key}`,
    label: key,
    width: "132px",
    cell: (run, { onPick, onExclude }) => {
      const value = run.metadata[key];
      const withKey = (act: TagActions["onPick"]) => act && ((_: string, value: string) => act(key, value));
      if (value === undefined) return <span className="dim">–</span>;
      return <TagChip name="" value={value} onPick={withKey(onPick)} onExclude={withKey(onExclude)} />;
    },
    text: (run) => run.metadata[key] ?? null,
  };
}

const GAP = 14;

/** Return the minimum width of a table with these columns. */
export function minWidth(tracks: string[]): number {
  return tracks.reduce((sum, track) => sum + Number(/(\d+)px/.exec(track)?.[1] ?? 0) + GAP, GAP);
}

export function findColumns(ids: string[]): Column[] {
  return ids.flatMap((id) => {
    if (id.startsWith("tag.")) return [tagColumn(id.slice(4))];
    const known = COLUMNS.find((column) => column.id === id);
    return known ? [known] : [];
  });
}
