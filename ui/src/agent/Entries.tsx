// Entries one below the other; tools folded, subagents inside what started them.

import { clockTime, fullTime } from "../words/format";
import type { Entry } from "../api/types";
import css from "./agent.module.css";
import type { Told } from "./telling";
import { ToolUse } from "./ToolUse";

export function Entries({ tree }: { tree: Told[] }) {
  return <ol className={css.entries}>{tree.map((told) => <li key={told.entry.id}>{one(told)}</li>)}</ol>;
}

function one({ entry, children }: Told) {
  switch (entry.type) {
    case "user_message":
    case "assistant_message":
      return <Message entry={entry} />;
    case "thinking":
      return entry.text ? <details className={css.quiet}><summary>thinking</summary><p>{entry.text}</p></details> : <p className={css.quiet}>thought, and kept it to itself</p>;
    case "tool_use":
      return <ToolUse entry={entry}>{children.length > 0 && <Entries tree={children} />}</ToolUse>;
    case "error":
      return <p className="wrong"><b>{String(entry.code ?? "error")}</b> {entry.message}</p>;
    case "result":
      return <p className={css.result} data-bad={entry.ok === false || undefined}>{entry.ok === false ? "ended badly" : "ended"}{entry.reason ? `: ${String(entry.reason).replaceAll("_", " ")}` : ""}</p>;
    case "unrecognized":
      return <details className={css.quiet}><summary>a line that is not known</summary><pre className="output" tabIndex={0} aria-label="The line">{entry.line}</pre></details>;
    default:
      return <p className={css.quiet}><b>{String(entry.topic ?? "system")}</b> {entry.text}</p>;
  }
}

function Message({ entry }: { entry: Entry }) {
  const person = entry.type === "user_message";
  return (
    <div className={css.message} data-role={person ? "user" : "assistant"}>
      <header><span>{person ? (entry.provenance === "human" ? "person" : entry.provenance) : "agent"}</span>{entry.time && <time className="num" dateTime={entry.time} title={fullTime(entry.time)}>{clockTime(entry.time)}</time>}</header>
      <p className="said">{entry.text}</p>
    </div>
  );
}
