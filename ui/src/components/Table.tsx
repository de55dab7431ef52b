import { type ReactNode, useEffect, useRef } from "react";
import css from "./table.module.css";

interface TableProps {
  columns: ReactNode[];
  label?: string;
  className?: string;
  actions?: boolean; // whether the last cell of each row has buttons
  stacks?: boolean; // whether each row becomes a card on a phone
  plain?: boolean; // without links and buttons: the keyboard scrolls the table itself
  children: ReactNode;
}

/** A table in a panel. If it is wider than the page, it scrolls horizontally, unless its rows are stacked. */
export function Table({
  columns,
  label,
  className = "",
  actions = false,
  plain = false,
  stacks = false,
  children,
}: TableProps) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (stacks) labelCells(table.current!);
  });
  return (
    <div className="panel scroll-x" {...(plain ? { tabIndex: 0, role: "region", "aria-label": label } : {})}>
      <table ref={table} className={`${css.table} ${className}`} aria-label={label} data-stacks={stacks || undefined}>
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

/** Give each cell the name of its column, which a card shows in front of the value. */
function labelCells(table: HTMLTableElement): void {
  const names = [...table.tHead!.rows[0]!.cells].map((cell) => cell.textContent ?? "");
  for (const row of table.tBodies[0]!.rows)
    for (const [i, cell] of [...row.cells].entries()) if (cell.colSpan === 1) cell.dataset.label = names[i] ?? "";
}
