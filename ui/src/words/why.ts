// The why line: where a run came from, in one plain line.

import type { Origin, Run } from "../api/types";
import { clockTime, duration, shortId } from "./format";

export interface Why {
  name: string; // what it is called, when it has a name
  reason: string; // what started it
  unattended: boolean;
}

type Said = Pick<Run, "origin" | "startedAt" | "spec" | "parentRunId">;

export function why(run: Said): Why {
  const { origin } = run;
  return { name: nameOf(run), reason: reasonOf(run), unattended: !origin.attended };
}

export function whyText(run: Said): string {
  const { name, reason, unattended } = why(run);
  return [name, reason, unattended ? "unattended" : ""].filter(Boolean).join(" · ");
}

function nameOf({ origin, spec }: Said): string {
  return text(origin.facts.trigger_name) || text(spec.name) || "";
}

function reasonOf(run: Said): string {
  const { origin } = run;
  const facts = origin.facts;
  switch (origin.trigger) {
    case "cron":
      return cron(run);
    case "telegram":
      return list("Telegram", fact("chat", facts.telegram_chat_id), fact("message", facts.telegram_message_id));
    case "timer":
      return list(
        `follow-up${facts.trigger_type ? `, ${text(facts.trigger_type).replaceAll("_", " ")}` : ""}`,
        facts.trigger_reason ? `“${text(facts.trigger_reason)}”` : "",
      );
    case "webhook":
      return list("webhook", text(facts.webhook_event ?? facts.event), fact("delivery", facts.webhook_delivery_id ?? facts.delivery_id));
    case "subtask":
      return run.parentRunId ? `subtask of ${shortId(run.parentRunId)}` : "subtask";
    case "daemon":
      return list("task queue", byWhom(origin));
    case "api":
      return list("API", byWhom(origin));
    case "cli":
      return list("command line", byWhom(origin));
    case "terminal":
      return list("terminal", byWhom(origin));
    case "import":
      return list(`imported from ${text(facts.agent)}`, fact("session", text(facts.agent_session).slice(0, 8)));
    default:
      return list(origin.trigger, byWhom(origin));
  }
}

function cron({ origin, startedAt }: Said): string {
  const due = origin.scheduledFor ?? text(origin.facts.scheduled_for_utc);
  if (!due) return origin.attended ? "cron, run by hand" : "cron";
  if (origin.attended) return list("cron", "run by hand", byWhom(origin));
  const late = startedAt ? Date.parse(startedAt) - Date.parse(due) : null;
  return list("cron", `due ${clockTime(due)}`, late === null ? "" : `started ${late < 0 ? "−" : "+"}${lateness(Math.abs(late))}`);
}

/** In seconds from the start, as schedules are thought of. */
function lateness(ms: number): string {
  return ms < 1000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}

function byWhom({ actor }: Origin): string {
  if (actor.kind === "local") return actor.name ?? "this machine";
  if (actor.kind === "key") return `key ${actor.name ?? actor.id ?? "?"}`;
  return actor.name ?? actor.id ?? "";
}

function fact(label: string, value: unknown): string {
  return value === undefined || value === null || value === "" ? "" : `${label} ${text(value)}`;
}

function list(...parts: string[]): string {
  return parts.filter(Boolean).join(", ");
}

function text(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}
