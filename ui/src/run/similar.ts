// Queries for runs that are like another one.

import { failureKind } from "../labels/failures";
import type { Run } from "../api/types";
import { termText } from "../query/language";

/** Return the query for failures of the same class, of the same trigger or else of the same model. */
export function similarFailures(run: Run): string {
  const error = run.error ? termText("error", failureKind(run.error)) : "status:failed";
  return [error, sameSource(run)].filter(Boolean).join(" ");
}

/** Return the query for runs to compare a run with: of the same trigger, session or model. */
export function similarRuns(run: Run): string {
  if (run.origin.triggerName) return sameSource(run);
  if (run.sessionId) return termText("session", run.sessionId);
  return sameSource(run);
}

function sameSource(run: Run): string {
  if (run.origin.triggerName) return termText("trigger.name", run.origin.triggerName);
  const model = run.model?.id ?? run.spec.modelId;
  return typeof model === "string" && model ? termText("model", model) : "";
}

/** Put the runs with the same task before the others. */
export function sameTaskFirst(run: Pick<Run, "task">, others: Run[]): Run[] {
  const same = others.filter(({ task }) => task !== "" && task === run.task);
  return [...same, ...others.filter((one) => !same.includes(one))];
}
