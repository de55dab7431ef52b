import type { Histogram } from "../api/histogram";

const WIDTH = 120;
const HEIGHT = 22;

/** A line of small bars. */
export function Spark({ data, label }: { data: Histogram; label: string }) {
  const sums = data.times.map((_, i) => data.groups.reduce((sum, group) => sum + (group.counts[i] ?? 0), 0));
  const bars = squeezed(sums, 40);
  const most = Math.max(1, ...bars);
  const step = WIDTH / bars.length;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      {bars.map((n, i) => {
        const height = n ? Math.max(1, (n / most) * HEIGHT) : 0;
        return <rect key={i} x={i * step} y={HEIGHT - height} width={Math.max(1, step - 1)} height={height} fill="var(--w-accent)" opacity={0.75} />;
      })}
    </svg>
  );
}

function squeezed(values: number[], most: number): number[] {
  if (values.length <= most) return values;
  const size = Math.ceil(values.length / most);
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size).reduce((a, b) => a + b, 0));
}
