// Actions at the bottom of a phone's screen, where they need no scrolling.

import type { ReactNode } from "react";
import css from "./actionBar.module.css";

export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <div className={css.room} />
      <section className={css.bar} aria-label={label}>
        {children}
      </section>
    </>
  );
}
