import css from "./outcomeBadge.module.css";

/** An outcome as a word with a colored dot. */
export function OutcomeBadge({ outcome, children }: { outcome: string; children?: string }) {
  return (
    <span className={css.badge} data-outcome={outcome}>
      {children ?? outcome}
    </span>
  );
}
