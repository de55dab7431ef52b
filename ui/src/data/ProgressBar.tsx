import css from "./data.module.css";

/** A progress bar with a label. */
export function ProgressBar({ done, total, label }: { done: number; total: number; label: string }) {
  const percent = total ? Math.min(100, (100 * done) / total) : 100;
  return (
    <div className={css.progress}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <span className="dim num">{label}</span>
    </div>
  );
}
