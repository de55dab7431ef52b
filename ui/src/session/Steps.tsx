// The tools that a run used, folded.

import { IconTool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { at } from "../api/client";
import { follow } from "../api/stream";
import type { StreamEvent } from "../api/types";
import { JsonView } from "../parts/JsonView";
import { useSlug } from "../router";
import { plural } from "../words/format";
import css from "./session.module.css";
import { heard, type Step } from "./live";

export function Steps({ steps }: { steps: Step[] }) {
  return (
    <ul className={css.steps} aria-label="Tools that it used">
      {steps.map((step) => (
        <li key={step.id}>
          <details>
            <summary>
              <IconTool size={13} stroke={1.7} aria-hidden /> <span className="mono">{step.name}</span>
              <span className={css.stepState} data-bad={step.ok === false || undefined}>{step.ok === undefined ? "working…" : step.ok ? "done" : "failed"}</span>
            </summary>
            <JsonView value={step.input} label="Input" />
            {step.output !== undefined && <pre className="output" tabIndex={0} aria-label="Output">{step.output || "nothing"}</pre>}
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The tools of a run that has ended, read when somebody wants to see them. */
export function PastSteps({ runId, turns }: { runId: string; turns: number }) {
  const slug = useSlug();
  const [open, setOpen] = useState(false);
  const asked = useQuery({
    queryKey: [slug, "steps", runId],
    queryFn: ({ signal }) => stepsOf(slug, runId, signal),
    enabled: open,
    staleTime: Infinity,
  });
  return (
    <details className={css.past} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>worked in {plural(turns, "step")}</summary>
      {asked.data && (asked.data.length ? <Steps steps={asked.data} /> : <p className="dim">It used no tools.</p>)}
      {asked.isFetching && !asked.data && <p className="dim" role="status">…</p>}
    </details>
  );
}

async function stepsOf(slug: string, runId: string, signal: AbortSignal): Promise<Step[]> {
  const all: StreamEvent[] = [];
  await follow(at(slug, `/agent-runs/${runId}/stream`), (events) => all.push(...events), { signal });
  const told = all.filter((event) => event.type.includes("tool_")).map((event) => ({ ...event, data: { ...event.data, runId } }));
  return told.reduce(heard, new Map()).get(runId)?.steps ?? [];
}
