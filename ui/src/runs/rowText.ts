// The texts of a row in the run list: the task and the result.

import type { Approval, Run } from "../api/types";
import type { AskedAction } from "../api/values";
import { oneLine } from "../labels/format";

/** Return the name of a run, and the beginning of its task. Either may be empty, not both. */
export function askedText(run: Run): { name: string; task: string } {
  const own = typeof run.spec.name === "string" ? run.spec.name : "";
  const name = own === run.origin.triggerName ? "" : own; // the second line has the trigger's name
  const task = oneLine(run.task);
  if (name || task) return { name, task };
  if (run.origin.trigger === "timer") return { name: "", task: "Follow-up" };
  return { name: "", task: run.erasedAt ? "Content erased" : "No prompt" };
}

/** Return the text of a link to the run. */
export function askedLabel(run: Run): string {
  const { name, task } = askedText(run);
  return [name, task].filter(Boolean).join(": ");
}

/** Whether the result line of a run is an error. */
export function isBad(run: Run): boolean {
  return run.status === "failed" || run.delivery?.status === "failed";
}

/** Return the beginning of the answer, the error, or what the run waits for. */
export function resultText(run: Run): string {
  if (run.status === "failed") return oneLine(run.error?.message ?? run.failureReason ?? "Failed without a message");
  if (run.delivery?.status === "failed") return oneLine(`Reply not delivered: ${run.delivery.error ?? "failed"}`);
  if (run.status === "cancelled") return oneLine(run.failureReason ?? "");
  if (run.status === "queued") return "Waits in the queue";
  if (run.status === "waiting") return run.executor === "builtin" ? "Waits for tool results" : "Waits for an approval";
  return oneLine(withoutMarkup(run.finalText ?? "")) || (run.status === "succeeded" ? "No output" : "");
}

/** Return the beginning of a Markdown text without headings, emphasis, code marks and the targets of links. */
function withoutMarkup(markdown: string): string {
  return markdown
    .slice(0, 600)
    .replace(/^#{1,6}\s+/gm, "")
    .replace(/\*\*|`+/g, "")
    .replace(/\[([^\]]+)\]\([^)\s]*\)/g, "$1");
}

/** Return which approval a run waits for, or null if none is open. */
export function approvalText(approvals: Approval[]): string | null {
  const open = approvals.find(({ decision }) => decision === null);
  if (!open) return null;
  const { tool, input, description }: AskedAction = open.asked;
  const what = typeof input?.command === "string" ? input.command : (description ?? "");
  return oneLine(`Waits for approval: ${[tool, what].filter(Boolean).join(" ")}`);
}
