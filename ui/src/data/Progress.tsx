import css from "./data.module.css";

/** How far something is, and of how much. */
export function Progress({ done, total, says }: { done: number; total: number; says: string }) {
  const percent = total ? Math.min(100, (100 * done) / total) : 100;
  return (
    <div className={css.progress}>
      <div role="progressbar" aria-label={says} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(percent)}><i style={{ width: `${percent}%` }} /></div>
      <span className="dim num">{says}</span>
    </div>
  );
}
