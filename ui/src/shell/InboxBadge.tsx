import { useOpenCount } from "../components/openCount";
import css from "./shell.module.css";

/** The number of open inbox items, next to the name of the page. */
export function InboxBadge() {
  const open = useOpenCount();
  if (!open) return null;
  return (
    <span className={css.count}>
      {open}
      <span className="sr-only"> open</span>
    </span>
  );
}
