// The origin of a run as one line of text.

import type { Origin, Run } from "../api/types";
import { clockTime, duration, shortId } from "./format";

export interface OriginLabel {
  name: string; // of the trigger or of the run; may be empty
  again: string; // of which run it is a rerun; may be empty
  reason: string; // what started the run
  unattended: boolean;
}

type RunOrigin = Pick<Run, "origin" | "startedAt" | "spec" | "parentRunId">;

export function describeOrigin(run: RunOrigin): OriginLabel {
  const { origin } = run;
  const again = origin.rerunOf ? `rerun of ${runEnd(origin.rerunOf)}` : "";
  return { name: findName(run), again, reason: describeReason(run), unattended: !origin.attended };
}

export function originText(run: RunOrigin): string {
  const { name, again, reason, unattended } = describeOrigin(run);
  return [name, again, reason, unattended ? "unattended" : ""].filter(Boolean).join(" · ");
}

/** Return the end of the ID of a run, "…b04", where it is clear that it is a run. */
export function runEnd(id: string): string {
  return `…${id.slice(-3)}`;
}

function findName({ origin, spec }: RunOrigin): string {
  return origin.triggerName || text(origin.facts.trigger_name) || text(spec.name);
}

/** Return what started the run: the kind of the trigger and its facts. */
export function describeReason(run: RunOrigin): string {
  const { origin } = run;
  const facts = origin.facts;
  switch (origin.trigger) {
    case "cron":
      return describeCron(run);
    case "telegram":
      return list("Telegram", fact("chat", facts.telegram_chat_id), fact("message", facts.telegram_message_id));
    case "timer":
      return list(
        "timer",
        origin.triggerName ? "" : text(facts.trigger_type).replaceAll("_", " "),
        facts.trigger_reason ? `“${text(facts.trigger_reason)}”` : "",
      );
    case "webhook":
      return list(
        "webhook",
        text(facts.webhook_event ?? facts.event),
        fact("delivery", facts.webhook_delivery_id ?? facts.delivery_id),
      );
    case "subtask":
      return run.parentRunId ? `subtask of ${shortId(run.parentRunId)}` : "subtask";
    case "daemon":
      return list("task queue", origin.triggerName ? "" : actorLabel(origin));
    case "api":
      return list("API", actorLabel(origin));
    case "mcp":
      return list("MCP client", actorLabel(origin));
    case "openai":
    case "anthropic":
      return list(
        origin.trigger === "openai" ? "OpenAI client" : "Anthropic client",
        actorLabel(origin),
        userClaim(origin),
      );
    case "cli":
      return list("command line", actorLabel(origin));
    case "terminal":
      return list("terminal", actorLabel(origin));
    case "import":
      return list(
        `imported from ${text(facts.agent)}`,
        facts.started_as ? `started as ${text(facts.started_as)}` : "",
        fact("by", facts.started_by),
        fact("session", text(facts.agent_session).slice(0, 8)),
        fact("parent session", text(facts.parent_session).slice(0, 8)),
      );
    default:
      return list(origin.trigger, actorLabel(origin));
  }
}

function describeCron({ origin, startedAt }: RunOrigin): string {
  const due = origin.scheduledFor ?? text(origin.facts.scheduled_for_utc);
  if (!due) return origin.attended ? "cron, run manually" : "cron";
  if (origin.attended) return list("cron", "run manually", actorLabel(origin));
  const late = startedAt ? Date.parse(startedAt) - Date.parse(due) : null;
  return list(
    "cron",
    `due ${clockTime(due)}`,
    late === null ? "" : `started ${late < 0 ? "−" : "+"}${lateness(Math.abs(late))}`,
  );
}

/** Return the delay in seconds, also below one second. */
function lateness(ms: number): string {
  return ms < 1000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}

function actorLabel({ actor }: Origin): string {
  if (actor.kind === "local") return actor.name ?? "this machine";
  if (actor.kind === "key") return `key ${actor.name ?? actor.id ?? "?"}`;
  return actor.name ?? actor.id ?? "";
}

/** Return the user that a client claims to work for. */
function userClaim({ claimed }: Origin): string {
  const user = claimed.user ?? claimed.user_id ?? claimed.safety_identifier;
  return user ? `claims user ${text(user)}` : "";
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
