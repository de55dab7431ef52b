import type { Status } from "../api/types";
import css from "./statusBadge.module.css";

export function StatusBadge({ status, label = true }: { status: Status; label?: boolean }) {
  return (
    <span className={css.status} data-status={status}>
      <span className={css.dot} aria-hidden />
      <span className={label ? undefined : "sr-only"}>{status}</span>
    </span>
  );
}
