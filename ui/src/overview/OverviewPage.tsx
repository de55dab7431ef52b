// The start page: numbers and charts of the matching runs, top ten lists, open inbox items, and triggers in trouble.

import { Button, Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ApiError } from "../api/client";
import { READ_TRIGGERS } from "../api/permissions";
import { useAnyRun, useKeys, useRuns } from "../api/queries";
import { Allowed } from "../components/Allowed";
import { useDocumentTitle } from "../components/documentTitle";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { useKeyboard } from "../components/keyboard";
import { readQueryError } from "../query/error";
import { GROUP_FIELDS, joinRange, keyText } from "../query/language";
import { isAbsolute, rangeBefore, rangeLabel, rangeQuery } from "../query/range";
import { useSlug } from "../router";
import { focusQueryBar, QueryBar } from "../runs/QueryBar";
import { RangePicker } from "../runs/RangePicker";
import { SavedViews } from "../runs/SavedViews";
import { Suggestions } from "../runs/Suggestions";
import { AddPanelDialog } from "./AddPanelDialog";
import { useAggregate } from "./api";
import { BudgetsAndAlerts } from "./BudgetsAndAlerts";
import { ChartPanel, GROUPS } from "./ChartPanel";
import { FirstRun } from "./FirstRun";
import { MEASURES } from "./measures";
import { NeedsYou } from "./NeedsYou";
import css from "./overview.module.css";
import { autoInterval, intervalsOf, type OverviewState, useOverviewState } from "./pageState";
import { panelText } from "./panels";
import { Tiles } from "./Tiles";
import { TopLists } from "./TopLists";
import { TroubledTriggers } from "./TroubledTriggers";

export function OverviewPage() {
  const state = useOverviewState();
  const now = useAggregate({
    q: state.request.q,
    measure: MEASURES,
    by: state.by ?? undefined,
    interval: state.every,
    limit: GROUPS,
    orderBy: "count",
  });
  const earlier = rangeBefore(state.range);
  const before = useAggregate(
    { q: joinRange(state.q, earlier ?? "").q, measure: MEASURES },
    { enabled: earlier !== null && !now.error },
  );
  const problem = now.error instanceof ApiError ? readQueryError(now.error, state.request.shift) : null;
  useDocumentTitle(state.q ? `${state.q} · Overview` : "Overview");
  useKeyboard({ "/": focusQueryBar });
  const empty = now.data?.total.values.count === 0;
  const anyRun = useAnyRun(useSlug(), { enabled: empty && !state.q });
  const firstRun = empty && !state.q && anyRun.data === false;
  return (
    <div className={css.page}>
      <h1 className="sr-only">Overview</h1>
      {firstRun && <FirstRun />}
      <div className={css.controls} hidden={firstRun}>
        <QueryBar value={state.q} range={rangeQuery(state.range)} problem={problem} onApply={state.setQuery} />
        <div className={css.choices}>
          <RangePicker range={state.range} onChange={state.setRange} />
          <IntervalSelect state={state} />
          <GroupSelect state={state} />
          <SavedViews page="overview" />
        </div>
      </div>
      {now.error && !problem && !now.data ? <ErrorState error={now.error} retry={() => void now.refetch()} /> : null}
      {!now.error && empty && !firstRun && !anyRun.isLoading && <NoRuns state={state} />}
      {!empty && (now.data || now.isPending) && (
        <div className={css.body} data-stale={now.isPlaceholderData || Boolean(problem) || undefined}>
          <Tiles state={state} now={now.data} before={earlier === null ? undefined : before.data} />
          <Panels state={state} />
          <div className={css.lists}>
            <TopLists state={state} />
            <div className={css.states}>
              <NeedsYou />
              <Allowed to={READ_TRIGGERS}>
                <TroubledTriggers />
              </Allowed>
              <BudgetsAndAlerts />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

function IntervalSelect({ state }: { state: OverviewState }) {
  const now = Date.now();
  const choices = intervalsOf(state.range, now);
  const usual = autoInterval(state.range, now);
  const automatic = usual === "auto" ? "Auto interval" : `Auto: every ${usual}`;
  return (
    <Select
      aria-label="Interval"
      className={css.select}
      w={148}
      data={[{ value: "auto", label: automatic }, ...choices.map((one) => ({ value: one, label: `Every ${one}` }))]}
      value={state.interval}
      onChange={(next) => state.change({ interval: next === "auto" ? undefined : (next ?? undefined) })}
      allowDeselect={false}
    />
  );
}

const NONE = "";

function GroupSelect({ state }: { state: OverviewState }) {
  const keys = useKeys(useSlug(), rangeQuery(state.range)).data ?? [];
  const tags = new Set(keys.map(({ key }) => keyText(key)));
  if (state.by && !GROUP_FIELDS.includes(state.by)) tags.add(state.by);
  return (
    <Select
      aria-label="Group by"
      className={css.select}
      w={168}
      data={[
        { value: NONE, label: "No grouping" },
        { group: "Fields", items: GROUP_FIELDS.map((value) => ({ value, label: `By ${value}` })) },
        { group: "Tags", items: [...tags].map((value) => ({ value, label: `By ${value}` })) },
      ]}
      value={state.by ?? NONE}
      onChange={(next) => state.change({ by: next || undefined })}
      allowDeselect={false}
      searchable
      maxDropdownHeight={360}
    />
  );
}

function Panels({ state }: { state: OverviewState }) {
  const [adding, setAdding] = useState(false);
  const { panels, ownPanels } = state;
  return (
    <div className={css.panels} data-own={ownPanels || undefined}>
      {panels.map((panel, i) => (
        <ChartPanel
          key={ownPanels ? `${i} ${panelText(panel)}` : i}
          state={state}
          panel={panel}
          onRemove={ownPanels ? () => state.setPanels(panels.filter((_, place) => place !== i)) : undefined}
        />
      ))}
      <Button className={css.add} variant="subtle" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
        Add panel
      </Button>
      {adding && <AddPanelDialog state={state} onClose={() => setAdding(false)} />}
    </div>
  );
}

function NoRuns({ state }: { state: OverviewState }) {
  const slug = useSlug();
  const allTime = state.range.range === "all" && !isAbsolute(state.range);
  const suggested = useRuns(slug, state.request.q, {}, { enabled: Boolean(state.q) }).data?.pages[0]?.suggestions;
  return (
    <EmptyState title={state.q ? "No runs match" : "No runs in this time range"}>
      <p>Time range: {rangeLabel(state.range).toLowerCase()}.</p>
      <Suggestions query={state.q} found={suggested ?? []} onApply={state.setQuery} />
      <Button mr={8} onClick={() => state.setRange({ range: "all" })} disabled={allTime}>
        Search all time
      </Button>
      {state.q && <Button onClick={() => state.setQuery("")}>Clear query</Button>}
    </EmptyState>
  );
}
