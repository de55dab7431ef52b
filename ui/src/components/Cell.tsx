import type { ReactNode } from "react";
import css from "./cell.module.css";

/** A value in a row of a list, below its label. */
export function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.cell}>
      <span className={css.label}>{label}</span>
      {children}
    </div>
  );
}
