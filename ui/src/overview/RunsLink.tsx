import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RunOrder } from "../api/queries";
import type { Range } from "../query/range";
import { useSlug } from "../router";

interface RunsLinkProps extends RunOrder {
  q: string;
  range: Range;
  className?: string;
  title?: string;
  children: ReactNode;
}

/** A link to the run list under a query and a time range. */
export function RunsLink({ q, range, sort, order, className, title, children }: RunsLinkProps) {
  const search = { q: q || undefined, range: range.range, from: range.from, to: range.to, sort, order };
  return (
    <Link className={className} title={title} to="/w/$slug/runs" params={{ slug: useSlug() }} search={search}>
      {children}
    </Link>
  );
}
