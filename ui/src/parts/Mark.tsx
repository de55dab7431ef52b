import css from "./mark.module.css";

/** How one thing went, in a word with a dot before it. */
export function Mark({ is, children }: { is: string; children?: string }) {
  return <span className={css.mark} data-is={is}>{children ?? is}</span>;
}
