import css from "./states.module.css";

/** Grey placeholders in the place of rows that are loading. */
export function LoadingRows({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  return (
    <div role="status" aria-label="Loading" className={css.loading}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={css.placeholder} style={{ height, opacity: 1 - i / (rows + 1) }}>
          <span style={{ width: `${35 + ((i * 37) % 30)}%` }} />
          <span style={{ width: "10%" }} />
          <span style={{ width: "6%" }} />
        </div>
      ))}
    </div>
  );
}
