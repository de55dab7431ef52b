import type { ReactNode } from "react";
import css from "./data.module.css";

interface SectionProps {
  title: string;
  description: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of the page with a title and a description. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section className={css.section} aria-label={title}>
      <div className={css.sectionHead}>
        <div>
          <h2 className="h1">{title}</h2>
          <p className="dim">{description}</p>
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
