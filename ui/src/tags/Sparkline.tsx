import type { Histogram } from "../api/histogram";

const WIDTH = 120;
const HEIGHT = 22;

/** A small bar chart without axes. */
export function Sparkline({ data, label }: { data: Histogram; label: string }) {
  const sums = data.times.map((_, i) => data.groups.reduce((sum, group) => sum + (group.counts[i] ?? 0), 0));
  const bars = downsample(sums, 40);
  const limit = Math.max(1, ...bars);
  const step = WIDTH / bars.length;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      {bars.map((n, i) => {
        const height = n ? Math.max(1, (n / limit) * HEIGHT) : 0;
        return (
          <rect
            key={i}
            x={i * step}
            y={HEIGHT - height}
            width={Math.max(1, step - 1)}
            height={height}
            fill="var(--w-accent)"
            opacity={0.75}
          />
        );
      })}
    </svg>
  );
}

function downsample(values: number[], limit: number): number[] {
  if (values.length <= limit) return values;
  const size = Math.ceil(values.length / limit);
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) =>
    values.slice(i * size, (i + 1) * size).reduce((a, b) => a + b, 0),
  );
}
