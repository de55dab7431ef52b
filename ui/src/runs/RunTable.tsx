// The table of runs. Only visible rows are rendered, and new runs do not move them.

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Run } from "../api/types";
import { useKeyboard } from "../components/keyboard";
import type { TagActions } from "../components/TagList";
import { useNarrowScreen } from "../components/viewport";
import { type Column, minWidth } from "./columns";
import type { Sort, SortField } from "./pageState";
import { RunRow } from "./RunRow";
import css from "./runTable.module.css";

export interface TableProps {
  runs: Run[];
  columns: Column[];
  scroller: RefObject<HTMLDivElement | null>;
  hasMore: boolean;
  onMore: () => void;
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
  actions: TagActions;
  sort: Sort;
  onSort: (by: SortField) => void;
}

export function RunTable(props: TableProps) {
  const { runs, columns, scroller, hasMore, onMore, selected, onSelect, actions, sort, onSort } = props;
  const body = useRef<HTMLDivElement>(null);
  const narrow = useNarrowScreen();
  const [margin, setMargin] = useState(0);
  const height = narrow ? 88 : 52;
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
  const facts = columns.length ? columns.map((column) => column.width) : ["minmax(200px, 1fr)"]; // results need a track
  const tracks = narrow ? ["1fr"] : ["30px", "minmax(320px, 2fr)", ...facts];
  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={hasMore ? -1 : runs.length + 1}
      className={css.table}
      style={{ "--tracks": tracks.join(" "), minWidth: minWidth(tracks) } as CSSProperties}
    >
      <Head columns={columns} sort={sort} onSort={onSort} />
      <div role="rowgroup" ref={body} style={{ height: rows.getTotalSize(), position: "relative" }}>
        {items.map((item) => (
          <RunRow
            key={item.key}
            run={runs[item.index]!}
            index={item.index}
            style={rowStyle(item.start - margin, height)}
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

function rowStyle(top: number, height: number): CSSProperties {
  return { transform: `translateY(${top}px)`, height, position: "absolute", insetInline: 0, top: 0 };
}

interface HeadProps {
  columns: Column[];
  sort: Sort;
  onSort: (by: SortField) => void;
}

/** The names of the columns. Those that the server can sort by are buttons. */
function Head({ columns, sort, onSort }: HeadProps) {
  return (
    <div role="rowgroup" className={css.head}>
      <div role="row" className={css.row} aria-rowindex={1}>
        <span role="columnheader">
          <span className="sr-only">Select</span>
        </span>
        <span role="columnheader">Run</span>
        {columns.map(({ id, label, right, sort: by }) => (
          <span
            key={id}
            role="columnheader"
            data-right={right || undefined}
            aria-sort={by && by === sort.by ? (sort.order === "asc" ? "ascending" : "descending") : undefined}
          >
            {by ? (
              <button type="button" className={css.sort} onClick={() => onSort(by)}>
                {label}
                {by === sort.by && <SortArrow order={sort.order} />}
              </button>
            ) : (
              label
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

function SortArrow({ order }: { order: Sort["order"] }) {
  return order === "asc" ? <IconArrowUp size={11} aria-hidden /> : <IconArrowDown size={11} aria-hidden />;
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
