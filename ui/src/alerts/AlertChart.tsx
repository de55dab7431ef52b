// The values of an alert over time, its threshold, and the times in which it fired or would have fired.

import { type PointerEvent, useState } from "react";
import type { Alert, AlertPreview } from "../api/types";
import { barTime, fullTime } from "../labels/format";
import css from "./alerts.module.css";
import { valueText } from "./labels";

const WIDTH = 1000;
const HEIGHT = 100; // both are stretched to the size of the panel

interface AlertChartProps {
  alert: Pick<Alert, "measure" | "comparison">;
  data: AlertPreview;
  label: string;
}

export function AlertChart({ alert, data, label }: AlertChartProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const start = Date.parse(data.since);
  const end = Math.max(Date.parse(data.until), start + 1);
  const x = (at: number) => ((at - start) / (end - start)) * WIDTH;
  const values = data.points.map(({ value }) => value ?? 0);
  const top = Math.max(data.threshold, ...values) * 1.08 || 1;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const text = (value: number | null) => valueText(alert, value);
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    setHovered(Math.max(0, Math.min(data.points.length - 1, Math.floor(share * data.points.length))));
  };
  const point = hovered === null ? null : data.points[hovered];
  return (
    <figure className={css.chart} aria-label={label}>
      <figcaption className={css.caption}>
        <span>
          <i className={css.lineKey} aria-hidden /> value <i className={css.thresholdKey} aria-hidden /> fires at{" "}
          {text(data.threshold)} <i className={css.firingKey} aria-hidden /> firing
        </span>
        <span className="num dim">{point && `${fullTime(point.at)}: ${text(point.value)}`}</span>
      </figcaption>
      <div className={css.plot} onPointerMove={move} onPointerLeave={() => setHovered(null)}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {data.firings.map(({ since, until }) => {
            const from = x(Date.parse(since));
            const to = until ? x(Date.parse(until)) : WIDTH;
            return <rect key={since} className={css.firing} x={from} width={Math.max(to - from, 2)} height={HEIGHT} />;
          })}
          {segments(data).map((points) => (
            <path
              key={points[0]!.at}
              className={css.line}
              d={points
                .map(({ at, value }, i) => `${i ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(2)}`)
                .join("")}
            />
          ))}
          <line className={css.threshold} x1={0} x2={WIDTH} y1={y(data.threshold)} y2={y(data.threshold)} />
          {point && (
            <line className={css.cursor} x1={x(Date.parse(point.at))} x2={x(Date.parse(point.at))} y2={HEIGHT} />
          )}
        </svg>
      </div>
      <div className={css.axis} aria-hidden>
        <span>{barTime(start, 3_600_000)}</span>
        <span>{barTime(end, 3_600_000)}</span>
      </div>
    </figure>
  );
}

/** Return the known values as lines. An unknown value interrupts the line. */
function segments({ points, until }: AlertPreview): { at: number; value: number }[][] {
  const found: { at: number; value: number }[][] = [[]];
  for (const [i, { at, value }] of points.entries()) {
    const next = points[i + 1]?.at ?? until;
    if (value === null) found.push([]);
    else found.at(-1)!.push({ at: Date.parse(at), value }, { at: Date.parse(next), value });
  }
  return found.filter((points) => points.length > 0);
}
