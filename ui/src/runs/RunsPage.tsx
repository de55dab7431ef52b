// Runs: when they were, what there is, and the list; one query for all of it.

import { Button, Drawer } from "@mantine/core";
import { IconArrowUp, IconTimeline } from "@tabler/icons-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { ApiError } from "../api/client";
import { useAnyRun } from "../api/queries";
import { useKeyboard } from "../parts/keyboard";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useTitle } from "../parts/title";
import { useSlug } from "../router";
import { count, plural } from "../words/format";
import { problemOf } from "../words/problems";
import { keyText } from "../words/query";
import { isAbsolute, rangeLabel, rangeQuery } from "../words/range";
import { ChartView } from "./ChartView";
import { columnsOf } from "./columns";
import { FacetRail } from "./FacetRail";
import { useLiveRuns } from "./live";
import { focusBar, QueryBar } from "./QueryBar";
import { RangePicker } from "./RangePicker";
import css from "./runs.module.css";
import { RunTable } from "./RunTable";
import { SavedViews } from "./SavedViews";
import { SelectionBar } from "./SelectionBar";
import { useRunsState, type RunsState } from "./state";
import { TailView } from "./TailView";
import { TimeStrip } from "./TimeStrip";
import { Toolbar } from "./Toolbar";

export function RunsPage() {
  const slug = useSlug();
  const state = useRunsState();
  const scroller = useRef<HTMLDivElement>(null);
  const [filters, setFilters] = useState(false);
  const live = useLiveRuns(slug, state.asked.q, state.shape === "table");
  const { query, runs } = live;
  const ready = query.isFetched;
  const settled = useOnce(ready);
  const problem = query.error instanceof ApiError ? problemOf(query.error, state.asked.shift) : null;
  useTitle(state.q ? `${state.q} · Runs` : "Runs");
  useKeyboard({
    "/": focusBar,
    n: () => live.show(),
    Escape: () => (document.activeElement as HTMLElement | null)?.blur(),
  });
  const showNew = () => {
    live.show();
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <div className={css.layout}>
      <h1 className="sr-only">Runs</h1>
      <aside className={css.aside} aria-label="Filters">
        <FacetRail state={state} enabled={ready} />
      </aside>
      <div className={css.content} ref={scroller} data-testid="runs-scroller">
        <div className={css.top}>
          <QueryBar value={state.q} range={rangeQuery(state.range)} problem={problem} onApply={state.setQuery} ready={settled} />
          <div className={css.topRight}>
            <RangePicker range={state.range} onChange={state.setRange} />
            <SavedViews />
          </div>
        </div>
        {!problem && <TimeStrip state={state} enabled={ready} />}
        <Toolbar state={state} runs={runs} hasMore={query.hasNextPage} onFilters={() => setFilters(true)} />
        {live.fresh > 0 && state.shape === "table" && runs.length > 0 && (
          <div className={css.fresh}>
            <Button variant="filled" radius="xl" leftSection={<IconArrowUp size={14} />} onClick={showNew}>
              {count(live.fresh)}
              {live.freshMore ? "+" : ""} new
            </Button>
          </div>
        )}
        {state.shape === "table" && <Listed state={state} live={live} scroller={scroller} problem={problem !== null} />}
        {state.shape === "chart" && <ChartView state={state} />}
        {state.shape === "tail" && <TailView state={state} />}
      </div>
      <Drawer opened={filters} onClose={() => setFilters(false)} title="Filters" size="86%" closeButtonProps={{ "aria-label": "Close the filters" }}>
        <FacetRail state={state} enabled={ready && filters} />
      </Drawer>
    </div>
  );
}

/** True for good, once it was. */
function useOnce(now: boolean): boolean {
  const was = useRef(now);
  was.current ||= now;
  return was.current;
}

interface ListedProps {
  state: RunsState;
  live: ReturnType<typeof useLiveRuns>;
  scroller: React.RefObject<HTMLDivElement | null>;
  problem: boolean;
}

function Listed({ state, live, scroller, problem }: ListedProps) {
  const { query, runs } = live;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => columnsOf(state.columns), [state.columns]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const select = useCallback((id: string) => setSelected((before) => toggled(before, id)), []);
  const actions = {
    onPick: (key: string, value: string) => state.pickTag(keyText(key), value),
    onExclude: (key: string, value: string) => state.excludeTag(keyText(key), value),
  };
  if (problem) return <Empty title="The query cannot be read">What is wrong is said below the bar. Try <code className="mono">customer:acme status:failed</code>.</Empty>;
  if (query.error && !runs.length) return <Failed error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingRows rows={12} height={48} />;
  if (!runs.length) return <NoRuns state={state} fresh={live.fresh} onShow={live.show} />;
  return (
    <div data-stale={query.isPlaceholderData || undefined} className={css.listed}>
      <RunTable runs={runs} columns={columns} scroller={scroller} hasMore={hasNextPage} onMore={more} selected={selected} onSelect={select} actions={actions} />
      <SelectionBar runs={runs.filter((run) => selected.has(run.id))} onClear={() => setSelected(new Set())} />
    </div>
  );
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

function NoRuns({ state, fresh, onShow }: { state: RunsState; fresh: number; onShow: () => void }) {
  const slug = useSlug();
  const everything = state.range.range === "all" && !isAbsolute(state.range);
  const ever = useAnyRun(slug, { enabled: !state.q && !everything });
  if (fresh > 0) {
    return (
      <Empty title={`${plural(fresh, "new run")}`}>
        <Button mt={8} variant="filled" onClick={onShow}>
          Show
        </Button>
      </Empty>
    );
  }
  if (ever.isLoading) return null;
  if (!state.q && (everything || ever.data === false)) {
    return (
      <Empty icon={<IconTimeline size={28} stroke={1.3} />} title="No runs yet">
        Start one, and it appears here by itself:
        <pre>{`runwhy run --tag customer=acme "Hello"

curl ${window.location.origin}/api/v1/workspaces/${slug}/agent-runs \\
  -H 'content-type: application/json' \\
  -d '{"systemPrompt": "Be brief.", "prompt": "Hello", "metadata": {"customer": "acme"}}'`}</pre>
        Or fill a workspace with demo data: <code className="mono">runwhy demo</code>
      </Empty>
    );
  }
  return (
    <Empty icon={<IconTimeline size={28} stroke={1.3} />} title={state.q ? "No run matches" : "No runs in this time"}>
      <p>
        Looked for {state.q ? <code className="mono">{state.q}</code> : "all runs"} in: {rangeLabel(state.range).toLowerCase()}.
      </p>
      <Button mr={8} onClick={() => state.setRange({ range: "all" })} disabled={everything}>
        Look in all time
      </Button>
      {state.q && <Button onClick={() => state.setQuery("")}>Clear the query</Button>}
    </Empty>
  );
}
