import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useNewest } from "../api/queries";
import type { Run } from "../api/types";
import { StatusBadge } from "../components/StatusBadge";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { useNavigateTo, useSlug } from "../router";
import { preciseTime } from "../labels/format";
import { originText } from "../labels/origin";
import { askedLabel, resultText } from "./rowText";
import css from "./runs.module.css";
import type { RunsState } from "./pageState";

const LINE_LIMIT = 500;
const dayName = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const dayOf = (run: Run) => new Date(run.createdAt).toDateString();

/** Runs as a log, newest at the bottom. */
export function TailView({ state }: { state: RunsState }) {
  const slug = useSlug();
  const [paused, setPaused] = useState(false);
  const newest = useNewest(slug, state.request.q, { enabled: !paused });
  const [lines, setLines] = useState<Run[]>([]);
  const end = useRef<HTMLDivElement>(null);
  const today = new Date().toDateString();
  useEffect(() => setLines([]), [state.request.q]);
  useEffect(() => {
    if (newest.data) setLines((before) => merge(before, newest.data.runs));
  }, [newest.data]);
  useEffect(() => {
    if (!paused) end.current?.scrollIntoView?.({ block: "end" });
  }, [lines.length, paused]);
  if (newest.error && !lines.length) return <ErrorState error={newest.error} retry={() => void newest.refetch()} />;
  return (
    <div className={css.tail}>
      <div className={css.tailHead}>
        <Button
          onClick={() => setPaused(!paused)}
          leftSection={paused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
        >
          {paused ? "Resume" : "Pause"}
        </Button>
        <span className="dim">{paused ? "Paused. New runs are not shown." : "New runs appear at the bottom."}</span>
      </div>
      {!lines.length && newest.isSuccess && (
        <EmptyState title="No matching runs yet">Matching runs appear here when they are created.</EmptyState>
      )}
      <div role="log" aria-label="Live runs" className={css.lines}>
        {lines.map((run, i) => (
          <Fragment key={run.id}>
            {dayOf(run) !== (i ? dayOf(lines[i - 1]!) : today) && (
              <p className={css.day}>{dayName.format(new Date(run.createdAt))}</p>
            )}
            <Line run={run} />
          </Fragment>
        ))}
      </div>
      <div ref={end} />
    </div>
  );
}

function Line({ run }: { run: Run }) {
  const go = useNavigateTo();
  return (
    <button type="button" className={css.line} onClick={() => go(`runs/${run.id}`)}>
      <span className="num dim">{preciseTime(run.createdAt)}</span>
      <StatusBadge status={run.status} />
      <span className="ellipsis">
        {askedLabel(run)}{" "}
        <span className="dim">
          {originText(run)} · {resultText(run)}
        </span>
      </span>
    </button>
  );
}

function merge(before: Run[], newest: Run[]): Run[] {
  const all = new Map(before.map((run) => [run.id, run]));
  for (const run of [...newest].reverse()) all.set(run.id, run);
  return [...all.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(-LINE_LIMIT);
}
