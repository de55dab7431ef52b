// Labels of changes: action, object, and changed fields.

import { linkOptions, type LinkProps } from "@tanstack/react-router";
import type { Actor, AuditEntry, Json, JsonObject } from "../api/types";
import { ageText } from "../data/labels";
import { duration, oneLine } from "../labels/format";

export const KINDS: Record<string, string> = {
  access: "Request",
  agent: "Agent",
  alert: "Alert",
  approval: "Approval",
  budget: "Budget",
  command: "Command",
  delivery: "Webhook delivery",
  demo: "Demo data",
  erasure: "Erasure",
  inbox: "Inbox item",
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
  if (action === "demo.filled") return { kind: KINDS.demo!, did: "loaded" };
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

/** Return the newest name of each object in these changes, which are sorted newest first. */
export function namesIn(changes: readonly AuditEntry[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const one of changes) {
    const name = objectName(one);
    if (name && !names.has(one.subject)) names.set(one.subject, name);
  }
  return names;
}

/** Return the ID of the erasure that removed the details of a change. */
export function erasedBy({ before, after }: AuditEntry): string | null {
  const by = (after ?? before)?.erased;
  return typeof by === "string" && Object.keys((after ?? before)!).length === 1 ? by : null;
}

/** Return the link to the page of the changed object, or null if there is none. */
export function findPage(slug: string, change: AuditEntry): LinkProps | null {
  const { subject, action } = change;
  if (action.endsWith(".removed") || erasedBy(change)) return null;
  const about = { ...change.before, ...change.after };
  switch (subject.split("_", 1)[0]) {
    case "run":
      return linkOptions({ to: "/w/$slug/runs/$runId", params: { slug, runId: subject } });
    case "ses":
      return sessionPage(slug, subject);
    case "trg":
      return linkOptions({ to: "/w/$slug/triggers/$triggerId", params: { slug, triggerId: subject } });
    case "sub":
      return subscriptionPage(slug, subject);
    case "msg":
      return subscriptionPage(slug, about.subscription_id);
    case "tmr":
    case "blk":
    case "trm":
      return sessionPage(slug, about.session_id ?? about.sessionId);
    case "agt":
      return linkOptions({ to: "/w/$slug/agents/$agentId", params: { slug, agentId: subject } });
    case "bud":
      return linkOptions({ to: "/w/$slug/budgets/$budgetId", params: { slug, budgetId: subject } });
    case "alr":
      return linkOptions({ to: "/w/$slug/alerts/$alertId", params: { slug, alertId: subject } });
    case "era":
      return linkOptions({ to: "/w/$slug/data", params: { slug }, search: { erasure: subject } });
    case "ret":
      return linkOptions({ to: "/w/$slug/data", params: { slug } });
    case "key":
      return linkOptions({ to: "/w/$slug/keys", params: { slug } });
    case "viw":
      return viewPage(slug, about);
    default:
      return null;
  }
}

function sessionPage(slug: string, id: Json | undefined): LinkProps | null {
  if (typeof id !== "string") return null;
  return linkOptions({ to: "/w/$slug/sessions/$sessionId", params: { slug, sessionId: id } });
}

function subscriptionPage(slug: string, id: Json | undefined): LinkProps | null {
  if (typeof id !== "string") return null;
  return linkOptions({ to: "/w/$slug/subscriptions/$subscriptionId", params: { slug, subscriptionId: id } });
}

const VIEW_PAGES = { runs: "/w/$slug/runs", sessions: "/w/$slug/sessions", tags: "/w/$slug/tags" } as const;

function viewPage(slug: string, { page, params }: JsonObject): LinkProps | null {
  const to = VIEW_PAGES[(page ?? "runs") as keyof typeof VIEW_PAGES];
  if (!to || typeof params !== "string") return null;
  return linkOptions({ to, params: { slug }, search: Object.fromEntries(new URLSearchParams(params)) });
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

/** Return the name of a field as text: "age_seconds" is "age", because its value has a unit. */
export function fieldLabel(path: string): string {
  return path
    .replace(/_seconds$/, "")
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll("_", " ");
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

/** Whether a value is a time: milliseconds, or ISO 8601. */
function isTime(value: Json): value is number | string {
  return typeof value === "number" || (typeof value === "string" && !Number.isNaN(Date.parse(value)));
}

function valueText(path: string, value: Json): string | null {
  if (value === null || value === "" || (Array.isArray(value) && !value.length)) return null;
  if (path.endsWith("_at") && isTime(value)) return new Date(value).toISOString();
  if (path.endsWith("_seconds") && typeof value === "number")
    return value && value % 3600 === 0 ? ageText(value) : duration(1000 * value);
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
