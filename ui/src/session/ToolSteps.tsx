// The tool calls of a run, collapsed.

import { IconTool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { workspacePath } from "../api/client";
import { queryKeys } from "../api/queryKeys";
import { followStream } from "../api/stream";
import type { StreamEvent } from "../api/values";
import { JsonView } from "../components/JsonView";
import { useSlug } from "../router";
import { plural } from "../labels/format";
import css from "./session.module.css";
import { applyEvent, type Step } from "./stream";

export function ToolSteps({ steps }: { steps: Step[] }) {
  return (
    <ul className={css.steps} aria-label="Tool calls">
      {steps.map((step) => (
        <li key={step.id}>
          <details>
            <summary>
              <IconTool size={13} stroke={1.7} aria-hidden /> <span className="mono">{step.name}</span>
              <span className={css.stepState} data-bad={step.ok === false || undefined}>
                {step.ok === undefined ? "running…" : step.ok ? "done" : "failed"}
              </span>
            </summary>
            <JsonView value={step.input} label="Input" />
            {step.output !== undefined && (
              <pre className="output" tabIndex={0} aria-label="Output">
                {step.output || "(no output)"}
              </pre>
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The tool calls of an ended run, loaded when expanded. */
export function PastToolSteps({ runId, turns }: { runId: string; turns: number }) {
  const slug = useSlug();
  const [open, setOpen] = useState(false);
  const result = useQuery({
    queryKey: queryKeys.steps(slug, runId),
    queryFn: ({ signal }) => loadSteps(slug, runId, signal),
    enabled: open,
    staleTime: Infinity,
  });
  return (
    <details className={css.past} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{plural(turns, "step")}</summary>
      {result.data && (result.data.length ? <ToolSteps steps={result.data} /> : <p className="dim">No tool calls.</p>)}
      {result.isFetching && !result.data && (
        <p className="dim" role="status">
          Loading…
        </p>
      )}
    </details>
  );
}

async function loadSteps(slug: string, runId: string, signal: AbortSignal): Promise<Step[]> {
  const all: StreamEvent[] = [];
  await followStream(workspacePath(slug, `/agent-runs/${runId}/stream`), (events) => all.push(...events), { signal });
  const toolEvents = all
    .filter((event) => event.type.includes("tool_"))
    .map((event) => ({ ...event, data: { ...event.data, runId } }));
  return toolEvents.reduce(applyEvent, new Map()).get(runId)?.steps ?? [];
}
