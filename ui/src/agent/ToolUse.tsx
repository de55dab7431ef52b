// One tool use: a summary line that expands to the diff or output.

import { useState, type ReactNode } from "react";
import type { JsonObject } from "../api/types";
import type { Entry } from "../api/values";
import { JsonView } from "../components/JsonView";
import { duration } from "../labels/format";
import css from "./agent.module.css";
import { actionText, type Change, diffLines, fileChanges } from "./labels";

const LONG = 4000;

export function ToolUse({ entry, children }: { entry: Entry; children?: ReactNode }) {
  const { verb, about } = actionText(entry);
  const action = entry.action ?? {};
  const took = entry.time && typeof entry.ended === "string" ? Date.parse(entry.ended) - Date.parse(entry.time) : null;
  const exit = (entry.result as JsonObject | null | undefined)?.exitCode;
  return (
    <details className={css.tool} data-status={entry.status} data-tool={entry.tool}>
      <summary>
        <span className={css.verb}>{verb}</span>
        <code className={`mono ${css.about}`}>{about}</code>
        <span className={css.state}>
          {typeof exit === "number" && exit !== 0 && <span className={css.bad}>exit {exit}</span>}
          {entry.status !== "success" && (
            <span className={entry.status === "running" ? "dim" : css.bad}>{entry.status}</span>
          )}
          {took !== null && took >= 0 && <span className="dim num">{duration(took)}</span>}
        </span>
      </summary>
      <div className={css.inside}>
        {fileChanges(action).map((change) => (
          <Diff key={change.path} change={change} />
        ))}
        {action.type === "todo" && <Todo items={action.items as unknown as { text: string; status: string }[]} />}
        {(action.type === "mcp" || action.type === "other") && (
          <JsonView value={action.arguments ?? {}} label="Arguments" />
        )}
        {typeof action.prompt === "string" && action.prompt && <p className={css.prompt}>{action.prompt}</p>}
        {children}
        <Output entry={entry} />
      </div>
    </details>
  );
}

function Diff({ change }: { change: Change }) {
  return (
    <figure className={css.diff}>
      <figcaption>
        <span className={css.verb}>{change.change}</span>{" "}
        <span className="mono">
          {change.path}
          {change.movedTo && ` → ${change.movedTo}`}
        </span>
      </figcaption>
      {change.diff ? (
        <pre className="output" tabIndex={0} aria-label={`Changes in ${change.path}`}>
          {diffLines(change.diff).map((line, i) => (
            <span key={i} data-kind={line.kind}>
              {line.text || " "}
            </span>
          ))}
        </pre>
      ) : (
        <p className="dim">This agent does not report its changes.</p>
      )}
    </figure>
  );
}

function Todo({ items }: { items: { text: string; status: string }[] }) {
  return (
    <ul className={css.todo}>
      {(items ?? []).map((item, i) => (
        <li key={i} data-status={item.status}>
          {item.text} <span className="dim">{item.status.replaceAll("_", " ")}</span>
        </li>
      ))}
    </ul>
  );
}

function Output({ entry }: { entry: Entry }) {
  const [showAll, setShowAll] = useState(false);
  const result = entry.result as JsonObject | null | undefined;
  const output = String(result?.text ?? result?.stdout ?? "");
  if (!result || !output || fileChanges(entry.action ?? {}).length) return null;
  const cut = !showAll && output.length > LONG;
  return (
    <>
      <pre className="output" tabIndex={0} aria-label="Output">
        {cut ? output.slice(-LONG) : output}
      </pre>
      {cut && (
        <button type="button" className="show-all" onClick={() => setShowAll(true)}>
          Show all {output.length.toLocaleString("en-US")} characters
        </button>
      )}
    </>
  );
}
