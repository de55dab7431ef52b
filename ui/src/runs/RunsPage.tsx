// The runs page: query, histogram, filters, and the table, chart or tail.

import { Button, Drawer } from "@mantine/core";
import { IconArrowUp, IconTimeline } from "@tabler/icons-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { ApiError } from "../api/client";
import { useAnyRun } from "../api/queries";
import { useKeyboard } from "../components/keyboard";
import type { Suggestion } from "../api/types";
import { FirstRun } from "../overview/FirstRun";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { useDocumentTitle } from "../components/documentTitle";
import { useSlug } from "../router";
import { count, plural } from "../labels/format";
import { readQueryError } from "../query/error";
import { keyText } from "../query/language";
import { isAbsolute, rangeLabel, rangeQuery } from "../query/range";
import { ChartView } from "./ChartView";
import { findColumns } from "./columns";
import { useNarrowScreen } from "../components/viewport";
import { FilterPanel } from "./FilterPanel";
import { type LiveRuns, useLiveRuns } from "./liveRuns";
import { focusQueryBar, QueryBar } from "./QueryBar";
import { RangePicker } from "./RangePicker";
import css from "./runs.module.css";
import { RunTable } from "./RunTable";
import { SavedViews } from "./SavedViews";
import { Suggestions } from "./Suggestions";
import { SelectionBar } from "./SelectionBar";
import { type RunsState, useRunsState } from "./pageState";
import { TailView } from "./TailView";
import { TimeHistogram } from "./TimeHistogram";
import { RunCount, Toolbar } from "./Toolbar";

export function RunsPage() {
  const slug = useSlug();
  const state = useRunsState();
  const scroller = useRef<HTMLDivElement>(null);
  const [filters, setFilters] = useState(false);
  const narrow = useNarrowScreen();
  const live = useLiveRuns(slug, state.request.q, state.order, state.shape === "table");
  const { query, runs } = live;
  const ready = query.isFetched;
  const settled = useLatched(ready);
  const empty = useEmptyWorkspace(slug, state, ready && !runs.length && live.fresh === 0);
  const problem = query.error instanceof ApiError ? readQueryError(query.error, state.request.shift) : null;
  useDocumentTitle(state.q ? `${state.q} · Runs` : "Runs");
  useKeyboard({
    "/": focusQueryBar,
    n: () => live.show(),
    Escape: () => (document.activeElement as HTMLElement | null)?.blur(),
  });
  const showNew = () => {
    live.show();
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <div className={css.layout} data-empty={empty || undefined}>
      <h1 className="sr-only">Runs</h1>
      {!empty && (
        <aside className={css.aside} aria-label="Filters">
          <FilterPanel state={state} enabled={ready && !problem} />
        </aside>
      )}
      <div className={css.content} ref={scroller} data-testid="runs-scroller">
        <div className={css.top}>
          <QueryBar
            value={state.q}
            range={rangeQuery(state.range)}
            problem={problem}
            onApply={state.setQuery}
            ready={settled}
          />
          <div className={css.topRight}>
            <RangePicker range={state.range} onChange={state.setRange} />
            <SavedViews />
            {narrow && state.shape === "table" && runs.length > 0 && (
              <span className={`${css.narrowCount} num dim`} aria-hidden>
                <RunCount state={state} shown={runs.length} hasMore={query.hasNextPage} />
              </span>
            )}
          </div>
        </div>
        {!problem && !empty && <TimeHistogram state={state} enabled={ready} />}
        {!empty && <Toolbar state={state} live={problem ? null : live} onFilters={() => setFilters(true)} />}
        {live.fresh > 0 && state.shape === "table" && runs.length > 0 && <NewRuns live={live} onShow={showNew} />}
        {state.shape === "table" && (
          <RunList state={state} live={live} scroller={scroller} problem={problem !== null} />
        )}
        {state.shape === "chart" && <ChartView state={state} />}
        {state.shape === "tail" && <TailView state={state} />}
      </div>
      <Drawer
        opened={filters}
        onClose={() => setFilters(false)}
        title="Filters"
        size="86%"
        closeButtonProps={{ "aria-label": "Close filters" }}
      >
        <FilterPanel state={state} enabled={ready && filters && !problem} />
      </Drawer>
    </div>
  );
}

