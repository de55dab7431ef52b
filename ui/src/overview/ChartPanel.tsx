// A chart of one measure, with its groups as links to the run list.

import { WRITE_RUNS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import { ActionIcon, Menu, SegmentedControl } from "@mantine/core";
import { IconBookmarkPlus, IconDots, IconTimeline, IconTrash } from "@tabler/icons-react";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { useAgentNames } from "../api/queries";
import { barEnd, type Chart, type Series } from "../api/series";
import { groupColor } from "../components/chartColors";
import { ErrorMessage } from "../components/ErrorState";
import { lazyComponent } from "../components/lazy";
import { unpricedText } from "../labels/cost";
import { barTime } from "../labels/format";
import { joinQueries, joinRange } from "../query/language";
import { rangeQuery } from "../query/range";
import { useNavigateTo } from "../router";
import { useAggregate } from "./api";
import { inGroup, isLines, measuresOf, toChart } from "./chart";
import { type Measure, measured, MEASURES, TEXTS } from "./measures";
import css from "./overview.module.css";
import type { OverviewState } from "./pageState";
import { type Panel, panelText, panelTitle } from "./panels";
import { RunsLink } from "./RunsLink";
import { SavePanelDialog } from "./SavePanelDialog";

const TimeChart = lazyComponent(() =>
  import("../components/TimeChart").then((module) => ({ default: module.TimeChart })),
);
const HEIGHT = 168;
export const GROUPS = 8;

interface PanelProps {
  state: OverviewState;
  panel: Panel;
  onRemove?: () => void;
}

export function ChartPanel({ state, panel, onRemove }: PanelProps) {
  const result = usePanelData(state, panel);
  const data = useMemo(() => (result.data ? toChart(result.data, panel) : null), [result.data, panel]);
  const measure = mainMeasure(panel);
  const q = joinQueries(state.q, panel.where);
  const title = panelTitle(panel);
  const missing = measure === "cost" ? unpricedText(result.data?.total.values.unpricedCalls ?? 0) : "";
  return (
    <section className={`panel ${css.panel}`} aria-label={title} data-stale={result.isPlaceholderData || undefined}>
      <header className={css.panelHead}>
        <h2 className={css.panelTitle} title={panelText(panel)}>
          {title}
          {panel.where && <code className="mono dim"> {panel.where}</code>}
        </h2>
        {!onRemove && <Choice state={state} panel={panel} />}
        <PanelMenu state={state} panel={panel} q={measured(q, measure)} onRemove={onRemove} />
      </header>
      <ErrorMessage error={result.error} />
      {data ? (
        <PanelChart state={state} panel={panel} data={data} q={q} />
      ) : (
        <div style={{ height: HEIGHT + 24 }} role="status" aria-label={result.error ? undefined : "Loading"} />
      )}
      {missing && <p className={css.missing}>{missing}</p>}
    </section>
  );
}

/** Panels under the page's own query and group share one request. */
function usePanelData(state: OverviewState, panel: Panel) {
  const shared = !panel.where && panel.by === state.by;
  return useAggregate({
    q: joinRange(joinQueries(state.q, panel.where), rangeQuery(state.range)).q,
    measure: shared ? MEASURES : measuresOf(panel),
    by: panel.by ?? undefined,
    interval: state.every,
    limit: GROUPS,
    orderBy: shared ? "count" : undefined,
  });
}

function mainMeasure({ measure }: Panel): Measure {
  return measure === "duration" ? "p95" : measure;
}

interface PanelChartProps {
  state: OverviewState;
  panel: Panel;
  data: Chart;
  q: string;
}

function PanelChart({ state, panel, data, q }: PanelChartProps) {
  const go = useNavigateTo();
  const [hovered, setHovered] = useState<number | null>(null);
  const names = useAgentNames(panel.by === "agent");
  const measure = mainMeasure(panel);
  const { format } = TEXTS[measure];
  const shown = useMemo(
    () => ({ ...data, groups: data.groups.map((group) => ({ ...group, name: names[group.name] ?? group.name })) }),
    [data, names],
  );
  const color = (group: string, i: number) => seriesColor(panel, group, i);
  const queryOf = (group: Series | null) => inGroup(measured(q, measure), panel.by, group);
  const pick = (bar: number, group: number | null) =>
    go("runs", {
      q: queryOf(group === null ? null : shown.groups[group]!) || undefined,
      from: new Date(data.times[bar]!).toISOString(),
      to: new Date(barEnd(data, bar)).toISOString(),
    });
  const nothing = nothingText(panel, data);
  if (nothing)
    return (
      <p className={css.nothing} style={{ height: HEIGHT }}>
        {nothing}
      </p>
    );
  return (
    <>
      <Suspense fallback={<div style={{ height: HEIGHT }} />}>
        <TimeChart
          data={shown}
          lines={isLines(panel)}
          height={HEIGHT}
          axes
          onHover={setHovered}
          color={color}
          format={measure === "count" || measure === "failed" ? undefined : format}
          label={`${panelTitle(panel)} over time. Drag to select a time range.`}
          onSelect={(from, to) =>
            state.setRange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
          }
          onPick={pick}
        />
      </Suspense>
      <Legend
        data={data}
        hovered={hovered}
        color={color}
        format={format}
        link={(group, i) => (
          <RunsLink q={queryOf(shown.groups[i] ?? group)} range={state.range}>
            {shown.groups[i]!.name || "“”"}
          </RunsLink>
        )}
      />
    </>
  );
}

interface LegendProps {
  data: Chart;
  hovered: number | null; // the bar under the pointer
  color: (group: string, place: number) => string;
  format: (value: number) => string;
  link: (group: Series, place: number) => ReactNode;
}

/** The groups with their totals, or with their values at the bar under the pointer. */
function Legend({ data, hovered, color, format, link }: LegendProps) {
  return (
    <ul className={css.legend}>
      {data.groups.map((group, i) => {
        const value = hovered === null ? group.total : (group.counts[hovered] ?? null);
        return (
          <li key={`${group.kind} ${group.name}`}>
            <i style={{ background: color(group.name, i) }} aria-hidden />
            {link(group, i)}
            <span className="num dim">{value === null ? "–" : format(value)}</span>
          </li>
        );
      })}
      {hovered !== null && data.times[hovered] !== undefined && (
        <li className={`${css.moment} num`}>{barTime(data.times[hovered], data.step)}</li>
      )}
    </ul>
  );
}

/** Return the content to show instead of an empty chart, or null. */
function nothingText({ measure }: Panel, { groups }: Chart): string | null {
  if (groups.some(({ total }) => total)) return null;
  if (measure === "cost") return "No run has a known cost.";
  if (measure === "failed") return "No run failed.";
  return measure === "rate" && groups.some(({ total }) => total === 0) ? null : "No values in this time range.";
}

function seriesColor(panel: Panel, group: string, place: number): string {
  if (!panel.by && (panel.measure === "rate" || panel.measure === "failed")) return "var(--b-failed)";
  return groupColor(group, place, panel.by ?? "");
}

const CHOICES = {
  rate: { name: "failures", values: ["rate", "failed"], labels: ["Rate", "Runs"] },
  p95: { name: "slow", values: ["p95", "p50"], labels: ["p95", "p50"] },
};

/** Switch between two measures of the same thing. */
function Choice({ state, panel }: { state: OverviewState; panel: Panel }) {
  const choice = Object.values(CHOICES).find(({ values }) => values.includes(panel.measure));
  if (!choice) return null;
  return (
    <SegmentedControl
      aria-label={`Measure of ${choice.name}`}
      value={panel.measure}
      onChange={(next) => state.change({ [choice.name]: next === choice.values[0] ? undefined : next })}
      data={choice.values.map((value, i) => ({ value, label: choice.labels[i]! }))}
    />
  );
}

function PanelMenu({ state, panel, q, onRemove }: PanelProps & { q: string }) {
  const go = useNavigateTo();
  const [saving, setSaving] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={`Actions for ${panelTitle(panel)}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTimeline size={14} />}
            onClick={() => go("runs", { q: q || undefined, ...state.range })}
          >
            Show runs
          </Menu.Item>
          <Allowed to={WRITE_RUNS}>
            <Menu.Item leftSection={<IconBookmarkPlus size={14} />} onClick={() => setSaving(true)}>
              Save as panel…
            </Menu.Item>
          </Allowed>
          {onRemove && (
            <Menu.Item leftSection={<IconTrash size={14} />} onClick={onRemove}>
              Remove panel
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && <SavePanelDialog state={state} panel={panel} onClose={() => setSaving(false)} />}
    </>
  );
}
