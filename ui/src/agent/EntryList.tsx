// Transcript entries. Tool uses are collapsed, and subagents are nested.

import { memo } from "react";
import { clockTime, fullTime } from "../labels/format";
import type { Entry } from "../api/values";
import css from "./agent.module.css";
import type { EntryNode } from "./labels";
import { ToolUse } from "./ToolUse";

export const EntryList = memo(function EntryList({ tree }: { tree: EntryNode[] }) {
  return (
    <ol className={css.entries}>
      {tree.map((node) => (
        <li key={node.entry.id}>{renderEntry(node)}</li>
      ))}
    </ol>
  );
});

function renderEntry({ entry, children }: EntryNode) {
  switch (entry.type) {
    case "user_message":
    case "assistant_message":
      return <Message entry={entry} />;
    case "thinking":
      return entry.text ? (
        <details className={css.quiet}>
          <summary>thinking</summary>
          <p>{entry.text}</p>
        </details>
      ) : (
        <p className={css.quiet}>thinking (not reported by the agent)</p>
      );
    case "tool_use":
      return <ToolUse entry={entry}>{children.length > 0 && <EntryList tree={children} />}</ToolUse>;
    case "error":
      return (
        <p className="error">
          <b>{String(entry.code ?? "error").replaceAll("_", " ")}:</b> {entry.message}
        </p>
      );
    case "result":
      return (
        <p className={css.result} data-bad={entry.ok === false || undefined}>
          {entry.ok === false ? "Ended with an error" : "Ended"}
          {entry.reason ? `: ${String(entry.reason).replaceAll("_", " ")}` : ""}
        </p>
      );
    case "unrecognized":
      return (
        <details className={css.quiet}>
          <summary>unrecognized line</summary>
          <pre className="output" tabIndex={0} aria-label="Line">
            {entry.line}
          </pre>
        </details>
      );
    default:
      return (
        <p className={css.quiet}>
          <b>{String(entry.topic ?? "system")}</b> {entry.text}
        </p>
      );
  }
}

function Message({ entry }: { entry: Entry }) {
  const isUser = entry.type === "user_message";
  return (
    <div className={css.message} data-role={isUser ? "user" : "assistant"}>
      <header>
        <span>{isUser ? (entry.provenance === "human" ? "user" : entry.provenance) : "agent"}</span>
        {entry.time && (
          <time className="num" dateTime={entry.time} title={fullTime(entry.time)}>
            {clockTime(entry.time)}
          </time>
        )}
      </header>
      <p className="message-text">{entry.text}</p>
    </div>
  );
}
