// Triggers in words.

import { plural } from "../words/format";
import type { HookDelivery, Kind, Occurrence, Trigger } from "./asking";

export const KINDS: Record<Kind, string> = { cron: "Schedule", webhook: "Webhook", telegram: "Telegram" };

export const SCHEMES: Record<string, string> = {
  standard: "Standard Webhooks", github: "GitHub", slack: "Slack", stripe: "Stripe", token: "a token",
};

/** When a trigger starts a run. */
export function whenText(trigger: Trigger): string {
  switch (trigger.kind) {
    case "cron":
      return trigger.inWords ?? trigger.schedule ?? "";
    case "webhook":
      return `When a webhook comes, proved by ${SCHEMES[trigger.verify ?? ""] ?? trigger.verify}`;
    case "telegram":
      return `When somebody writes in ${plural(trigger.allowedChatIds?.length ?? 0, "chat")} of the bot`;
  }
}

export const OVERLAPS = [
  { value: "skip", label: "leave it out" },
  { value: "queue", label: "wait for the earlier one" },
  { value: "cancel_previous", label: "cancel the earlier one" },
  { value: "allow", label: "run both" },
];

export const CATCH_UPS = [
  { value: "none", label: "leave it out" },
  { value: "last", label: "make up for the newest" },
  { value: "all", label: "make up for all" },
];

/** Why something happened or did not. */
export function reasonText(occurrence: Occurrence): string {
  const reason = occurrence.reason ?? "";
  if (occurrence.count > 1) return `${reason || occurrence.status}, ${occurrence.count} times in a row`;
  return reason || (occurrence.status === "fired" ? "as planned" : "no reason given");
}

export function outcomeText(delivery: HookDelivery): string {
  const said = { accepted: "accepted", duplicate: "came before", ignored: "needs no run", invalid: "could not be used", refused: "not genuine" }[delivery.outcome];
  return delivery.replayOf ? `${said}, replay` : said;
}

/** `repo=repository.name`, one a line. */
export function readPairs(text: string): Record<string, string> {
  const pairs = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return Object.fromEntries(pairs.map((line) => {
    const cut = line.indexOf("=");
    return cut < 0 ? [line, ""] : [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
  }));
}

export function writePairs(pairs: Record<string, string>): string {
  return Object.entries(pairs).map(([key, value]) => `${key}=${value}`).join("\n");
}

/** Numbers of chats, however they are separated; what is no number is NaN, so that it can be named. */
export function readChats(text: string): number[] {
  return text.split(/[\s,;]+/).filter(Boolean).map((word) => (/^-?\d+$/.test(word) ? Number(word) : Number.NaN));
}
