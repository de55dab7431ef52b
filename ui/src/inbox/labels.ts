// Names of the kinds of inbox items and of the actions on them. To add a kind, add a line to `KINDS`.

import {
  IconAlertTriangle,
  IconBell,
  IconBolt,
  IconPigMoney,
  IconPlayerPause,
  IconPlugConnectedX,
  IconSend,
  IconServerOff,
  IconShieldQuestion,
} from "@tabler/icons-react";
import type { InboxItem } from "../api/types";
import type { ItemAction } from "./api";

export const KINDS: Record<InboxItem["kind"], { label: string; icon: typeof IconBolt }> = {
  approval: { label: "Approval", icon: IconShieldQuestion },
  client_tool: { label: "Client tool", icon: IconPlugConnectedX },
  no_worker: { label: "No worker", icon: IconServerOff },
  alert: { label: "Alert", icon: IconBell },
  budget: { label: "Budget", icon: IconPigMoney },
  crashed_run: { label: "Crashed run", icon: IconAlertTriangle },
  failing_trigger: { label: "Failing trigger", icon: IconBolt },
  failed_delivery: { label: "Failed delivery", icon: IconSend },
  paused_trigger: { label: "Paused trigger", icon: IconPlayerPause },
};

export const ACTIONS: Record<ItemAction, string> = {
  approve: "Allow once",
  approve_for_run: "Allow for this run",
  deny: "Deny",
  cancel_run: "Cancel run",
  rerun: "Rerun",
  resume_trigger: "Resume trigger",
  dismiss: "Dismiss",
};

const ANSWERS: Record<string, string> = {
  approve: "Allowed once",
  approve_for_run: "Allowed for this run",
  deny: "Denied",
  dismiss: "Dismissed",
  cancel_run: "Run cancelled",
  rerun: "Run repeated",
  replay: "Sent again",
  resume_trigger: "Trigger resumed",
  change_trigger: "Trigger changed",
  delete_trigger: "Trigger deleted",
  change_webhook: "Webhook changed",
  delete_webhook: "Webhook deleted",
  change_budget: "Budget changed",
  delete_budget: "Budget deleted",
  change_alert: "Alert changed",
  delete_alert: "Alert deleted",
  resolved: "Settled",
};

export function answerLabel(action: string): string {
  return ANSWERS[action] ?? action;
}
