// Values over time as stacked bars or as lines. Dragging selects a time range, a click picks a bar.

import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { barAt, barEnd, type Chart, groupAt, type Series } from "../api/series";
import { CLOCK, barTime, count } from "../labels/format";
import css from "./timeChart.module.css";

export interface TimeChartProps {
  data: Chart;
  color: (group: string, place: number) => string; // a CSS color or variable
  height: number;
  label: string;
  lines?: boolean; // lines instead of stacked bars
  format?: (value: number) => string;
  onSelect?: (from: number, to: number) => void;
  onPick?: (bar: number, group: number | null) => void; // the group under the pointer
  axes?: boolean;
  onHover?: (bar: number | null) => void; // shows the values under the pointer elsewhere
}

export function TimeChart(props: TimeChartProps) {
  const { data, height, label, axes = false, lines = false } = props;
  const holder = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const scheme = useComputedColorScheme("light");
  const current = useRef(props);
  current.current = props;
  const from = data.times[0] ?? 0;
  const to = data.times.length ? barEnd(data, data.times.length - 1) : data.step;

  useEffect(() => {
    const element = holder.current!;
    const onHover = (bar: number | null) => (current.current.onHover ?? setHovered)(bar);
    const options = createOptions(element, current, { height, axes, lines, range: [from, to], onHover });
    const plot = new uPlot(options, lines ? inTheMiddle(data) : stack(data), element);
    const stop = listenForPicks(plot, current);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop();
      plot.destroy();
    };
  }, [data, height, axes, lines, from, to, scheme]);

  return (
    <figure className={css.figure} aria-label={label}>
      <div
        ref={holder}
        className={css.plot}
        style={{ height }}
        data-pick={props.onPick ? true : undefined}
        data-testid="bar-chart"
      />
      {!props.onHover && (
        <figcaption className={css.caption} aria-hidden>
          {hovered === null ? null : <HoverLabel {...props} place={hovered} />}
        </figcaption>
      )}
    </figure>
  );
}

function HoverLabel({ data, place, color, format = count }: TimeChartProps & { place: number }) {
  const at = data.times[place];
  if (at === undefined) return null;
  const groups = data.groups
    .map((group, i) => ({ ...group, i, n: group.counts[place] ?? null }))
    .filter((group) => group.n !== null && group.n > 0);
  return (
    <span className="num">
      {barTime(at, data.step)}
      {groups.slice(0, 8).map((group) => (
        <span key={group.name} className={css.key}>
          <i style={{ background: color(group.name, group.i) }} />
          {group.name || "runs"} {format(group.n!)}
        </span>
      ))}
      {groups.length === 0 && <span className="dim"> · none</span>}
    </span>
  );
}

/** Stack each group on the groups before it. The tallest is drawn first. */
function stack({ times, groups }: Chart): uPlot.AlignedData {
  const sums: number[][] = [];
  const running = times.map(() => 0);
  for (const group of groups) {
    for (let i = 0; i < running.length; i += 1) running[i]! += group.counts[i] ?? 0;
    sums.push([...running]);
  }
  return [times, ...sums.reverse()];
}

/** A point of a line stands for its whole interval. */
function inTheMiddle(data: Chart): uPlot.AlignedData {
  const { times, groups } = data;
  return [times.map((at, bar) => (at + barEnd(data, bar)) / 2), ...groups.map((group) => group.counts).reverse()];
}

interface Setup {
  height: number;
  axes: boolean;
  lines: boolean;
  range: [number, number];
  onHover: (place: number | null) => void;
}

