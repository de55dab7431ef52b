// The content and the state of outgoing webhooks, as text.

import type { Subscription } from "../api/types";

interface EventText {
  label: string;
  query: string; // the help text of the query field
  when: string; // a delivery is sent
}

export const EVENTS: Record<Subscription["events"], EventText> = {
  runs: {
    label: "Ended runs",
    query: "Runs to send. Empty for all runs.",
    when: "when a run that matches the query ends",
  },
  inbox: {
    label: "Inbox items, opened and closed",
    query: "Items of these runs. Empty for all items.",
    when: "when an item of the inbox is opened or closed",
  },
  alerts: {
    label: "Alerts that name the webhook",
    query: "Is not used: an alert has its own query.",
    when: "when an alert that names the webhook as a recipient fires or resolves",
  },
};

/** Return why a webhook is disabled, as far as its note adds to that. */
export function disabledReason({ note }: Pick<Subscription, "note">): string {
  return (note ?? "").replace(/^disabled:\s*/, "");
}
