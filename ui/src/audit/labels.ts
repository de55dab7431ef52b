// Labels of changes: action, object, and changed fields.

import type { Actor, AuditEntry, Json, JsonObject } from "../api/types";
import { duration, oneLine } from "../labels/format";

export const KINDS: Record<string, string> = {
  access: "Request",
  agent: "Agent",
  approval: "Approval",
  command: "Command",
  delivery: "Webhook delivery",
  demo: "Demo data",
  erasure: "Erasure",
  key: "API key",
  memory: "Memory",
  retention: "Retention rule",
  run: "Run",
  session: "Session",
  signin: "Sign-in",
  subscription: "Outgoing webhook",
  terminal: "Terminal",
  timer: "Timer",
  trigger: "Trigger",
  view: "Saved view",
  workspace: "Workspace",
};

/** Return the kind of object and the action, such as "Retention rule" and "added". */
export function actionLabel(action: string): { kind: string; did: string } {
  const [kind = action, did = ""] = action.split(".", 2);
  return { kind: KINDS[kind] ?? kind, did: did.replaceAll("_", " ") };
}

export function actorName({ name, id, kind }: Actor): string {
  return name || id || kind;
}

/** Return the filter value of an actor. IDs are preferred, because names are not unique. */
export function actorTerm({ name, id, kind }: Actor): string {
  return id || name || kind;
}

/** Return the name of the changed object, if known. */
export function objectName({ before, after }: AuditEntry): string | null {
  const name = after?.name ?? before?.name;
  return typeof name === "string" && name ? name : null;
}

/** Return the ID of the erasure that removed the details of a change. */
export function erasedBy({ before, after }: AuditEntry): string | null {
  const by = (after ?? before)?.erased;
  return typeof by === "string" && Object.keys((after ?? before)!).length === 1 ? by : null;
}

export interface PageLink {
  path: string;
  search?: Record<string, string>;
}

/** Return the page of the changed object, or null if there is none. */
export function findPage(change: AuditEntry): PageLink | null {
  const { subject, action } = change;
  if (action.endsWith(".removed") || erasedBy(change)) return null;
  const about = { ...change.before, ...change.after };
  const of = (kind: string, id: Json | undefined) => (typeof id === "string" ? { path: `${kind}/${id}` } : null);
  switch (subject.split("_", 1)[0]) {
    case "run":
      return of("runs", subject);
    case "ses":
      return of("sessions", subject);
    case "trg":
      return of("triggers", subject);
    case "sub":
      return of("subscriptions", subject);
    case "msg":
      return of("subscriptions", about.subscription_id);
    case "tmr":
    case "blk":
      return of("sessions", about.session_id);
    case "era":
      return { path: "data", search: { erasure: subject } };
    case "ret":
      return { path: "data" };
    case "key":
      return { path: "keys" };
    case "viw":
      return typeof about.params === "string"
        ? { path: String(about.page ?? "runs"), search: Object.fromEntries(new URLSearchParams(about.params)) }
        : null;
    default:
      return null;
  }
}

export interface FieldChange {
  path: string;
  before: string | null; // null if the field was not set
  after: string | null;
}

/** Return the changed fields, including nested ones. Fields that were never set are ignored. */
export function fieldChanges({ before, after }: Pick<AuditEntry, "before" | "after">): FieldChange[] {
  const [old, now] = [flatten(before), flatten(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths
    .sort((a, b) => Number(isCreationField(a)) - Number(isCreationField(b)))
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((field) => field.before !== field.after);
}

/** Whether a field only records the creation. These fields come last. */
function isCreationField(path: string): boolean {
  return path === "created_at" || path === "created_by";
}

function flatten(state: JsonObject | null): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: Json, path: string) => {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) walk(inner, path ? `${path}.${name}` : name);
    } else {
      const text = valueText(path, value);
      if (text !== null) found.set(path, text);
    }
  };
  if (state) walk(state, "");
  return found;
}

function valueText(path: string, value: Json): string | null {
  if (value === null || value === "" || (Array.isArray(value) && !value.length)) return null;
  if (path.endsWith("_at") && typeof value === "number") return new Date(value).toISOString();
  if (path.endsWith("_seconds") && typeof value === "number") return duration(1000 * value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Shorten two texts to the part where they start to differ. */
export function shorten(before: string | null, after: string | null, length: number): [string | null, string | null] {
  const shown = (text: string | null, from: number) =>
    text === null ? null : `${from ? "…" : ""}${oneLine(text.slice(from), length)}`;
  if (before === null || after === null || (before.length <= length && after.length <= length))
    return [shown(before, 0), shown(after, 0)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = same > 24 ? before.lastIndexOf(" ", same - 12) + 1 : 0;
  return [shown(before, from), shown(after, from)];
}
