// Labels of triggers, occurrences and deliveries.

import type { HookDelivery, Occurrence, Trigger } from "../api/types";
import { plural } from "../labels/format";
import type { Kind } from "./api";

export const KINDS: Record<Kind, string> = { cron: "Schedule", webhook: "Webhook", telegram: "Telegram" };

export const SCHEMES: Record<string, string> = {
  standard: "Standard Webhooks",
  github: "GitHub",
  slack: "Slack",
  stripe: "Stripe",
  token: "Token",
};

/** Return when a trigger starts a run. */
export function whenText(trigger: Trigger): string {
  switch (trigger.kind) {
    case "cron":
      return trigger.inWords ?? trigger.schedule ?? "";
    case "webhook":
      return `When a webhook arrives (verification: ${SCHEMES[trigger.verify ?? ""] ?? trigger.verify})`;
    case "telegram":
      return `When a message arrives in ${plural(trigger.allowedChatIds?.length ?? 0, "allowed chat")}`;
  }
}

export const OVERLAPS = [
  { value: "skip", label: "Skip" },
  { value: "queue", label: "Queue" },
  { value: "cancel_previous", label: "Cancel the previous run" },
  { value: "allow", label: "Run in parallel" },
];

export const CATCH_UPS = [
  { value: "none", label: "Skip" },
  { value: "last", label: "Run the latest" },
  { value: "all", label: "Run all" },
];

const FIRED: Record<Kind, string> = { cron: "on schedule", webhook: "delivery received", telegram: "message received" };

/** Return why a trigger fired or skipped. */
export function reasonText({ reason, count, status }: Occurrence, kind: Kind): string {
  const text = reason || (status === "fired" ? FIRED[kind] : "no reason recorded");
  return count > 1 ? `${text}, ${count} times in a row` : text;
}

export function outcomeText(delivery: HookDelivery): string {
  const label = {
    accepted: "accepted",
    duplicate: "duplicate",
    ignored: "ignored",
    invalid: "invalid",
    budget_exceeded: "budget exceeded",
    not_started: "not started",
    refused: "rejected",
  }[delivery.outcome];
  return delivery.replayOf ? `${label}, replay` : label;
}

/** Parse lines of `repo=repository.name`. */
export function readPairs(text: string): Record<string, string> {
  const pairs = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return Object.fromEntries(
    pairs.map((line) => {
      const cut = line.indexOf("=");
      return cut < 0 ? [line, ""] : [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
    }),
  );
}

export function writePairs(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key}=${value}`)
    .join("\n");
}

/** Parse chat IDs. Text that is not a number becomes NaN, so that the server can name it. */
export function readChats(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => (/^-?\d+$/.test(word) ? Number(word) : Number.NaN));
}
