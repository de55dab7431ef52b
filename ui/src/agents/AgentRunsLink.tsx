import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSlug } from "../router";

/** A link to the runs of the last seven days that match a query. */
export function AgentRunsLink({ q, children }: { q: string; children: ReactNode }) {
  return (
    <Link className="link" to="/w/$slug/runs" params={{ slug: useSlug() }} search={{ q, range: "7d" }}>
      {children}
    </Link>
  );
}
