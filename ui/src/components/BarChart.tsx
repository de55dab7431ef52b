// Stacked bars over time. Dragging selects a time range.

import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Histogram } from "../api/histogram";
import { count } from "../labels/format";
import css from "./barChart.module.css";

export interface BarChartProps {
  data: Histogram;
  color: (group: string, place: number) => string; // a CSS color or variable
  height: number;
  label: string;
  onSelect?: (from: number, to: number) => void;
  axes?: boolean;
}

export function BarChart(props: BarChartProps) {
  const { data, height, label, axes = false } = props;
  const holder = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const scheme = useComputedColorScheme("light");
  const current = useRef(props);
  current.current = props;
  const from = data.times[0] ?? 0;
  const to = (data.times.at(-1) ?? 0) + data.step;

  useEffect(() => {
    const element = holder.current!;
    const plot = new uPlot(
      createOptions(element, current, { height, axes, range: [from, to], onHover: setHovered }),
      stack(data),
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [data, height, axes, from, to, scheme]);

  return (
    <figure className={css.figure} aria-label={label}>
      <div ref={holder} className={css.plot} style={{ height }} data-testid="bar-chart" />
      <figcaption className={css.caption} aria-hidden>
        {hovered === null ? null : <HoverLabel data={data} place={hovered} color={props.color} />}
      </figcaption>
    </figure>
  );
}

const moment = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

function HoverLabel({ data, place, color }: { data: Histogram; place: number; color: BarChartProps["color"] }) {
  const at = data.times[place];
  if (at === undefined) return null;
  const groups = data.groups
    .map((group, i) => ({ ...group, i, n: group.counts[place] ?? 0 }))
    .filter((group) => group.n > 0);
  return (
    <span className="num">
      {moment.format(at)}
      {groups.slice(0, 8).map((group) => (
        <span key={group.name} className={css.key}>
          <i style={{ background: color(group.name, group.i) }} />
          {group.name || "runs"} {count(group.n)}
        </span>
      ))}
      {groups.length === 0 && <span className="dim"> · no runs</span>}
    </span>
  );
}

/** Stack each group on the groups before it. The tallest is drawn first. */
function stack({ times, groups }: Histogram): uPlot.AlignedData {
  const sums: number[][] = [];
  const running = times.map(() => 0);
  for (const group of groups) {
    for (let i = 0; i < running.length; i += 1) running[i]! += group.counts[i] ?? 0;
    sums.push([...running]);
  }
  return [times, ...sums.reverse()];
}

interface Setup {
  height: number;
  axes: boolean;
  range: [number, number];
  onHover: (place: number | null) => void;
}

function createOptions(
  element: HTMLElement,
  props: { current: BarChartProps },
  { height, axes, range, onHover }: Setup,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const resolve = (color: string) =>
    color.startsWith("var(") ? style.getPropertyValue(color.slice(4, -1)).trim() : color;
  const { groups } = props.current.data;
  const bars = uPlot.paths.bars!({ size: [0.86, 48], align: 1, radius: 0.08 });
  const series = groups.map((group, i) => ({
    fill: resolve(props.current.color(group.name, i)),
    width: 0,
    paths: bars,
    points: { show: false },
  }));
  const ink = resolve("var(--w-dim)");
  const axis: uPlot.Axis = {
    stroke: ink,
    font: "11px 'Inter Variable', sans-serif",
    ticks: { show: false },
    grid: { stroke: resolve("var(--w-line)"), width: 1 },
  };
  return {
    width: element.clientWidth || 300,
    height,
    ms: 1,
    padding: axes ? [8, 26, 0, 0] : [6, 24, 0, 24],
    legend: { show: false },
    scales: { x: { time: true, range: () => range }, y: { range: (_, __, max) => [0, Math.max(max * 1.05, 1)] } },
    series: [{}, ...series.reverse()],
    axes: [
      { ...axis, size: 22, grid: { show: false }, space: 64, values: (_, moments) => moments.map(axisLabel) },
      { ...axis, show: axes, size: 44, incrs: WHOLE },
    ],
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 4 } },
    hooks: {
      setCursor: [
        (plot) =>
          onHover(plot.cursor.left === undefined || plot.cursor.left < 0 ? null : placeAt(plot, props.current.data)),
      ],
      setSelect: [(plot) => reportSelection(plot, props.current.onSelect)],
    },
  };
}

const WHOLE = [1, 2, 5].flatMap((n) => [n, n * 10, n * 100, n * 1000, n * 10_000, n * 100_000]).sort((a, b) => a - b); // runs are whole numbers
const axisDay = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const axisClock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hour12: false });

/** Return the time of day, or the date at midnight. */
function axisLabel(at: number): string {
  const moment = new Date(at);
  const midnight = moment.getHours() === 0 && moment.getMinutes() === 0;
  return midnight ? axisDay.format(moment) : axisClock.format(moment);
}

function placeAt(plot: uPlot, data: Histogram): number {
  const at = plot.posToVal(plot.cursor.left!, "x");
  return Math.floor((at - (data.times[0] ?? 0)) / data.step);
}

function reportSelection(plot: uPlot, onSelect: BarChartProps["onSelect"]): void {
  const { left, width } = plot.select;
  if (width < 4) return;
  const from = plot.posToVal(left, "x");
  const to = plot.posToVal(left + width, "x");
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onSelect?.(from, to);
}
