// What a run is called: its own name, or what it was asked.

import type { Run } from "../api/types";
import { oneLine } from "../labels/format";

/** Return the name of a run, or the beginning of its task. */
export function runTitle(run: Pick<Run, "spec" | "task" | "erasedAt" | "origin">): string {
  const name = typeof run.spec.name === "string" ? run.spec.name : "";
  if (name && name !== run.origin.triggerName) return name;
  return oneLine(run.task) || name || (run.erasedAt ? "Content erased" : "No prompt");
}
