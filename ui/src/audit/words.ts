// Changes in words: what was done to what, field by field, and where that thing is.

import type { Actor, Json, JsonObject } from "../api/types";
import { duration, oneLine } from "../words/format";
import type { Change } from "./asking";

export const KINDS: Record<string, string> = {
  agent: "Agent", approval: "Approval", command: "Command", delivery: "Webhook delivery", demo: "Demo data", erasure: "Erasure", key: "Key", memory: "Memory",
  retention: "Retention rule", run: "Run", session: "Session", signin: "Sign-in", subscription: "Subscription",
  terminal: "Terminal", timer: "Timer", trigger: "Trigger", view: "Saved view", workspace: "Workspace",
};

/** "Retention rule", "added". */
export function actionWords(action: string): { kind: string; did: string } {
  const [kind = action, did = ""] = action.split(".", 2);
  return { kind: KINDS[kind] ?? kind, did: did.replaceAll("_", " ") };
}

export function actorName({ name, id, kind }: Actor): string {
  return name || id || kind;
}

/** What finds all that somebody did: the id where there is one, because names are given twice. */
export function actorTerm({ name, id, kind }: Actor): string {
  return id || name || kind;
}

/** What a thing is called, as far as its changes tell. */
export function nameOf({ before, after }: Change): string | null {
  const name = after?.name ?? before?.name;
  return typeof name === "string" && name ? name : null;
}

/** The erasure that took from a change what it was about. */
export function erasedBy({ before, after }: Change): string | null {
  const by = (after ?? before)?.erased;
  return typeof by === "string" && Object.keys((after ?? before)!).length === 1 ? by : null;
}

export interface Place {
  path: string;
  search?: Record<string, string>;
}

/** The page of the thing that was changed, within its workspace; null where there is none. */
export function placeOf(change: Change): Place | null {
  const { subject, action } = change;
  if (action.endsWith(".removed") || erasedBy(change)) return null;
  const about = { ...change.before, ...change.after };
  const of = (kind: string, id: Json | undefined) => (typeof id === "string" ? { path: `${kind}/${id}` } : null);
  switch (subject.split("_", 1)[0]) {
    case "run": return of("runs", subject);
    case "ses": return of("sessions", subject);
    case "trg": return of("triggers", subject);
    case "sub": return of("subscriptions", subject);
    case "msg": return of("subscriptions", about.subscription_id);
    case "tmr": case "blk": return of("sessions", about.session_id);
    case "era": return { path: "data", search: { erasure: subject } };
    case "ret": return { path: "data" };
    case "key": return { path: "keys" };
    case "viw": return typeof about.params === "string" ? { path: String(about.page ?? "runs"), search: Object.fromEntries(new URLSearchParams(about.params)) } : null;
    default: return null;
  }
}

export interface FieldChange {
  path: string;
  before: string | null; // null: it was not there
  after: string | null;
}

/** What differs, a line for each field however deep it lies; what never was set is no news. */
export function fieldChanges({ before, after }: Pick<Change, "before" | "after">): FieldChange[] {
  const [old, now] = [flat(before), flat(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths
    .sort((a, b) => Number(isOurs(a)) - Number(isOurs(b)))
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((field) => field.before !== field.after);
}

/** Fields that say how it came about, and come last. */
function isOurs(path: string): boolean {
  return path === "created_at" || path === "created_by";
}

function flat(state: JsonObject | null): Map<string, string> {
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

/** Two texts in short, from a little before where they begin to differ. */
export function shortened(before: string | null, after: string | null, length: number): [string | null, string | null] {
  const shown = (text: string | null, from: number) => (text === null ? null : `${from ? "…" : ""}${oneLine(text.slice(from), length)}`);
  if (before === null || after === null || (before.length <= length && after.length <= length)) return [shown(before, 0), shown(after, 0)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = same > 24 ? before.lastIndexOf(" ", same - 12) + 1 : 0;
  return [shown(before, from), shown(after, from)];
}
