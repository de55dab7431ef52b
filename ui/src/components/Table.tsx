import type { ReactNode } from "react";
import css from "./table.module.css";

interface TableProps {
  columns: ReactNode[];
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A table in a panel. It scrolls horizontally if it is wider than the page. */
export function Table({ columns, label, className = "", children }: TableProps) {
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
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
