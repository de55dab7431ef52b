import type { ReactNode } from "react";
import css from "./table.module.css";

interface TableProps {
  columns: ReactNode[];
  label?: string;
  className?: string;
  actions?: boolean; // whether the last cell of each row has buttons
  plain?: boolean; // without links and buttons: the keyboard scrolls the table itself
  children: ReactNode;
}

/** A table in a panel. It scrolls horizontally if it is wider than the page. */
export function Table({ columns, label, className = "", actions = false, plain = false, children }: TableProps) {
  return (
    <div className="panel scroll-x" {...(plain ? { tabIndex: 0, role: "region", "aria-label": label } : {})}>
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
