import { IconBulb } from "@tabler/icons-react";
import type { Run } from "../api/types";
import { plural } from "../words/format";
import css from "./session.module.css";

interface Memory {
  query?: string | null;
  source?: string | null;
  hits?: { id?: string; text?: string; score?: number }[] | null;
}

/** Of what a run was reminded, and by which words. */
export function Remembered({ run }: { run: Run | null }) {
  const memory = (run as { memory?: Memory | null } | null)?.memory;
  if (!memory?.hits?.length) return null;
  return (
    <details className={css.past}>
      <summary><IconBulb size={13} stroke={1.7} aria-hidden /> {plural(memory.hits.length, "memory", "memories")}</summary>
      {memory.query && <p className="dim">Found by {memory.source === "summary" ? "the summary" : "what was said"}: “{memory.query}”</p>}
      <ul>{memory.hits.map((hit, i) => <li key={hit.id ?? i}>{hit.text ?? hit.id}</li>)}</ul>
    </details>
  );
}
