// Links to runs and sessions by their short ID.

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { shortId } from "../labels/format";
import { useSlug } from "../router";

export function RunLink({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <Link className="link" to="/w/$slug/runs/$runId" params={{ slug: useSlug(), runId: id }}>
      {children ?? shortId(id)}
    </Link>
  );
}

export function SessionLink({ id }: { id: string }) {
  return (
    <Link className="link" to="/w/$slug/sessions/$sessionId" params={{ slug: useSlug(), sessionId: id }}>
      {shortId(id)}
    </Link>
  );
}
