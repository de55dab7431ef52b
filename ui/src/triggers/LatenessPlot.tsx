// How late the last planned runs of a schedule started.

import { duration, fullTime, plural } from "../labels/format";
import { LATE_MS, median, type Lateness } from "./health";
import css from "./latenessPlot.module.css";

const WIDTH = 600;
const HEIGHT = 44;
const MIN_BARS = 30; // so that a few runs are not a few walls
const MIN_TOP_MS = 1000; // so that milliseconds look like no delay

export function LatenessPlot({ values }: { values: Lateness[] }) {
  if (values.length < 2) return null;
  const all = values.map(({ ms }) => ms);
  const highest = Math.max(...all);
  const top = Math.max(highest, MIN_TOP_MS);
  const late = all.filter((ms) => ms > LATE_MS).length;
  const step = WIDTH / Math.max(values.length, MIN_BARS);
  const text = `${plural(values.length, "run")}: median ${duration(median(all))}, highest ${duration(highest)}${
    late ? `, ${late} over a minute` : ""
  }`;
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        <span className="h2">Lateness</span> <span className="dim num">{text}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`Lateness of ${text}`}>
        {values.map(({ planned, ms }, i) => {
          const height = Math.max(2, (ms / top) * HEIGHT);
          return (
            <rect
              key={planned}
              className={css.bar}
              data-late={ms > LATE_MS || undefined}
              x={i * step}
              y={HEIGHT - height}
              width={Math.max(1, step - 2)}
              height={height}
            >
              <title>{`${fullTime(new Date(planned).toISOString())}: started +${duration(ms)}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}
