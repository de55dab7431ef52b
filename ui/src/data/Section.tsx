import type { ReactNode } from "react";
import css from "./data.module.css";

interface SectionProps {
  title: string;
  says: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the page, with what it is about. */
export function Section({ title, says, actions, children }: SectionProps) {
  return (
    <section className={css.section} aria-label={title}>
      <div className={css.sectionHead}>
        <div>
          <h2 className="h1">{title}</h2>
          <p className="dim">{says}</p>
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
