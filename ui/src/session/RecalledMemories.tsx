import { IconBulb } from "@tabler/icons-react";
import type { Run } from "../api/types";
import { plural } from "../labels/format";
import css from "./session.module.css";

/** The memories that a run recalled, and the search text. */
export function RecalledMemories({ run }: { run: Run | null }) {
  const memory = run?.memory;
  if (!memory?.hits.length) return null;
  return (
    <details className={css.past}>
      <summary>
        <IconBulb size={13} stroke={1.7} aria-hidden /> {plural(memory.hits.length, "memory", "memories")}
      </summary>
      {memory.query && (
        <p className="dim">
          Recalled for “{memory.query}”{memory.source === "summary" && " (conversation summary)"}
        </p>
      )}
      <ul>
        {memory.hits.map((hit) => (
          <li key={hit.id}>{hit.text}</li>
        ))}
      </ul>
    </details>
  );
}
