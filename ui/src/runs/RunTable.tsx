// The table of runs. Only visible rows are rendered, and rows never move by themselves.

import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type RefObject } from "react";
import type { Run } from "../api/types";
import { OriginLine } from "../components/OriginLine";
import { StatusBadge } from "../components/StatusBadge";
import { type TagActions } from "../components/TagList";
import { useKeyboard } from "../components/keyboard";
import { useNavigateTo, useSlug } from "../router";
import { oneLine } from "../labels/format";
import { originText } from "../labels/origin";
import { type Column, minWidth } from "./columns";
import { useNarrowScreen } from "../components/viewport";
import css from "./runTable.module.css";
import { cacheRun, usePrefetch } from "./prefetch";

export interface TableProps {
  runs: Run[];
  columns: Column[];
  scroller: RefObject<HTMLDivElement | null>;
  hasMore: boolean;
  onMore: () => void;
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
  actions: TagActions;
}

export function RunTable({ runs, columns, scroller, hasMore, onMore, selected, onSelect, actions }: TableProps) {
  const body = useRef<HTMLDivElement>(null);
  const narrow = useNarrowScreen();
  const [margin, setMargin] = useState(0);
  const height = narrow ? 82 : 48;
  useLayoutEffect(() => {
    const top = body.current!.getBoundingClientRect().top - (scroller.current?.getBoundingClientRect().top ?? 0);
    setMargin(top + (scroller.current?.scrollTop ?? 0));
  }, [scroller, narrow, runs.length]);
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    initialRect: { width: window.innerWidth, height: window.innerHeight }, // render rows before the first measurement
    scrollMargin: margin,
    scrollPaddingStart: 96,
    scrollPaddingEnd: narrow ? 72 : 16,
    getItemKey: (i) => runs[i]!.id,
  });
  useEffect(() => rows.measure(), [rows, height]);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= runs.length - 20) onMore();
  }, [hasMore, last, runs.length, onMore]);
  useRowKeys(runs, body, (i) => rows.scrollToIndex(i), onSelect);
  const tracks = narrow ? ["1fr"] : ["30px", "minmax(300px, 2fr)", ...columns.map((column) => column.width)];
  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={hasMore ? -1 : runs.length + 1}
      className={css.table}
      style={{ "--tracks": tracks.join(" "), minWidth: minWidth(tracks) } as React.CSSProperties}
    >
      <div role="rowgroup" className={css.head}>
        <div role="row" className={css.row} aria-rowindex={1}>
          <span role="columnheader">
            <span className="sr-only">Select</span>
          </span>
          <span role="columnheader">Origin</span>
          {columns.map((column) => (
            <span key={column.id} role="columnheader" data-right={column.right || undefined}>
              {column.label}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} style={{ height: rows.getTotalSize(), position: "relative" }}>
        {items.map((item) => (
          <Row
            key={item.key}
            run={runs[item.index]!}
            index={item.index}
            top={item.start - margin}
            height={height}
            columns={columns}
            narrow={narrow}
            selected={selected.has(runs[item.index]!.id)}
            onSelect={onSelect}
            actions={actions}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  run: Run;
  index: number;
  top: number;
  height: number;
  columns: Column[];
  narrow: boolean;
  selected: boolean;
  onSelect: (id: string) => void;
  actions: TagActions;
}

function Row({ run, index, top, height, columns, narrow, selected, onSelect, actions }: RowProps) {
  const slug = useSlug();
  const go = useNavigateTo();
  const prefetchHandlers = usePrefetch(slug, run);
  const show = () => {
    cacheRun(slug, run);
    go(`runs/${run.id}`);
  };
  const open = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest("a, button, input, label")) return;
    if (event.metaKey || event.ctrlKey) window.open(`/w/${slug}/runs/${run.id}`, "_blank", "noopener");
    else show();
  };
  const status = columns.some((column) => column.id === "status") || narrow;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={css.row}
      data-index={index}
      data-run={run.id}
      data-selected={selected || undefined}
      style={{ transform: `translateY(${top}px)`, height, position: "absolute", insetInline: 0, top: 0 }}
      onClick={open}
      {...prefetchHandlers}
    >
      <span role="cell" className={css.check}>
        <Checkbox
          checked={selected}
          onChange={() => onSelect(run.id)}
          aria-label={`Select ${originText(run)}`}
          tabIndex={-1}
        />
      </span>
      <span role="cell" className={css.origin}>
        <a
          href={`/w/${slug}/runs/${run.id}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            show();
          }}
        >
          {!status && <StatusBadge status={run.status} label={false} />}
          <OriginLine run={run} />
        </a>
        <span
          className={css.second}
          data-bad={run.status === "failed" || run.delivery?.status === "failed" || undefined}
        >
          {resultLine(run)}
        </span>
      </span>
      {narrow ? (
        <CompactFacts run={run} columns={columns} actions={actions} />
      ) : (
        columns.map((column) => (
          <span key={column.id} role="cell" data-right={column.right || undefined} className={css.cell}>
            {column.cell(run, actions)}
          </span>
        ))
      )}
    </div>
  );
}

function resultLine(run: Run): string {
  if (run.status === "failed") return oneLine(run.error?.message ?? run.failureReason ?? "failed");
  if (run.delivery?.status === "failed") return oneLine(`Reply not delivered: ${run.delivery.error ?? "failed"}`);
  if (run.status === "cancelled") return oneLine(run.failureReason ?? run.status);
  return (
    oneLine(run.finalText ?? "") ||
    (run.status === "queued" ? "Waiting for a worker" : run.status === "succeeded" ? "No output" : `${run.status}…`)
  );
}

/** The facts of a run on a narrow screen. */
function CompactFacts({ run, columns, actions }: { run: Run; columns: Column[]; actions: TagActions }) {
  const facts = columns.filter((column) => ["created", "duration", "tokens"].includes(column.id)).reverse();
  return (
    <span role="cell" className={css.small}>
      <StatusBadge status={run.status} />
      {facts.map((column) => (
        <span key={column.id} className="dim">
          {column.cell(run, actions)}
          {column.id === "tokens" && " tok"}
        </span>
      ))}
      <span className={css.smallTags}>{columns.find((column) => column.id === "tags")?.cell(run, actions)}</span>
    </span>
  );
}

/** Move between rows with j and k, and select with x. */
function useRowKeys(
  runs: Run[],
  body: RefObject<HTMLDivElement | null>,
  show: (i: number) => void,
  onSelect: (id: string) => void,
) {
  const goal = useRef(-1); // the row to focus, because keys may arrive faster than rows are rendered
  const current = () => {
    if (goal.current >= 0) return goal.current;
    const row = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>("[data-index]");
    return row && body.current?.contains(row) ? Number(row.dataset.index) : -1;
  };
  const focus = useCallback(
    (i: number) => {
      if (!runs[i]) return;
      goal.current = i;
      show(i);
      const find = (tries: number) => {
        if (goal.current !== i) return;
        const link = body.current?.querySelector<HTMLElement>(`[data-index="${i}"] a`);
        if (!link && tries > 0) return void requestAnimationFrame(() => find(tries - 1));
        goal.current = -1;
        link?.focus({ preventScroll: true });
      };
      requestAnimationFrame(() => find(10));
    },
    [runs, body, show],
  );
  useKeyboard({
    j: () => focus(Math.min(current() + 1, runs.length - 1)),
    k: () => focus(Math.max(current() - 1, 0)),
    x: () => {
      const run = runs[current()];
      if (run) onSelect(run.id);
    },
  });
}