/** The number of new runs, which a click shows. */
function NewRuns({ live, onShow }: { live: LiveRuns; onShow: () => void }) {
  return (
    <div className={css.fresh}>
      <Button variant="filled" radius="xl" leftSection={<IconArrowUp size={14} />} onClick={onShow}>
        {count(live.fresh)}
        {live.freshMore ? "+" : ""} new
      </Button>
    </div>
  );
}

/** Whether the workspace has no runs at all. */
function useEmptyWorkspace(slug: string, state: RunsState, none: boolean): boolean {
  const anyRun = useAnyRun(slug, { enabled: none && !state.q });
  return none && !state.q && anyRun.data === false;
}

/** Return true from the first time the value is true. */
function useLatched(now: boolean): boolean {
  const was = useRef(now);
  was.current ||= now;
  return was.current;
}

interface RunListProps {
  state: RunsState;
  live: LiveRuns;
  scroller: React.RefObject<HTMLDivElement | null>;
  problem: boolean;
}

function RunList({ state, live, scroller, problem }: RunListProps) {
  const { query, runs } = live;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => findColumns(state.columns), [state.columns]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const select = useCallback((id: string) => setSelected((before) => toggle(before, id)), []);
  const actions = {
    onPick: (key: string, value: string) => state.pickTag(keyText(key), value),
    onExclude: (key: string, value: string) => state.excludeTag(keyText(key), value),
  };
  if (problem) return null; // the query bar shows the error
  if (query.error && !runs.length) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingRows rows={12} height={48} />;
  if (!runs.length)
    return (
      <NoRuns
        state={state}
        suggestions={query.data?.pages[0]?.suggestions ?? []}
        fresh={live.fresh}
        onShow={live.show}
      />
    );
  return (
    <div data-stale={query.isPlaceholderData || undefined} className={css.list}>
      <RunTable
        runs={runs}
        columns={columns}
        scroller={scroller}
        hasMore={hasNextPage}
        onMore={more}
        selected={selected}
        onSelect={select}
        actions={actions}
        sort={state.sort}
        onSort={state.sortBy}
      />
      <SelectionBar runs={runs.filter((run) => selected.has(run.id))} onClear={() => setSelected(new Set())} />
    </div>
  );
}

function toggle(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

interface NoRunsProps {
  state: RunsState;
  suggestions: Suggestion[];
  fresh: number;
  onShow: () => void;
}

function NoRuns({ state, suggestions, fresh, onShow }: NoRunsProps) {
  const slug = useSlug();
  const allTime = state.range.range === "all" && !isAbsolute(state.range);
  const anyRun = useAnyRun(slug, { enabled: !state.q });
  if (fresh > 0) {
    return (
      <EmptyState title={`${plural(fresh, "new run")}`}>
        <Button mt={8} variant="filled" onClick={onShow}>
          Show new runs
        </Button>
      </EmptyState>
    );
  }
  if (anyRun.isLoading) return null;
  if (!state.q && anyRun.data === false) return <FirstRun />;
  return (
    <EmptyState
      icon={<IconTimeline size={28} stroke={1.3} />}
      title={state.q ? "No runs match" : "No runs in this time range"}
    >
      <p>
        {state.q && (
          <>
            Query: <code className="mono">{state.q}</code>.{" "}
          </>
        )}
        Time range: {rangeLabel(state.range).toLowerCase()}.
      </p>
      <Suggestions query={state.q} found={suggestions} onApply={state.setQuery} />
      <Button mr={8} onClick={() => state.setRange({ range: "all" })} disabled={allTime}>
        Search all time
      </Button>
      {state.q && <Button onClick={() => state.setQuery("")}>Clear query</Button>}
    </EmptyState>
  );
}
