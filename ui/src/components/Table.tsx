import type { ReactNode } from "react";
import css from "./table.module.css";

interface TableProps {
  columns: ReactNode[];
  label?: string;
  className?: string;
  actions?: boolean; // whether the last cell of each row has buttons
  children: ReactNode;
}

/** A table in a panel. It scrolls horizontally if it is wider than the page. */
export function Table({ columns, label, className = "", actions = false, children }: TableProps) {
  return (
    <div className="panel scroll-x">
      <table className={`${css.table} ${className}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={i} scope="col">
                {column}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