function createOptions(
  element: HTMLElement,
  props: { current: TimeChartProps },
  { height, axes, lines, range, onHover }: Setup,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const resolve = (color: string) =>
    color.startsWith("var(") ? style.getPropertyValue(color.slice(4, -1)).trim() : color;
  const axis: uPlot.Axis = {
    stroke: resolve("var(--w-dim)"),
    font: "11px 'Inter Variable', sans-serif",
    ticks: { show: false },
    grid: { stroke: resolve("var(--w-line)"), width: 1 },
  };
  const { format } = props.current;
  const values: Partial<uPlot.Axis> = format
    ? { values: (_, splits) => splits.map((value) => format(value)), size: 56 }
    : { incrs: WHOLE, size: 44 };
  return {
    width: element.clientWidth || 300,
    height,
    ms: 1,
    padding: axes ? [8, 26, 0, 0] : [6, 24, 0, 24],
    legend: { show: false },
    scales: { x: { time: true, range: () => range }, y: { range: (_, __, max) => [0, top(max, Boolean(format))] } },
    series: [{}, ...createSeries(props.current, lines, resolve)],
    axes: [
      { ...axis, size: 22, grid: { show: false }, space: 64, values: (_, moments) => axisLabels(moments) },
      { ...axis, show: axes, ...values },
    ],
    cursor: { y: false, points: { show: lines }, drag: { x: true, y: false, setScale: false, dist: 4 } },
    hooks: {
      setCursor: [
        (plot) =>
          onHover(plot.cursor.left === undefined || plot.cursor.left < 0 ? null : placeAt(plot, props.current.data)),
      ],
      setSelect: [(plot) => reportSelection(plot, props.current.onSelect)],
    },
  };
}

function createSeries({ data, color }: TimeChartProps, lines: boolean, resolve: (color: string) => string) {
  const bars = uPlot.paths.bars!({ size: [0.86, 48], align: 1, radius: 0.08 });
  const series = data.groups.map((group, i): uPlot.Series => {
    const ink = resolve(color(group.name, i));
    return lines
      ? {
          stroke: ink,
          width: 1.75,
          spanGaps: false,
          points: { show: true, size: 4, fill: ink, filter: () => dots(group.counts) },
        }
      : { fill: ink, width: 0, paths: bars, points: { show: false } };
  });
  return series.reverse();
}

const FEW = 48;

/** Return the places of the dots on a line: all of them if they are few, else those that have no line. */
function dots(values: Series["counts"]): number[] {
  const known = (i: number) => (values[i] ?? null) !== null;
  return values.flatMap((_, i) => (known(i) && (values.length <= FEW || (!known(i - 1) && !known(i + 1))) ? [i] : []));
}

/** Return the top of the scale. Counts have at least room for one. */
function top(max: number | null, fractions: boolean): number {
  if (!max) return 1;
  return fractions ? max * 1.08 : Math.max(max * 1.05, 1);
}

const WHOLE = [1, 2, 5].flatMap((n) => [n, n * 10, n * 100, n * 1000, n * 10_000, n * 100_000]).sort((a, b) => a - b); // runs are whole numbers
const axisDay = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const axisClock = new Intl.DateTimeFormat(undefined, CLOCK);

/** Return the labels of moments. Ticks within a minute share one. */
function axisLabels(moments: number[]): string[] {
  const labels = moments.map(axisLabel);
  return labels.map((label, i) => (label === labels[i - 1] ? "" : label));
}

/** Return the time of day, or the date at midnight. */
function axisLabel(at: number): string {
  const moment = new Date(at);
  const midnight = moment.getHours() === 0 && moment.getMinutes() === 0;
  return midnight ? axisDay.format(moment) : axisClock.format(moment);
}

function placeAt(plot: uPlot, data: Chart): number {
  return barAt(data, plot.posToVal(plot.cursor.left!, "x"));
}

function reportSelection(plot: uPlot, onSelect: TimeChartProps["onSelect"]): void {
  const { left, width } = plot.select;
  if (width < 4) return;
  const from = plot.posToVal(left, "x");
  const to = plot.posToVal(left + width, "x");
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onSelect?.(from, to);
}

/** Report clicks. A drag is not a click. */
function listenForPicks(plot: uPlot, props: { current: TimeChartProps }): () => void {
  let pressedAt = 0;
  const press = (event: MouseEvent) => (pressedAt = event.clientX);
  const click = (event: MouseEvent) => {
    const { data, lines = false, onPick } = props.current;
    if (!onPick || Math.abs(event.clientX - pressedAt) >= 4) return;
    const bar = placeAt(plot, data);
    if (data.times[bar] === undefined) return;
    onPick(bar, groupAt(data, bar, plot.posToVal(plot.cursor.top ?? 0, "y"), lines));
  };
  plot.over.addEventListener("mousedown", press);
  plot.over.addEventListener("click", click);
  return () => {
    plot.over.removeEventListener("mousedown", press);
    plot.over.removeEventListener("click", click);
  };
}
