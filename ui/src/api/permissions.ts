// Permissions of the signed-in key. The server enforces them; the dashboard hides denied actions.

import type { Scope, SignedIn } from "./types";

/** The permission that a page or a button needs: a scope, and whether a key that is bound to tags can use it. */
export interface Permission {
  scope: Scope;
  boundKeys?: boolean;
}

export const READ_RUNS: Permission = { scope: "runs:read", boundKeys: true };
export const SEE_RUN_CHANGES: Permission = { scope: "runs:read" }; // in the stream of the workspace
export const READ_SESSIONS: Permission = { scope: "sessions:read", boundKeys: true };
export const READ_MODELS: Permission = { scope: "models:read", boundKeys: true };
export const READ_AGENTS: Permission = { scope: "sessions:read" };
export const CHECK_MODELS: Permission = { scope: "models:read" };
export const READ_WORKERS: Permission = { scope: "runs:read" };
export const READ_VIEWS: Permission = { scope: "runs:read" };
export const READ_TRIGGERS: Permission = { scope: "triggers:read" };
export const WRITE_RUNS: Permission = { scope: "runs:write" };
export const WRITE_SESSIONS: Permission = { scope: "sessions:write" };
export const WRITE_AGENTS: Permission = { scope: "sessions:write" };
export const WRITE_TRIGGERS: Permission = { scope: "triggers:write" };
export const USE_TERMINALS: Permission = { scope: "terminal" };
export const ADMIN: Permission = { scope: "admin" };

type Caller = Pick<SignedIn, "scopes" | "tags">;

/** Whether a key allows this: `admin` includes everything, a write scope includes read. */
export function isAllowed(caller: Caller | undefined, { scope, boundKeys = false }: Permission): boolean {
  if (!caller || (!boundKeys && Object.keys(caller.tags).length > 0)) return false;
  const sufficient: Scope[] = ["admin", scope, scope.replace(":read", ":write") as Scope];
  return sufficient.some((one) => caller.scopes.includes(one));
}

/** The key that would allow an action, such as "with the scope runs:write". */
export function neededKey(caller: Caller, needed: Permission): string {
  const lacksScope = !isAllowed({ ...caller, tags: {} }, needed);
  const isBound = !needed.boundKeys && Object.keys(caller.tags).length > 0;
  return [lacksScope && `with the scope ${needed.scope}`, isBound && "that is not limited to tags"]
    .filter(Boolean)
    .join(" ");
}
