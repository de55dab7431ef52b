import type { ReactNode } from "react";
import type { Permission } from "../api/permissions";
import { useAllowed } from "../api/queries";

/** Controls that only some keys can use. Others do not see them. */
export function Allowed({ to, children }: { to: Permission; children: ReactNode }) {
  return useAllowed(to) ? children : null;
}
